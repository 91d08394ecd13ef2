import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { prepareRun } from "../../../src/run/detect.js";
import { mapRecords, reduceRecords } from "../../../src/run/map-reduce.js";
import type { DetectOptions } from "../../../src/run/detect-options.js";
import type { FetchCheck } from "../../../src/run/setup/tally.js";
import {
  captures,
  good,
  type IndexedArchive,
  startIndexedArchive,
} from "../../support/indexed-archive.js";
import { temporaryFolder } from "../../support/run-bin.js";
import { long } from "../../support/thorough.js";

const SEED = "http://a.example/";
let archive: IndexedArchive;
afterEach(() => archive.close());

interface Ended {
  readonly rows: readonly {
    readonly verdict: string;
    readonly from?: readonly string[] | undefined;
    readonly error?: string | undefined;
    readonly measures: number;
  }[];
  /** A letter for each capture: N on-topic, F off-topic, U unsure, in small letters if it was inferred; X an error. */
  readonly letters: string;
  readonly check: FetchCheck | undefined;
  readonly text: string;
}

async function run(options: Partial<DetectOptions> = {}): Promise<Ended> {
  const perMinute = { timemap: 1e7, api: 1e7, playback: 1e7 };
  const { results, tally } = await prepareRun({
    input: `timemap=${archive.timeMap(SEED)}`,
    measures: "cosine",
    workers: 0,
    fetch: "changes",
    fetchCheck: 0,
    ...{ rate: perMinute, concurrency: 8, ...options },
  });
  const rows = [];
  const lines: string[] = [];
  for await (const result of results) {
    lines.push(JSON.stringify(result));
    if (result.kind === "timemap-problem") {
      rows.push({ verdict: "", error: result.problem.message, measures: 0 });
      continue;
    }
    const { overall, capture, problem, measures } = result;
    const letter = problem === undefined ? (LETTERS[overall ?? ""] ?? "-") : "X";
    rows.push({
      verdict: capture.inferredFrom === undefined ? letter : letter.toLowerCase(),
      from: capture.inferredFrom,
      error: problem?.message,
      measures: measures.length,
    });
  }
  const letters = rows.map(({ verdict }) => verdict).join("");
  return { rows, letters, check: tally.check, text: lines.join("\n") };
}

const LETTERS: Readonly<Record<string, string>> = {
  ...{ "on-topic": "N", "off-topic": "F", unsure: "U" },
};

const asked = (): number[] =>
  archive.asked.map((each) => Number(each.split(" ")[1])).sort((a, b) => a - b);

/** Positions of the captures that were read, by the letters of a run. */
const readIn = (letters: string): number[] =>
  letters.split("").flatMap((letter, at) => (/[A-Z]/u.test(letter) ? [at] : []));

const isOff = (letters: string): string => letters.toUpperCase().replaceAll("U", "F");

describe("a run with --fetch changes", () => {
  it("reads the ends of stretches and the captures between different verdicts, and infers the others", async () => {
    archive = await startIndexedArchive({ [SEED]: captures("GGGGGGGGBBBBLLLLLLGG") });
    const { letters, rows } = await run();
    expect(letters).toBe("NnnnnNNNFffFFffffFNN");
    expect(asked()).toEqual(readIn(letters));
    expect(rows[2]).toEqual({
      verdict: "n",
      from: [archive.uriM(SEED, 0), archive.uriM(SEED, 5)],
      error: undefined,
      measures: 0,
    });
  });

  it("leaves a working directory that is read again as it was read", async () => {
    archive = await startIndexedArchive({ [SEED]: captures("GGGGGGGGBBBBLLLLLLGG") });
    const directory = join(temporaryFolder(), "work");
    const { letters } = await run({ directory });
    archive.asked.length = 0;
    const again = await run({ input: `dir=${directory}`, fetch: "all", fetchCheck: undefined });
    expect(readIn(again.letters).filter((at) => again.letters[at] !== "X")).toEqual(
      readIn(letters),
    );
    expect(archive.asked).toEqual([]);
  });

  it("gives the verdicts of a run that reads all", async () => {
    archive = await startIndexedArchive({ [SEED]: captures("GGGGGGGGBBBBLLLLLLGGGGLLGGGG") });
    const all = await run({ fetch: "all", fetchCheck: undefined });
    const { letters } = await run();
    expect(letters.toUpperCase()).toBe(all.letters);
    expect(letters).not.toBe(all.letters);
  });

  it.each([
    ["one capture", "G", "N"],
    ["two captures", "GG", "NN"],
    ["three captures of one length", "GGG", "NnN"],
  ])("reads the ends of a TimeMap of %s", async (_, contents, expected) => {
    archive = await startIndexedArchive({ [SEED]: captures(contents) });
    expect((await run()).letters).toBe(expected);
  });

  it("takes an end that cannot be read out of the stretch, and infers from one side where the stretch is open", async () => {
    archive = await startIndexedArchive({ [SEED]: captures("XXGGGGGXX") });
    const { letters, rows } = await run();
    expect(letters).toBe("XXnNnNnXX");
    expect(rows[2]!.from).toEqual([archive.uriM(SEED, 3)]);
    expect(rows[4]!.from).toEqual([archive.uriM(SEED, 3), archive.uriM(SEED, 5)]);
  });

  it("gives no verdict on a stretch of which nothing can be read, and asks for few of its captures", async () => {
    const lost = captures("X".repeat(60)).map((each) => ({ ...each, listed: { length: "5000" } }));
    archive = await startIndexedArchive({ [SEED]: [...captures("GG"), ...lost] });
    const { letters, rows } = await run();
    expect(letters).toMatch(/^NNX{60}$/u);
    expect(asked().length).toBeLessThan(16);
    const unread = rows.filter(({ error }) => error?.startsWith("not read") === true);
    expect(unread.length).toBe(62 - asked().length);
    expect(unread[0]!.error).toBe(
      `not read, because none of ${asked().length - 2} captures like it in the index could be read`,
    );
  });
});

