import { finite, matching, oneOf, optional, record } from "../../base/codec.js";
import { parseObject } from "../../base/json.js";
import { Shuffle } from "../../base/shuffle.js";
import type { OverallStatus } from "../../base/types.js";
import type { MementoResult } from "../../score/types.js";
import { type ChangedSeed, probabilityChange, SeedChange } from "../../write/seed-change.js";
import { probabilityOf } from "../../write/writing.js";
import { bodyOfLine, keyOfLine, placeOfLine } from "../lines/lines.js";
import type { ChangedVerdict, ListedChanges, VerdictChanges } from "../setup/run-history.js";

/** Further changes are only counted. */
const MOST_LISTED = 1000;

/** A list of limited length that also counts the items beyond the limit. */
class LimitedList<T> implements ListedChanges<T> {
  readonly items: T[] = [];
  count = 0;

  add(item: T): void {
    this.count += 1;
    if (this.items.length < MOST_LISTED) this.items.push(item);
  }
}

interface StoredVerdict {
  readonly verdict?: OverallStatus | undefined;
  /** Probability of being off-topic, if the learned combination decided. */
  readonly probability?: number | undefined;
  /** Stamp of the settings that decided. */
  readonly settings: string;
  readonly isCurated?: true | undefined;
}

const stored = record<StoredVerdict>({
  verdict: optional(oneOf("on-topic", "off-topic", "unsure")),
  probability: optional(finite),
  settings: matching(/^[\da-f]{8}$/u),
  isCurated: optional(oneOf(true)),
});

interface Current {
  readonly key: string;
  /** Verdicts of earlier runs, by the place of the capture. */
  readonly earlier: ReadonlyMap<string, StoredVerdict>;
  readonly seed: SeedChange;
}

/** Compares the verdicts of a run with those of earlier runs on the same captures, and collects the lines to store. */
export class Verdicts {
  readonly #settings: string;
  readonly #stored: () => Generator<string>;
  readonly #lines: Shuffle;
  /** Earlier verdicts on the captures of all TimeMaps that this run judges, sorted. */
  #earlier: Generator<string> | undefined;
  #next: string | undefined;
  #current: Current | undefined;
  #hasVerdict = false;
  readonly #offTopicSeeds = new LimitedList<ChangedSeed>();
  readonly #offTopicFromFirst = new LimitedList<ChangedSeed>();
  readonly #recoveredSeeds = new LimitedList<ChangedSeed>();
  readonly #verdicts = new LimitedList<ChangedVerdict>();

  /**
   * `settings` is the stamp of the settings that decide: 8 hexadecimal digits. `stored` yields the sorted lines of
   * earlier runs on the TimeMaps that this run judges.
   */
  constructor(settings: string, stored: () => Generator<string>, memoryBytes: number) {
    this.#settings = settings;
    this.#stored = stored;
    this.#lines = new Shuffle(memoryBytes);
  }

  /** Begins the comparison. The caller must first find the TimeMaps that this run judges. */
  begin(): void {
    this.#earlier = this.#stored();
    this.#advance();
  }

  /** Results must come grouped by TimeMap. Does nothing before {@link begin}. */
  take(result: MementoResult, place: string): void {
    if (this.#earlier === undefined) return;
    const { key, overall } = result;
    if (this.#current?.key !== key) {
      this.#end();
      this.#current = { key, earlier: this.#earlierOf(key), seed: new SeedChange() };
    }
    const { earlier, seed } = this.#current;
    const was = earlier.get(place);
    if (was !== undefined) {
      seed.before(was.verdict);
      if (was.verdict !== overall) this.#changed(result, was);
    }
    seed.after(overall, result);
    this.#hasVerdict ||= overall !== undefined;
    const isCurated = result.override !== undefined;
    const isAsBefore = was?.verdict === overall && (was?.isCurated ?? false) === isCurated;
    if (isAsBefore && was?.settings === this.#settings) return;
    const now: StoredVerdict = {
      verdict: overall,
      probability: probabilityOf(result),
      settings: this.#settings,
      ...(isCurated && { isCurated }),
    };
    this.#lines.add(`${place}\t${JSON.stringify(now)}`);
  }

  /** Returns the changes after the last result. */
  changes(): VerdictChanges {
    this.#end();
    return {
      offTopicSeeds: this.#offTopicSeeds,
      offTopicFromFirst: this.#offTopicFromFirst,
      recoveredSeeds: this.#recoveredSeeds,
      verdicts: this.#verdicts,
    };
  }

  get hasVerdict(): boolean {
    return this.#hasVerdict;
  }

  /** Returns the sorted lines to store; undefined if there are none. */
  lines(): Iterable<string> | undefined {
    this.#end();
    return this.#lines.count === 0 ? undefined : this.#lines.sorted();
  }

  close(): void {
    this.#earlier?.return(undefined);
    this.#lines.close();
  }

  #end(): void {
    const { offTopic, recovered, isOffTopicFromFirst } = this.#current?.seed ?? {};
    this.#current = undefined;
    if (offTopic !== undefined) {
      const list = isOffTopicFromFirst === true ? this.#offTopicFromFirst : this.#offTopicSeeds;
      list.add(offTopic);
    }
    if (recovered !== undefined) this.#recoveredSeeds.add(recovered);
  }

  #changed(result: MementoResult, was: StoredVerdict): void {
    const { uriM, capture, overall, override, seedNotice } = result;
    const reasons = [
      override !== undefined
        ? "a curator's verdict"
        : was.isCurated === true
          ? "without the curator's verdict of the earlier run"
          : undefined,
      was.settings === this.#settings ? undefined : "other settings than in the earlier run",
      was.verdict === undefined ? "it could not be judged before" : undefined,
      seedNotice,
      probabilityChange(was.probability, probabilityOf(result)),
    ].filter((each) => each !== undefined);
    this.#verdicts.add({
      uriM,
      ...{ uriR: capture.uriR, mementoDatetime: capture.mementoDatetime },
      ...{ before: was.verdict, after: overall },
      reason: reasons.length === 0 ? "its seed has further captures" : reasons.join(", "),
    });
  }

  #earlierOf(key: string): ReadonlyMap<string, StoredVerdict> {
    const found = new Map<string, StoredVerdict>();
    while (this.#next !== undefined && keyOfLine(this.#next) < key) this.#advance();
    while (this.#next !== undefined && keyOfLine(this.#next) === key) {
      const verdict = parseObject(bodyOfLine(this.#next));
      if (stored.is(verdict)) found.set(placeOfLine(this.#next), verdict);
      this.#advance();
    }
    return found;
  }

  #advance(): void {
    const next = this.#earlier!.next();
    this.#next = next.done === true ? undefined : next.value;
  }
}
