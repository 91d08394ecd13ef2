import { UsageError } from "../errors.js";
import { isTimeMapKey, seedKey, warcUriT } from "../mementos/uri.js";
import type { HttpInputOptions, Settings } from "../types.js";
import { encodeProblem, isProblemLine, keyOfLine } from "./lines.js";
import type { CaptureIndex } from "./resolve.js";
import type { Shuffle } from "../shuffle.js";

/** Why captures of WARC files are counted and not scored. */
export const OF_NO_SEED = "capture of a page that is no seed (--seeds)";

/**
 * The seeds whose TimeMaps are scored; all captures are read, for a seed may redirect to any of them. TimeMaps of
 * archives are chosen before they are fetched, and are all kept.
 */
export class Seeds {
  readonly #by: Settings["groupCapturesBy"];
  readonly #isAuto: boolean;
  readonly #byKey = new Map<string, string>();

  constructor(seeds: NonNullable<HttpInputOptions["seeds"]>, by: Settings["groupCapturesBy"]) {
    this.#by = by;
    this.#isAuto = seeds === "auto";
    if (seeds !== "auto") for (const seed of seeds) this.add(seed);
  }

  add(uriR: string): void {
    const key = seedKey(uriR, this.#by);
    if (!this.#byKey.has(key)) this.#byKey.set(key, uriR);
  }

  /**
   * Called when all has been read: leaves out what is of no seed and adds a line for each seed that has none. Throws a
   * `UsageError` where the input was to name its seeds and names none.
   */
  apply(shuffle: Shuffle, index: CaptureIndex): void {
    if (this.#isAuto && this.#byKey.size === 0) {
      throw new UsageError(
        "--seeds auto: neither a WACZ nor a warcinfo of the input names seeds. Give a list of them: --seeds FILE.",
      );
    }
    for (const uriR of this.#byKey.values()) {
      const captures = index.capturesOf(uriR);
      if (captures === "judged") continue;
      const what =
        captures === "none" ? "no capture in the input" : "captures, but none that is a page";
      const problem = { stage: "access", message: `the seed ${uriR} has ${what}` } as const;
      shuffle.add(encodeProblem({ kind: "timemap-problem", uriT: warcUriT(uriR), problem }));
    }
    shuffle.keepOnly((line) => {
      const key = keyOfLine(line);
      return this.#byKey.has(key) || isTimeMapKey(key) || isProblemLine(line);
    });
  }
}
