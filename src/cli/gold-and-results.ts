import { readFileSync } from "node:fs";
import { messageOf, UsageError } from "../errors.js";
import { axesOf, type ChosenAxes } from "../evaluate/axes.js";
import { parseGold, type Gold } from "../evaluate/gold.js";
import { requireChoice } from "../registry/find.js";
import { readResults } from "../results/read-results.js";
import type { SavedResults } from "../results/saved-memento.js";
import type { ProfileName } from "../types.js";
import { knownMeasures } from "./known-measures.js";

/**
 * The text of a file that a person has written, in UTF-8 or, as spreadsheets save "Unicode text", in UTF-16 with a byte
 * order mark; throws a `UsageError` when it cannot be read.
 */
export function readTextFile(path: string): string {
  try {
    const bytes = readFileSync(path);
    const mark = bytes.subarray(0, 2).toString("latin1");
    if (mark === "\u{ff}\u{fe}") return new TextDecoder("utf-16le").decode(bytes);
    if (mark === "\u{fe}\u{ff}") return new TextDecoder("utf-16be").decode(bytes);
    return bytes.toString("utf8");
  } catch (cause) {
    throw new UsageError(`${path} cannot be read: ${messageOf(cause)}`, { cause });
  }
}

/** Profiles that have thresholds of their own. */
export const CUT_PROFILES: readonly ProfileName[] = ["paper", "otmt-1.0.5"];

/** What `evaluate` and `calibrate` start from. */
export interface GoldAndResults extends ChosenAxes {
  readonly gold: Gold;
  readonly results: SavedResults;
}

/**
 * Reads gold data and results. `profile` names the cuts of results that do not tell theirs; JSON Lines tell.
 * Throws a `UsageError` where either has nothing to compare.
 */
export async function readGoldAndResults(
  goldFile: string,
  resultsFile: string,
  profile: string | undefined,
): Promise<GoldAndResults> {
  const cuts = requireChoice(profile ?? "paper", CUT_PROFILES, "profile");
  return goldAndResults(goldFile, () => readResults(resultsFile), cuts);
}

/** The same where the results may still have to be made: the gold data is read, and found wanting, first. */
export async function goldAndResults(
  goldFile: string,
  resultsOf: () => Promise<SavedResults>,
  cuts: ProfileName,
): Promise<GoldAndResults> {
  const gold = parseGold(readTextFile(goldFile), goldFile);
  const results = await resultsOf();
  if (results.mementos.length === 0) {
    throw new UsageError(`${results.file} has no mementos. Give the results of a run.`);
  }
  return { gold, results, ...axesOf(results, knownMeasures, cuts) };
}
