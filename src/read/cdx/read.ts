import { UsageError } from "../../base/errors.js";
import { keyRange, SeedMatcher } from "../../base/seed-match.js";
import { toFourteenDigits } from "../../base/datetime.js";
import { surt } from "../../base/uri.js";
import { Shuffle } from "../../base/shuffle.js";
import type { InputItem } from "../../base/types.js";
import { seedsOfPackage } from "../crawls/seeds.js";
import { selectMementos } from "../timemaps/select.js";
import type { InputContext } from "../types.js";
import { chooseRecords } from "./choose-records.js";
import { followed, type LookUp, type Pointer } from "./follow.js";
import type { CdxIndex } from "./index-file.js";
import { indexRanges } from "./key.js";
import { IndexedRecords, type PlacedCapture, withNeighbours } from "./records.js";
import { isWaczName, packagesOf } from "../warc/wacz.js";
import { indexesOf } from "./sources.js";

/** Maximum memory for sorting lines of indexes. More lines are sorted on disk. */
const MEMORY_BYTES = 1 << 26;

/** Yields the items of the captures that the options choose. */
export async function* readIndexes(
  sources: readonly string[],
  context: InputContext,
): AsyncGenerator<InputItem, void, undefined> {
  const { http = {}, signal } = context;
  const indexes: CdxIndex[] = [];
  for (const source of sources) {
    for await (const index of indexesOf(source, http.warcBase)) {
      if ("kind" in index) yield index;
      else indexes.push(index);
    }
  }
  const seeds = http.seeds === "auto" ? yield* seedsOfIndex(sources, context) : http.seeds;
  const chosen = new Shuffle(MEMORY_BYTES);
  const records = new IndexedRecords(context);
  try {
    yield* chosenRecords(indexes, seeds, context, chosen);
    const isPart = seeds !== undefined || selects(http);
    const pointers: Pointer[] = [];
    for (const [placed, to] of withNeighbours(inOrderOfFiles(chosen))) {
      signal.throwIfAborted();
      const item = await records.item(placed, to);
      if (isPart && (item.kind === "revisit" || item.kind === "redirect")) pointers.push(item);
      else yield item;
    }
    yield* followed(pointers, lookUpIn(indexes), records);
  } finally {
    chosen.close();
    await records.close();
  }
}

/** Returns the seeds that the page lists of WACZ files name, of which an index has none. */
async function* seedsOfIndex(
  sources: readonly string[],
  { onSeed }: InputContext,
): AsyncGenerator<InputItem, readonly string[]> {
  const seeds: string[] = [];
  for (const source of sources.filter(isWaczName)) {
    for await (const found of packagesOf(source)) {
      if (found.kind === "damage") continue;
      for await (const seed of seedsOfPackage(found)) {
        if (seed.kind === "seed") seeds.push(seed.uriR);
        else yield seed;
      }
    }
  }
  if (seeds.length === 0) {
    throw new UsageError(
      "--seeds auto: an index names no seeds. Give a list of them: --seeds FILE.",
    );
  }
  for (const seed of seeds) onSeed?.(seed);
  return seeds;
}

const selects = ({ from, to, limit, sample }: NonNullable<InputContext["http"]>): boolean =>
  [from, to, limit, sample].some((each) => each !== undefined);

/**
 * Adds the wanted captures to the shuffle `chosen`, which sorts them by file and offset. With `--fetch changes` it adds
 * none, because the run chooses the records of each TimeMap.
 */
async function* chosenRecords(
  indexes: readonly CdxIndex[],
  seeds: readonly string[] | undefined,
  context: InputContext,
  chosen: Shuffle,
): AsyncGenerator<InputItem> {
  const { http = {}, signal, choose: chooser } = context;
  const matcher = new SeedMatcher();
  const { match = "exact" } = http;
  for (const seed of seeds ?? []) matcher.add(seed, keyRange(seed, match));
  const ranges = seeds?.flatMap((seed) => indexRanges(seed, match));
  const keep = (placed: PlacedCapture): void => chosen.add(placedLine(placed));
  const byKey = selects(http) || chooser !== undefined ? new Shuffle(MEMORY_BYTES) : undefined;
  try {
    for (const index of indexes) {
      for await (const found of index.captures(ranges)) {
        signal.throwIfAborted();
        if ("kind" in found) {
          yield found;
          continue;
        }
        const key = surt(found.uriR);
        if (ranges !== undefined && matcher.seedsOf(key).length === 0) continue;
        const placed = { ...found, place: index.find(found.filename) };
        if (byKey === undefined) keep(placed);
        else byKey.add(`${key} ${toFourteenDigits(found.mementoDatetime)} ${placedLine(placed)}`);
      }
    }
    const timeMaps = timeMapsOf(byKey, http);
    if (chooser === undefined) for (const selected of timeMaps) selected.forEach(keep);
    else yield* chooseRecords(timeMaps, chooser, context, lookUpIn(indexes));
  } finally {
    byKey?.close();
  }
}

/** Returns a line that sorts captures by file and offset. */
const placedLine = (placed: PlacedCapture): string =>
  JSON.stringify([
    placed.place ?? placed.filename,
    String(placed.offset).padStart(15, "0"),
    placed,
  ]);

const placedOf = (line: string): PlacedCapture =>
  (JSON.parse(line) as [string, string, PlacedCapture])[2];

/** Duplicates are removed, because indexes may overlap. */
function* inOrderOfFiles(chosen: Shuffle): Generator<PlacedCapture> {
  let last: PlacedCapture | undefined;
  for (const line of chosen.sorted()) {
    const placed = placedOf(line);
    if (!isSame(last, placed)) yield placed;
    last = placed;
  }
}

const isSame = (one: PlacedCapture | undefined, other: PlacedCapture): boolean =>
  one?.offset === other.offset &&
  (one.place ?? one.filename) === (other.place ?? other.filename) &&
  one.uriR === other.uriR &&
  one.mementoDatetime === other.mementoDatetime;

/** Yields the chosen captures of each key, oldest first. */
function* timeMapsOf(
  byKey: Shuffle | undefined,
  http: NonNullable<InputContext["http"]>,
): Generator<readonly PlacedCapture[]> {
  let key = "";
  let captures: PlacedCapture[] = [];
  for (const line of byKey?.sorted() ?? []) {
    const [, next = "", rest = ""] = /^(\S+) \d+ (.*)$/su.exec(line) ?? [];
    if (next !== key && captures.length > 0) {
      yield selectMementos(captures, http);
      captures = [];
    }
    key = next;
    const placed = placedOf(rest);
    if (!isSame(captures.at(-1), placed)) captures.push(placed);
  }
  if (captures.length > 0) yield selectMementos(captures, http);
}

const lookUpIn =
  (indexes: readonly CdxIndex[]): LookUp =>
  async (uris) => {
    const found = new Map<string, PlacedCapture[]>([...uris].map((uri) => [surt(uri), []]));
    const ranges = [...uris].flatMap((uri) => indexRanges(uri, "exact"));
    if (uris.size === 0) return found;
    for (const index of indexes) {
      for await (const capture of index.captures(ranges)) {
        // The damage was reported when the captures were chosen.
        if ("kind" in capture) continue;
        found.get(surt(capture.uriR))?.push({ ...capture, place: index.find(capture.filename) });
      }
    }
    return found;
  };
