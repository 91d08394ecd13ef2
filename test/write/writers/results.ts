import type { Settings } from "../../../src/score/settings/types.js";
import type { MeasureResult, MementoResult } from "../../../src/score/types.js";
import type { Presentation, Result, Writer } from "../../../src/write/types.js";
import { settings } from "../../support/records.js";

const FLAGS = { stemmed: true, tokenized: true, removedBoilerplate: true };

/** Returns a score, with a topic status if the measure has a vote. */
export function scored(
  name: string,
  score: number,
  topicStatus?: "on-topic" | "off-topic",
): MeasureResult {
  return {
    name,
    flags: FLAGS,
    outcome: { value: { score, ...(topicStatus !== undefined && { topicStatus }) } },
  };
}

export const failed = (name: string, message: string): MeasureResult => ({
  name,
  flags: FLAGS,
  outcome: { problem: { stage: "score", message } },
});

/** Returns a memento with the given facts changed. */
export function memento(overrides: Partial<MementoResult> = {}): MementoResult {
  return {
    kind: "memento",
    key: "example,seed)/",
    uriT: "from-warc::timemap::http://seed.example/",
    uriM: "from-warc::20130202100000::http://seed.example/",
    capture: {
      uriR: "http://seed.example/",
      mementoDatetime: "2013-02-02T10:00:00Z",
      status: 200,
      contentType: "text/html",
      source: { file: "a.warc.gz", offset: 4096 },
    },
    // Above 2^53: as a number, it would end in 384.
    simhash: { value: "8797926785016382196" },
    contentLength: { value: 55 },
    language: { value: "en" },
    measures: [scored("cosine", 0.1097, "off-topic")],
    overall: "off-topic",
    comparedWith: "from-warc::20130101100000::http://seed.example/",
    ...overrides,
  };
}

/** The same memento without a verdict. */
export function undecided(overrides: Partial<MementoResult> = {}): MementoResult {
  const { overall, ...rest } = memento(overrides);
  if (overall === undefined) throw new Error("a memento has a verdict");
  return rest;
}

/** A memento that failed. */
export const missed: MementoResult = (() => {
  const { uriT, uriM, key, capture } = memento();
  return {
    kind: "memento",
    key,
    uriT,
    uriM: uriM.replace("2013", "2014"),
    capture: { ...capture, mementoDatetime: "2014-02-02T10:00:00Z", status: 302 },
    problem: { stage: "access", message: "redirects to nowhere" },
    measures: [],
  };
})();

/** A TimeMap that failed. */
export const missedTimeMap: Extract<Result, { kind: "timemap-problem" }> = {
  kind: "timemap-problem",
  uriT: "http://archive.example/timemap/link/http://seed.example/",
  problem: { stage: "access", message: "HTTP status 404" },
};

/** URIs and messages that try to break out of their field. */
export const NASTY = 'http://seed.example/?a="b",c\'d\r\ne\tf\u{1b}[31mü\u{1F9ED}';

/** Returns the whole output of a writer. */
export async function written(
  writer: Writer,
  results: readonly Result[],
  of: Settings = settings,
  presentation?: Presentation,
): Promise<string> {
  let text = "";
  const stream = (async function* () {
    yield* await Promise.resolve(results);
  })();
  for await (const piece of writer.write(stream, of, presentation)) text += String(piece);
  return text;
}
