import { UsageError } from "../errors.js";
import {
  DENSITY_DEFAULTS,
  FUSIONS,
  formatDensityOptions,
  MAX_WRAP,
  type DensityOptions,
} from "../preprocess/density/options.js";
export { FUSIONS } from "../preprocess/density/options.js";
import { requireChoice } from "./find.js";
import { share } from "./numbers.js";

/** Choices of densitometric fragmentation, as text or values. */
export interface DensityChoices {
  readonly fusion?: string;
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
    fusion: requireChoice(fusion ?? DENSITY_DEFAULTS.fusion, FUSIONS, "value of --fusion"),
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
  throw new UsageError("--fusion, --vmax and --wrap go with --boilerplate density.");
}
