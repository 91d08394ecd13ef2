import { Shuffle } from "../../base/shuffle.js";
import type { MementoResult } from "../../score/types.js";
import { type ChangedSeed, probabilityChange, SeedChange } from "../../write/seed-change.js";
import { probabilityOf } from "../../write/writing.js";
import type { ChangedVerdict, ListedChanges, VerdictChanges } from "../setup/run-history.js";
import {
  hashedNames,
  type JudgedCapture,
  judgedLine,
  JudgedTimeMap,
  timeMapsIn,
} from "./judged-captures.js";

/** Further changes are only counted. */
const MOST_LISTED = 1000;

/** Sorts after the keys of all TimeMaps. */
const AFTER_ALL = "~";

/** A list of limited length that also counts the items beyond the limit. */
class LimitedList<T> implements ListedChanges<T> {
  readonly items: T[] = [];
  count = 0;

  add(item: T): void {
    this.count += 1;
    if (this.items.length < MOST_LISTED) this.items.push(item);
  }
}

interface VerdictsContext {
  /** Stamp of the settings that decide: 8 hexadecimal digits. */
  readonly settings: string;
  readonly memoryBytes: number;
  /** Sorted lines of the captures that earlier runs have judged. */
  readonly before: Iterator<string>;
}

/** Compares the verdicts of a run with the last ones on the same captures, and collects the lines to store. */
export class Verdicts {
  readonly #settings: string;
  readonly #lines: Shuffle;
  readonly #earlierOf: (key: string) => JudgedTimeMap;
  #key: string | undefined;
  #earlier = new JudgedTimeMap();
  #seed = new SeedChange();
  #hasVerdict = false;
  #hasChanged = false;
  readonly #offTopicSeeds = new LimitedList<ChangedSeed>();
  readonly #offTopicFromFirst = new LimitedList<ChangedSeed>();
  readonly #recoveredSeeds = new LimitedList<ChangedSeed>();
  readonly #verdicts = new LimitedList<ChangedVerdict>();

  constructor({ settings, memoryBytes, before }: VerdictsContext) {
    this.#settings = settings;
    this.#lines = new Shuffle(memoryBytes);
    this.#earlierOf = timeMapsIn(before, (line) => this.#lines.add(line));
  }

  /**
   * Takes a result with the place of its capture. Results must come grouped by TimeMap, in the order of their keys. `run` is
   * the number of this run for a new capture.
   */
  take(result: MementoResult, place: string, run: number | undefined): void {
    const { key, capture, overall, override } = result;
    if (this.#key !== key) this.#end(key);
    const was = this.#earlier.find(place, () => capture);
    if (was !== undefined) {
      this.#seed.before(was.verdict);
      if (was.verdict !== overall) this.#changed(result, was);
    }
    this.#seed.after(overall, result);
    this.#hasVerdict ||= overall !== undefined;
    const now: JudgedCapture = {
      names: hashedNames(capture),
      run: run ?? was?.run ?? 0,
      verdict: overall,
      probability: probabilityOf(result),
      settings: this.#settings,
      ...(override !== undefined && { isCurated: true }),
    };
    this.#hasChanged ||= was === undefined || judgedLine(was.place, was) !== judgedLine(place, now);
    if (was !== undefined) this.#earlier.delete(was);
    this.#lines.add(judgedLine(place, now));
  }

  /** Returns the changes after the last result. */
  changes(): VerdictChanges {
    this.#end(AFTER_ALL);
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

  /** Returns the sorted lines to store; undefined if they are those of earlier runs. */
  lines(): Iterable<string> | undefined {
    this.#end(AFTER_ALL);
    return this.#hasChanged ? this.#lines.sorted() : undefined;
  }

  close(): void {
    this.#lines.close();
  }

  /** Ends a TimeMap and begins that of a key. */
  #end(key: string): void {
    const { offTopic, recovered, isOffTopicFromFirst } = this.#seed;
    if (offTopic !== undefined) {
      (isOffTopicFromFirst ? this.#offTopicFromFirst : this.#offTopicSeeds).add(offTopic);
    }
    if (recovered !== undefined) this.#recoveredSeeds.add(recovered);
    for (const line of this.#earlier.lines()) this.#lines.add(line);
    this.#key = key;
    this.#seed = new SeedChange();
    this.#earlier = this.#earlierOf(key);
  }

  #changed(result: MementoResult, was: JudgedCapture): void {
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
}
