import type { Capture } from "../../base/types.js";
import type { FeatureRecord, RecordGroup } from "../../page/types.js";
import { decodeLine, keyOfLine, type MappedRecord, PROBLEM_KEY } from "./lines.js";
import { Spill } from "../../base/shuffle.js";

interface GroupOptions {
  /** A TimeMap whose lines take more than this is gone through on disk, not in memory. */
  readonly memoryBytes: number;
  /** Called for each record that was given twice. */
  readonly onDuplicate: () => void;
  /** Reads a line, the first time that it is read. */
  readonly decode?: (line: string) => MappedRecord;
  /** Called for each record that is not held in memory, with its TimeMap as far as it is known. */
  readonly onWritten?: (record: FeatureRecord, group: RecordGroup) => void;
}

/**
 * Cuts sorted lines into TimeMaps and drops records that were given twice. A group is valid until the next one is asked
 * for.
 */
export async function* groupLines(
  lines: Iterable<string> | AsyncIterable<string>,
  { memoryBytes, onDuplicate, decode = decodeLine, onWritten }: GroupOptions,
): AsyncGenerator<RecordGroup> {
  let group: RecordGroup | undefined;
  let store = new Spill<FeatureRecord>("group-", memoryBytes, decodeLine);
  let seen = new SeenAtOnce();
  try {
    for await (const line of lines) {
      const lineKey = keyOfLine(line);
      if (group?.key !== lineKey) {
        if (group !== undefined) {
          yield group;
          store.close();
          store = new Spill<FeatureRecord>("group-", memoryBytes, decodeLine);
          seen = new SeenAtOnce();
        }
        group = groupOf(lineKey, store);
      }
      const record = decode(line);
      if (seen.has(record.capture)) {
        onDuplicate();
        continue;
      }
      if (!store.add(record, () => line, line.length)) onWritten?.(record, group);
    }
    if (group !== undefined) yield group;
  } finally {
    store.close();
  }
}

const groupOf = (key: string, store: Spill<FeatureRecord>): RecordGroup => ({
  key,
  records: () => store.all(),
  at: (position) => store.at(position),
});

/** Knows a record given twice; equal ones have one datetime, so only those of the current one are kept. */
export class SeenAtOnce {
  #datetime = "";
  #names = new Set<string>();

  has(capture: Capture): boolean {
    if (capture.mementoDatetime !== this.#datetime) {
      this.#datetime = capture.mementoDatetime;
      this.#names.clear();
    }
    const { recordId, digest, uriR, uriM } = capture;
    // Two records with IDs of their own are two captures, even where a crawler fetched equal bytes twice in a second.
    const content = recordId === undefined ? digest : undefined;
    const names = [
      recordId !== undefined && `id ${recordId}`,
      content !== undefined && `content ${uriR} ${content}`,
      uriM !== undefined && `URI-M ${uriM}`,
    ].filter((name) => name !== false);
    const known = names.some((name) => this.#names.has(name));
    for (const name of names) this.#names.add(name);
    return known;
  }
}

/** Lines that go together; of those that another process wrote the place of each, for messages. */
export interface Lines {
  readonly lines: readonly string[];
  readonly places: readonly string[];
}

/** Lines one after the other; `place` names that of the one that was taken last. */
export interface PlacedLines<T = AsyncIterable<string>> {
  readonly lines: T;
  readonly place?: () => string;
}

/** Gathers lines, until they are taken together. */
export class Gathered {
  readonly #place: (() => string) | undefined;
  readonly #lines: string[] = [];
  readonly #places: string[] = [];
  /** Of all lines that it has. */
  characters = 0;

  constructor(place?: () => string) {
    this.#place = place;
  }

  get count(): number {
    return this.#lines.length;
  }

  get first(): string | undefined {
    return this.#lines[0];
  }

  add(line: string): void {
    this.#lines.push(line);
    if (this.#place !== undefined) this.#places.push(this.#place());
    this.characters += line.length;
  }

  /** Lets the first lines go, or all of them. */
  take(count: number = this.count): Lines {
    const lines = this.#lines.splice(0, count);
    for (const line of lines) this.characters -= line.length;
    return { lines, places: this.#places.splice(0, count) };
  }
}

/** The lines one after the other. */
export function oneByOne({ lines, places }: Lines): PlacedLines<Generator<string>> {
  let at = -1;
  const taken = function* (): Generator<string> {
    for (const line of lines) {
      at += 1;
      yield line;
    }
  };
  return { lines: taken(), ...(places.length > 0 && { place: () => places[at]! }) };
}

/** Characters of lines that go together; a TimeMap is never parted. */
const BATCH = 1 << 17;
/** A TimeMap with more than this is gone through line by line. */
const LARGEST = 1 << 23;

/** Lines of whole TimeMaps: a few held in memory, or one that is too large for that. */
export type Batch =
  | ({ readonly kind: "held" } & Lines)
  | ({ readonly kind: "streamed"; readonly key: string } & PlacedLines);

/**
 * Cuts sorted lines into batches of whole TimeMaps. A streamed one must be read to its end before the next is asked
 * for.
 */
export async function* timeMapBatches({
  lines,
  place,
}: PlacedLines<Iterable<string> | AsyncIterable<string>>): AsyncGenerator<Batch> {
  const source =
    Symbol.asyncIterator in lines ? lines[Symbol.asyncIterator]() : lines[Symbol.iterator]();
  const held = new Gathered(place);
  /** How many lines there are before the TimeMap of the last one. */
  let start = 0;
  let key: string | undefined;
  for (let next = await source.next(); next.done !== true; next = await source.next()) {
    const line = next.value;
    const lineKey = keyOfLine(line);
    // TimeMaps that failed do not belong together.
    if (lineKey !== key || key === PROBLEM_KEY) {
      if (held.characters >= BATCH) yield { kind: "held", ...held.take() };
      start = held.count;
      key = lineKey;
    }
    held.add(line);
    if (held.characters <= LARGEST) continue;
    if (start > 0) yield { kind: "held", ...held.take(start) };
    yield { kind: "streamed", key, ...streamed(held, source, key, place) };
    start = 0;
    key = held.first && keyOfLine(held.first);
  }
  if (held.count > 0) yield { kind: "held", ...held.take() };
}

/** The held lines of a TimeMap, then its other ones; the first line of the next TimeMap is held after that. */
function streamed(
  held: Gathered,
  source: Iterator<string> | AsyncIterator<string>,
  key: string,
  place: (() => string) | undefined,
): PlacedLines {
  const before = oneByOne(held.take());
  let placeOfLast = before.place;
  const lines = async function* (): AsyncGenerator<string> {
    yield* before.lines;
    placeOfLast = place;
    for (let next = await source.next(); next.done !== true; next = await source.next()) {
      if (keyOfLine(next.value) !== key) {
        held.add(next.value);
        return;
      }
      yield next.value;
    }
  };
  return { lines: lines(), ...(place && { place: () => placeOfLast!() }) };
}
