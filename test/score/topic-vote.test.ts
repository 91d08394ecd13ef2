import { describe, expect, it } from "vitest";
import { overallStatus } from "../../src/score/decide.js";
import { topicVote } from "../../src/score/votes.js";
import type { TopicStatus } from "../../src/base/types.js";
import type { CollectionResult, MeasureResult } from "../../src/score/types.js";

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
const overall = (collection: CollectionResult, votes: MeasureResult[], sign: number) =>
  overallStatus([...votes, ...topicVote(collection, { votes, strongestSign: sign })]);

describe("the topic beside other measures", () => {
  it("is silent where no sign says what the page is", () => {
    expect(overall(topic("off-topic", 0), [says("on-topic")], 0)).toBe("on-topic");
    expect(overall(topic("off-topic", 0), [], 0)).toBeUndefined();
  });

  it.each([
    ["a strong sign is enough", 0.3, 0.75, "off-topic"],
    ["a weaker one is not, on a page with something of the topic", 0.3, 0.74, "on-topic"],
    ["a weak one is, on a page with nothing of the topic", 0.05, 0.4, "off-topic"],
    ["a weaker one is not even there", 0.05, 0.39, "on-topic"],
  ] as const)("%s", (_, score, sign, expected) => {
    expect(overall(topic("off-topic", score), [says("on-topic")], sign)).toBe(expected);
  });

  it("says on-topic where they say nothing", () => {
    expect(overall(topic("on-topic", 0.3), [], 0)).toBe("on-topic");
  });

  it("counts where another is for off-topic, as when two votes are needed", () => {
    const votes = [says("off-topic"), says("on-topic")];
    const beside = { votes, strongestSign: 0 };
    expect(overallStatus([...votes, ...topicVote(topic("off-topic", 0.3), beside)], 2)).toBe(
      "off-topic",
    );
  });
});

describe("the topic of a run without other measures", () => {
  it("decides alone", () => {
    expect(overallStatus(topicVote(topic("off-topic", 0.3)))).toBe("off-topic");
    expect(overallStatus(topicVote(topic("on-topic", 0.3)))).toBe("on-topic");
    expect(overallStatus(topicVote(topic(undefined, 0)))).toBeUndefined();
  });
});
