import { UsageError, refuse } from "../../base/errors.js";
import {
  DENSITY_DEFAULTS,
  type DensityOptions,
  formatDensityOptions,
  MAX_WRAP,
} from "../../page/density/fragments.js";
import { FUSIONS } from "../../page/density/choices.js";
import type { FusionName } from "../../page/density/fusions.js";
import { strongSignal } from "../strong-signal.js";
import type { MeasureChoice, Settings } from "./types.js";
import { requireChoice, share } from "./find.js";

/** Choices of densitometric fragmentation, as text or values. */
interface DensityChoices {
  readonly fusion?: FusionName;
  readonly vmax?: number;
  readonly wrap?: number;
}

/** The choices with defaults for those left out; throws a `UsageError` for a bad one. */
export function densityOptions({ fusion, vmax, wrap }: DensityChoices): DensityOptions {
  const width = wrap ?? DENSITY_DEFAULTS.wrap;
  if (!Number.isInteger(width) || width < 1 || width > MAX_WRAP) {
    throw new UsageError(`the wrap width must be a whole number from 1 to ${MAX_WRAP}.`);
  }
  return {
    fusion: requireChoice(fusion ?? DENSITY_DEFAULTS.fusion, FUSIONS, "value of --set fusion"),
    vmax: share(vmax ?? DENSITY_DEFAULTS.vmax, "Vmax"),
    wrap: width,
  };
}

/** A remover's keyword with the options that were chosen for it; throws a `UsageError` where it takes none. */
export function withDensityOptions(keyword: string, choices: DensityChoices): string {
  if (keyword === "density") {
    const options = formatDensityOptions(densityOptions(choices));
    return options === "" ? keyword : `${keyword}:${options}`;
  }
  const { fusion, vmax, wrap } = choices;
  if (fusion === undefined && vmax === undefined && wrap === undefined) return keyword;
  throw new UsageError("--set fusion, --set vmax and --set wrap go with --boilerplate density.");
}
type Costs = Settings["editCosts"];

/** Throws a `UsageError` unless costs are numbers of at least 0, not all 0. */
export function requireEditCosts(costs: Costs): void {
  for (const [operation, cost] of Object.entries(costs)) {
    if (!(cost >= 0 && cost <= largest)) {
      throw new UsageError(
        `the cost to ${operation} must be a number from 0 to ${largest}, not ${cost}.`,
      );
    }
  }
  if (Object.values(costs).every((cost) => cost === 0)) {
    throw new UsageError("the costs to insert, remove and rename cannot all be 0.");
  }
}

/** Beyond this no ratio of costs makes a difference. */
const largest = 1_000_000;
/** The settings of signs and evidence. Throws a `UsageError` for a strength that is not one. */
export function evidenceSettings({
  signs = false,
  explain = false,
  signStrength,
}: {
  readonly signs?: boolean;
  readonly explain?: boolean;
  readonly signStrength?: number;
}): Pick<Settings, "signs" | "signsVote" | "explain" | "signStrength"> {
  if (signStrength !== undefined && !(signStrength > 0 && signStrength <= 1)) {
    throw new UsageError(
      `the strength of a sign is above 0 and at most 1, not ${signStrength}. Give e.g. --set sign-strength=0.7.`,
    );
  }
  if (signStrength !== undefined && !signs && !explain) {
    throw new UsageError(
      "a strength of signs (--set sign-strength) decides nothing by itself. Give --signs or --explain as well.",
    );
  }
  if (!signs && !explain) return {};
  return {
    signs: true,
    signStrength: signStrength ?? strongSignal,
    ...(signs && { signsVote: true }),
    ...(explain && { explain: true }),
  };
}
/** What is chosen of where else texts stand. */
interface ElsewhereChoices {
  readonly measures?: string;
  readonly elsewhere?: unknown;
  readonly elsewhereVote?: number;
}

/**
 * Takes `elsewhere` out of the measures of `-tm`: its score comes from the whole collection, not from two mementos.
 * `elsewhere=3` is a vote from 3 other sites on, as `--elsewhere-vote 3` is. Throws a `UsageError` for a bad number.
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
    "-tm elsewhere needs to know where texts stand. Give --elsewhere FILE, or --elsewhere collection.":
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

/** The settings of where else a text stands. Throws a `UsageError` for a vote without texts. */
export function elsewhereSettings({
  elsewhere,
  elsewhereVote,
}: ElsewhereChoices): Pick<Settings, "elsewhere" | "elsewhereVote"> {
  refuse({
    "--set elsewhere-vote needs to know where texts stand. Give --elsewhere FILE, or --elsewhere collection.":
      elsewhere === undefined && elsewhereVote !== undefined,
  });
  return {
    ...(elsewhere !== undefined && { elsewhere: true }),
    ...(elsewhereVote !== undefined && { elsewhereVote }),
  };
}

/** The settings as a measure is to see them: its own preprocessing, where it was given one. */
export function measureSettings(settings: Settings, { preprocessing }: MeasureChoice): Settings {
  return preprocessing === undefined ? settings : { ...settings, preprocessing };
}
