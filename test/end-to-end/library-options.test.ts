import { Readable } from "node:stream";
import { beforeAll, describe, expect, it } from "vitest";
import {
  buildTopic,
  clusterMementos,
  defineFeature,
  defineInput,
  defineMeasure,
  defineRemover,
  detect,
  type DetectOptions,
  fitRecords,
  type GivenPage,
  givenPages,
  inputs,
  loadPlugins,
  mapRecords,
  type MementoResult,
  prepareRun,
  reduceRecords,
  resolveRecords,
  type Result,
  UsageError,
  writers,
} from "../../src/index.js";
import { runBin } from "../support/run-bin.js";

const input = "warc=fixtures/warcs/two-captures.warc";

const given = (lines: Iterable<string>): AsyncIterable<string> => Readable.from(lines);
const none = (): AsyncIterable<string> => given([]);

/** An input of a program, whose sources are URI-Rs. */
const museum = defineInput({
  keyword: "museum",
  *read(uriR) {
    yield { uriR, mementoDatetime: "2012", body: "<p>The harbour museum is open." };
  },
});

/** The steps, called with options that differ only in the input. An error is thrown by the call itself. */
const STEPS: readonly [name: string, step: (options: object) => unknown][] = [
  ["detect", (options) => detect(options as DetectOptions)],
  ["prepareRun", (options) => prepareRun(options as DetectOptions)],
  ["mapRecords", (options) => mapRecords(options as DetectOptions)],
  ["reduceRecords", (options) => reduceRecords(none(), options)],
];

/** Returns the error of a call, thrown at once or by the promise that it returns. Nothing that it yields is read. */
async function mistakeOf(call: () => unknown): Promise<unknown> {
  try {
    await call();
  } catch (cause) {
    return cause;
  }
  return undefined;
}

describe("wrong options are refused at the time of the call", () => {
  it.each([
    [{ mesures: "cosine" }, 'there is no option "mesures". Did you mean "measures"?'],
    [{ form: "2012" }, 'there is no option "form". Did you mean "from"?'],
    [{ seeds: "http://a.example/" }, 'option "seeds" takes a list of URIs, or "auto".'],
    [{ extraMeasures: ["./mine.mjs"] }, 'option "extraMeasures" is a list of definitions'],
    [
      { extraMeasures: [{ keyword: "own", feature: "byte-count", score: () => 1 }] },
      "Make each with defineMeasure.",
    ],
    [{ combine: {} }, "an object that parseModel has not made"],
    [{ signal: new AbortController() }, 'option "signal" takes the signal of an AbortController'],
    [{ workers: 1e9 }, "the number of workers must be a whole number from 0 to 4096"],
    [{ measures: ["cosine"] }, 'option "measures" takes text, not list.'],
    [{ limit: 0 }, 'the option "limit" must be a whole number above 0.'],
    [{ measures: "cosin" }, 'unknown measure "cosin". Did you mean "cosine"?'],
    [{ profile: "papper" }, 'unknown value of --profile "papper". Did you mean "paper"?'],
    [{ input: undefined }, 'option "input" is missing'],
    [{ input: [7] }, 'option "input" has something that is no input.'],
    [{ input: { keyword: "mine", read: String } }, "Make it with defineInput"],
  ])("%j", async (options, message) => {
    const mistake = await mistakeOf(() =>
      detect({ input, workers: 0, ...options } as DetectOptions),
    );
    expect(mistake).toBeInstanceOf(UsageError);
    expect(String(mistake)).toContain(message);
  });

  it.each(STEPS)("by %s()", async (_, step) => {
    for (const wrong of [undefined, "warc=a.warc", { input, mesures: "cosine" }]) {
      const mistake = await mistakeOf(() => step(wrong as object));
      expect(mistake).toBeInstanceOf(UsageError);
      expect(String(mistake)).toMatch(/the options are an object|no option "mesures"/u);
    }
  });
});

it.each([
  ["buildTopic", () => buildTopic({ input, element: 3 } as object)],
  ["resolveRecords", () => resolveRecords(none(), { element: 3 } as object)],
  ["fitRecords", () => fitRecords(none(), { element: 3 } as object)],
  ["clusterMementos", () => clusterMementos({ input, element: 3 } as { input: string })],
])("%s() refuses an option that does not exist", async (_, call) => {
  expect(String(await mistakeOf(call))).toContain('there is no option "element"');
});

const collected = async (results: AsyncIterable<Result>): Promise<readonly Result[]> => {
  const all: Result[] = [];
  for await (const result of results) all.push(result);
  return all;
};

