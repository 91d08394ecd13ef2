import { describe, expect, it } from "vitest";
import { signs as signsFeature } from "../../../src/page/features/signs.js";
import { byteCount } from "../../../src/page/features/sizes.js";
import { languageSample } from "../../../src/page/features/language.js";
import { terms as termsFeature } from "../../../src/page/features/words.js";
import { signsVote } from "../../../src/score/verdict/decide.js";
import { planRun } from "../../../src/score/settings/plan.js";
import type { Capture, Json, Problem } from "../../../src/base/types.js";
import type { Feature, FeatureRecord, Sign } from "../../../src/page/types.js";
import type { LearnedModel, Settings } from "../../../src/score/settings/types.js";
import type { Evidence, MementoResult } from "../../../src/score/types.js";
import { withModelMeasures } from "../../../src/score/settings/choose-measures.js";
import { assess, capture, record, settings, shrinkage, size } from "../../support/records.js";

const explained: Settings = {
  ...settings,
  ...{ explain: true, signs: true, signStrength: 0.6, detectLanguage: true },
};

/** A memento as described in a test: a size for the measure `shrinkage`, and other values that the evidence reads. */
interface Described {
  readonly size: number;
  readonly words?: Readonly<Record<string, number>>;
  readonly language?: string;
  readonly bytes?: number;
  readonly signs?: readonly Sign[];
  readonly capture?: Partial<Capture>;
}

const definitions: readonly Feature[] = [
  size,
  termsFeature,
  byteCount,
  languageSample,
  signsFeature,
];

function run(mementos: readonly Described[], changed: Partial<Settings> = {}): MementoResult[] {
  const { model } = changed;
  const measures = model && withModelMeasures(explained.measures, model, "paper", [shrinkage]);
  const chosen = { ...explained, ...changed, ...(measures !== undefined && { measures }) };
  const plan = planRun(chosen, [shrinkage]);
  const features = plan.requests.map(({ feature }) =>
    definitions.find(({ keyword }) => keyword === feature)!,
  );
  const valueOf = (of: Described, feature: string): Json => {
    const { words = { page: 1, of: 1, the: 1, club: 1 } } = of;
    const known: Readonly<Record<string, Json>> = {
      size: of.size,
      terms: {
        terms: Object.keys(words).sort(),
        counts: Object.keys(words)
          .sort()
          .map((w) => words[w]!),
      },
      "byte-count": of.bytes ?? 1000,
      "language-sample": of.language ?? "en",
      signs: of.signs ?? [],
      "self-description": { words: "harbour", hosts: [], paths: 0 },
    };
    return known[feature]!;
  };
  const records = mementos.map((of, at): FeatureRecord =>
    record(
      capture({ mementoDatetime: `${2000 + at}-01-01T00:00:00Z`, ...of.capture }),
      ...plan.requests.map(({ feature }) => valueOf(of, feature)),
    ),
  );
  return [
    ...assess(
      { key: "k", records: () => records, at: (at) => records[at] },
      { plan, settings: chosen, features },
    ),
  ];
}

const evidenceOf = (mementos: readonly Described[], changed?: Partial<Settings>): Evidence[] =>
  run(mementos, changed).map(({ evidence }) => evidence!);

const suspended: Sign = {
  kind: "suspended",
  strength: 0.9,
  marks: ["title: account suspended"],
};

describe("the evidence of a memento (--explain)", () => {
  it("adds no evidence unless the user asks for it", () => {
    const [first] = run([{ size: 100 }], { explain: false });
    expect(first!.evidence).toBeUndefined();
  });

  it("reports the distance of each score from its threshold", () => {
    const [, second] = evidenceOf([{ size: 100 }, { size: 25 }]);
    expect(second?.scores).toEqual([
      { measure: "shrinkage", score: -0.75, threshold: -0.5, distance: -0.25, normalised: -0.5 },
    ]);
  });

  it("lists words lost and gained by an off-topic memento, but not by a clearly on-topic memento", () => {
    const [first, on, off] = evidenceOf([
      { size: 100, words: { ferry: 5, tide: 1, open: 1 } },
      { size: 100, words: { ferry: 4, open: 1, news: 1 } },
      { size: 10, words: { casino: 3, open: 1, bonus: 1 } },
    ]);
    expect(first).not.toHaveProperty("termsLost");
    expect(on).not.toHaveProperty("termsLost");
    // `ferry` is in two of three mementos and frequent in the first; `tide` is only in the first.
    expect([off?.termsLost, off?.termsGained]).toEqual([
      ["ferry", "tide"],
      ["casino", "bonus"],
    ]);
  });

  it.each([
    ["a score near its threshold", { size: 52 }],
    ["another language", { size: 100, language: "de" }],
    ["a strong signal", { size: 100, signs: [suspended] }],
  ])("lists words for a memento that is doubtful because of %s", (_, doubtful) => {
    const [, evidence] = evidenceOf([{ size: 100 }, { ...doubtful, words: { pier: 1 } }]);
    expect(evidence?.termsGained).toEqual(["pier"]);
  });

  it("reports language, bytes, words and HTTP status of the first memento and of the compared memento", () => {
    const [, evidence] = evidenceOf([
      { size: 100, words: { ferry: 3, tide: 1 }, bytes: 2000 },
      { size: 10, words: { fehler: 2 }, language: "de", bytes: 300, capture: { status: 404 } },
    ]);
    expect(evidence).toMatchObject({
      language: { first: "en", memento: "de" },
      bytes: { first: 2000, memento: 300 },
      words: { first: 4, memento: 2 },
      httpStatus: { first: 200, memento: 404 },
    });
  });

  it("reports the target of a redirect, but not the target of a revisit", () => {
    const via = { uriR: "http://new.example/\u{202e}", mementoDatetime: "2001-01-01T00:00:01Z" };
    const [, moved, repeated] = evidenceOf([
      { size: 100 },
      { size: 100, capture: { via: { kind: "redirect", status: 301, ...via } } },
      { size: 100, capture: { via: { kind: "revisit", ...via } } },
    ]);
    expect(moved?.redirect).toEqual({ ...via, status: 301, uriR: "http://new.example/\u{fffd}" });
    expect(repeated).not.toHaveProperty("redirect");
  });

  it("reports the kind of page with its title and the words that show it", () => {
    const [first] = evidenceOf([{ size: 100, signs: [suspended] }]);
    expect(first?.pageKind).toEqual({ ...suspended, title: "suspended account" });
  });

  it("adds no evidence to a memento that failed", () => {
    const chosen = { ...explained };
    const plan = planRun(chosen, [shrinkage]);
    const lost: FeatureRecord = {
      ...record(capture()),
      problem: { stage: "access", message: "gone" },
    };
    const features = plan.requests.map(({ feature }) =>
      definitions.find(({ keyword }) => keyword === feature)!,
    );
    const [result] = assess(
      { key: "k", records: () => [lost], at: () => lost },
      { plan, settings: chosen, features },
    );
    expect(result!.evidence).toBeUndefined();
  });
});

