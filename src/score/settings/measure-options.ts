import { UsageError, refuse } from "../../base/errors.js";
import type { OwnSigns } from "../../page/types.js";
import { strongSignal } from "../evidence/kinds.js";
import type { MeasureChoice, Settings } from "./types.js";

/** Throws a `UsageError` for an invalid strength. */
export function evidenceSettings({
  signs = false,
  explain = false,
  signStrength,
}: {
  readonly signs?: boolean | OwnSigns;
  readonly explain?: boolean;
  readonly signStrength?: number;
}): Pick<Settings, "signs" | "signsVote" | "ownSigns" | "explain" | "signStrength"> {
  if (signStrength !== undefined && !(signStrength > 0 && signStrength <= 1)) {
    throw new UsageError(
      `the strength of a sign is above 0 and at most 1, not ${signStrength}. Give e.g. --set sign-strength=0.7.`,
    );
  }
  if (signStrength !== undefined && signs === false && !explain) {
    throw new UsageError(
      "a strength of signs (--set sign-strength) decides nothing by itself. Give --signs or --explain as well.",
    );
  }
  if (signs === false && !explain) return {};
  return {
    signs: true,
    signStrength: signStrength ?? strongSignal,
    ...(signs !== false && { signsVote: true }),
    ...(typeof signs === "object" && { ownSigns: signs }),
    ...(explain && { explain: true }),
  };
}
interface ElsewhereChoices {
  readonly measures?: string;
  readonly elsewhere?: unknown;
  readonly elsewhereVote?: number;
}

/**
 * Removes `elsewhere` from the measures of `-tm`, because its score comes from the whole collection and not from two
 * mementos. `elsewhere=3` makes texts of at least 3 other sites a vote, like `--elsewhere-vote 3`. Throws a
 * `UsageError` for an invalid number.
 */
export function withoutElsewhere<T extends ElsewhereChoices>(chosen: T): T {
  const entries = chosen.measures?.split(",") ?? [];
  const isOurs = (entry: string): boolean => /^\s*elsewhere\s*(?:=|$)/iu.test(entry);
  const [own, ...more] = entries.filter(isOurs);
  if (own === undefined) return chosen;
  const text = own.split("=")[1]?.trim();
  const measures = entries.filter((entry) => !isOurs(entry)).join(",");
  refuse({
    [`"${chosen.measures}" names elsewhere twice.`]: more.length > 0,
    "-tm elsewhere needs a list of shared texts. Give --elsewhere FILE, or --elsewhere collection.":
      chosen.elsewhere === undefined,
    [`the threshold "${text}" of elsewhere is not a number of sites. Write -tm elsewhere=NUMBER, 1 or more.`]:
      text !== undefined && !/^[1-9]\d{0,8}$/u.test(text),
    "elsewhere has no default threshold, so nothing could be called off-topic. Write -tm elsewhere=NUMBER.":
      text === undefined && measures === "" && chosen.elsewhereVote === undefined,
    "-tm elsewhere=NUMBER and --set elsewhere-vote are the same: give one of them.":
      text !== undefined && chosen.elsewhereVote !== undefined,
  });
  return { ...chosen, measures, ...(text !== undefined && { elsewhereVote: Number(text) }) };
}

/** Throws a `UsageError` for a vote without texts. */
export function elsewhereSettings({
  elsewhere,
  elsewhereVote,
}: ElsewhereChoices): Pick<Settings, "elsewhere" | "elsewhereVote"> {
  refuse({
    "--set elsewhere-vote needs a list of shared texts. Give --elsewhere FILE, or --elsewhere collection.":
      elsewhere === undefined && elsewhereVote !== undefined,
  });
  return {
    ...(elsewhere !== undefined && { elsewhere: true }),
    ...(elsewhereVote !== undefined && { elsewhereVote }),
  };
}

export function measureSettings(settings: Settings, { preprocessing }: MeasureChoice): Settings {
  return preprocessing === undefined ? settings : { ...settings, preprocessing };
}
