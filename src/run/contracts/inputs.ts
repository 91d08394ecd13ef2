import assert from "node:assert/strict";
import { UsageError } from "../../base/errors.js";
import { parseDatetime } from "../../base/datetime.js";
import type { Failure, InputItem } from "../../base/types.js";
import type { Input, InputContext } from "../../read/types.js";
import { counted } from "../../base/text.js";
import { type ContractCase, describesItself, holds, shown } from "./contract.js";

/** Sources on which an input is tried. */
export interface InputExamples {
  /** Values after `-i keyword=`. */
  readonly sources: readonly string[];
  /** The pages in the sources, in any order. */
  readonly pages: readonly {
    readonly uriR: string;
    /** Datetime in the form `YYYY-MM-DDTHH:MM:SSZ`. */
    readonly mementoDatetime: string;
    /** Text that the body must contain. */
    readonly text?: string;
  }[];
  /**
   * A source that cannot be read. The input must report it as a problem or as damage, or throw a `UsageError` in
   * `prepare`.
   */
  readonly broken?: string;
}

/**
 * Returns the cases that every input must fulfil.
 *
 * @example
 * ```js
 * import { inputs } from "detect-off-topic";
 *
 * const warc = inputs.find(({ keyword }) => keyword === "warc");
 * const [first] = warc === undefined ? [] : inputContract(warc, { sources: ["crawl.warc"], pages: [] });
 * await first?.check();
 * console.log(first?.name);
 * // describes itself in a sentence and has an example
 * ```
 */
export function inputContract(
  input: Input,
  { sources, pages, broken }: InputExamples,
): ContractCase[] {
  const read = async (
    values: readonly string[],
    context: Partial<InputContext> = {},
  ): Promise<InputItem[]> => {
    const { signal } = new AbortController();
    const items: InputItem[] = [];
    const all = { signal, maxPageBytes: 2 ** 26, redirects: "follow" as const, ...context };
    for await (const item of input.read(await input.prepare(values), all)) items.push(item);
    return items;
  };
  const cases = [
    holds("describes itself in a sentence and has an example", () => {
      describesItself(input);
      assert.ok(
        input.example.includes(`${input.keyword}=`),
        `example is ${shown(input.example)}: write a command with -i ${input.keyword}=...`,
      );
    }),
    holds("names the hosts that it asks by their URIs", async () => {
      for (const uri of input.hosts?.(await input.prepare(sources)) ?? []) {
        assert.ok(
          URL.canParse(uri),
          `hosts() gave ${shown(uri)}: give absolute URIs, such as https://archive.example/.`,
        );
      }
    }),
    holds("reads every page of the sources completely", async () => {
      const failures: Failure[] = [];
      const items = await read(sources, { onFailure: (failure) => failures.push(failure) });
      assert.equal(failures.length, 0, `read() failed: ${failures[0]?.stack ?? ""}`);
      const found = items.flatMap((item) => (item.kind === "memento" ? [item] : []));
      const given = `It gave: ${items.map(itemText).join("; ") || "nothing"}.`;
      assert.equal(
        found.length,
        pages.length,
        `read() gave ${counted(found.length, "page")} of the sources, and "pages" lists ${pages.length}. ${given}`,
      );
      for (const { uriR, mementoDatetime, text = "" } of pages) {
        const page = found.find(
          ({ capture }) => capture.uriR === uriR && capture.mementoDatetime === mementoDatetime,
        );
        const name = `page of ${uriR} at ${mementoDatetime}`;
        assert.ok(page !== undefined, `read() gave no ${name}. ${given}`);
        const body = Buffer.from(page.body.bytes);
        assert.ok(
          body.includes(text),
          `read() gave a ${name} without ${shown(text)}: its body is ${shown(body.toString())}.`,
        );
      }
    }),
    holds("yields captures that records can store", async () => {
      for (const item of await read(sources)) {
        if (!("capture" in item)) continue;
        const { capture } = item;
        const { uriR, mementoDatetime } = capture;
        assert.ok(
          URL.canParse(uriR),
          `read() gave a capture with uriR ${shown(uriR)}: give an absolute URI.`,
        );
        assert.equal(
          parseDatetime(mementoDatetime),
          mementoDatetime,
          `read() gave a capture of ${uriR} with mementoDatetime ${shown(mementoDatetime)}: give YYYY-MM-DDTHH:MM:SSZ.`,
        );
        assert.deepEqual(
          JSON.parse(JSON.stringify(capture)),
          withoutUndefined(capture),
          `read() gave a capture of ${uriR} that JSON changes: give text, numbers and lists only. It is ${shown(capture)}.`,
        );
      }
    }),
    holds("yields the same items when it reads the sources again", async () =>
      assert.deepEqual(
        await read(sources),
        await read(sources),
        "read() gave other items, or another order, when it was called again with the same sources.",
      ),
    ),
    holds("reports each page above the size limit as a problem", async () => {
      const items = await read(sources, { maxPageBytes: 1 });
      const whatToDo =
        'give { kind: "missed", capture, problem } for a page of more bytes than context.maxPageBytes.';
      const large = items.find(({ kind }) => kind === "memento");
      assert.ok(
        large === undefined,
        `with context.maxPageBytes 1, read() gave ${large === undefined ? "" : itemText(large)}: ${whatToDo}`,
      );
      assert.ok(
        items.length >= pages.length,
        `with context.maxPageBytes 1, read() gave ${counted(items.length, "item")} for ${counted(pages.length, "page")}: ${whatToDo}`,
      );
    }),
  ];
  if (broken === undefined) return cases;
  return [
    ...cases,
    holds("reports a source that it cannot read", async () => {
      const items = await read([broken]).catch((cause: unknown) => {
        if (cause instanceof UsageError) return undefined;
        throw cause;
      });
      assert.ok(
        items === undefined ||
          items.some(({ kind }) => ["missed", "missed-timemap", "damage"].includes(kind)),
        `read() says nothing of the broken source ${shown(broken)}: throw an error in it, ` +
          'give { kind: "missed-timemap", uriT, problem }, or throw a UsageError in prepare().',
      );
    }),
  ];
}

function itemText(item: InputItem): string {
  const of = "capture" in item ? ` of ${item.capture.uriR} at ${item.capture.mementoDatetime}` : "";
  const why = "problem" in item ? ` (${item.problem.message})` : "";
  const said = "message" in item ? ` (${item.message})` : "";
  return `a ${item.kind}${of}${why}${said}`;
}

/** Returns the object as JSON would store it: without members that are undefined. */
const withoutUndefined = (value: object): object =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined));
