import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { prepareRun } from "../../../src/run/detect.js";
import type { DetectOptions } from "../../../src/run/detect-options.js";
import type { FetchCheck } from "../../../src/run/setup/tally.js";
import {
  type HeldCapture,
  type IndexedArchive,
  startIndexedArchive,
} from "../../support/indexed-archive.js";
import { temporaryFolder } from "../../support/run-bin.js";

const SEED = "http://a.example/";
const good = (edition: number): HeldCapture => ({
  body:
    "<!DOCTYPE html><title>Festival</title><p>The river festival of the old town takes place every summer on the banks " +
    `of the river, with boats, musicians and cooks from the whole valley.</p><p>Edition ${1000 + edition}</p>`,
});
/** A page about something else, as long as the good one. */
const bad = (edition: number): HeldCapture => ({
  body:
    "<!DOCTYPE html><title>Bargains</title><p>Cheap watches, handbags and sunglasses are sold here at prices that no " +
    `shop can beat, and shipping costs nothing in this week only for you.</p><p>Offer ${1000 + edition}....</p>`,
});
const longer = ({ body, ...rest }: HeldCapture): HeldCapture => ({
  ...rest,
  body: body.replace("<p>", `<p>${"Buy now or never again. ".repeat(40)}</p><p>`),
});

/** Captures by letter: G good, B about something else, L the same but longer, X one that the archive does not give. */
const captures = (letters: string): HeldCapture[] =>
  [...letters].map((letter, at) => {
    if (letter === "X") return { ...good(at + 500), fails: 404 };
    return letter === "G" ? good(at) : letter === "L" ? longer(bad(at)) : bad(at);
  });

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
    ...options,
    fetching: { limits: { perMinute, concurrency: 8 }, ...options.fetching },
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
  [...letters].flatMap((letter, at) => (/[A-Z]/u.test(letter) ? [at] : []));

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

  it("reads one capture of a TimeMap of one digest, and infers none", async () => {
    archive = await startIndexedArchive({ [SEED]: Array.from({ length: 9 }, () => good(1)) });
    const { letters } = await run();
    expect(letters).toBe("NNNNNNNNN");
    expect(asked()).toEqual([0]);
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

  it("infers unsure from ends that are unsure", async () => {
    archive = await startIndexedArchive({
      [SEED]: [...captures("GGGG"), ...captures("BBBBBB").map(longer)],
    });
    const { letters } = await run({
      measures: undefined,
      profile: "default",
      abstain: [0, 1],
    });
    expect(letters).toMatch(/^U[uU]+$/u);
    expect(letters).toContain("u");
  });

  it("leaves out captures between ones that are no pages", async () => {
    const pdf = { type: "application/pdf", body: `%PDF-1.4 ${"x".repeat(500)}` };
    archive = await startIndexedArchive({
      [SEED]: [
        ...captures("GG"),
        ...Array.from({ length: 9 }, (_, at) => ({ ...pdf, body: pdf.body + String(at) })),
      ],
    });
    const { letters } = await run();
    expect(letters).toBe("NN");
    expect(asked()).toEqual([0, 1, 2, 10]);
  });
});

describe("an index that is hostile or poor", () => {
  it("has every second capture about something else with the length of the others: few are read, and the sample says so", async () => {
    archive = await startIndexedArchive({ [SEED]: captures("GB".repeat(100)) });
    const without = await run();
    expect(asked().length).toBeLessThan(12);
    const share = [...isOff(without.letters)].filter(
      (letter, at) => (letter === "F") !== (at % 2 === 1),
    );
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

  it("lacks the lengths of some captures: these are stretches of their own", async () => {
    const some = captures("GGGGGGGGGGGGGGGGGGGG").map((each, at) =>
      at >= 4 && at < 16 ? { ...each, listed: { length: "-" } } : each,
    );
    archive = await startIndexedArchive({ [SEED]: some });
    const { letters } = await run();
    expect(letters).toBe("NnnNNnnnnnnNNnnNNnnN");
  });

  it("lacks the statuses: lengths alone make stretches", async () => {
    const none = captures("GGGGGGLLLL").map((each) => ({ ...each, listed: { status: "-" } }));
    archive = await startIndexedArchive({ [SEED]: none });
    expect((await run()).letters).toBe("NnnnnNFffF");
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
