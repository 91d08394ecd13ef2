import { UsageError } from "../../base/errors.js";
import { requireChoice, share } from "../../base/find.js";
import { type FusionName, FUSIONS } from "./settings.js";

/** Options of the fragmentation. */
export interface DensityOptions {
  readonly fusion: FusionName;
  /** Vmax, a relative difference of density from 0 to 1. Blocks with a smaller difference are fused. */
  readonly vmax: number;
  /** Line width in characters. */
  readonly wrap: number;
}

/**
 * Default options: smooth rule-based fusion, a Vmax of 0.38 and lines of 80 characters, as in the papers.
 *
 * @example
 * ```js
 * console.log(DENSITY_DEFAULTS.vmax, DENSITY_DEFAULTS.wrap);
 * // 0.38 80
 * ```
 */
export const DENSITY_DEFAULTS: DensityOptions = { fusion: "smooth-rule", vmax: 0.38, wrap: 80 };

const MAX_WRAP = 10_000;

/** Returns the options that the values of settings choose. Throws a `UsageError` for an invalid value. */
export function chosenDensityOptions(choices: Partial<DensityOptions>): DensityOptions {
  const {
    fusion = DENSITY_DEFAULTS.fusion,
    vmax = DENSITY_DEFAULTS.vmax,
    wrap = DENSITY_DEFAULTS.wrap,
  } = choices;
  if (!Number.isInteger(wrap) || wrap < 1 || wrap > MAX_WRAP) {
    throw new UsageError(`the wrap width must be a whole number from 1 to ${MAX_WRAP}.`);
  }
  return {
    fusion: requireChoice(fusion, FUSIONS, "value of --set fusion"),
    vmax: share(vmax, "Vmax"),
    wrap,
  };
}

/**
 * Returns options in the canonical form that follows the remover's keyword, which is an empty text for the defaults.
 */
export const formatDensityOptions = (options: DensityOptions): string =>
  (["fusion", "vmax", "wrap"] as const)
    .filter((name) => options[name] !== DENSITY_DEFAULTS[name])
    .map((name) => `${name}=${options[name]}`)
    .join(",");

/** Reads options in the canonical form. */
export function parseDensityOptions(text: string): DensityOptions {
  const given = new Map(text.split(",").map((part) => part.split("=") as [string, string]));
  const { fusion, vmax, wrap } = DENSITY_DEFAULTS;
  return chosenDensityOptions({
    fusion: (given.get("fusion") ?? fusion) as FusionName,
    vmax: Number(given.get("vmax") ?? vmax),
    wrap: Number(given.get("wrap") ?? wrap),
  });
}
