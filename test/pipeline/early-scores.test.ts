import { describe, expect, it } from "vitest";
import { features } from "../../src/pages/features/index.js";
import { bytecount } from "../../src/scoring/measures/bytecount.js";
import { startRun } from "../../src/pipeline/run.js";
import type { Input, InputContext, InputItem, Measure, Result } from "../../src/types.js";
import { settingsOf } from "../scoring/measures/settings.js";

const uriT = (seed: string): string => `http://archive.example/timemap/link/${seed}`;

/** A memento of a seed; the longer, the later. */
function memento(seed: string, year: number, inTimeMap = true): InputItem {
  const text = `<p>${"The ferry is late. ".repeat(year - 2000)}</p>`;
  return {
    kind: "memento",
    capture: {
      uriR: seed,
      mementoDatetime: `${year}-01-01T00:00:00Z`,
      ...(inTimeMap && {
        uriT: uriT(seed),
        uriM: `http://archive.example/${year}0101000000/${seed}`,
      }),
      status: 200,
      contentType: "text/html",
    },
    body: { bytes: Buffer.from(text) },
  };
}

const a = "http://a.example/";
const b = "http://b.example/";
const settings = settingsOf({
  measures: [{ keyword: "bytecount", name: "bytecount", threshold: -0.65, comparison: "<" }],
  detectLanguage: false,
});

/** Everything that a run over these items gives; an end of a TimeMap is written as its URI-R. */
async function resultsOf(
  read: (context: InputContext) => AsyncIterable<InputItem>,
  measure: Measure = bytecount,
  groupBy: "timemap" | "surt" = "timemap",
): Promise<{ results: Result[]; skipped: Record<string, number> }> {
  const input = { keyword: "timemap", read: (_, context) => read(context) } as Partial<Input>;
  const run = startRun({
    inputs: [{ input: input as Input, sources: [] }],
    settings: { ...settings, groupBy },
    measures: [measure],
    features,
    workers: 0,
    memoryBytes: 1 << 20,
    signal: new AbortController().signal,
  });
  const results: Result[] = [];
  for await (const result of run.results) results.push(result);
  return { results, skipped: Object.fromEntries(run.tally.skipped) };
}

const steps = (all: readonly (InputItem | string)[], ends = true) =>
  async function* (context: InputContext): AsyncGenerator<InputItem> {
    for (const one of all) {
      if (typeof one !== "string") yield await Promise.resolve(one);
      else if (ends) context.onTimeMapEnd?.({ uriR: one, uriT: uriT(one) });
    }
  };

describe("TimeMaps that are whole while others are being fetched", () => {
  it("are scored then, not when everything is there", async () => {
    let onScored = (): void => undefined;
    const scored = new Promise<void>((resolve) => (onScored = resolve));
    const watched = {
      ...bytecount,
      score: (...values: Parameters<typeof bytecount.score>) => {
        onScored();
        return bytecount.score(...values);
      },
    } as Measure;
    const { results } = await resultsOf(async function* (context) {
      yield memento(b, 2001);
      yield memento(b, 2002);
      context.onTimeMapEnd?.({ uriR: b, uriT: uriT(b) });
      // The archive answers for the second TimeMap only when the first one has been scored.
      await scored;
      yield memento(a, 2001);
      context.onTimeMapEnd?.({ uriR: a, uriT: uriT(a) });
    }, watched);
    expect(results.map(({ uriT }) => uriT)).toEqual([uriT(a), uriT(b), uriT(b)]);
  });

  const all = [
    [memento(b, 2003), memento(b, 2001), b, memento(a, 2002), memento(a, 2001), a],
    // Two seeds of one SURT: what came early for it is not what is true in the end.
    [memento(a, 2002), a, memento("https://www.a.example", 2001), "https://www.a.example"],
    [memento(a, 2002), a, memento(a, 2003), memento(a, 2001), a],
    // The same memento twice is counted once.
    [memento(a, 2001), memento(a, 2001), memento(a, 2002), a, memento(b, 2001), b],
    // A WARC file beside the archive holds another capture of the seed.
    [memento(a, 2002), a, memento(a, 2001, false)],
    [memento(a, 2001, false), memento(a, 2002), a],
    [a, b],
  ];
  const cases = all.flatMap((items) =>
    (["timemap", "surt"] as const).map((by) => [by, items] as const),
  );
  it.each(cases)("give what scoring at the end gives, by %s %#", async (groupBy, items) => {
    const early = await resultsOf(steps(items), bytecount, groupBy);
    expect(early).toEqual(await resultsOf(steps(items, false), bytecount, groupBy));
    expect(early.results.length).toBe(
      items.filter((item) => typeof item !== "string").length -
        (early.skipped["the same record given twice"] ?? 0),
    );
  });
});
