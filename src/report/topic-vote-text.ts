import type { TopicEvidence } from "../types.js";

/** How the topic's vote came about: `en: recognised by 1 of 5 (vsm), 1 needed`. */
export function topicVoteText({ language, scores, recognisedBy, needed }: TopicEvidence): string {
  const names = recognisedBy.length === 0 ? "" : ` (${recognisedBy.join(", ")})`;
  return `${language}: recognised by ${recognisedBy.length} of ${scores.length}${names}, ${needed} needed`;
}
