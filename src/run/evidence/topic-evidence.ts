import { thresholdDistance } from "../../decide/threshold-distance.js";
import type { CollectionResult, ScoreEvidence, TopicEvidence } from "../../types.js";

/** Scores against a topic are shares and cosines: 1 is everything that the topic has. */
const likeness = { comparison: "<", range: [0, 1], equalScore: 1 } as const;

/** How a memento lies to the topic of its collection; undefined where it could not be compared with it. */
export function topicEvidence({ measures, ballot }: CollectionResult): TopicEvidence | undefined {
  if (ballot === undefined) return undefined;
  const scores: ScoreEvidence[] = [];
  const recognisedBy: string[] = [];
  for (const [at, { name, outcome }] of measures.entries()) {
    const threshold = ballot.thresholds[at];
    if (threshold === undefined || !("value" in outcome)) continue;
    const { score, topicStatus } = outcome.value;
    if (topicStatus === "on-topic") recognisedBy.push(name);
    const distance = thresholdDistance(score, { threshold, ...likeness });
    scores.push({ measure: name, score, threshold, ...distance });
  }
  return { language: ballot.language, scores, recognisedBy, needed: ballot.needed };
}
