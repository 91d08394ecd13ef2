import { UsageError } from "../base/errors.js";
import { isObject, members } from "../base/json.js";
import { isRemote, openRemoteWith } from "../base/platform/files.js";
import { valueOfSource } from "../read/files/arguments.js";
import {
  Access,
  type Login,
  withoutLogins,
  withoutLoginsInText,
  withoutSignatures,
} from "../read/http/access.js";
import { inputs } from "../read/inputs/index.js";
import type { Input } from "../read/types.js";
import type { DetectOptions } from "./detect-options.js";
import { loadExtensions } from "./extensions/load.js";
import { extensionsNamed } from "./extensions/named.js";
import { chooseInputs, type InputChoice } from "./input-choices.js";
import type { Damage, PreparedInput, RunInputs } from "./setup/run-options.js";

type FetchOptions = Omit<DetectOptions, "input">;

/** Finds the sources of the inputs of a run, and opens a fetcher if one of them needs the web. */
export async function openInputs(
  chosen: readonly InputChoice[],
  options: FetchOptions,
  signal: AbortSignal,
): Promise<RunInputs> {
  const prepared = await Promise.all(
    chosen.map(({ input, values }) => prepareInput(input, values, options)),
  );
  const areRemote =
    isRemote(options.warcBase ?? "") || prepared.some(({ sources }) => sources.some(isRemote));
  const usesHttp = areRemote || prepared.some(({ input }) => input.usesHttp);
  return {
    inputs: prepared,
    http: usesHttp ? await openHttp(options, prepared, signal) : undefined,
  };
}

/** Returns the input with a keyword, also one of an extension of this package. */
export async function inputOf(keyword: string): Promise<Input | undefined> {
  await loadExtensions(extensionsNamed("inputs", [keyword]));
  return inputs.find((input) => input.keyword === keyword);
}

/** Returns the chosen inputs: built-in ones by keyword, followed by objects of the program. */
export function chosenInputs(input: DetectOptions["input"]): InputChoice[] {
  // Programs in JavaScript may give anything.
  const given: readonly unknown[] = [input].flat();
  const texts = given.filter((each) => typeof each === "string");
  const objects = given.filter((each) => typeof each !== "string");
  if (given.length > 0) return [...chooseInputs(texts, inputs), ...objects.map(inputOfProgram)];
  throw new UsageError(`option "input" is an empty list. Give ${INPUTS}.`);
}

const INPUTS =
  '"warc=FILE", an input of your own, { input, sources: ["a", "b"] }, or a list of these';

function inputOfProgram(given: unknown): InputChoice {
  const { input = given, sources = [] } = isObject(given) && !("read" in given) ? given : {};
  if (!("prepare" in members(input))) {
    throw new UsageError(
      given === undefined
        ? `option "input" is missing. Give ${INPUTS}.`
        : `option "input" has something that is no input. Make it with defineInput, or give ${INPUTS}.`,
    );
  }
  if (!Array.isArray(sources) || !sources.every((each) => typeof each === "string")) {
    throw new UsageError('option "input": its sources are a list of texts.');
  }
  return { input: input as Input, values: sources.map(valueOfSource) };
}

/** Messages do not show the passwords in URIs. */
async function prepareInput(
  input: Input,
  values: readonly string[],
  options: FetchOptions,
): Promise<PreparedInput & PreparedSources> {
  const unread: Damage[] = [];
  try {
    const sources = await input.prepare(values, options, (item) => unread.push(item));
    return { input, ...withoutSecrets(sources, input), unread };
  } catch (cause) {
    if (!(cause instanceof UsageError)) throw cause;
    throw new UsageError(withoutLoginsInText(cause.message), { cause });
  }
}

/** Sources, and the secrets that were removed from their URIs. */
interface PreparedSources {
  readonly sources: readonly string[];
  readonly logins: readonly Login[];
  readonly signed?: ReadonlyMap<string, string>;
}

/** Returns sources as results and messages show them, and the secrets that were removed from them. */
function withoutSecrets(sources: readonly string[], input?: Input): PreparedSources {
  const shown = withoutLogins(sources);
  // Inputs over HTTP must request these URIs unchanged, and results must show them unchanged.
  const signed = input?.usesHttp === true ? {} : withoutSignatures(shown.sources);
  return { ...shown, ...signed };
}

/**
 * Makes files on the web readable like local files until `close` is called. `sources` are their URIs as results show
 * them.
 */
export async function openFilesOfWeb(
  uris: readonly string[],
  options: FetchOptions,
  signal: AbortSignal,
): Promise<{ readonly sources: readonly string[]; readonly close: () => Promise<void> }> {
  const prepared = withoutSecrets(uris);
  const { close } = await openHttp(options, [prepared], signal);
  return { sources: prepared.sources, close };
}

/** With a working directory (`-d`), the fetcher records what it fetches. The run may then have only one input. */
async function openHttp(
  options: FetchOptions,
  inputs: readonly (PreparedSources & { readonly input?: Input })[],
  signal: AbortSignal,
): Promise<NonNullable<RunInputs["http"]>> {
  const { directory, archive, warcBase = "", timeout } = options;
  // Only inputs that fetch pages are recorded, not WARC files that are read over HTTP.
  const isKept = directory !== undefined && inputs.some(({ input }) => input?.usesHttp === true);
  const [first] = inputs;
  if (isKept && (first === undefined || inputs.length > 1)) {
    throw new UsageError(
      "a working directory (-d) is for one kind of input. Give only one -i, or leave out -d.",
    );
  }
  const given = [
    ...inputs.flatMap(({ input, sources }) => input?.hosts?.(sources, options) ?? sources),
    ...(archive === undefined ? [] : [archive.replay, archive.timeMap, archive.cdx]),
  ];
  const signed = new Map(inputs.flatMap((each) => [...(each.signed ?? [])]));
  const logins = [...inputs.flatMap((each) => each.logins), ...(options.logins ?? [])];
  // This module is loaded only if needed, because it is a quarter of all code that a run on WARC files would load.
  const [{ openFetcher }, { RemoteFiles }] = await Promise.all([
    import("../read/http/fetcher.js"),
    import("../read/http/remote-files.js"),
  ]);
  const timeoutMs = timeout === undefined ? undefined : timeout * 1000;
  const { refresh, offline, contact, onNotice, headers, cookies } = options;
  const fetcher = await openFetcher({
    ...{ refresh, offline, contact, onNotice, timeoutMs },
    limits: options,
    given: [...given, warcBase],
    access: new Access({ headers, cookies, logins }, given),
    signal,
    maxBodyBytes: options.maxPageSize,
    ...(isKept &&
      first?.input !== undefined && {
        record: {
          directory,
          input: {
            ...{ keyword: first.input.keyword, sources: first.sources },
            takesFiles: first.input.takesFiles,
          },
        },
      }),
  });
  const uriOf = (shown: string): string => signed.get(shown) ?? shown;
  const { open } = new RemoteFiles(fetcher, uriOf);
  const forget = openRemoteWith(open);
  const close = (): Promise<void> => {
    forget();
    return fetcher.close();
  };
  return { fetcher, close };
}
