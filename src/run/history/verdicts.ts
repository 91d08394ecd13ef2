import { all, count, finite, matching, oneOf, optional, record } from "../../base/codec.js";
import { parseObject } from "../../base/json.js";
import { hash53 } from "../../base/math/sketch.js";
import { Shuffle } from "../../base/shuffle.js";
import type { Capture } from "../../base/types.js";
import type { MementoResult } from "../../score/types.js";
import { type ChangedSeed, probabilityChange, SeedChange } from "../../write/seed-change.js";
import { probabilityOf } from "../../write/writing.js";
import { namesOf } from "../lines/groups.js";
import { keyOfLine, noRecord, placeOf, placeOfLine, sortKeyOf } from "../lines/lines.js";
import type { ChangedVerdict, ListedChanges, VerdictChanges } from "../setup/run-history.js";

/** A capture that a run has judged. Its line has it behind its place. */
const judgedCapture = record({
  /** Hashes of the names by which a copy in another file is known. */
  names: all(count),
  /** Number of the run that has judged it first. */
  run: count,
  /** The last verdict. */
  verdict: optional(oneOf("on-topic", "off-topic", "unsure")),
  /** Probability of being off-topic, if the learned combination decided. */
  probability: optional(finite),
  /** Stamp of the settings that decided. */
  settings: matching(/^[\da-f]{8}$/u),
  isCurated: optional(oneOf(true)),
});

type JudgedCapture = NonNullable<ReturnType<typeof judgedCapture.read>>;

const judgedLine = (place: string, capture: JudgedCapture): string =>
  `${place}\t${JSON.stringify(capture)}`;

function decodeJudged(line: string): JudgedCapture {
  const capture = parseObject(line.slice(placeOfLine(line).length + 1));
  if (!judgedCapture.is(capture)) throw noRecord(line);
  return capture;
}

/** The captures of a TimeMap that earlier runs have judged. */
class JudgedTimeMap {
  readonly #byPlace = new Map<string, string>();
  /** Lines by the names that their captures have among those of a datetime. Made for the first capture at another place. */
  #byName: Map<string, string> | undefined;

  add(line: string): void {
    this.#byPlace.set(placeOfLine(line), line);
  }

  /** Returns the line of the capture at a place, or of another one that has the same content. */
  find(place: string, capture: () => Capture): string | undefined {
    const found = this.#byPlace.get(place);
    if (found !== undefined || this.#byPlace.size === 0) return found;
    this.#byName ??= new Map(
      [...this.#byPlace.values()].flatMap((line) =>
        decodeJudged(line).names.map((name) => [nameAt(placeOfLine(line), name), line]),
      ),
    );
    for (const name of hashedNames(capture())) {
      const copy = this.#byName.get(nameAt(place, name));
      if (copy !== undefined) return copy;
    }
    return undefined;
  }

  lines(): Iterable<string> {
    return this.#byPlace.values();
  }
}

const hashedNames = (capture: Capture): readonly number[] => namesOf(capture).map(hash53);

/** Copies have the same datetime. */
const nameAt = (place: string, name: number): string =>
  `${place.slice(0, place.lastIndexOf("\t"))}\t${name}`;

/**
 * Returns a function that returns the judged captures of TimeMaps, whose keys must come in order. `onOther` is called with
 * the lines of the TimeMaps between them.
 */
export function timeMapsIn(
  sorted: Iterator<string>,
  onOther: (line: string) => void = () => undefined,
): (key: string) => JudgedTimeMap {
  let next = sorted.next();
  return (key) => {
    const found = new JudgedTimeMap();
    for (; next.done !== true && keyOfLine(next.value) <= key; next = sorted.next()) {
      if (keyOfLine(next.value) === key) found.add(next.value);
      else onOther(next.value);
    }
    return found;
  };
}

/** Returns the number of the run that has judged first the capture of a judged line. */
export const runOf = (judged: string): number => decodeJudged(judged).run;