describe("an index that is hostile or poor", () => {
  it("has every second capture about something else with the length of the others: few are read, and the sample says so", async () => {
    archive = await startIndexedArchive({ [SEED]: captures("GB".repeat(100)) });
    const without = await run();
    expect(asked().length).toBeLessThan(12);
    const share = isOff(without.letters)
      .split("")
      .filter((letter, at) => (letter === "F") !== (at % 2 === 1));
    expect(share.length).toBeGreaterThan(60);
    const { check } = await run({ fetchCheck: 40 });
    expect(check?.checked).toBe(40);
    expect(check!.differ).toBeGreaterThan(10);
  });

  it("has a thousand captures of one length: two are read, and the sample finds no other verdict", async () => {
    archive = await startIndexedArchive({ [SEED]: captures("G".repeat(1000)) });
    const { letters, check } = await run({ fetchCheck: 20 });
    expect(letters).toMatch(/^N{1}[nN]{998}N$/u);
    expect(asked().length).toBe(22);
    expect(check).toEqual({ inferred: 998, checked: 20, differ: 0 });
  });

  it("lies about lengths: a page about something else in between is not read, and the sample can find it", async () => {
    const lying = captures("GGGGLLLLGGGGGGGG").map((each) => ({
      ...each,
      listed: { length: "1000" },
    }));
    archive = await startIndexedArchive({ [SEED]: lying });
    const { letters } = await run();
    expect(letters).toMatch(/^Nn{14}N$/u);
    const { letters: checked, check } = await run({ fetchCheck: 14 });
    expect(check).toEqual({ inferred: 14, checked: 14, differ: 4 });
    expect(checked).toBe("NNNNFFFFNNNNNNNN");
  });

  it("has revisits, whose records are short: they have the content that they repeat, or are read", async () => {
    const revisit = { mime: "warc/revisit", status: "-", length: "300" };
    const first = good(50);
    archive = await startIndexedArchive({
      [SEED]: [
        first,
        { ...first, listed: revisit },
        ...captures("GGGG"),
        { ...good(99), listed: revisit },
      ],
    });
    const { letters } = await run();
    expect(letters).toBe("NNnnnNN");
    expect(asked()).toEqual([0, 5, 6]);
  });

  it("is asked for in a form with lengths if the given one has none, and the TimeMap keeps its URI-T", async () => {
    archive = await startIndexedArchive({ [SEED]: captures("GGGGGGGGGGLLLLLLGGGGGGGG") });
    const uriT = archive.timeMap(SEED, "link");
    const byLink = await run({ input: `timemap=${uriT}` });
    expect(byLink.letters).toBe("NnnnnnnnnNFffffFNnnnnnnN");
    expect(byLink.text).toContain(JSON.stringify(uriT));
    archive.without.add("json");
    archive.asked.length = 0;
    const without = await run({ input: `timemap=${uriT}` });
    expect(without.letters.toUpperCase()).toBe(byLink.letters.toUpperCase());
    expect(without.letters).toMatch(/n/u);
  });
});

