import { hash53 } from "../../base/math/sketch.js";
import { namesOf } from "../lines/groups.js";
import { frontOf, placeOfLine } from "../lines/lines.js";

/** Tells whether an earlier run has read the capture at a place, or the run whose captures are judged. */
type ReadBy = (place: string) => "earlier" | "own" | undefined;

/**
 * Finds the captures that a run has read again in another file, such as one that was compressed anew. Only one of two
 * equal captures is judged, and it may be the one in the later file.
 */
export class Copies {
  readonly #readBy: ReadBy;
  /** Hashes of the places of all copies. */
  readonly #places = new Set<number>();
  /** Places of the captures that copies repeat, by the hash of the place of the copy. */
  readonly #originals = new Map<number, string>();
  /** Grouping key and datetime of the current lines. */
  #when = "";
  /** The first of the current lines. Undefined after a second one, so that few lines are parsed. */
  #first: string | undefined;
  /** Places of the first of the current captures with a name. */
  readonly #named = new Map<string, string>();

  constructor(readBy: ReadBy) {
    this.#readBy = readBy;
  }

  /** Begins a pass over sorted lines. */
  begin(): void {
    this.#when = "";
    this.#first = undefined;
    this.#named.clear();
  }

  take(line: string): void {
    const when = line.slice(0, line.indexOf("\t", line.indexOf("\t") + 1));
    if (when !== this.#when) {
      this.#when = when;
      this.#first = line;
      this.#named.clear();
      return;
    }
    if (this.#first !== undefined) this.#add(this.#first);
    this.#first = undefined;
    this.#add(line);
  }

  #add(line: string): void {
    const place = placeOfLine(line);
    const isOriginal = this.#readBy(place) === "earlier";
    for (const name of namesOf(frontOf(line).capture)) {
      const first = this.#named.get(name);
      if (first === undefined) this.#named.set(name, place);
      else if (isOriginal && this.#readBy(first) === "own") {
        this.#places.add(hash53(first));
        this.#originals.set(hash53(first), place);
      }
    }
  }

  has(place: string): boolean {
    return this.#places.size > 0 && this.#places.has(hash53(place));
  }

  /** Returns the place at which an earlier run has judged a capture: its own, or that of the capture that it repeats. */
  takeOriginal(place: string): string {
    if (!this.has(place)) return place;
    const at = hash53(place);
    const original = this.#originals.get(at) ?? place;
    this.#originals.delete(at);
    return original;
  }
}
