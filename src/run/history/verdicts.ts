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
  /** Lines of earlier runs, by the place of the capture. */
  readonly earlier: Map<string, string>;
  readonly seed: SeedChange;
}

/** Compares the verdicts of a run with the last ones on the same captures, and collects the lines to store. */
export class Verdicts {
  readonly #settings: string;
  readonly #lines: Shuffle;
  /** The last verdicts on all captures of the history, sorted. */
  #earlier: AsyncGenerator<string> | undefined;
  #next: string | undefined;
  #current: Current | undefined;
  #hasVerdict = false;
  #hasChanged = false;
  readonly #offTopicSeeds = new LimitedList<ChangedSeed>();
  readonly #offTopicFromFirst = new LimitedList<ChangedSeed>();
  readonly #recoveredSeeds = new LimitedList<ChangedSeed>();
  readonly #verdicts = new LimitedList<ChangedVerdict>();

  /** `settings` is the stamp of the settings that decide: 8 hexadecimal digits. */
  constructor(settings: string, memoryBytes: number) {
    this.#settings = settings;
    this.#lines = new Shuffle(memoryBytes);
  }

  /** Begins the comparison with the sorted lines that the last run has stored. */
  async begin(stored: AsyncGenerator<string>): Promise<void> {
    this.#earlier = stored;
    await this.#advance();
  }

  /** Results must come grouped by TimeMap, in the order of their keys. */
  async take(result: MementoResult, place: string): Promise<void> {
    const { key, overall } = result;
    if (this.#current?.key !== key) {
      this.#end();
      this.#current = { key, earlier: await this.#earlierOf(key), seed: new SeedChange() };
    }
    const { earlier, seed } = this.#current;
    const line = earlier.get(place);
    const was = line === undefined ? undefined : verdictIn(line);
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
    this.#hasChanged = true;
    earlier.delete(place);
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

  /** Returns the sorted lines to store; undefined if they are those of the last run. */
  async lines(): Promise<Iterable<string> | undefined> {
    this.#end();
    if (!this.#hasChanged) return undefined;
    while (this.#next !== undefined) {
      this.#lines.add(this.#next);
      await this.#advance();
    }
    return this.#lines.sorted();
  }

  async close(): Promise<void> {
    await this.#earlier?.return(undefined);
    this.#lines.close();
  }

  #end(): void {
    const { earlier = new Map<string, string>(), seed } = this.#current ?? {};
    const { offTopic, recovered, isOffTopicFromFirst } = seed ?? {};
    this.#current = undefined;
    for (const line of earlier.values()) this.#lines.add(line);
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

  async #earlierOf(key: string): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    while (this.#next !== undefined && keyOfLine(this.#next) <= key) {
      if (keyOfLine(this.#next) === key) found.set(placeOfLine(this.#next), this.#next);
      else this.#lines.add(this.#next);
      await this.#advance();
    }
    return found;
  }

  async #advance(): Promise<void> {
    const next = await this.#earlier!.next();
    this.#next = next.done === true ? undefined : next.value;
  }
}

function verdictIn(line: string): StoredVerdict | undefined {
  const verdict = parseObject(bodyOfLine(line));
  return stored.is(verdict) ? verdict : undefined;
}
