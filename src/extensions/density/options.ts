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
export function chosenDensityOptions({
  fusion,
  vmax,
  wrap,
}: Partial<DensityOptions>): DensityOptions {
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

/**
 * Returns options in the canonical form that follows the remover's keyword, which is an empty text for the defaults.
 */
export function formatDensityOptions({ fusion, vmax, wrap }: DensityOptions): string {
  const parts = [
    ...(fusion === DENSITY_DEFAULTS.fusion ? [] : [`fusion=${fusion}`]),
    ...(vmax === DENSITY_DEFAULTS.vmax ? [] : [`vmax=${vmax}`]),
    ...(wrap === DENSITY_DEFAULTS.wrap ? [] : [`wrap=${wrap}`]),
  ];
  return parts.join(",");
}

/** Throws a `RangeError` for any other text. */
export function parseDensityOptions(text: string): DensityOptions {
  let { fusion, vmax, wrap } = DENSITY_DEFAULTS;
  for (const part of text === "" ? [] : text.split(",")) {
    const [name, value = ""] = part.split("=");
    if (name === "fusion") fusion = FUSIONS.find((known) => known === value) ?? unknown(text);
    else if (name === "vmax") vmax = value === "" ? Number.NaN : Number(value);
    else if (name === "wrap") wrap = Number(value);
    else unknown(text);
  }
  return checkDensityOptions({ fusion, vmax, wrap });
}

/** Throws a `RangeError` if one is out of range. */
export function checkDensityOptions(options: DensityOptions): DensityOptions {
  const { fusion, vmax, wrap } = options;
  const good =
    FUSIONS.includes(fusion) &&
    vmax >= 0 &&
    vmax <= 1 &&
    Number.isInteger(wrap) &&
    wrap >= 1 &&
    wrap <= MAX_WRAP;
  if (good) return options;
  unknown(`fusion=${fusion},vmax=${vmax},wrap=${wrap}`);
}

function unknown(text: string): never {
  throw new RangeError(`not options of densitometric fragmentation: "${text}"`);
}
