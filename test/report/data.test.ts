import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runOfSettings } from "../../src/report/report-run.js";
import { fromSaved } from "../../src/report/saved-run.js";
import type { SavedMemento, SavedResult } from "../../src/write/entry.js";
import { readResults } from "../../src/write/read-results.js";
import type { LearnedModel } from "../../src/score/settings/types.js";
import { jsonl } from "../../src/write/writers/jsonl.js";
import { settings } from "../support/records.js";
import { temporaryFolder } from "../support/run-bin.js";
import { failed, memento, scored, written } from "../write/writers/results.js";
import { dataOf, item, offItem, reportText } from "./items.js";

const data = async (...items: readonly SavedResult[]): Promise<ReturnType<typeof dataOf>> =>
  dataOf(await reportText(items));

const on = (year: number): Parameters<typeof item>[0] => ({
  mementoDatetime: `${year}-01-01T00:00:00Z`,
});

describe("the data of a report", () => {
  it("summarises the mementos of each TimeMap, the oldest first", async () => {
    const problem = { stage: "access", message: "HTTP status 404" } as const;
    const missed = item({ ...on(2012), measures: [], overall: undefined, problem });
    const { head } = await data(
      item({ ...on(2010), pattern: "oscillating" }),
      offItem(on(2011)),
      missed,
      offItem(on(2013)),
      item(on(2014)),
      offItem(on(2015)),
    );
    expect(head.timeMaps).toEqual([
      {
        uriT: item().uriT,
        seed: "http://seed.example/",
        onTopic: 2,
        offTopic: 3,
        undecided: 1,
        offRuns: 2,
        offFrom: "2015-01-01",
        pattern: "oscillating",
        from: "2010-01-01T00:00:00Z",
        to: "2015-01-01T00:00:00Z",
        strip: ".x?x.x",
        days: "b9u a5 a5 a6 a5 a5",
        first: 0,
      },
    ]);
  });

  it("names the memento with which the other mementos of a TimeMap are compared", async () => {
    const first = item(on(2011));
    const { head } = await data(
      item({ ...on(2010), comparedWith: first.uriM }),
      { ...first, comparedWith: first.uriM },
      item({ ...on(2012), comparedWith: first.uriM }),
    );
    expect(head.timeMaps[0]?.first).toBe(1);
  });

  it("lists the words lost and gained with a lasting change, for which a run lists none", async () => {
    const excerpt = (value: string): Partial<SavedMemento> => ({
      excerpt: { value },
      evidence: { scores: [], language: { memento: "en" } },
    });
    const { part } = await data(
      item({ ...on(2011), ...excerpt("The museum of the harbour, 2011.") }),
      item({ ...on(2012), ...excerpt("The harbour sells 24 shoes."), changedSince: "20120101" }),
    );
    expect(part(0, 0)!.mementos.map(({ evidence }) => evidence)).toMatchObject([
      {},
      { termsLost: ["museum"], termsGained: ["sells", "shoes"] },
    ]);
  });

  it("counts mementos by year and by kind of page", async () => {
    const votes = (a: boolean, b: boolean): Partial<ReturnType<typeof item>> => ({
      measures: [
        scored("cosine", 0.1, a ? "off-topic" : "on-topic"),
        scored("wordcount", -0.9, b ? "off-topic" : "on-topic"),
      ],
      evidence: {
        scores: [],
        pageKind: { kind: "parked", title: "parked or for sale", strength: 1, marks: ["for sale"] },
      },
    });
    const { head } = await data(
      offItem({ ...on(2011), ...votes(true, true) }),
      offItem({ ...on(2011), ...votes(true, false) }),
      item({ ...on(2010), ...votes(false, false) }),
      item({ ...on(2012), measures: [failed("cosine", "nothing is left")] }),
    );
    expect(head.years).toEqual([
      { year: "2010", onTopic: 1, offTopic: 0, undecided: 0 },
      { year: "2011", onTopic: 0, offTopic: 2, undecided: 0 },
      { year: "2012", onTopic: 1, offTopic: 0, undecided: 0 },
    ]);
    expect(head.measures.map(({ name }) => name)).toEqual(["cosine", "wordcount"]);
    expect(head.pageKinds).toEqual([{ title: "parked or for sale", count: 2 }]);
    expect(head.hasEvidence).toBe(true);
  });

  it("shows the vote of the topic, and each score with the threshold for the memento's language", async () => {
    const scores = [
      { measure: "vsm", score: 0.1, threshold: 0.2, distance: -0.1, normalised: -0.5 },
    ];
    const { head, part } = await data(
      offItem({
        measures: [],
        collection: {
          measures: [scored("vsm", 0.1, "off-topic"), scored("directory", 0)],
          topicStatus: "off-topic",
          profile: "0123",
        },
        evidence: { scores: [], topic: { language: "fr", recognisedBy: [], needed: 1, scores } },
      }),
    );
    expect(head.measures.map(({ name }) => name)).toEqual(["cosine", "vsm", "directory"]);
    const [memento] = part(0, 0)?.mementos ?? [];
    expect(memento?.topicVote).toBe("fr: recognised by 0 of 1, 1 needed");
    expect(memento?.scores[0]).toMatchObject({ threshold: 0.2 });
    expect(memento?.evidence).toEqual({});
  });

  it("puts 500 mementos of a TimeMap into a block, and never puts two TimeMaps into one block", async () => {
    const many = Array.from({ length: 1001 }, (_, at) => item({ uriM: `http://a.example/${at}` }));
    const other = item({ uriT: "http://archive.example/other", uriM: "http://a.example/other" });
    const { head, part } = await data(...many, other);
    expect(head.timeMaps.map(({ strip }) => strip.length)).toEqual([1001, 1]);
    expect([0, 1, 2, 3].map((at) => part(0, at)?.mementos.length)).toEqual([
      500,
      500,
      1,
      undefined,
    ]);
    expect(part(0, 2)?.mementos[0]?.uriM).toBe("http://a.example/1000");
    expect(part(1, 0)?.mementos[0]?.uriM).toBe("http://a.example/other");
  });
});

