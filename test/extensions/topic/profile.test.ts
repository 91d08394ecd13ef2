import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UsageError } from "../../../src/base/errors.js";
import {
  buildProfile,
  PROFILE_RULES,
} from "../../../src/extensions/topic/profile/build-profile.js";
import { allVoting, TopicJudge } from "../../../src/extensions/topic/profile/judge.js";
import {
  digestOfProfile,
  formatProfile,
  parseProfile,
} from "../../../src/extensions/topic/profile/profile-file.js";
import { document } from "./documents.js";

const about = {
  madeFrom: "a test",
  preprocessing: { ...{ stem: false, stopWords: false }, boilerplate: "none", language: "auto" },
};
const subjects = ["lamp", "lens", "keeper", "beacon", "fog horn", "rock tower", "light house"];

/** Documents of several seeds on the same topic, each with words of its own as well. */
const core = Array.from({ length: 12 }, (_, seed) =>
  document(
    [...subjects.slice(seed % 3), `own${seed} | story${seed} other${seed}`, ...subjects].join(
      " | ",
    ),
    `seed${String(seed).padStart(2, "0")}`,
  ),
);
const profile = buildProfile(core, PROFILE_RULES, about);
const settings = { measures: allVoting };

describe("a profile of a core", () => {
  it("builds a profile from words that several seeds share, without words of a single seed", () => {
    const [part] = profile.parts;
    const terms = part!.terms.map(([term]) => term);
    expect(terms).toEqual(expect.arrayContaining(["lamp", "lens", "beacon", "horn"]));
    expect(terms.filter((term) => term.startsWith("own"))).toEqual([]);
    expect(part!.collocations2.map(([pair]) => pair).sort()).toEqual([
      "fog horn",
      "light house",
      "rock tower",
    ]);
  });

  it("recognises at least 98% of the core, each document by elements of the other documents", () => {
    expect(profile.parts[0]!.recognised["vote"]).toBeGreaterThanOrEqual(0.98);
  });

  it("builds a part for each language and lists languages with too few documents", () => {
    const german = [1, 2, 3].map((seed) =>
      document(`Leuchtturm | Lampe | Nebel wort${seed} du${seed}`, `de${seed}`, "de"),
    );
    const dutch = [document("vuurtoren | lamp | mist | kust | zee", "nl1", "nl")];
    const { parts, tooFew } = buildProfile([...core, ...german, ...dutch], PROFILE_RULES, about);
    expect(parts.map(({ language }) => language)).toEqual(["de", "en"]);
    expect(tooFew).toEqual(["nl"]);
  });

  it("builds the same profile for any order of the seeds", () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(core, { minLength: core.length }), (shuffled) => {
        expect(buildProfile(shuffled, PROFILE_RULES, about)).toEqual(profile);
      }),
      { numRuns: 5 },
    );
  });

  it.each([
    ["an empty core", []],
    ["documents of one seed only", [1, 2, 3].map((at) => document(`a b c d e f g${at}`, "one"))],
    [
      "documents without a common word",
      ["a", "b", "c"].map((seed) => document(`${seed}1 ${seed}2 ${seed}3 ${seed}4 ${seed}5`, seed)),
    ],
    ["documents of a few words", ["a", "b", "c"].map((seed) => document("light house", seed))],
  ])("refuses to build a profile of %s", (_, documents) => {
    expect(() => buildProfile(documents, PROFILE_RULES, about)).toThrow(UsageError);
  });
});

