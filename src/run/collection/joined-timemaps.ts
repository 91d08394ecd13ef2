import { compareDatetimes } from "../../base/datetime.js";
import { mergeSorted, Shuffle } from "../../base/shuffle.js";
import type { Capture } from "../../base/types.js";
import { isTimeMapKey, seedKey, warcUriT } from "../../base/uri.js";
import type { OtherName, PageNames } from "../../score/evidence/collection-evidence.js";
import type { Settings } from "../../score/settings/types.js";
import { frontOf, keyOfLine, lineOf, parseLine, placeOfLine } from "../lines/lines.js";
import type { SortedLines } from "../setup/source-and-sink.js";
import { Turns } from "../setup/until-aborted.js";

/*
 * TimeMaps of one page under several names are joined: the lines of all its names get one grouping key and one URI-T, and
 * are sorted in again. The lines of all other TimeMaps pass as they are.
 */

export interface JoinedLines extends SortedLines {
  /** URI-Rs of the given names that have no capture. */
  readonly absent: readonly string[];
  /** Returns the same as `sorted`, after `choose` has left out lines of the joined TimeMaps. */
  sortedWith(choose: (lines: () => Iterable<string>) => Iterable<string>): Iterable<string>;
  close(): void;
}

interface JoinOptions {
  readonly settings: Pick<Settings, "groupCapturesBy">;
  readonly memoryBytes: number;
  readonly signal: AbortSignal;
  /** Remarks for the first capture of a name, by its URI-R. */
  readonly remarks?: ReadonlyMap<string, string> | undefined;
  /** True if a page only gets one URI-T, because its names are alternatives. */
  readonly areAlternatives?: boolean;
}

/** One of the names of a page, and what the lines say of it. */
class Name {
  readonly uriR: string;
  readonly page: Page;
  readonly next: string | undefined;
  readonly until: string | undefined;
  /** Key, URI-R and URI-T of its first capture. */
  key: string | undefined;
  captured: Pick<Capture, "uriR" | "uriT"> | undefined;
  /** First capture, last page of its own, and first redirect after that. */
  #first: string | undefined;
  #last: string | undefined;
  #redirected: string | undefined;

  constructor({ uriR, next, until }: OtherName, page: Page) {
    this.uriR = uriR;
    this.page = page;
    this.next = next;
    this.until = until;
  }

