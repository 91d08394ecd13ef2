import { UsageError } from "../../base/errors.js";
import { keyRange, type KeyRange, SeedMatcher, urisOfSeed } from "../../base/seed-match.js";
import { hasRoute, isTimeMapKey, pageKey, seedKey, surt, warcUriT } from "../../base/uri.js";
import type { Match, Problem } from "../../base/types.js";
import type { FailureKind } from "../../read/crawls/failure-kinds.js";
import type { HttpInputOptions, InputContext } from "../../read/types.js";
import type { Settings } from "../../score/settings/types.js";
import { keyOfLine, parseLine } from "../lines/lines.js";
import { append } from "../../base/math/group-by.js";
import { nameOfSeed } from "../lines/pointer-lines.js";

/** Reason for counting a capture of a WARC file without scoring it. */
export const OF_NO_SEED = "capture of a page that is not a seed (--seeds)";

const NO_CAPTURE = "no capture in the input";

type Wants = NonNullable<InputContext["wants"]>;

/** Returns the other names of a page, whose captures are those of the seed too. */
type NamesOfSeed = (uriR: string) => readonly string[];

export interface SeedProblem {
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
  /** Notices for the user. */
  readonly notices: readonly string[];
}

/**
 * The seeds whose TimeMaps are scored (`--seeds`). All captures of WARC files are read, because a seed may redirect to
 * any of them. TimeMaps of archives are chosen before fetching, so all fetched TimeMaps are kept.
 */
export class Seeds {
  readonly #by: Settings["groupCapturesBy"];
  readonly #match: Match;
  readonly #isAuto: boolean;
  readonly #isOurs: Wants;
  /** First seed of each grouping key. */
  readonly #byKey = new Map<string, string>();
  /** Seeds with a hash route by the key of their page, whose captures are theirs if the views have no texts of their own. */
  readonly #views = new Map<string, string[]>();
  /** Keys of the further names of seeds: their alternatives, and the other names of their pages. */
  readonly #otherKeys = new Set<string>();
  readonly #namesOf: NamesOfSeed;
  readonly #matcher = new SeedMatcher();
  /** Seeds for which an archive has a TimeMap. */
  readonly #chosen = new Set<string>();

  /**
   * `isOurs` tells for which seeds this process reports that they have no capture. `named` are the seeds that the files
   * of a history name.
   */
  constructor(
    { seeds, match = "exact" }: Required<Pick<HttpInputOptions, "seeds">> & { match?: Match },
    by: Settings["groupCapturesBy"],
    isOurs: Wants = () => true,
    named: readonly string[] = [],
    namesOf: NamesOfSeed = () => [],
  ) {
    this.#isOurs = isOurs;
    this.#namesOf = namesOf;
    this.#by = by;
    this.#match = match;
    this.#isAuto = seeds === "auto";
    for (const seed of seeds === "auto" ? named : seeds) this.add(seed);
  }