describe("inputs of a program", () => {
  const page = { uriR: "http://given.example/", mementoDatetime: "2012", body: "<p>Given." };
  const urisOf = async (of: DetectOptions["input"]): Promise<readonly (string | undefined)[]> =>
    (await collected(detect({ input: of, workers: 0 }))).map((result) =>
      result.kind === "memento" ? result.capture.uriR : result.problem.message,
    );

  it("an input gets its sources beside it, each of which is one source", async () => {
    const sources = ["http://a.example/?x=1,2", "http://b.example/%2C", "urn:a,b=c %25"];
    expect(await urisOf({ input: museum, sources })).toEqual(sources);
    const warc = inputs.find(({ keyword }) => keyword === "warc")!;
    const file = { input: warc, sources: ["fixtures/warcs/two-captures.warc"] };
    expect(await urisOf(file)).toHaveLength(2);
  });

  it("a list may mix values of -i with inputs of the program", async () => {
    const own = { input: museum, sources: ["http://a.example/"] };
    const all = await urisOf([own, givenPages([page]), input]);
    expect(all).toHaveLength(4);
    expect(new Set(all)).toContain("http://given.example/");
    expect(new Set(all)).toContain("http://a.example/");
  });
});

it.each([
  [{ uriR: undefined }, "page 2: uriR is not a URI."],
  [{ mementoDatetime: 2012 }, "mementoDatetime is neither text nor a Date."],
  [{ body: 5 }, "body is neither text nor bytes."],
])("givenPages() refuses a page of a wrong form, by its number: %j", async (wrong, message) => {
  const right = { uriR: "http://a.example/", mementoDatetime: "2012", body: "<p>Open." };
  const pages = [right, { ...right, ...wrong }] as GivenPage[];
  const mistake = await mistakeOf(() =>
    collected(detect({ input: givenPages(pages), workers: 0 })),
  );
  expect(mistake).toBeInstanceOf(UsageError);
  expect(String(mistake)).toContain(message);
});

it("JSON Lines of the library are those of the command", async () => {
  const run = await prepareRun({ input, workers: 0 });
  const jsonl = writers.find(({ keyword }) => keyword === "jsonl")!;
  let text = "";
  for await (const piece of jsonl.write(run.results, run.settings)) text += String(piece);
  const { stdout } = await runBin(["-q", "-i", input, "--workers", "0", "-ot", "jsonl"]);
  expect(text).toBe(stdout);
});

describe("a program's own boilerplate remover", () => {
  /** Leaves the same text of every page, so that all pages are equal. */
  const same = defineRemover({ keyword: "same", extract: () => "the museum is open" });
  const options = { measures: "cosine", boilerplate: "same", extraRemovers: [same], workers: 2 };
  const scoresOf = (results: readonly Result[]): unknown[] =>
    results.map((result) => (result as MementoResult).measures[0]?.outcome);
  const equal = { value: { score: 1, topicStatus: "on-topic" } };

  it("a program's own boilerplate remover is used in a run and in map, resolve and reduce", async () => {
    expect(scoresOf(await collected(detect({ input, ...options })))).toEqual([equal, equal]);
    const { lines } = await mapRecords({ input, ...options });
    const { results } = reduceRecords(resolveRecords(given([...lines])), options);
    expect(scoresOf(await collected(results))).toEqual([equal, equal]);
  });

  it("worker threads load a boilerplate remover from its module", async () => {
    const { removers: loaded } = await loadPlugins(["examples/plugin/sentences.mjs"]);
    const own = { ...options, boilerplate: "sentences", extraRemovers: loaded };
    const results = await collected(detect({ input, ...own }));
    expect(results).toEqual(await collected(detect({ input, ...own, workers: 0 })));
    expect(scoresOf(results)).not.toEqual([equal, equal]);
  });
});

describe("a program's own measure", () => {
  const length = defineFeature({ keyword: "own-length", extract: ({ html }) => html.length });
  const options = {
    measures: "own-length=0.95,cosine",
    extraMeasures: [
      defineMeasure({
        keyword: "own-length",
        feature: length,
        score: (first, memento) => Math.min(first, memento) / Math.max(first, memento),
      }),
    ],
    workers: 0,
  } as const;
  let plain: readonly Result[];

  beforeAll(async () => {
    plain = await collected(detect({ input, ...options }));
  });

  it("a program's own measure has scores", () => {
    const scores = plain.map((result) => (result as MementoResult).measures[0]?.outcome);
    expect(scores).toMatchObject([
      { value: { score: 1 } },
      { value: { topicStatus: "off-topic" } },
    ]);
  });

  it("a program's own measure gives the same results in map, resolve and reduce", async () => {
    const { lines } = await mapRecords({ input, ...options });
    const resolved = resolveRecords(given([...lines]));
    const { results, tally } = reduceRecords(resolved, { input, ...options });
    expect(await collected(results)).toEqual(plain);
    expect(tally.mementos).toBe(2);
  });
});
