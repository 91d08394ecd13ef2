import { all, count, finite, matching, oneOf, optional, record } from "../../base/codec.js";
import { parseObject } from "../../base/json.js";
import { hash53 } from "../../base/math/sketch.js";
import type { Capture, OverallStatus } from "../../base/types.js";
import { namesOf } from "../lines/groups.js";
import { bodyOfLine, keyOfLine, noRecord, placeOfLine } from "../lines/lines.js";

/** A capture that a run has judged, as a history stores it. */
export interface JudgedCapture {
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
  readonly isCurated?: true | undefined;
}

const judged = record<JudgedCapture>({
  names: all(count),
  run: count,
  verdict: optional(oneOf("on-topic", "off-topic", "unsure")),
  probability: optional(finite),
  settings: matching(/^[\da-f]{8}$/u),
  isCurated: optional(oneOf(true)),
});

/** Returns the line of a capture. Lines are sorted by their places. */
export const judgedLine = (place: string, capture: JudgedCapture): string =>
  `${place}\t${JSON.stringify(capture)}`;

/** A judged capture at the place at which it was judged last. */
interface PlacedCapture extends JudgedCapture {
  readonly place: string;
}

/** The captures of a TimeMap that runs have judged. */
export class JudgedTimeMap {
  readonly #byPlace = new Map<string, PlacedCapture>();
  readonly #byName = new Map<string, PlacedCapture>();

  add(line: string): void {
    const read = parseObject(bodyOfLine(line));
    if (!judged.is(read)) throw noRecord(line);
    const place = placeOfLine(line);
    const capture = { ...read, place };
    this.#byPlace.set(place, capture);
    for (const name of read.names) this.#byName.set(nameAt(place, name), capture);
  }

  /** Returns the capture at a place, or another one that has the same content. `of` is called if none has the place. */
  find(place: string, of: () => Capture): PlacedCapture | undefined {
    const at = this.#byPlace.get(place);
    if (at !== undefined || this.#byName.size === 0) return at;
    const name = hashedNames(of()).find((each) => this.#byName.has(nameAt(place, each)));
    return name === undefined ? undefined : this.#byName.get(nameAt(place, name));
  }

  delete({ place }: PlacedCapture): void {
    this.#byPlace.delete(place);
  }

  /** Returns the lines of the captures that were not deleted. */
  *lines(): Generator<string> {
    for (const { place, ...capture } of this.#byPlace.values()) yield judgedLine(place, capture);
  }
}

export const hashedNames = (capture: Capture): readonly number[] => namesOf(capture).map(hash53);

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
