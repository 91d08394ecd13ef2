import { UsageError } from "../../base/errors.js";
import { requireByKeyword } from "../../base/find.js";
import type { RunChoices } from "../../score/settings/run-settings.js";
import type { CollectionChoice, CollectionSettings } from "../../score/settings/topic-types.js";
import type { TopicProfile } from "./profile/types.js";
import type { Preprocessing } from "../../score/settings/types.js";
import { collectionMeasures } from "./collection-measures.js";

/**
 * Returns the collection measures of a run and the rule for their vote, or undefined if none was requested. A profile
 * without measures requests all measures. Throws a `UsageError` for a choice that could never decide anything, and for
 * a profile with other preprocessing.
 */
export function collectionSettings(
  { collectionMeasures: text, topicAgree: agree, topic }: RunChoices,
  preprocessing: Preprocessing,
): CollectionSettings | undefined {
  if (text === undefined && topic === undefined) {
    return undefined;
  }
  const measures = chooseCollectionMeasures(text ?? "all");
  const voting = measures.filter(({ keyword }) => keyword !== "directory");
  const needed = agree ?? topic?.agree ?? 1;
  if (!Number.isInteger(needed) || needed < 1 || needed > voting.length) {
    const whose = agree === undefined ? '"agree" of the topic profile' : "--set topic-agree";
    throw new UsageError(
      `${whose} is ${needed}, and ${voting.length} of the chosen collection measures can recognise a memento. ` +
        `Give a number from 1 to ${voting.length}, or more measures (-cm all).`,
    );
  }
  if (topic !== undefined) requireSamePreprocessing(topic, preprocessing);
  return { measures, agree };
}

/** Parses the value of `-cm`: keywords or aliases with optional thresholds, or `all`. */
function chooseCollectionMeasures(text: string): CollectionChoice[] {
  if (text.trim() === "all") return collectionMeasures.map(({ keyword }) => ({ keyword }));
  const chosen: CollectionChoice[] = [];
  for (const part of text.split(",")) {
    const [name = "", ...rest] = part.split("=").map((piece) => piece.trim());
    const { keyword, votes } = requireByKeyword(name, collectionMeasures, "collection measure");
    if (chosen.some((other) => other.keyword === keyword)) {
      throw new UsageError(`collection measure "${keyword}" is named twice in "${text}".`);
    }
    const given = rest.length === 0 ? undefined : parseThreshold(rest.join("="), keyword);
    if (given !== undefined && !votes) {
      throw new UsageError(`${keyword} is evidence and has no threshold. Write -cm ${keyword}.`);
    }
    chosen.push({ keyword, ...(given !== undefined && { threshold: given }) });
  }
  if (chosen.every(({ keyword }) => keyword === "directory")) {
    throw new UsageError(
      "directory is evidence only and recognises nothing by itself. Write e.g. -cm vsm,directory.",
    );
  }
  return chosen;
}

function parseThreshold(text: string, keyword: string): number {
  const threshold = Number(text);
  if (!/^(?:\d+\.?\d*|\.\d+)$/u.test(text) || threshold > 1) {
    throw new UsageError(
      `the threshold "${text}" of ${keyword} is not a number from 0 to 1. Write -cm ${keyword}=NUMBER.`,
    );
  }
  return threshold;
}

/**
 * Throws a `UsageError` if a profile was made with other preprocessing, because its words would differ and nothing
 * would be recognised. Languages may differ, because a topic has its own language.
 */
function requireSamePreprocessing({ preprocessing: made }: TopicProfile, own: Preprocessing): void {
  const wanted = new Map<string, unknown>(Object.entries(own));
  const names = new Set([...Object.keys(made), ...wanted.keys()]);
  names.delete("language");
  for (const name of names) {
    const [before, now] = [made[name], wanted.get(name)].map(settingText);
    if (before === now) continue;
    throw new UsageError(
      `the topic profile was made with ${name} ${before}, and this run has ${now}. ` +
        "Give the same preprocessing options, or build the profile again.",
    );
  }
}

/** Returns a setting as text for people. A list of stop words is shown by its digest. */
const settingText = (value: unknown): string =>
  typeof value === "object" && value !== null && "digest" in value
    ? String(value.digest)
    : JSON.stringify(value ?? null);
