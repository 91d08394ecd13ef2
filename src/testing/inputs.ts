import assert from "node:assert/strict";
import { UsageError } from "../errors.js";
import { parseDatetime } from "../mementos/datetime.js";
import type { Failure, Input, InputContext, InputItem } from "../types.js";
import { type ContractCase, describesItself } from "./contract.js";

/** What an input is tried with. */
export interface InputExamples {
  /** What is given after `-i keyword=`. */
  readonly sources: readonly string[];
  /** The pages that are in it, in any order. */
  readonly pages: readonly {
    readonly uriR: string;
    /** `YYYY-MM-DDTHH:MM:SSZ`. */
    readonly mementoDatetime: string;
    /** Text that stands in its body. */
    readonly text?: string;
  }[];
  /** A source that cannot be read: it is a row or a remark, or `prepare` throws a `UsageError`. */
  readonly broken?: string;
}

/**
 * What every input must do.
 *
 * @example
 * ```js
 * import { inputs } from "detect-off-topic";
 *
 * const warc = inputs.find(({ keyword }) => keyword === "warc");
 * const [{ name, check }] = inputContract(warc, { sources: ["crawl.warc"], pages: [] });
 * await check();
 * console.log(name);
 * // says in a sentence what it is, and has an example
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
  return [
    {
      name: "says in a sentence what it is, and has an example",
      check() {
        describesItself(input);
        assert.ok(input.example.includes(`${input.keyword}=`), "its example does not name it");
      },
    },
    {
      name: "reads the pages that are there, each whole",
      async check() {
        const failures: Failure[] = [];
        const items = await read(sources, { onFailure: (failure) => failures.push(failure) });
        assert.deepEqual(failures, []);
        const found = items.flatMap((item) => (item.kind === "memento" ? [item] : []));
        assert.equal(found.length, pages.length, "the number of pages");
        for (const { uriR, mementoDatetime, text = "" } of pages) {
          const page = found.find(
            ({ capture }) => capture.uriR === uriR && capture.mementoDatetime === mementoDatetime,
          );
          assert.ok(page !== undefined, `${uriR} of ${mementoDatetime} is not read`);
          assert.ok(Buffer.from(page.body.bytes).includes(text), `${uriR} has not "${text}"`);
        }
      },
    },
    {
      name: "gives captures that records can hold",
      async check() {
        for (const item of await read(sources)) {
          if (!("capture" in item)) continue;
          const { capture } = item;
          assert.ok(URL.canParse(capture.uriR), `${capture.uriR} is not a URI`);
          assert.equal(parseDatetime(capture.mementoDatetime), capture.mementoDatetime);
          assert.deepEqual(JSON.parse(JSON.stringify(capture)), withoutUndefined(capture));
        }
      },
    },
    {
      name: "reads the same again",
      check: async () => assert.deepEqual(await read(sources), await read(sources)),
    },
    {
      name: "leaves out no page without a word that is larger than is read",
      async check() {
        const items = await read(sources, { maxPageBytes: 1 });
        assert.ok(
          items.every(({ kind }) => kind !== "memento"),
          "it holds a page that is too large",
        );
        assert.ok(items.length >= pages.length, "a page is left out without a word");
      },
    },
    ...(broken === undefined
      ? []
      : [
          {
            name: "makes a row or a remark of what it cannot read",
            async check() {
              const items = await read([broken]).catch((cause: unknown) => {
                if (cause instanceof UsageError) return undefined;
                throw cause;
              });
              const isSaid =
                items === undefined ||
                items.some(({ kind }) => ["missed", "missed-timemap", "damage"].includes(kind));
              assert.ok(isSaid, "nothing is said of it");
            },
          },
        ]),
  ];
}

/** As JSON has it. */
const withoutUndefined = (value: object): object =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined));
