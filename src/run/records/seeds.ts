import { UsageError } from "../../base/errors.js";
import { keyRange, type KeyRange, type Match, SeedMatcher } from "../../base/seed-match.js";
import { isTimeMapKey, seedKey, surt, warcUriT, withoutFragment } from "../../base/uri.js";
import type { HttpInputOptions, InputContext } from "../../read/types.js";
import type { Settings } from "../../score/settings/types.js";
import { frontOf, keyOfLine, kindOfLine, placeOfLine } from "../lines/lines.js";
import { decodeTarget, seedName } from "../lines/pointers.js";
import type { TimeMapProblem } from "../../write/types.js";
import type { PageNames } from "./page-names.js";

/** Reason for counting a capture of a WARC file without scoring it. */
export const OF_NO_SEED = "capture of a page that is not a seed (--seeds)";

const NO_CAPTURE = "no capture in the input";

type Wants = NonNullable<InputContext["wants"]>;

interface ChosenLines {
  /** Tells whether a line belongs to a seed. */
  readonly isWanted: (line: string) => boolean;
  /** Problem of each seed without a memento. */
  readonly problems: readonly TimeMapProblem[];
  /** Number of captures that belong to no seed. */
  readonly leftOut: number;
}

/**
 * The seeds whose TimeMaps are scored (`--seeds`). All captures of WARC files are read, because a seed may redirect to
 * any of them. TimeMaps of archives are chosen before fetching, so all fetched TimeMaps are kept.
 */
export class Seeds {
  readonly #by: Settings["groupCapturesBy"];
  readonly #match: Match;
  readonly #isAuto: boolean;
  readonly #tellsMissing: boolean;
  /** First seed of each grouping key. */
  readonly #byKey = new Map<string, string>();
  readonly #names: PageNames | undefined;
  readonly #matcher = new SeedMatcher();
  /** Seeds for which an archive has a TimeMap. */
  readonly #chosen = new Set<string>();

  /**
   * `tellsMissing` is true for a process that reports which seeds have no capture. `named` are the seeds that the files
   * of a history name.
   */
  constructor(
    { seeds, match = "exact" }: Required<Pick<HttpInputOptions, "seeds">> & { match?: Match },
    by: Settings["groupCapturesBy"],
    tellsMissing = true,
    named: Iterable<string> = [],
    names?: PageNames,
  ) {
    this.#tellsMissing = tellsMissing;
    this.#names = names;
    this.#by = by;
    this.#match = match;
    this.#isAuto = seeds === "auto";
    for (const seed of seeds === "auto" ? named : seeds) this.add(seed);
  }

  /** The captures of a page that has moved have the key of its newest name. */
  add(seed: string): void {
    const uriR = withoutFragment(seed);
    const key = this.#keyOf(uriR);
    if (this.#byKey.has(key)) return;
    this.#byKey.set(key, uriR);
    this.#matcher.add(uriR, this.#rangeOf(this.#names?.newestOf(uriR) ?? uriR, key));
  }

  #keyOf(uriR: string): string {
    return seedKey(this.#names?.newestOf(uriR) ?? uriR, this.#by);
  }

  /**
   * Must be called if an input chooses TimeMaps itself. The input then reports seeds without a TimeMap, and this class
   * does not.
   */
  leaveToInput(): void {
    for (const seed of this.#byKey.values()) this.#chosen.add(seed);
  }

  /** Returns true for a TimeMap that failed, because its URI-R is unknown. */
  wants({ uriR, uriT }: Parameters<Wants>[0]): boolean {
    if (uriR === uriT) return true;
    const found = this.#seedsOf(this.#keyOf(uriR));
    for (const seed of found) this.#chosen.add(seed);
    return found.length > 0;
  }

  /**
   * Chooses from sorted lines those that belong to a seed. Must be called after all input has been read. `targets`
   * returns the target lines of all captures, and `counts` tells whether this run has read the capture at a place. Throws a
   * `UsageError` for `--seeds auto` if the input names no seeds.
   */
  choose(
    sorted: Iterable<string>,
    targets: () => Iterable<string>,
    counts: (place: string) => boolean,
  ): ChosenLines {
    if (this.#isAuto && this.#byKey.size === 0) {
      throw new UsageError(
        "--seeds auto: no WACZ of the input names seeds. Give a list of them: --seeds FILE.",
      );
    }
    const isWanted = (line: string): boolean => isProblem(line) || this.#has(line);
    const found = new Set<string>();
    let leftOut = 0;
    for (const line of sorted) {
      if (isProblem(line)) continue;
      for (const seed of this.#seedsOf(keyOfLine(line))) found.add(seed);
      if (!this.#has(line) && counts(placeOfLine(line))) leftOut += 1;
    }
    const missing = this.#tellsMissing
      ? [...this.#byKey.values()].filter((each) => !this.#chosen.has(each) && !found.has(each))
      : [];
    return {
      problems: this.#problemsOf(missing, targets),
      isWanted,
      leftOut,
    };
  }

  #problemsOf(missing: readonly string[], targets: () => Iterable<string>): TimeMapProblem[] {
    if (missing.length === 0) return [];
    const isExact = this.#match === "exact";
    const nameOf = (seed: string): string => seedName(seed, { groupCapturesBy: this.#by });
    const captured = new Map<string, string>(missing.map((seed) => [nameOf(seed), ""]));
    for (const line of isExact ? targets() : [])
      if (captured.has(keyOfLine(line))) captured.set(keyOfLine(line), line);
    return missing.map((seed) => {
      const line = captured.get(nameOf(seed))!;
      const what = !isExact
        ? `no capture of a page in the input (--match ${this.#match})`
        : line === ""
          ? NO_CAPTURE
          : `captures, but none that is a page${whyNone(line)}`;
      const reason = what === NO_CAPTURE ? "unknown" : "no page";
      const message = `the seed ${seed} has ${what}`;
      const problem = { stage: "access", message, reason } as const;
      return { kind: "timemap-problem", uriT: warcUriT(seed), problem };
    });
  }

  #has(line: string): boolean {
    const key = keyOfLine(line);
    if (!isTimeMapKey(key) && this.#seedsOf(key).length === 0) return false;
    // The content of a record that was reached by a redirect is judged as that of the seed which redirects to it.
    return this.#byKey.has(key) || !wasReached(line);
  }

  #seedsOf(key: string): string[] {
    return this.#matcher.seedsOf(this.#comparesKeys ? key : surt(key));
  }

  /** Tells whether URIs are compared by grouping key. Otherwise they are compared by SURT key, which shows the host. */
  get #comparesKeys(): boolean {
    return this.#by === "surt" || this.#match === "exact" || this.#match === "prefix";
  }

  #rangeOf(uriR: string, key: string): KeyRange {
    if (this.#by === "surt" || !this.#comparesKeys) return keyRange(uriR, this.#match);
    return { equals: key, starts: this.#match === "prefix" ? [key] : [] };
  }
}

function whyNone(line: string): string {
  const { target } = decodeTarget(line);
  return target.kind === "other" && target.reason !== "" ? `: ${target.reason}` : "";
}

const wasReached = (line: string): boolean =>
  kindOfLine(line) === "record" && frontOf(line).capture.reachedFrom !== undefined;

const isProblem = (line: string): boolean => kindOfLine(line) === "problem";