export const placeOfResult = ({ key, capture }: MementoResult): string =>
  placeOf(key, capture, sortKeyOf(capture));

/** Further changes are only counted. */
const MOST_LISTED = 1000;

/** Sorts after the keys of all TimeMaps. */
const AFTER_ALL = "~";

interface Listed<T> extends ListedChanges<T> {
  readonly items: T[];
  count: number;
}

const none = <T>(): Listed<T> => ({ items: [], count: 0 });

function list<T>(changes: Listed<T>, item: T | undefined): void {
  if (item === undefined) return;
  changes.count += 1;
  if (changes.items.length < MOST_LISTED) changes.items.push(item);
}

/** Compares the verdicts of a run with the last ones on the same captures, and collects the lines to store. */
export class Verdicts {
  readonly #settings: string;
  readonly #lines: Shuffle;
  readonly #earlierOf: (key: string) => JudgedTimeMap;
  #key: string | undefined;
  #earlier = new JudgedTimeMap();
  /** Places of the captures of the TimeMap that have come. */
  #taken = new Set<string>();
  #seed = new SeedChange();
  #hasChanged = false;
  /** True once a capture has a verdict. */
  hasVerdict = false;
  readonly #changes = {
    offTopicSeeds: none<ChangedSeed>(),
    offTopicFromFirst: none<ChangedSeed>(),
    recoveredSeeds: none<ChangedSeed>(),
    verdicts: none<ChangedVerdict>(),
  };

  /** `settings` is the stamp of those that decide, and `before` has the sorted lines of what earlier runs have judged. */
  constructor(settings: string, memoryBytes: number, before: Iterator<string>) {
    this.#settings = settings;
    this.#lines = new Shuffle(memoryBytes);
    this.#earlierOf = timeMapsIn(before, (line) => this.#lines.add(line));
  }

  /**
   * Returns the line of the capture of a result if earlier runs have judged it. Results must come grouped by TimeMap, in
   * the order of their keys.
   */
  judgedBefore(result: MementoResult): string | undefined {
    const { key, capture } = result;
    if (this.#key !== key) this.#end(key);
    return this.#earlier.find(placeOfResult(result), () => capture);
  }

  /** Takes a result. `run` is the number of this run for a new capture. */
  take(result: MementoResult, run: number | undefined): void {
    const { overall, override, capture } = result;
    const before = this.judgedBefore(result);
    const was = before === undefined ? undefined : decodeJudged(before);
    if (was !== undefined) {
      this.#seed.before(was.verdict);
      if (was.verdict !== overall) this.#changed(result, was);
    }
    this.#seed.after(overall, result);
    this.hasVerdict ||= overall !== undefined;
    const now = judgedLine(placeOfResult(result), {
      names: hashedNames(capture),
      run: run ?? was?.run ?? 0,
      verdict: overall,
      probability: probabilityOf(result),
      settings: this.#settings,
      isCurated: override === undefined ? undefined : true,
    });
    this.#hasChanged ||= before !== now;
    if (before !== undefined) this.#taken.add(before);
    this.#lines.add(now);
  }

  /** Returns the changes after the last result. */
  changes(): VerdictChanges {
    this.#end(AFTER_ALL);
    return this.#changes;
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
    const { offTopicSeeds, offTopicFromFirst, recoveredSeeds } = this.#changes;
    list(isOffTopicFromFirst ? offTopicFromFirst : offTopicSeeds, offTopic);
    list(recoveredSeeds, recovered);
    for (const line of this.#earlier.lines()) if (!this.#taken.has(line)) this.#lines.add(line);
    this.#key = key;
    this.#seed = new SeedChange();
    this.#taken = new Set();
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
    list(this.#changes.verdicts, {
      uriM,
      ...{ uriR: capture.uriR, mementoDatetime: capture.mementoDatetime },
      ...{ before: was.verdict, after: overall },
      reason: reasons.length === 0 ? "its seed has further captures" : reasons.join(", "),
    });
  }
}