describe("a measure without a vote", () => {
  const measures = [scored("cosine", 0, "off-topic"), scored("combined", 0.2, "on-topic")];
  const model: LearnedModel = {
    ...{ form: "detect_off_topic model", trainedOn: "", threshold: 0.5, bias: 0 },
    inputs: [],
  };
  const result = memento({ measures, overall: "on-topic" });
  const saved = async (): Promise<SavedResult[]> => {
    const file = join(temporaryFolder(), "results.jsonl");
    writeFileSync(file, await written(jsonl, [result]));
    return [...fromSaved(await readResults(file))];
  };

  it.each([
    ["of a run", () => Promise.resolve([result])],
    ["of a file of results", saved],
  ])("has no threshold and gives its scores no colour: %s", async (_, items) => {
    const run = runOfSettings({ ...settings, combine: "learned", model });
    const cut = { name: "cosine", threshold: 0.12, comparison: "<" } as const;
    const of = { ...run, cuts: [...run.cuts, cut] };
    const { head, part } = dataOf(await reportText(await items(), of));
    const cosine = head.measures.findIndex(({ name }) => name === "cosine");
    expect(head.measures[cosine]).toEqual({ name: "cosine" });
    expect(head.measures.find(({ name }) => name === "combined")?.threshold).toBe(0.5);
    const [shown] = part(0, 0)?.mementos ?? [];
    expect(shown?.scores).toEqual([
      { measure: cosine, score: 0 },
      {
        measure: head.measures.findIndex(({ name }) => name === "combined"),
        score: 0.2,
        topicStatus: "on-topic",
      },
    ]);
  });
});
