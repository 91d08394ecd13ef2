import { hash53 } from "../../base/math/sketch.js";
import { mergeSorted, Shuffle } from "../../base/shuffle.js";
import { groupingKey } from "../../base/uri.js";
import { WITHIN } from "../../read/warc/wacz.js";
import type { Settings } from "../../score/settings/types.js";
import {
  frontOf,
  isTarget,
  kindOfLine,
  placeOf,
  placeOfLine,
  restOfLine,
  sortKeyOf,
} from "../lines/lines.js";
import { decodeSearch } from "../lines/pointers.js";
import type { HistoryFolder } from "./folder.js";

/** Number of parts into which the memory for records is divided. Targets and pointers get one part. */
const SHARES = 4;

/** Number of runs whose lines a run merges. If there are more, it writes them to one file. */
const MOST_RUNS = 32;

type Kind = "names" | "records";

/**
 * The lines of all runs. A run stores those that it reads for the first time, or that are different now, behind each of
 * them its number, because the newest line at a place counts.
 */
export class KeptLines {
  readonly #folder: HistoryFolder;
  readonly #settings: Settings;
  readonly #read: Readonly<Record<Kind, Shuffle>>;
  /** Files with lines that this run has read, as sort keys have them. */
  readonly #sources = new Set<string>();
  /** Hashes of the places of captures that have another page than in the version of their file that an earlier run read. */
  readonly #replaced = new Set<number>();
  #stored: readonly string[] = [];

  constructor(folder: HistoryFolder, settings: Settings, memoryBytes: number) {
    this.#folder = folder;
    this.#settings = settings;
    this.#read = {
      names: new Shuffle(memoryBytes / SHARES),
      records: new Shuffle(memoryBytes),
    };
  }

  take(line: string): void {
    const kind = kindOfLine(line);
    let stored = line;
    if (kind === "looks") {
      const { capture } = decodeSearch(line).item;
      // The line is stored at the place of its capture, by which it is known whether it is new.
      const key = groupingKey(capture, this.#settings);
      stored = `${placeOf(key, capture, sortKeyOf(capture))}\tlooks\t${line}`;
    }
    if (kind !== "reached") this.#sources.add(fileOfPlace(placeOfLine(stored)));
    this.#read[kind === "looks" || isTarget(kind) ? "names" : "records"].add(stored);
  }

  get hasRead(): boolean {
    return this.#sources.size > 0;
  }

  /** Tells whether this run has read the file with the line at a place. */
  readsFirst(place: string): boolean {
    return this.#sources.has(fileOfPlace(place));
  }

  /** Tells whether the capture at a place has another page than an earlier run has read there. */
  isReplaced(place: string): boolean {
    return this.#replaced.has(hash53(place));
  }

  /** Writes the lines of this run to a file, which belongs to the history after the commit. */
  async store(): Promise<void> {
    const { lines, sources, runs } = this.#folder.manifest;
    this.#stored = lines;
    if (!this.hasRead) return;
    const hasEarlier = sources.some((each) => this.#sources.has(each));
    const unstored = (kind: Kind): Iterable<string> => {
      const read = this.#read[kind].sorted();
      return hasEarlier ? this.#changed(read, this.#lines(kind)) : read;
    };
    this.#stored = [...lines, await this.#write(unstored, runs + 1)];
    this.close();
    if (this.#stored.length <= MOST_RUNS) return;
    this.#stored = [await this.#write((kind) => this.#lines(kind), runs + 1)];
  }

  /** The part of the manifest that this run changes. */
  get committed(): { readonly lines: readonly string[]; readonly sources: readonly string[] } {
    const sources = new Set([...this.#folder.manifest.sources, ...this.#sources]);
    return { lines: this.#stored, sources: [...sources] };
  }

  /** Yields the targets and pointers of all runs. */
  *names(): Generator<string> {
    for (const line of this.#lines("names")) {
      yield kindOfLine(line) === "looks" ? restOfLine(line) : line;
    }
  }

  /** Yields the sorted records of all runs. */
  records(): Generator<string> {
    return this.#lines("records");
  }

  close(): void {
    for (const each of Object.values(this.#read)) each.close();
  }

  #write(lines: (kind: Kind) => Iterable<string>, run: number): Promise<string> {
    return this.#folder.write({
      names: () => numbered(lines("names"), run),
      records: () => numbered(lines("records"), run),
    });
  }

  /** Yields the newest line at each place. Redirects that have the same place do not replace each other. */
  *#lines(kind: Kind): Generator<string> {
    const files = this.#stored.map((name) => this.#folder.lines(`${name}.${kind}`));
    let held: { readonly place: string; line: string; run: number } | undefined;
    for (const stored of mergeSorted(files)) {
      const end = stored.lastIndexOf("\t");
      const line = stored.slice(0, end);
      const run = Number(stored.slice(end + 1));
      const place = placeOfLine(line);
      if (held?.place === place && !isOfReached(place)) {
        if (run > held.run) Object.assign(held, { line, run });
        continue;
      }
      if (held !== undefined) yield held.line;
      held = { place, line, run };
    }
    if (held !== undefined) yield held.line;
  }

  /** Yields those of sorted lines that earlier runs have not stored in this form. */
  *#changed(sorted: Iterable<string>, stored: Iterator<string>): Generator<string> {
    let next = stored.next();
    for (const line of sorted) {
      const place = placeOfLine(line);
      while (next.done !== true && placeOfLine(next.value) < place) next = stored.next();
      const was = next.done === true || placeOfLine(next.value) !== place ? undefined : next.value;
      if (was === line) continue;
      if (was !== undefined && !isOfReached(place)) {
        // A file may be cut off later.
        if (isUnreadable(line) && !isUnreadable(was)) continue;
        if (!isUnreadable(line)) this.#replaced.add(hash53(place));
      }
      yield line;
    }
  }
}

function* numbered(lines: Iterable<string>, run: number): Generator<string> {
  for (const line of lines) yield `${line}\t${run}`;
}

const isUnreadable = (line: string): boolean =>
  kindOfLine(line) === "record" && frontOf(line).problem !== undefined;

/** Lines of redirects in the TimeMaps to which they lead have no sort key. */
const isOfReached = (place: string): boolean => place.endsWith("\t");

/** Returns the file from which a line comes, as sort keys have it. It is empty for a page that was fetched. */
function fileOfPlace(place: string): string {
  const tie = place.slice(place.lastIndexOf("\t") + 1);
  const offsets = OFFSETS.exec(tie);
  return offsets === null ? "" : fileOf(tie.slice(0, offsets.index));
}

const OFFSETS = /:\d{15}:\d{15}~?$/u;

/** Returns the file that holds a source of captures: itself, or the outermost WACZ file around it. */
export const fileOf = (source: string): string => source.split(WITHIN, 1)[0]!;
