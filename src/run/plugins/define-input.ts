import { urlOf } from "../../base/uri.js";
import { parseDatetime } from "../../base/datetime.js";
import { messageOf, UsageError } from "../../base/errors.js";
import { failedProblem, failureOf, nameOf } from "../../base/failures.js";
import { isObject } from "../../base/json.js";
import type { InputItem } from "../../base/types.js";
import { namesIn } from "../../read/files/arguments.js";
import {
  type GivenPage,
  itemOfPage,
  whatIsWrong,
  withinSize,
} from "../../read/captures/given-pages.js";
import type { Input, InputContext } from "../../read/types.js";
import { requireParts } from "./define.js";

/** Definition of an input, for {@link defineInput}. */
export interface InputSpec {
  /** Keyword in `-i keyword=argument`, in lower case with hyphens. */
  readonly keyword: string;
  readonly title?: string;
  readonly summary?: string;
  /** Placeholder for the argument in help. */
  readonly argument?: string;
  readonly example?: string;
  readonly recognises?: Input["recognises"];
  /**
   * Checks the values after `-i keyword=` before any work starts. Several values are separated by commas. Returns the
   * sources to read, for example the files of a folder. Throws a `UsageError` for a mistake of the user.
   */
  readonly prepare?: (sources: readonly string[]) => readonly string[] | Promise<readonly string[]>;
  /** Yields the pages of one source, in any order. */
  readonly read: (
    source: string,
    context: InputContext,
  ) => AsyncIterable<GivenPage | InputItem> | Iterable<GivenPage | InputItem>;
}

/**
 * Returns an input that yields pages from any source. If `read` throws for a source, the result is a problem with that
 * source.
 *
 * @example
 * ```js
 * import { readFile } from "node:fs/promises";
 *
 * const input = defineInput({
 *   keyword: "folder",
 *   async *read(folder) {
 *     const body = await readFile(`${folder}/page.html`);
 *     yield { uriR: "http://museum.example/", mementoDatetime: "2012-06-01", body };
 *   },
 * });
 * console.log(input.example);
 * // detect_off_topic -i folder=SOURCE
 * ```
 */
export function defineInput(spec: InputSpec): Input {
  requireParts("input", spec, ["read"]);
  const { keyword, title = keyword, summary = `Input ${keyword}.`, argument = "SOURCE" } = spec;
  const { prepare = (sources: readonly string[]) => sources, read } = spec;
  return {
    ...{ keyword, title, summary, argument, usesHttp: false },
    example: spec.example ?? `detect_off_topic -i ${keyword}=${argument}`,
    ...(spec.recognises !== undefined && { recognises: spec.recognises }),
    async prepare(values) {
      const sources: unknown = await attemptToPrepare(keyword, () => prepare(namesIn(values)));
      if (!Array.isArray(sources) || !sources.every((each) => typeof each === "string")) {
        throw new UsageError(`input ${keyword}: prepare did not return a list of sources.`);
      }
      if (sources.length === 0) {
        throw new UsageError(
          `input ${keyword} has no source. Give one (-i ${keyword}=${argument}, or { input, sources: ["..."] } in a program), or return some from prepare.`,
        );
      }
      return sources;
    },
    async *read(sources, context) {
      for (const source of sources) {
        yield* untilFailure(itemsOf(source, read, context), source, this, context);
      }
    },
  };
}

/**
 * A `UsageError` means a mistake of the user. Any other error is thrown as a `UsageError` too, because nothing has been
 * read yet.
 */
async function attemptToPrepare<T>(keyword: string, prepare: () => T | Promise<T>): Promise<T> {
  try {
    return await prepare();
  } catch (cause) {
    if (cause instanceof UsageError) throw cause;
    throw new UsageError(`input ${keyword}: prepare failed: ${messageOf(cause)}`, { cause });
  }
}

/** If the input's code throws, yields a problem instead of the remaining items. */
export async function* untilFailure(
  items: AsyncIterable<InputItem>,
  source: string,
  input: Pick<Input, "keyword" | "plugin">,
  { signal, onFailure }: InputContext,
): AsyncGenerator<InputItem> {
  try {
    yield* items;
  } catch (cause) {
    signal.throwIfAborted();
    const failure = failureOf(nameOf("input", input), cause);
    onFailure?.(failure);
    const problem = failedProblem("access", failure, cause);
    yield { kind: "missed-timemap", uriT: `${input.keyword}=${source}`, problem };
  }
}

async function* itemsOf(
  source: string,
  read: InputSpec["read"],
  context: InputContext,
): AsyncGenerator<InputItem> {
  let number = 0;
  for await (const each of read(source, context)) {
    number += 1;
    yield itemOf(each, source, number, context);
  }
}

function itemOf(
  given: GivenPage | InputItem,
  file: string,
  number: number,
  context: InputContext,
): InputItem {
  if (!isObject(given)) throw new TypeError("it yielded something that is not a page");
  const what = `item ${number} of ${file}`;
  if (!("kind" in given)) {
    const wrong = whatIsWrong(given);
    if (wrong !== undefined) throw new TypeError(`${what}: ${wrong}`);
    return itemOfPage(given, file, number, context);
  }
  if ("capture" in given) {
    const { uriR, mementoDatetime } = given.capture;
    if (urlOf(uriR) === undefined || parseDatetime(mementoDatetime) !== mementoDatetime) {
      throw new TypeError(`${what}: its capture is invalid`);
    }
  }
  return given.kind === "memento" ? withinSize(given, context.maxPageBytes) : given;
}
