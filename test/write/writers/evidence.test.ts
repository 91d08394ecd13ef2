import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaultModel } from "../../../src/score/settings/default-model.js";
import { parseResults, type SavedResults } from "../../../src/write/read-results.js";
import type { Evidence } from "../../../src/score/types.js";
import type { Writer } from "../../../src/write/types.js";
import { csv } from "../../../src/write/writers/csv.js";
import { json } from "../../../src/write/writers/json.js";
import { jsonl } from "../../../src/write/writers/jsonl.js";
import { text } from "../../../src/write/writers/text.js";
import { readCsv, readCsvRecords } from "../../support/read-csv.js";
import { settings } from "../../support/records.js";
import { memento, scored, written } from "./results.js";
import { settingsOf } from "../../support/rows.js";

const explained = { ...settings, explain: true };

const evidence: Evidence = {
  scores: [
    { measure: "cosine", score: 0.03, threshold: 0.12, distance: -0.09, normalised: -0.75 },
    {
      ...{ measure: "structure", score: 0.2, bound: "at most" as const },
      ...{ threshold: 0.5, distance: -0.3, normalised: -0.6 },
    },
  ],
  language: { first: "en", memento: "de" },
  bytes: { first: 2000, memento: 300 },
  words: { memento: 12 },
  httpStatus: { first: 200, memento: 404 },
  redirect: {
    status: 302,
    uriR: "http://casino.example/",
    mementoDatetime: "2013-02-03T00:00:00Z",
    uriM: "http://archive.example/20130203000000/http://casino.example/",
  },
  pageKind: {
    ...{ kind: "suspended", title: "suspended account", strength: 0.9 },
    marks: ["title: account suspended", "markup: suspendedpage"],
  },
  termsLost: ["harbour", "ferry"],
  termsGained: ["casino"],
  topic: {
    ...{ language: "de", recognisedBy: ["vsm"], needed: 2 },
    scores: [
      { measure: "terms", score: 0.05, threshold: 0.2, distance: -0.15, normalised: -0.75 },
      { measure: "vsm", score: 0.6, threshold: 0.2, distance: 0.4, normalised: 0.5 },
    ],
  },
  combination: {
    ...{ probability: 0.9, threshold: 0.5, bias: -2 },
    inputs: [
      { of: "signs", as: "value", value: 0.8, contribution: 4.2 },
      { of: "cosine@median", as: "log-relative", value: 0.1, missing: true, contribution: 0.2 },
    ],
  },
};

async function* pieces(whole: string): AsyncGenerator<string> {
  yield await Promise.resolve(whole);
}

const readBack = async (writer: Writer, result = memento({ evidence })): Promise<SavedResults> =>
  parseResults(pieces(await written(writer, [result], explained)), "run");

describe("the evidence in results", () => {
  it.each([json, jsonl])("reads the evidence in $title as it was written", async (writer) => {
    const { mementos } = await readBack(writer);
    expect(mementos[0]?.evidence).toEqual(evidence);
  });

  it("reads evidence of any form as far as possible, and never throws", async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) => {
        const entry = {
          "memento-datetime": "2013/02/02 10:00:00 GMT",
          evidence: {
            ...{ scores: value, language: value, "page kind": value, combination: value },
            topic: { language: "en", needed: 1, scores: value, "recognised by": value },
          },
        };
        const file = JSON.stringify({ "http://a.example/": { "http://m.example/": entry } });
        const { mementos } = await parseResults(pieces(file), "run");
        expect(mementos[0]?.evidence?.scores).toBeInstanceOf(Array);
      }),
    );
  });
});

describe("the evidence in CSV", () => {
  it("CSV has columns of evidence after all others, and only on request", async () => {
    const [plain = []] = readCsv(await written(csv, []));
    const [full = []] = readCsv(await written(csv, [], explained));
    expect(full.slice(0, plain.length)).toEqual(plain);
    expect(full.slice(plain.length)).toEqual([
      ...["Threshold", "Threshold Distance", "Normalised Distance"],
      ...["Language Change", "Byte Change", "Word Change", "HTTP Status Change"],
      ...["Page Kind", "Page Kind Marks", "Terms Lost", "Terms Gained", "Combination"],
      ...["Topic Vote", "Doubt"],
    ]);
  });

  it("CSV shows in each row how far the measure's score is from its threshold, and the evidence about the memento", async () => {
    const measures = [scored("cosine", 0.03, "off-topic"), scored("jaccard", 0.5)];
    const result = memento({ measures, evidence });
    const rows = readCsvRecords(await written(csv, [result], explained));
    const of = (name: string): unknown[] => rows.map((row) => row.get(name));
    expect(of("Threshold")).toEqual(["0.12", ""]);
    expect(of("Threshold Distance")).toEqual(["-0.09", ""]);
    expect(of("Normalised Distance")).toEqual(["-0.75", ""]);
    expect(of("Language Change")).toEqual(["en -> de", "en -> de"]);
    expect(of("Word Change")[0]).toBe("? -> 12");
    expect(of("HTTP Status Change")[0]).toBe("200 -> 404");
    expect(of("Page Kind")[0]).toBe("suspended account");
    expect(of("Page Kind Marks")[0]).toBe("title: account suspended; markup: suspendedpage");
    expect(of("Terms Lost")[0]).toBe("harbour ferry");
    expect(of("Terms Gained")[0]).toBe("casino");
    expect(of("Combination")[0]).toBe("signs value 4.2; cosine@median log-relative 0.2 (missing)");
    expect(of("Topic Vote")[0]).toBe("de: recognised by 1 of 2 (vsm), 2 needed");
  });
});

describe("the evidence in text for people", () => {
  it("text for people shows the evidence in a line below the memento", async () => {
    const lines = (await written(text, [memento({ evidence })], explained)).split("\n");
    expect(lines[2]?.trim()).toBe(
      "suspended account (title: account suspended; markup: suspendedpage); " +
        "cosine -0.09 from its threshold; structure -0.3 from its threshold; " +
        "topic de: recognised by 1 of 2 (vsm), 2 needed: terms 0.05 of 0.2, vsm 0.6 of 0.2; language en -> de; " +
        "HTTP 200 -> 404; redirected to http://casino.example/; ? -> 12 words; " +
        "lost: harbour ferry; gained: casino; most weight: signs 4.2, cosine@median 0.2",
    );
  });
});

describe("a learned model in JSON Lines", () => {
  const learned = { ...settings, combine: "learned", model: defaultModel } as const;
  const other = memento({ uriT: "http://b.example/timemap", uriM: "http://b.example/m" });

  it("JSON Lines contain the learned model once, in the settings, with its digest", async () => {
    const text = await written(jsonl, [memento(), other], learned);
    expect(settingsOf(text)["model"]).toEqual({
      digest: expect.stringMatching(/^[0-9a-f]{16}$/u) as string,
      ...defaultModel,
    });
    expect(text.split('"model"')).toHaveLength(2);
  });
});
