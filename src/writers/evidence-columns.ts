import { topicVoteText } from "../report/topic-vote-text.js";
import type { Change, Contribution, Evidence } from "../types.js";

/** Columns of the evidence, only there in runs with `--explain`: see docs/explain.md. */
export const EVIDENCE_COLUMNS = [
  "Threshold",
  "Threshold Distance",
  "Normalised Distance",
  "Language Change",
  "Byte Change",
  "Word Change",
  "HTTP Status Change",
  "Page Kind",
  "Page Kind Marks",
  "Terms Lost",
  "Terms Gained",
  "Combination",
  "Topic Vote",
] as const;

type Columns = Partial<Record<(typeof EVIDENCE_COLUMNS)[number], string | number>>;

/** What is said of the memento: the same in each of its rows. */
export function evidenceColumns(evidence: Evidence): Columns {
  const { language, bytes, words, httpStatus, pageKind } = evidence;
  const { termsLost, termsGained, topic, combination } = evidence;
  return {
    ...(language !== undefined && { "Language Change": changeText(language) }),
    ...(bytes !== undefined && { "Byte Change": changeText(bytes) }),
    ...(words !== undefined && { "Word Change": changeText(words) }),
    ...(httpStatus !== undefined && { "HTTP Status Change": changeText(httpStatus) }),
    ...(pageKind !== undefined && {
      "Page Kind": pageKind.title,
      "Page Kind Marks": pageKind.marks.join("; "),
    }),
    ...(termsLost !== undefined && { "Terms Lost": termsLost.join(" ") }),
    ...(termsGained !== undefined && { "Terms Gained": termsGained.join(" ") }),
    ...(combination !== undefined && {
      Combination: combination.inputs.map(contributionText).join("; "),
    }),
    ...(topic !== undefined && { "Topic Vote": topicVoteText(topic) }),
  };
}

/** What is said of one measure, of the TimeMap or of the collection. */
export function scoreColumns({ scores, topic }: Evidence, measure: string): Columns {
  const score = [...scores, ...(topic?.scores ?? [])].find((one) => one.measure === measure);
  if (score === undefined) return {};
  const { threshold, distance, normalised } = score;
  return {
    Threshold: threshold,
    "Threshold Distance": distance,
    "Normalised Distance": normalised,
  };
}

const changeText = ({ first = "?", memento = "?" }: Change<string | number>): string =>
  `${first} -> ${memento}`;

const contributionText = ({ of: name, as, contribution, missing }: Contribution): string =>
  `${name} ${as} ${contribution}${missing === true ? " (missing)" : ""}`;
