import { sortDigits } from "../../base/datetime.js";
import { hash53 } from "../../base/math/sketch.js";
import { Shuffle } from "../../base/shuffle.js";
import type { Capture, OverallStatus } from "../../base/types.js";
import type { Settings } from "../../score/settings/types.js";
import type { MementoResult } from "../../score/types.js";
import { type ChangedSeed, probabilityChange, SeedChange } from "../../write/seed-change.js";
import { probabilityOf } from "../../write/writing.js";
import { captureAt, keyOfLine, namesOf, placeOfLine } from "../lines/lines.js";
import { type HistoryFolder, sha256 } from "./folder.js";
import { merged } from "./kept-lines.js";

/** A capture on which an earlier run had another verdict. */
export interface ChangedVerdict extends Pick<ChangedSeed, "uriM" | "uriR" | "mementoDatetime"> {
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

/** Copies have the same datetime. */
const hashedNames = (capture: Capture): readonly number[] =>
  namesOf(capture).map((name) => hash53(`${sortDigits(capture.mementoDatetime)} ${name}`));

/** The captures that earlier runs have judged. Captures must be asked for in the order of TimeMaps. */
export class JudgedCaptures {
  readonly #sorted: Iterator<string>;
  #next: IteratorResult<string> | undefined;
  #key = "";
  /** Those of a TimeMap by their places, and by the names that copies have. */
  #byName = new Map<string | number, JudgedCapture>();

  constructor(sorted: Iterator<string>) {
    this.#sorted = sorted;
  }

  /** Returns the capture at a place, or another one that has the same content. */
  find(key: string, place: string, capture: () => Capture): JudgedCapture | undefined {
    if (key !== this.#key) this.#begin(key);
    const found = this.#byName.get(place);
    if (found !== undefined || this.#byName.size === 0) return found;
    const copies = hashedNames(capture()).map((name) => this.#byName.get(name));
    return copies.find((copy) => copy !== undefined);
  }

  #begin(key: string): void {
    this.#key = key;
    this.#byName = new Map();
    this.#next ??= this.#sorted.next();
    for (; this.#next.done !== true; this.#next = this.#sorted.next()) {
      const line = this.#next.value;
      if (keyOfLine(line) > key) return;
      if (keyOfLine(line) < key) continue;
      const place = placeOfLine(line);
      const rest = JSON.parse(line.slice(place.length + 1)) as Omit<JudgedCapture, "place">;
      for (const name of [...rest.names, place]) this.#byName.set(name, { place, ...rest });
    }
  }
}

/** Compares the verdicts of a run with the last ones on the same captures, and collects the lines to store. */
export class Verdicts {
  readonly #folder: HistoryFolder;
  readonly #settings: string;
  readonly #lines: Shuffle;
  readonly #earlier: JudgedCaptures;
  #key = "";
  #seed = new SeedChange();
  readonly #changes: VerdictChanges = {
    ...{ offTopicSeeds: [], offTopicFromFirst: [], recoveredSeeds: [], verdicts: [] },
  };

  constructor(folder: HistoryFolder, settings: Settings, memoryBytes: number) {
    this.#folder = folder;
    this.#settings = sha256(JSON.stringify(settings)).slice(0, 8);
    this.#lines = new Shuffle(memoryBytes);
    this.#earlier = new JudgedCaptures(folder.lines("judged"));
  }

  /** Takes a result. Results must come grouped by TimeMap, in the order of their keys. */
  take(result: MementoResult, isNew: boolean): void {
    const { key, overall, override, capture } = result;
    if (this.#key !== key) this.#endTimeMap();
    this.#key = key;
    const place = captureAt(key, capture);
    const was = this.#earlier.find(key, place, () => capture);
    if (was !== undefined) {
      // A verdict that a curator gave is no news, because no crawl has changed it.
      this.#seed.before(override === undefined ? was.verdict : overall);
      if (override === undefined && was.verdict !== overall)
        this.#changes.verdicts.push(this.#changeOf(result, was));
    }
    this.#seed.after(overall, result);
    const run = isNew ? this.#folder.manifest.runs + 1 : (was?.run ?? 0);
    const judged: Omit<JudgedCapture, "place"> = {
      ...{ names: hashedNames(capture), run, verdict: overall },
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

  /** Adds the verdicts of this run to the last ones of earlier runs. */
  async store(): Promise<void> {
    const lines = merged(this.#folder.lines("judged"), this.#lines.sorted(), placeOfLine);
    await this.#folder.write("judged", lines);
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
