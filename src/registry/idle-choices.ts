import { UsageError } from "../errors.js";
import type { HttpInputOptions, Input, Settings } from "../types.js";
import type { SettingsChoices } from "./settings.js";

/** Choices that only some measures look at. */
const OF_MEASURES: readonly {
  readonly choice: keyof SettingsChoices;
  readonly option: string;
  readonly measures: readonly string[];
}[] = [
  { choice: "structureWeight", option: "--structure-weight", measures: ["structure-style"] },
  { choice: "insertCost", option: "--insert-cost", measures: ["structure", "structure-style"] },
  { choice: "removeCost", option: "--remove-cost", measures: ["structure", "structure-style"] },
  { choice: "renameCost", option: "--rename-cost", measures: ["structure", "structure-style"] },
];

/** Throws a `UsageError` for a choice that no measure of the run looks at: whoever made it expects other scores. */
export function requireUsedSettings(choices: SettingsChoices, { measures }: Settings): void {
  for (const { choice, option, measures: readers } of OF_MEASURES) {
    if (choices[choice] === undefined) continue;
    if (measures.some(({ keyword }) => readers.includes(keyword))) continue;
    throw new UsageError(
      `${option} is for ${readers.join(" and ")}, which this run does not compute. Add it to -tm, or leave ${option} out.`,
    );
  }
}

/** What may be chosen of reading from archives. */
export interface ArchiveChoices {
  readonly directory?: string;
  readonly http?: HttpInputOptions;
  readonly fetching?: { readonly refresh?: boolean; readonly offline?: boolean };
}

/**
 * Throws a `UsageError` for choices that contradict each other or that an input does not look at: results would be of
 * other mementos than were asked for. How politely to fetch, where archives are and where to keep what is fetched may be
 * told to any run; scripts written for OTMT always say the last.
 */
export function requireUsedArchiveChoices(
  { directory, http = {}, fetching = {} }: ArchiveChoices,
  inputs: readonly Input[],
): void {
  const { refresh = false, offline = false } = fetching;
  if (refresh && offline) {
    throw new UsageError(
      "--refresh fetches TimeMaps again and --offline fetches nothing: give one of them.",
    );
  }
  if (offline && directory === undefined) {
    throw new UsageError("--offline reads a working directory: name it with -d.");
  }
  if (refresh && directory === undefined) {
    throw new UsageError(
      "--refresh fetches TimeMaps again that a working directory has: name it with -d.",
    );
  }
  const whole = inputs.find(({ choosesMementos }) => choosesMementos !== true);
  const selection = (["from", "to", "limit", "sample"] as const).find(
    (name) => http[name] !== undefined,
  );
  if (selection !== undefined && whole !== undefined) {
    throw new UsageError(
      `--${selection} chooses from TimeMaps; -i ${whole.keyword}= is read whole. Leave --${selection} out, or give TimeMaps.`,
    );
  }
  if (http.seeds !== undefined && !inputs.some(({ keyword }) => WITH_SEEDS.includes(keyword))) {
    throw new UsageError("--seeds chooses from an Archive-It collection: give -i archiveit=ID.");
  }
}

const WITH_SEEDS = ["archiveit", "dir"];
