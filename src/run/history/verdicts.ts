import { hash53 } from "../../base/math/sketch.js";
import { Shuffle } from "../../base/shuffle.js";
import type { Capture, OverallStatus } from "../../base/types.js";
import type { MementoResult } from "../../score/types.js";
import { type ChangedSeed, probabilityChange, SeedChange } from "../../write/seed-change.js";
import { probabilityOf } from "../../write/writing.js";
import { namesOf } from "../lines/groups.js";
import { keyOfLine, placeOf, placeOfLine, sortKeyOf } from "../lines/lines.js";
import { merged } from "./kept-lines.js";

/** A capture on which an earlier run had another verdict. */
export interface ChangedVerdict {
  readonly uriM: string;
  readonly uriR: string;
  /** ISO 8601 in UTC. */
  readonly mementoDatetime: string;
  /** Undefined if the capture had no verdict. */
  readonly before: OverallStatus | undefined;
  readonly after: OverallStatus | undefined;
  readonly reason: string;
}

/** Differences between the verdicts of a run and those of earlier runs with the same history. */
export interface VerdictChanges {
  /** Seeds that are off-topic after their last capture and were not before. */
  readonly offTopicSeeds: ChangedSeed[];
  /** Seeds without an earlier verdict whose captures are off-topic from the first one on. */
  readonly offTopicFromFirst: ChangedSeed[];
  /** Seeds that are on-topic again. */
  readonly recoveredSeeds: ChangedSeed[];
  readonly verdicts: ChangedVerdict[];
}

/** A capture that a run has judged. In its line the other members are behind its place. */
interface JudgedCapture {
  readonly place: string;
  /** Hashes of the names by which a copy in another file is known. */
  readonly names: readonly number[];
  /** Number of the run that has judged it first. */
  readonly run: number;
  /** The last verdict. */
  readonly verdict?: OverallStatus | undefined;
  /** Probability of being off-topic, if the learned combination decided. */
  readonly probability?: number | undefined;
  /** Stamp of the settings that decided. */
  readonly settings: string;
  readonly isCurated: boolean;
  readonly isUnread: boolean;
}

const hashedNames = (capture: Capture): readonly number[] => namesOf(capture).map(hash53);

/** Copies have the same datetime. */
const nameAt = (place: string, name: number): string =>
  `${place.slice(0, place.lastIndexOf("\t"))}\t${name}`;

export const placeOfResult = ({ key, capture }: MementoResult): string =>
  placeOf(key, capture, sortKeyOf(capture));

/** The captures that earlier runs have judged. Captures must be asked for in the order of TimeMaps. */
export class JudgedCaptures {
  readonly #sorted: Iterator<string>;
  #next: IteratorResult<string>;
  #key = "";
  /** Those of a TimeMap by their places, and by the names that copies have. */
  #byName = new Map<string, JudgedCapture>();

  constructor(sorted: Iterator<string>) {
    this.#sorted = sorted;
    this.#next = sorted.next();
  }

  /** Returns the capture at a place, or another one that has the same content. */
  find(key: string, place: string, capture: () => Capture): JudgedCapture | undefined {
    if (key !== this.#key) this.#begin(key);
    const found = this.#byName.get(place);
    if (found !== undefined || this.#byName.size === 0) return found;
    const names = hashedNames(capture()).map((name) => nameAt(place, name));
    return names.map((name) => this.#byName.get(name)).find((copy) => copy !== undefined);
  }

  #begin(key: string): void {
    this.#key = key;
    this.#byName = new Map();
    for (; this.#next.done !== true; this.#next = this.#sorted.next()) {
      const line = this.#next.value;
      if (keyOfLine(line) > key) return;
      if (keyOfLine(line) < key) continue;
      const place = placeOfLine(line);
      const rest = JSON.parse(line.slice(place.length + 1)) as Omit<JudgedCapture, "place">;
      for (const name of rest.names) this.#byName.set(nameAt(place, name), { place, ...rest });
      this.#byName.set(place, { place, ...rest });
    }
  }
}

/** Compares the verdicts of a run with the last ones on the same captures, and collects the lines to store. */
export class Verdicts {
  readonly #settings: string;
  readonly #lines: Shuffle;
  readonly #before: () => Iterator<string>;
  readonly #earlier: JudgedCaptures;
  #key = "";
  #seed = new SeedChange();
  readonly #changes: VerdictChanges = {
    ...{ offTopicSeeds: [], offTopicFromFirst: [], recoveredSeeds: [], verdicts: [] },
  };

  /** `settings` is the stamp of those that decide. `before` returns the sorted lines of what earlier runs have judged. */
  constructor(settings: string, memoryBytes: number, before: () => Iterator<string>) {
    this.#settings = settings;
    this.#lines = new Shuffle(memoryBytes);
    this.#before = before;
    this.#earlier = new JudgedCaptures(before());
  }

  /**
   * Takes a result. Results must come grouped by TimeMap, in the order of their keys. `run` is the number of this run for a
   * new capture.
   */
  take(result: MementoResult, run: number | undefined): void {
    const { key, overall, override, capture } = result;
    if (this.#key !== key) this.#endTimeMap();
    this.#key = key;
    const place = placeOfResult(result);
    const was = this.#earlier.find(key, place, () => capture);
    if (was !== undefined) {
      // A verdict that a curator gave is no news, because no crawl has changed it.
      this.#seed.before(override === undefined ? was.verdict : overall);
      if (override === undefined && was.verdict !== overall)
        this.#changes.verdicts.push(this.#changeOf(result, was));
    }
    this.#seed.after(overall, result);
    const judged: Omit<JudgedCapture, "place"> = {
      ...{ names: hashedNames(capture), run: run ?? was?.run ?? 0, verdict: overall },
      ...{ probability: probabilityOf(result), settings: this.#settings },
      ...{ isCurated: override !== undefined, isUnread: result.problem !== undefined },
    };
    this.#lines.add(`${place}\t${JSON.stringify(judged)}`);
  }

  /** Returns the changes after the last result. */
  changes(): VerdictChanges {
    this.#endTimeMap();
    return this.#changes;
  }

  /** Returns the sorted lines to store. */
  lines(): Iterable<string> {
    return merged(this.#before(), this.#lines.sorted(), placeOfLine);
  }

  close(): void {
    this.#lines.close();
  }

  #endTimeMap(): void {
    const { offTopic, recovered, isOffTopicFromFirst } = this.#seed;
    const { offTopicSeeds, offTopicFromFirst, recoveredSeeds } = this.#changes;
    const offTopicNow = isOffTopicFromFirst ? offTopicFromFirst : offTopicSeeds;
    if (offTopic !== undefined) offTopicNow.push(offTopic);
    if (recovered !== undefined) recoveredSeeds.push(recovered);
    this.#seed = new SeedChange();
  }

  #changeOf(result: MementoResult, was: JudgedCapture): ChangedVerdict {
    const { uriM, capture, overall, seedNotice } = result;
    const reasons = [
      was.isCurated ? "without the curator's verdict of the earlier run" : undefined,
      was.settings === this.#settings ? undefined : "other settings than in the earlier run",
      was.verdict === undefined ? "it could not be judged before" : undefined,
      seedNotice,
      probabilityChange(was.probability, probabilityOf(result)),
    ].filter((each) => each !== undefined);
    return {
      uriM,
      ...{ uriR: capture.uriR, mementoDatetime: capture.mementoDatetime },
      ...{ before: was.verdict, after: overall },
      reason: reasons.length === 0 ? "its seed has further captures" : reasons.join(", "),
    };
  }
}
