import { describe, expect, it } from "vitest";
import { overallStatus } from "../../../src/score/verdict/decide.js";
import { isSignEnough, topicVote } from "../../../src/extensions/topic/topic-votes.js";
import type { TopicStatus } from "../../../src/base/types.js";
import type { CollectionResult, MeasureResult } from "../../../src/score/types.js";

const flags = { stemmed: true, tokenized: true, removedBoilerplate: true };
const says = (topicStatus: TopicStatus): MeasureResult => ({
  name: "cosine",
  flags,
  outcome: { value: { score: 0.5, topicStatus } },
});
const topic = (topicStatus: TopicStatus | undefined, score: number): CollectionResult => ({
  measures: [
    { name: "vsm", flags, outcome: { value: { score } } },
    { name: "directory", flags, outcome: { value: { score: 1 } } },
  ],
  topicStatus,
  profile: "p",
});
const overall = (collection: CollectionResult, votes: MeasureResult[], sign: number) => {
  const isSigned = isSignEnough(sign, collection.measures);
  return overallStatus([...votes, ...topicVote({ ...collection, isSigned }, votes)]);
};

describe("the topic together with other measures", () => {
  it("ignores the topic's vote for off-topic if the page has no sign that it is an error page", () => {
    expect(overall(topic("off-topic", 0), [says("on-topic")], 0)).toBe("on-topic");
    expect(overall(topic("off-topic", 0), [], 0)).toBeUndefined();
  });

  it.each([
    ["a strong sign suffices", 0.3, 0.75, "off-topic"],
    ["a weaker sign does not suffice on a page with something of the topic", 0.3, 0.74, "on-topic"],
    ["a weak sign suffices on a page with nothing of the topic", 0.05, 0.4, "off-topic"],
    ["an even weaker sign never suffices", 0.05, 0.39, "on-topic"],
  ] as const)(
    "counts the topic's vote according to the strongest sign: %s",
    (_, score, sign, expected) => {
      expect(overall(topic("off-topic", score), [says("on-topic")], sign)).toBe(expected);
    },
  );

  it("calls a memento on-topic by the topic if the measures have no vote", () => {
    expect(overall(topic("on-topic", 0.3), [], 0)).toBe("on-topic");
  });

  it("counts the topic's vote together with another off-topic vote if two votes are needed", () => {
    const votes = [says("off-topic"), says("on-topic")];
    expect(overallStatus([...votes, ...topicVote(topic("off-topic", 0.3), votes)], 2)).toBe(
      "off-topic",
    );
  });
});

describe("the topic of a run without other measures", () => {
  it("decides by the topic alone in a run without other measures", () => {
    expect(overallStatus(topicVote(topic("off-topic", 0.3)))).toBe("off-topic");
    expect(overallStatus(topicVote(topic("on-topic", 0.3)))).toBe("on-topic");
    expect(overallStatus(topicVote(topic(undefined, 0)))).toBeUndefined();
  });
});
