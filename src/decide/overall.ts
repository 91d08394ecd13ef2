import type { MeasureResult, Settings, TopicStatus } from "../types.js";

/** The names of the learned combination, and of the signs' own vote, among the measures of a memento. */
export const COMBINED = "combined";
export const SIGNS_VOTE = "signs";

/** Whether a measure has a vote among those of a memento: beside a learned combination the others are only told. */
export function hasVote(name: string, among: Iterable<string>): boolean {
  if (name === COMBINED || name === SIGNS_VOTE) return true;
  for (const other of among) if (other === COMBINED) return false;
  return true;
}

/**
 * The overall topic status of a memento from the votes of its measures: off-topic when any measure says so (the paper's
 * rule), when all, more than half, or at least so many of those that voted do. Measures that failed or have no
 * threshold have no vote; undefined when none voted, or fewer than the number asked for.
 */
export function overallStatus(
  results: readonly MeasureResult[],
  combine: Exclude<Settings["combine"], "learned"> = "any",
): TopicStatus | undefined {
  const votes = results.flatMap(({ outcome }) =>
    "value" in outcome && outcome.value.topicStatus !== undefined
      ? [outcome.value.topicStatus]
      : [],
  );
  const needed = votesNeeded(combine, votes.length);
  if (votes.length < Math.max(1, needed)) return undefined;
  const against = votes.filter((vote) => vote === "off-topic").length;
  return against >= needed ? "off-topic" : "on-topic";
}

/**
 * Whether a memento is off-topic whatever is still to come: its measures so far have off-topic votes enough, of
 * `voters` that may vote in all.
 */
export function isSettledOff(
  results: readonly MeasureResult[],
  combine: Exclude<Settings["combine"], "learned">,
  voters: number,
): boolean {
  const against = results.filter(
    ({ outcome }) => "value" in outcome && outcome.value.topicStatus === "off-topic",
  );
  return against.length >= votesNeeded(combine, voters);
}

function votesNeeded(combine: Exclude<Settings["combine"], "learned">, votes: number): number {
  if (typeof combine === "number") return combine;
  return { any: 1, all: votes, majority: Math.floor(votes / 2) + 1 }[combine];
}