  /** A seed may have several URIs, of which the first one is its name. */
  add(seed: string): void {
    const [uriR = "", ...alternatives] = urisOfSeed(seed);
    const key = seedKey(uriR, this.#by);
    if (this.#byKey.has(key)) return;
    this.#byKey.set(key, uriR);
    this.#matcher.add(uriR, this.#rangeOf(uriR, key));
    for (const other of [...alternatives, ...[uriR, ...alternatives].flatMap(this.#namesOf)]) {
      const otherKey = seedKey(other, this.#by);
      this.#otherKeys.add(otherKey);
      this.#matcher.add(uriR, this.#rangeOf(other, otherKey));
    }
    const page = pageKey(uriR, this.#by);
    if (page === key || !hasRoute(uriR)) return;
    append(this.#views, page, uriR);
    this.#matcher.add(uriR, { equals: page, starts: [] });
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
    const found = this.#seedsOf(seedKey(uriR, this.#by));
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
    const { found, keys, pages } = this.#found(keysOf(sorted()));
    const nameOf = (uriR: string): string => nameOfSeed(uriR, { groupCapturesBy: this.#by });
    let captured: ReadonlySet<string> | undefined;
    const hasCapture = (uriR: string): boolean => {
      captured ??= new Set(Array.from(targets(), keyOfLine));
      return captured.has(nameOf(uriR));
    };
    const problems: SeedProblem[] = [];
    for (const uriR of this.#byKey.values()) {
      if (this.#chosen.has(uriR) || !this.#isOurs({ uriR, uriT: warcUriT(uriR) })) continue;
      if (found.has(uriR)) continue;
      const what =
        this.#match !== "exact"
          ? `no capture of a page in the input (--match ${this.#match})`
          : pages.has(seedKey(uriR, this.#by))
            ? "captures only of its hash routes: name them as seeds, or give --match prefix"
            : hasCapture(uriR)
              ? "captures, but none that is a page"
              : NO_CAPTURE;
      const reason: FailureKind = what === NO_CAPTURE ? "unknown" : "no page";
      const message = `the seed ${uriR} has ${what}`;
      problems.push({ seed: uriR, problem: { stage: "access", message, reason } });
    }
    return {
      problems,
      isWanted: (line) => isProblem(line) || this.#has(keyOfLine(line), isReached(line)),
      hasSeed: found.size > 0,
      notices: this.#noticesOf(keys),
    };
  }

  /** Returns a notice for each page of which several seeds are views without a text of their own. */
  #noticesOf(keys: ReadonlySet<string>): readonly string[] {
    return [...this.#views].flatMap(([page, views]) => {
      const bare = views.filter((uriR) => !keys.has(seedKey(uriR, this.#by)));
      const others = this.#byKey.has(page) || views.length > 1;
      return keys.has(page) && bare.length > 0 && others ? [sharedPage(bare)] : [];
    });
  }

  /** `wasReached` is true for a record that contains the URI from which it was reached. */
  #has(key: string, wasReached: boolean): boolean {
    // The content of this record is judged as the content of the seed that redirects to it.
    const isNamed = this.#byKey.has(key) || this.#otherKeys.has(key) || this.#views.has(key);
    if (wasReached && !isNamed) return false;
    return this.#seedsOf(key).length > 0 || isTimeMapKey(key);
  }

  /** Returns the seeds to which some keys belong, the keys of seeds and their pages among them, and the pages of all views. */
  #found(all: Iterable<string>): {
    readonly found: ReadonlySet<string>;
    readonly keys: ReadonlySet<string>;
    readonly pages: ReadonlySet<string>;
  } {
    const found = new Set<string>();
    const keys = new Set<string>();
    const pages = new Set<string>();
    for (const key of all) {
      for (const seed of this.#seedsOf(key)) found.add(seed);
      if (this.#byKey.has(key) || this.#views.has(key)) keys.add(key);
      const page = hasRoute(key) ? key.slice(0, key.indexOf("#")) : undefined;
      if (page !== undefined && this.#byKey.has(page)) pages.add(page);
    }
    return { found, keys, pages };
  }

  #seedsOf(key: string): string[] {
    return this.#matcher.seedsOf(this.#comparesKeys ? key : surt(key));
  }

  /** Tells whether URIs are compared by grouping key. Otherwise they are compared by SURT key, which shows the host. */
  get #comparesKeys(): boolean {
    return this.#by === "surt" || this.#match === "exact" || this.#match === "prefix";
  }

  #rangeOf(uriR: string, key: string): KeyRange {
    const isOfPage = this.#by === "surt" && key === pageKey(uriR);
    if (isOfPage || !this.#comparesKeys) return keyRange(uriR, this.#match);
    if (this.#match !== "exact" && this.#match !== "prefix") return keyRange(uriR, this.#match);
    return { equals: key, starts: this.#match === "prefix" ? [key] : [] };
  }
}

/** Returns the line that tells which seeds are views of one page, of which the input has no text of their own. */
function sharedPage(views: readonly string[]): string {
  const [first = ""] = views;
  const named = views.length > 2 ? `${first} and ${views.length - 1} others` : views.join(" and ");
  return (
    `${named}: the input has no text of their own for ${views.length > 1 ? "these seeds" : "this seed"}, which scripts show in one page. ` +
    "They are judged as one seed, which is that page."
  );
}

function* keysOf(lines: Iterable<string>): Generator<string> {
  for (const line of lines) if (!isProblem(line)) yield keyOfLine(line);
}

/** Texts of pages cannot look like such a record, because their quotation marks are escaped. */
const isReached = (line: string): boolean => line.includes('"reachedFrom":"');

const isProblem = (line: string): boolean => parseLine(line).kind === "timemap-problem";
