import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readEntry } from "../../src/write/entry.js";
import { parseResults } from "../../src/write/read-results.js";
import { jsonl } from "../../src/write/writers/jsonl.js";
import type { MementoResult } from "../../src/score/types.js";
import { memento, missed, scored, written } from "./writers/results.js";

/** A memento with every member that JSON Lines can have. */
const full: MementoResult = memento({
  capture: {
    ...memento().capture,
    recordId: "urn:uuid:0",
    via: {
      ...{ kind: "redirect", status: 301, uriR: "http://b.example/" },
      ...{ mementoDatetime: "2013-02-03T10:00:00Z", uriM: "http://m.example/" },
      source: { file: "b.warc.gz", offset: 7 },
    },
    notes: ["truncated"],
  },
  signs: { value: [{ kind: "parked", strength: 0.5, marks: ["for sale"] }] },
  measures: [
    { ...scored("cosine@median", 0.1097, "off-topic"), comparedWith: "median of 7 mementos" },
    { ...scored("structure", 0.2), outcome: { value: { score: 0.2, bound: "at most" } } },
  ],
  collection: {
    measures: [scored("vsm", 0.4, "on-topic")],
    topicStatus: "on-topic",
    profile: "01",
  },
  override: { by: "URI-M", computed: "on-topic" },
  pattern: "step",
});

async function readBack(result: MementoResult): Promise<unknown> {
  async function* text(): AsyncGenerator<string> {
    yield await written(jsonl, [result]);
  }
  return (await parseResults(text(), "run.jsonl")).mementos[0];
}

describe("entries of results", () => {
  it("reads an entry of JSON Lines as the result that was written", async () => {
    expect(await readBack(full)).toEqual(full);
    expect(await readBack(missed)).toEqual(missed);
  });

  it("reads an entry of another program, and drops members of a wrong type", () => {
    expect(
      readEntry("t", "m", {
        "URI-R": 1,
        "HTTP status": "200",
        notes: ["a note", 7],
        source: { file: "a.warc" },
        "memento-datetime": "yesterday",
        "timemap measures": { cosine: { "comparison score": "0.1" }, jaccard: null },
        "overall topic status": "maybe",
        override: "yes",
        "raw memento simhash value": "-1",
      }),
    ).toEqual({
      ...{ kind: "memento", uriT: "t", uriM: "m" },
      capture: { notes: ["a note"] },
      measures: ["cosine", "jaccard"].map((name) => ({
        name,
        flags: { stemmed: false, tokenized: false, removedBoilerplate: false },
        outcome: { problem: { stage: "score", message: "no score" } },
      })),
      override: {},
    });
  });

  it("reads any JSON as an entry without throwing", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(readEntry("t", "m", value)).toMatchObject({ kind: "memento", uriT: "t", uriM: "m" });
      }),
    );
  });
});
