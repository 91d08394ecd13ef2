import { describe, expect, it } from "vitest";
import { LearnedVerdicts, ModelReader } from "../../src/scoring/votes.js";
import type { FeatureRecord, LearnedModel } from "../../src/types.js";

const model: LearnedModel = {
  ...{
    form: "detect_off_topic model",
    trainedOn: "a test",
    threshold: 0.5,
    bias: -2,
    wholeFrom: 0.3,
  },
  inputs: [
    { of: "signs", as: "value", weight: 4, missing: 0 },
    { of: "seed", as: "value", weight: 1, missing: 0 },
  ],
};

/** A memento, by the strength of its sign and its words. */
type Memento = readonly [strength: number, words: string];

function verdictsOn(uriR: string, mementos: readonly Memento[]): LearnedVerdicts {
  const learned = new LearnedVerdicts(model, [], 0);
  const reader = new ModelReader(model, []);
  for (const [strength, words] of mementos) {
    const capture = { uriR, mementoDatetime: "2012-02-02T10:00:00Z" };
    const signs = [{ kind: "parked", strength, marks: ["for sale"] }] as const;
    const record: FeatureRecord = { key: "k", tie: "", capture, features: [] };
    const description = { words, hosts: [] };
    const page = { signs: strength === 0 ? [] : signs, description, terms: [] };
    learned.add(reader.row(record, [], page));
  }
  return learned;
}

const statuses = (learned: LearnedVerdicts, count: number) =>
  Array.from({ length: count }, (_, at) => {
    const { outcome } = learned.at(at);
    return "value" in outcome ? outcome.value.topicStatus : undefined;
  });
const seedOf = (learned: LearnedVerdicts, at: number) =>
  learned.evidence(at).inputs.find(({ of: name }) => name === "seed");

describe("whether mementos name their seed", () => {
  it("counts against those that do not, by the share of such mementos", () => {
    const none = verdictsOn("http://kiln.org/", [
      [0, "casino"],
      [0, "bonus"],
    ]);
    expect([0, 1].map((at) => seedOf(none, at)?.contribution)).toEqual([1, 1]);
    const one = verdictsOn("http://kiln.org/", [
      [0, "casino"],
      [0, "the kiln"],
    ]);
    expect([0, 1].map((at) => seedOf(one, at)?.contribution)).toEqual([0.5, 0]);
  });

  it("counts a third of that where many share the host: an account's name need not be the page's", () => {
    const shared = verdictsOn("https://kiln.github.io/", [
      [0, "casino"],
      [0, "the kiln"],
    ]);
    expect([0, 1].map((at) => seedOf(shared, at)?.contribution)).toEqual([0.166667, 0]);
  });

  it("counts a third where the host has two letters, which cannot be looked for", () => {
    const short = verdictsOn("http://qx.com/", [[0, "q and x"]]);
    expect(seedOf(short, 0)?.contribution).toBe(0.333333);
  });

  it("is not known of a memento in another script, whatever the others say", () => {
    const learned = verdictsOn("http://kiln.org/", [
      [0, "casino"],
      [0, "גבינה"],
    ]);
    expect(seedOf(learned, 0)).toMatchObject({ contribution: 1 });
    expect(seedOf(learned, 1)).toMatchObject({ missing: true, contribution: 0 });
  });

  it("is not known where the URI says nothing", () => {
    const learned = verdictsOn("http://s12.example/", [[0, "casino"]]);
    expect(seedOf(learned, 0)).toMatchObject({ missing: true, contribution: 0 });
  });
});

describe("a TimeMap of which no memento is believed", () => {
  // Strength .8 makes a probability of .53 where the seed is named, .6 one of .31, .5 one of .25.
  const uri = "http://kiln.org/";

  it("is off-topic as a whole, and says so", () => {
    const learned = verdictsOn(uri, [
      [0.8, "kiln"],
      [0.6, "kiln"],
    ]);
    expect(statuses(learned, 2)).toEqual(["off-topic", "off-topic"]);
    expect(learned.evidence(1)).toMatchObject({ isWhole: true });
  });

  it("has none that is believed: one is enough, and the others stand for themselves", () => {
    const learned = verdictsOn(uri, [
      [0.8, "kiln"],
      [0.6, "kiln"],
      [0.5, "kiln"],
    ]);
    expect(statuses(learned, 3)).toEqual(["off-topic", "on-topic", "on-topic"]);
    expect(learned.evidence(0).isWhole).toBeUndefined();
  });
});

describe("mementos that are no more than their text", () => {
  const ofLikeness: LearnedModel = {
    ...{ form: "detect_off_topic model", trainedOn: "a test", threshold: 0.5, bias: -2 },
    inputs: [
      { of: "cosine@median", as: "log-distance", weight: 3, missing: 0.2 },
      { of: "ngrams@median", as: "log-distance", weight: 1, missing: 0.2 },
      { of: "title@median", as: "log-distance", weight: 2, missing: 0.2 },
      { of: "signs", as: "value", weight: 1, missing: 0.1 },
    ],
  };
  const row = (...values: (number | undefined)[]) => ({
    ...{ values, byFirst: [], strength: 0, isDocument: false, isCredible: true },
  });
  const inputsOf = (rows: readonly ReturnType<typeof row>[]) => {
    const learned = new LearnedVerdicts(ofLikeness, [], 0);
    for (const one of rows) learned.add(one);
    const { inputs } = learned.evidence(1);
    return Object.fromEntries(inputs.map(({ of: name, value }) => [name, value]));
  };
  const titleless = row(0, 0, undefined, 0);

  it("have the mean of their other scores of a form where a score is missing, by the weights of the model", () => {
    const inputs = inputsOf([titleless, row(1, 0, undefined, undefined)]);
    expect(inputs).toMatchObject({ "cosine@median": 1, "ngrams@median": 0 });
    expect(inputs["title@median"]).toBe(0.75);
    expect(inputs["signs"]).toBe(0.1);
  });

  it("are not those of a TimeMap in which any has a title: there a missing score counts as the usual one", () => {
    const inputs = inputsOf([row(0, 0, 0, 0), row(1, 0, undefined, 0)]);
    expect(inputs["title@median"]).toBe(0.2);
  });
});