  take(key: string, { uriR, uriT, mementoDatetime }: Capture, leadsAway: boolean): void {
    if (this.key === undefined) this.page.captured += 1;
    this.key ??= key;
    this.captured ??= { uriR, uriT };
    this.#first ??= mementoDatetime;
    if (leadsAway) this.#redirected ??= mementoDatetime;
    else [this.#last, this.#redirected] = [mementoDatetime, undefined];
  }

  /** Returns the date from which the page has another name: the given one, or that of the first capture that shows it. */
  continuesFrom(next: Name): string | undefined {
    if (this.until !== undefined) return this.until;
    const last = this.#last;
    const [first] = [this.#redirected, next.#first]
      .filter((date) => date !== undefined)
      .filter((date) => last === undefined || compareDatetimes(date, last) > 0)
      .sort(compareDatetimes);
    return first ?? next.#first;
  }
}

class Page {
  readonly newest: Name;
  readonly others: Name[] = [];
  /** Number of names that have captures. */
  captured = 0;
  #preferred: Name | undefined;

  constructor({ as, others }: PageNames) {
    this.newest = new Name({ uriR: as }, this);
    for (const other of others) this.others.push(new Name(other, this));
  }

  get names(): readonly Name[] {
    return [this.newest, ...this.others];
  }

  /** The first name that has captures, when all lines have been read. */
  get preferred(): Name {
    return (this.#preferred ??= this.names.find(({ key }) => key !== undefined) ?? this.newest);
  }
}

/** Returns a function that gives the key under which the name of a line is looked up. */
function nameReader(by: Settings["groupCapturesBy"]): (line: string) => string {
  let [last, name] = ["", ""];
  return (line) => {
    const key = keyOfLine(line);
    if (!isTimeMapKey(key)) return key;
    if (key !== last) [last, name] = [key, seedKey(frontOf(line).capture.uriR, by)];
    return name;
  };
}

/** Reads all lines twice: for the names that have captures, and for the lines of these names. */
export async function joinTimeMaps(
  records: SortedLines,
  pages: readonly PageNames[],
  { settings, memoryBytes, signal, remarks, areAlternatives = false }: JoinOptions,
): Promise<JoinedLines> {
  const by = settings.groupCapturesBy;
  const names = new Map<string, Name>();
  for (const given of pages) {
    for (const name of new Page(given).names) {
      const key = seedKey(name.uriR, by);
      if (!names.has(key)) names.set(key, name);
    }
  }
  const remarkOf = new Map(Array.from(remarks ?? [], ([uriR, text]) => [seedKey(uriR, by), text]));
  const joined = new Shuffle(memoryBytes / 2);
  const turns = new Turns();
  const nameOf = nameReader(by);
  const isRecord = (line: string): boolean => parseLine(line).kind === "record";
  try {
    for (const line of records.sorted()) {
      await turns.take();
      signal.throwIfAborted();
      const name = isRecord(line) ? names.get(nameOf(line)) : undefined;
      if (name === undefined) continue;
      const { capture } = frontOf(line);
      const { uriR, via } = capture;
      const leadsAway = via !== undefined && seedKey(via.uriR, by) !== seedKey(uriR, by);
      name.take(keyOfLine(line), capture, leadsAway);
    }
    const isJoined = ({ page }: Name): boolean => page.captured > 1;
    const said = new Set<string>();
    for (const line of records.sorted()) {
      await turns.take();
      signal.throwIfAborted();
      const own = isRecord(line) ? nameOf(line) : undefined;
      const name = own === undefined ? undefined : names.get(own);
      if (own === undefined || name === undefined || !isJoined(name)) continue;
      const remark = said.has(own) ? undefined : remarkOf.get(own);
      said.add(own);
      const next = name.next === undefined ? undefined : names.get(seedKey(name.next, by));
      joined.add(renamed(line, name, { remark, by, areAlternatives, next }));
    }
    const others = function* (): Generator<string> {
      const seen = new Set<string>();
      for (const line of records.sorted()) {
        const own = isRecord(line) ? nameOf(line) : undefined;
        const name = own === undefined ? undefined : names.get(own);
        if (name !== undefined && isJoined(name)) continue;
        const remark = own === undefined || seen.has(own) ? undefined : remarkOf.get(own);
        if (remark === undefined) yield line;
        else {
          seen.add(own!);
          yield withCapture(line, keyOfLine(line), (capture) => ({
            ...capture,
            ...noted(capture, remark),
          }));
        }
      }
    };
    const absent = [...names.values()].filter(({ key }) => key === undefined);
    const sortedWith: JoinedLines["sortedWith"] = (choose) =>
      joined.count === 0 && remarkOf.size === 0
        ? records.sorted()
        : mergeSorted([others(), choose(() => joined.sorted())[Symbol.iterator]()]);
    return {
      count: records.count,
      absent: absent.map(({ uriR }) => uriR),
      sorted: () => sortedWith((lines) => lines()),
      sortedWith,
      close: () => {
        joined.close();
      },
    };
  } catch (cause) {
    joined.close();
    throw cause;
  }
}

interface NewName {
  readonly by: Settings["groupCapturesBy"];
  readonly remark: string | undefined;
  readonly areAlternatives: boolean;
  readonly next: Name | undefined;
}

/** Returns the line of a capture as one of the joined TimeMap. */
function renamed(line: string, name: Name, { by, remark, areAlternatives, next }: NewName): string {
  const newest = areAlternatives ? name.page.preferred : name.page.newest;
  const later = next?.key === undefined ? newest : next;
  const { uriR, uriT = warcUriT(uriR) } = newest.captured ?? { uriR: newest.uriR };
  const key = newest.key ?? seedKey(newest.uriR, by);
  return withCapture(line, key, (capture) => ({
    ...capture,
    uriT,
    ...(name !== newest &&
      !areAlternatives && { continuesAs: uriR, continuesFrom: name.continuesFrom(later) }),
    ...(remark !== undefined && noted(capture, remark)),
  }));
}

const noted = ({ notes = [] }: Capture, remark: string): Pick<Capture, "notes"> => ({
  notes: [...notes, remark],
});

function withCapture(line: string, key: string, changed: (capture: Capture) => Capture): string {
  const { capture, problem, stamp, written } = frontOf(line);
  const place = placeOfLine(line);
  const tie = place.slice(place.lastIndexOf("\t") + 1);
  return lineOf({ key, tie, capture: changed(capture), problem, stamp }, written);
}
