import { UsageError } from "../../base/errors.js";
import { keyRange, type KeyRange, SeedMatcher } from "../../base/seed-match.js";
import { isTimeMapKey, seedKey, surt, withoutFragment } from "../../base/uri.js";
import type { Match, Problem } from "../../base/types.js";
import type { HttpInputOptions, InputContext } from "../../read/types.js";
import type { Settings } from "../../score/settings/types.js";
import { keyOfLine, parseLine } from "../lines/lines.js";
import { nameOfSeed } from "../lines/pointer-lines.js";
import type { PageNames } from "./page-names.js";

/** Reason for counting a capture of a WARC file without scoring it. */
export const OF_NO_SEED = "capture of a page that is not a seed (--seeds)";

const NO_CAPTURE = "no capture in the input";

type Wants = NonNullable<InputContext["wants"]>;

interface SeedProblem {
  readonly seed: string;
  readonly problem: Problem;
}

interface ChosenLines {
  /** Tells whether a line belongs to a seed. */
  readonly isWanted: (line: string) => boolean;
  /** Problem of each seed without a memento. */
  readonly problems: readonly SeedProblem[];
  /** True if any capture belongs to a seed. */
  readonly hasSeed: boolean;
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
  readonly #names: Pick<PageNames, "newestOf">;
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
    named: readonly string[] = [],
    names: Pick<PageNames, "newestOf"> = { newestOf: () => undefined },
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
    this.#matcher.add(uriR, this.#rangeOf(this.#names.newestOf(uriR) ?? uriR, key));
  }

  #keyOf(uriR: string): string {
    return seedKey(this.#names.newestOf(uriR) ?? uriR, this.#by);
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
   * returns the target lines of all captures. Throws a `UsageError` for `--seeds auto` if the input names no seeds.
   */
  choose(sorted: () => Iterable<string>, targets: () => Iterable<string>): ChosenLines {
    if (this.#isAuto && this.#byKey.size === 0) {
      throw new UsageError(
        "--seeds auto: neither a WACZ nor a warcinfo of the input names seeds. Give a list of them: --seeds FILE.",
      );
    }
    const found = this.#found(keysOf(sorted()));
    const nameOf = (uriR: string): string => nameOfSeed(uriR, { groupCapturesBy: this.#by });
    let captured: ReadonlySet<string> | undefined;
    const hasCapture = (uriR: string): boolean => {
      captured ??= new Set(Array.from(targets(), keyOfLine));
      return captured.has(nameOf(uriR));
    };
    const problems: SeedProblem[] = [];
    for (const uriR of this.#byKey.values()) {
      if (this.#chosen.has(uriR) || !this.#tellsMissing) continue;
      if (found.has(uriR)) continue;
      const what =
        this.#match !== "exact"
          ? `no capture of a page in the input (--match ${this.#match})`
          : hasCapture(uriR)
            ? "captures, but none that is a page"
            : NO_CAPTURE;
      const reason = what === NO_CAPTURE ? "unknown" : "no page";
      const message = `the seed ${uriR} has ${what}`;
      problems.push({ seed: uriR, problem: { stage: "access", message, reason } });
    }
    return {
      problems,
      isWanted: (line) => isProblem(line) || this.#has(keyOfLine(line), isReached(line)),
      hasSeed: found.size > 0,
    };
  }

  /** `wasReached` is true for a record that contains the URI from which it was reached. */
  #has(key: string, wasReached: boolean): boolean {
    // The content of this record is judged as the content of the seed that redirects to it.
    if (wasReached && !this.#byKey.has(key)) return false;
    return this.#seedsOf(key).length > 0 || isTimeMapKey(key);
  }

  /** Returns the seeds to which some keys belong. */
  #found(all: Iterable<string>): ReadonlySet<string> {
    const found = new Set<string>();
    for (const key of all) for (const seed of this.#seedsOf(key)) found.add(seed);
    return found;
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

function* keysOf(lines: Iterable<string>): Generator<string> {
  for (const line of lines) if (!isProblem(line)) yield keyOfLine(line);
}

/** Texts of pages cannot look like such a record, because their quotation marks are escaped. */
const isReached = (line: string): boolean => line.includes('"reachedFrom":"');

const isProblem = (line: string): boolean => parseLine(line).kind === "timemap-problem";
