import { UsageError } from "../../base/errors.js";
import { hasAlternatives, urisOfSeed } from "../../base/seed-match.js";
import { seedKey } from "../../base/uri.js";
import type { HttpInputOptions } from "../../read/types.js";
import type { PageNames } from "../../score/evidence/collection-evidence.js";
import type { Settings } from "../../score/settings/types.js";
import { frontOf, keyOfLine } from "../lines/lines.js";

/*
 * A seed may have several URIs, the preferred one first (`--seeds`). At each date its TimeMap has the captures of the
 * first of them that has a page then.
 */

/** Reason for counting a capture of a URI of a seed at a date at which another URI stands for the seed. */
export const OF_OTHER_URI =
  "capture of a URI of a seed at a date at which another one stands for it";

type Seeds = Pick<HttpInputOptions, "seeds" | "match">;

/** Throws a `UsageError` if a seed with several URIs would have to be more than one TimeMap. */
export function alternativesOf({ seeds, match = "exact" }: Seeds = {}): readonly PageNames[] {
  if (seeds === undefined || seeds === "auto" || !hasAlternatives(seeds)) return [];
  if (match !== "exact") {
    throw new UsageError(
      `--match ${match} makes a seed many TimeMaps, and a line of --seeds has several URIs of one. Leave one of them out.`,
    );
  }
  return seeds.flatMap((seed): PageNames[] => {
    const [as = "", ...others] = urisOfSeed(seed);
    return others.length === 0 ? [] : [{ as, others: others.map((uriR) => ({ uriR })) }];
  });
}

/** The captures of one URI of a seed, as times in order. */
interface Times {
  readonly all: number[];
  readonly pages: number[];
}

interface Place {
  readonly rank: number;
  readonly time: number;
  readonly isPage: boolean;
}

/** Tells which lines of joined TimeMaps stay, by the rank of their URI among those of the seed. */
export class Alternatives {
  readonly #ranks = new Map<string, number>();
  readonly #by: Settings["groupCapturesBy"];

  constructor(seeds: readonly PageNames[], by: Settings["groupCapturesBy"]) {
    this.#by = by;
    for (const { as, others } of seeds) {
      for (const [rank, uriR] of [as, ...others.map((each) => each.uriR)].entries()) {
        const key = seedKey(uriR, by);
        if (!this.#ranks.has(key)) this.#ranks.set(key, rank);
      }
    }
  }

  /** `lines` is read twice at once. `onLeftOut` is called for each line that does not stay. */
  *chosen(lines: () => Iterable<string>, onLeftOut: () => void): Generator<string> {
    const ahead = lines()[Symbol.iterator]();
    let next = ahead.next();
    let key: string | undefined;
    let times: readonly Times[] = [];
    for (const line of lines()) {
      if (keyOfLine(line) !== key) {
        key = keyOfLine(line);
        const found: Times[] = [];
        for (; next.done !== true && keyOfLine(next.value) === key; next = ahead.next()) {
          const { rank, time, isPage } = this.#placeOf(next.value);
          while (found.length <= rank) found.push({ all: [], pages: [] });
          found[rank]!.all.push(time);
          if (isPage) found[rank]!.pages.push(time);
        }
        times = found;
      }
      const { rank, time } = this.#placeOf(line);
      if (rank === standsFor(times, time)) yield line;
      else onLeftOut();
    }
  }

  #placeOf(line: string): Place {
    const { capture, problem } = frontOf(line);
    const { status = 200, uriR, mementoDatetime } = capture;
    return {
      rank: this.#ranks.get(seedKey(uriR, this.#by)) ?? 0,
      time: Date.parse(mementoDatetime),
      isPage: problem === undefined && status >= 200 && status < 300,
    };
  }
}

/** Returns the rank of the first URI with a page at a date, or of the first one with any capture. */
function standsFor(times: readonly Times[], time: number): number {
  const withPage = times.findIndex(({ pages }) => hasNear(pages, time));
  return withPage >= 0 ? withPage : times.findIndex(({ all }) => hasNear(all, time));
}

const DAY_MS = 86_400_000;

/** Tells whether one of the ordered times is of the same date: of the same day (UTC), or less than 12 hours away. */
function hasNear(times: readonly number[], time: number): boolean {
  const day = Math.floor(time / DAY_MS) * DAY_MS;
  const from = Math.min(day, time - DAY_MS / 2 + 1);
  const to = Math.max(day + DAY_MS - 1, time + DAY_MS / 2 - 1);
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! < from) low = middle + 1;
    else high = middle;
  }
  return low < times.length && times[low]! <= to;
}
