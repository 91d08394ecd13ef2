import { fusions, type FusionName } from "./fusions.js";

/** How a page is fragmented. */
export interface DensityOptions {
  readonly fusion: FusionName;
  /** Blocks that differ by less are fused, 0 to 1. */
  readonly vmax: number;
  /** Characters of a line. */
  readonly wrap: number;
}

/** Plain fusion, Vmax 0.38 and lines of 80 characters, as in the papers. */
export const DENSITY_DEFAULTS: DensityOptions = { fusion: "plain", vmax: 0.38, wrap: 80 };

/** Longest line. */
export const MAX_WRAP = 10_000;

/** The words for `fusion`. */
export const FUSIONS: readonly FusionName[] = Object.keys(fusions) as FusionName[];

/** Options as text that follows the remover's keyword, in one form only; empty for the defaults. */
export function formatDensityOptions({ fusion, vmax, wrap }: DensityOptions): string {
  const parts = [
    ...(fusion === DENSITY_DEFAULTS.fusion ? [] : [`fusion=${fusion}`]),
    ...(vmax === DENSITY_DEFAULTS.vmax ? [] : [`vmax=${vmax}`]),
    ...(wrap === DENSITY_DEFAULTS.wrap ? [] : [`wrap=${wrap}`]),
  ];
  return parts.join(",");
}

/** Reads what {@link formatDensityOptions} writes. Throws a `RangeError` for anything else. */
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

/** The options themselves; throws a `RangeError` where one is out of its range. */
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