describe("a run with --fetch changes that stops, or meets other conditions", () => {
  const OTHER = "http://b.example/";
  const both = (): string => `timemap=${archive.timeMap(SEED)},${archive.timeMap(OTHER)}`;
  const start = async (): Promise<void> => {
    archive = await startIndexedArchive({
      [SEED]: captures("GGGGGGGGBBBBLLLLLLGG"),
      [OTHER]: captures("GGGGGGLLLLLLLLGGGGGG"),
    });
  };

  it("continues after a stop at any request, asks for no answer twice, and gives the same results", async () => {
    archive = await startIndexedArchive({
      [SEED]: captures("GGGGGBBB"),
      [OTHER]: captures("GGGGLLLL"),
    });
    const whole = await run({ input: both(), fetchCheck: 3 });
    const all = [...archive.asked].sort();
    for (let stop = 1; stop <= all.length; stop += long(4, 1)) {
      const directory = join(temporaryFolder(), "work");
      const stopping = new AbortController();
      archive.asked.length = 0;
      archive.onCapture = (number) => {
        if (number === stop) stopping.abort(new Error("stopped"));
      };
      const options = { input: both(), fetchCheck: 3, directory };
      await expect(run({ ...options, signal: stopping.signal })).rejects.toThrow("stopped");
      archive.onCapture = () => undefined;
      const continued = await run(options);
      expect(continued.text).toBe(whole.text);
      // Only requests that were under way when the run was stopped are sent again.
      expect([...new Set(archive.asked)].sort()).toEqual(all);
      expect(archive.asked.length).toBeLessThanOrEqual(all.length + 16);
    }
  });

  it("leaves to a later run of all captures only those that it has not read", async () => {
    await start();
    const directory = join(temporaryFolder(), "work");
    const one = await run({ input: both(), directory });
    const read = [...archive.asked];
    archive.asked.length = 0;
    const again = await run({ input: both(), directory, offline: true });
    expect(again.text).toBe(one.text);
    expect(archive.asked).toEqual([]);
    const { letters } = await run({
      input: both(),
      directory,
      fetch: "all",
      fetchCheck: undefined,
    });
    expect(archive.asked.length).toBe(40 - read.length);
    expect(archive.asked.filter((each) => read.includes(each))).toEqual([]);
    expect(letters).toMatch(/^[NF]{40}$/u);
  });

  it("sends the same requests and gives the same results in whatever order the archive answers", async () => {
    await start();
    const one = await run({ input: both(), fetchCheck: 5 });
    const asked = [...archive.asked].sort();
    archive.isReversed = true;
    for (const concurrency of [1, 3, 20]) {
      archive.asked.length = 0;
      const perMinute = { timemap: 1e7, api: 1e7, playback: 1e7 };
      const other = await run({
        input: both().replace(/=(.*),(.*)$/u, "=$2,$1"),
        fetchCheck: 5,
        workers: concurrency === 20 ? 2 : 0,
        ...{ rate: perMinute, concurrency },
      });
      expect(other.text).toBe(one.text);
      expect(other.check).toEqual(one.check);
      expect([...archive.asked].sort()).toEqual(asked);
    }
  });

  it("gives the same results by map and reduce, whose lines say what was not read", async () => {
    await start();
    const one = await run({ input: both(), fetchCheck: 4 });
    const perMinute = { timemap: 1e7, api: 1e7, playback: 1e7 };
    const options = { measures: "cosine", workers: 0, fetch: "changes", fetchCheck: 4 } as const;
    const { lines, tally } = await mapRecords({
      ...options,
      input: both(),
      rate: perMinute,
    });
    const sorted = [...lines].sort();
    expect(tally.check).toEqual(one.check);
    const results: string[] = [];
    const reduced = reduceRecords(sorted, options);
    for await (const result of reduced.results) results.push(JSON.stringify(result));
    expect(results.join("\n")).toBe(one.text);
    expect(reduced.tally.inferred).toBe(one.letters.replace(/[A-Z]/gu, "").length);
  });

  it.each([{ input: "warc=a.warc" }, { input: "dir=work" }])(
    "is refused with what has no index, or needs whole files: %j",
    async (options) => {
      await start();
      await expect(run(options)).rejects.toThrow(/^--fetch changes .*\. (?:Give|Leave) /u);
    },
  );
});