const model: LearnedModel = {
  ...{ form: "detect_off_topic model", trainedOn: "nothing", threshold: 0.5, bias: -2 },
  inputs: [
    { of: "signs", as: "value", weight: 2, missing: 0 },
    { of: "shrinkage@first", as: "distance", weight: 8, missing: 0.25 },
    { of: "shrinkage@median", as: "relative", weight: 4, missing: 0.5 },
  ],
};

describe("the evidence of a learned combination", () => {
  const learned = { combine: "learned", model } as const;

  it("reports contributions of the inputs of a learned combination, which add up with the bias to the log-odds", () => {
    const [, second] = evidenceOf([{ size: 100 }, { size: 10, signs: [suspended] }], learned);
    const { probability, bias, inputs } = second!.combination!;
    const sum = inputs.reduce((total, { contribution }) => total + contribution, bias);
    expect(1 / (1 + Math.exp(-sum))).toBeCloseTo(probability, 5);
    expect(inputs.map(({ of: name, missing }) => [name, missing])).toEqual([
      ["shrinkage@first", undefined],
      ["signs", undefined],
      ["shrinkage@median", undefined],
    ]);
    expect(inputs[0]).toMatchObject({ value: 0.9, contribution: 7.2 });
    // The first memento is the only other one, so this distance is the usual one.
    expect(inputs[2]).toMatchObject({ value: 0, contribution: 0 });
  });

  it("does not add the evidence of a learned combination for a measure without a vote", () => {
    const flat: LearnedModel = { ...model, bias: -9, inputs: model.inputs.slice(0, 1) };
    const [, second] = evidenceOf([{ size: 100 }, { size: 10 }], {
      combine: "learned",
      model: flat,
    });
    expect(second).not.toHaveProperty("combination");
    expect(second).not.toHaveProperty("termsLost");
  });
});

describe("signs that vote (--signs)", () => {
  const voting = { explain: false, signsVote: true } as const;
  const entry = ({ measures }: MementoResult): unknown =>
    measures.find(({ name }) => name === "signs")?.outcome;

  it("--signs calls a memento with a strong sign off-topic even if all its words are there", () => {
    const [first, second] = run([{ size: 100 }, { size: 100, signs: [suspended] }], voting);
    expect([first?.overall, second?.overall]).toEqual(["on-topic", "off-topic"]);
    expect(entry(second!)).toEqual({ value: { score: 0.9, topicStatus: "off-topic" } });
    expect(entry(first!)).toEqual({ value: { score: 0, topicStatus: "on-topic" } });
  });

  it("--signs can call the first memento off-topic, which no comparison with itself can", () => {
    const [first] = run([{ size: 100, signs: [suspended] }], voting);
    expect(first?.overall).toBe("off-topic");
  });

  it("--signs votes for signs that have at least the given strength", () => {
    const strengths = [0.59, 0.6].map((strength) => ({
      size: 100,
      signs: [{ ...suspended, strength }],
    }));
    expect(run(strengths, voting).map(({ overall }) => overall)).toEqual(["on-topic", "off-topic"]);
  });

  it("--signs counts as one vote for --combine", () => {
    const mementos = [
      { size: 100 },
      { size: 100, signs: [suspended] },
      { size: 1, signs: [suspended] },
    ];
    const statuses = run(mementos, { ...voting, combine: "all" }).map(({ overall }) => overall);
    expect(statuses).toEqual(["on-topic", "on-topic", "off-topic"]);
  });

  it("--signs calls a memento off-topic by its signs or by the learned combination", () => {
    const flat: LearnedModel = { ...model, bias: -9, inputs: model.inputs.slice(1, 2) };
    const learned = { ...voting, combine: "learned", model: flat } as const;
    const [, second] = run([{ size: 100 }, { size: 100, signs: [suspended] }], learned);
    expect(second?.overall).toBe("off-topic");
    expect(
      run([{ size: 100, signs: [suspended] }], { ...learned, signsVote: false })[0]?.overall,
    ).toBe("on-topic");
  });

  it("--signs gives no vote to signs that could not be read", () => {
    const problem: Problem = { stage: "extract", message: "no text" };
    expect(signsVote({ problem }, 0.6).outcome).toEqual({ problem });
  });

  it("--signs judges mementos that cannot be compared with an empty first memento", () => {
    const statuses = run([{ size: 0 }, { size: 9, signs: [suspended] }], voting);
    expect(statuses.map(({ overall }) => overall)).toEqual(["on-topic", "off-topic"]);
  });
});