describe("the verdict on a memento", () => {
  const judge = new TopicJudge(profile, settings);

  it("recognises a document by one measure", () => {
    const page = document([...subjects, "casino bonus"].join(" | "));
    expect(judge.judge(page, "en", "k").topicStatus).toBe("on-topic");
  });

  it.each([
    ["a page about something else", "casino | bonus | free spins | jackpot", "en"],
    [
      "a page about something else in a language that the core does not have",
      "kasino | bonus",
      "id",
    ],
    ["an empty page", "", "und"],
  ])("judges %s as off-topic by the topic", (_, text, language) => {
    expect(judge.judge(document(text), language, "k").topicStatus).toBe("off-topic");
  });

  it("requires several measures to recognise a document if several must agree", () => {
    const noise = Array.from({ length: 40 }, (_, at) => `noise${at}`).join(" ");
    const page = document(subjects.join(` | ${noise} | `));
    const verdicts = [1, 2, 4].map((agree) => {
      const agreeing = new TopicJudge(profile, { measures: allVoting, agree });
      return agreeing.judge(page, "en", "k").topicStatus;
    });
    expect(verdicts).toEqual(["on-topic", "on-topic", "off-topic"]);
  });

  it("gives no verdict in a language with too few core documents", () => {
    const knowing = new TopicJudge({ ...profile, tooFew: ["nl"] }, settings);
    const { topicStatus, outcomes } = knowing.judge(document("vuurtoren"), "nl", "k");
    expect(topicStatus).toBeUndefined();
    expect(outcomes[0]).toEqual({
      problem: {
        stage: "score",
        message: "the topic profile has too few documents of language nl",
      },
    });
  });

  it("reports recognised documents of other URI-Rs in the same directory, but does not decide by them", () => {
    const directories = [
      ["org,example)/lamps/", null],
      ["org,example)/fog/", "org,example)/fog/a"],
    ] as const;
    const choices = { measures: [...allVoting, { keyword: "directory" as const }] };
    const knowing = new TopicJudge({ ...profile, directories }, choices);
    const scoreOf = (key: string): unknown =>
      knowing.judge(document(""), "en", key).outcomes.at(-1);
    expect(scoreOf("org,example)/lamps/a?x=1/2")).toEqual({ value: { score: 1 } });
    expect(scoreOf("org,example)/fog/b")).toEqual({ value: { score: 1 } });
    expect(scoreOf("org,example)/fog/a")).toEqual({ value: { score: 0 } });
    expect(scoreOf("org,example)/else/a")).toEqual({ value: { score: 0 } });
    expect(knowing.judge(document(""), "en", "org,example)/fog/b").topicStatus).toBe("off-topic");
  });
});

describe("a profile's file", () => {
  it("reads a profile from its file as it was written, with one element per line", () => {
    const text = formatProfile(profile);
    expect(parseProfile(text, "topic.json")).toEqual(profile);
    expect(text).toMatch(/^ +\["fog horn", \d+\],?$/mu);
    expect(formatProfile(parseProfile(text, "topic.json"))).toBe(text);
  });

  it("changes the digest of a profile when a person deletes an element", () => {
    const [part] = profile.parts;
    const edited = { ...profile, parts: [{ ...part!, terms: part!.terms.slice(1) }] };
    expect(digestOfProfile(edited)).not.toBe(digestOfProfile(profile));
    expect(digestOfProfile(parseProfile(formatProfile(profile), "x"))).toBe(
      digestOfProfile(profile),
    );
  });

  const change = (parts: object): string => JSON.stringify({ ...profile, ...parts });
  const part = (parts: object): string => change({ parts: [{ ...profile.parts[0], ...parts }] });

  it.each([
    ["another form", '{"form":"detect_off_topic model"}', "is not a topic profile"],
    [
      "two parts of one language",
      change({ parts: [profile.parts[0], profile.parts[0]] }),
      "two parts",
    ],
    ["a threshold above 1", part({ thresholds: { vsm: 2 } }), "thresholds from 0 to 1"],
    ["an element without frequency", part({ terms: ["lamp"] }), "terms 1 of part 1"],
    ["impossible directories", change({ directories: [["a"]] }), "directories"],
  ])("rejects in one line the file of a profile with %s", (_, text, message) => {
    expect(() => parseProfile(text, "topic.json")).toThrow(UsageError);
    try {
      parseProfile(text, "topic.json");
    } catch (cause) {
      expect((cause as Error).message).toContain(message);
      expect((cause as Error).message).not.toContain("\n");
    }
  });

  it("reads a profile from any text, or rejects it in one line", () => {
    fc.assert(
      fc.property(fc.json(), fc.jsonValue(), (text, value) => {
        for (const each of [
          text,
          JSON.stringify({ ...profile, parts: [value] }),
          part({ terms: value }),
        ]) {
          try {
            parseProfile(each, "f");
          } catch (cause) {
            expect(cause).toBeInstanceOf(UsageError);
          }
        }
      }),
    );
  });
});
