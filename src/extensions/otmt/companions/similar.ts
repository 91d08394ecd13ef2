import { UsageError } from "../../../base/errors.js";
import { groupBy, numberOf } from "../../../base/math/group-by.js";
import { NearGroups, simhashBands } from "../../../base/math/near-groups.js";
import { hammingDistance, type Simhash, simhashFromDecimal } from "../../../base/math/simhash.js";
import { tsvRows } from "../../../base/text.js";
import { type SavedMemento, valueOf } from "../../../write/entry.js";

/** Maximum number of differing Simhash bits between near neighbours. */
export const NEAR_BITS = 3;

/**
 * TimeMaps are in the order of the file. Their mementos are sorted by datetime, and mementos of the same datetime are
 * in the order of the file.
 */
export const byTimeMap = (mementos: readonly SavedMemento[]): SavedMemento[][] =>
  [...groupBy(mementos, ({ uriT }) => uriT).values()].map((timeMap) => timeMap.sort(datedOrder));

/** Mementos without a datetime sort first. */
function datedOrder(
  { capture: { mementoDatetime: a = "" } }: SavedMemento,
  { capture: { mementoDatetime: b = "" } }: SavedMemento,
): number {
  // Datetimes are ISO 8601 in UTC with equally many digits, so the order of the texts is that of time.
  return a < b ? -1 : Number(a > b);
}
/** Advice for results in which no memento has a value, by the name of the value. */
const ADVICE_ON_RESULTS = {
  Simhash: "Give results of a run without --no-compute-simhashes.",
  language: "Give results of a run without --no-detect-languages.",
  "memento-datetime": "Give the results of a run.",
} as const;

/**
 * Returns the mementos that have a value. Throws a `UsageError` if there are mementos, and none has it, because nothing
 * would look like a result.
 */
export function requireSome(
  mementos: readonly SavedMemento[],
  name: keyof typeof ADVICE_ON_RESULTS,
  value: (memento: SavedMemento) => unknown,
): SavedMemento[] {
  const having = mementos.filter((memento) => value(memento) !== undefined);
  if (mementos.length === 0 || having.length > 0) return having;
  throw new UsageError(`no memento has a ${name}. ${ADVICE_ON_RESULTS[name]}`);
}

/** Returns a function with the Simhash of a memento: of its markup if any memento has one, otherwise of its text. */
export function simhashesOf(
  mementos: readonly SavedMemento[],
): (memento: SavedMemento) => string | undefined {
  return mementos.some(({ simhash }) => valueOf(simhash) !== undefined)
    ? ({ simhash }) => valueOf(simhash)
    : ({ textSimhash }) => valueOf(textSimhash);
}

/** A memento with its slice. */
export interface Sliced {
  /** Number of the slice. The oldest slice is 0. */
  readonly slice: number;
  readonly uriM: string;
}

/**
 * Maximum number of mementos for which each memento has its own slice. With more mementos there are slightly more
 * slices than this number (AlNoamany 2017).
 */
const FEW = 28;

/** Returns the number of slices for `count` mementos: `count` up to 28, and otherwise floor(28 + log10 count). */
export function sliceCount(count: number): number {
  return count <= FEW ? count : Math.floor(FEW + Math.log10(count));
}

/**
 * Sorts all mementos of a collection by time, or by URI-M if the times are equal, and cuts them into slices. The sizes
 * of slices differ by at most one, and the larger slices come first. Mementos without a datetime are left out; if none
 * has one, it throws a `UsageError`. In OTMT the first slice has a single memento, and mementos left over after the last slice are lost.
 *
 * @example
 * ```js
 * const { mementos } = await readResults("results.jsonl");
 * for (const { slice, uriM } of sliceByDatetime(mementos)) console.log(slice, uriM);
 * // 0 from-warc::20090414101507::http://www.harbour-lantern-museum.example/
 * // 1 from-warc::20180127221845::http://www.harbour-lantern-museum.example/
 * ```
 */
export function sliceByDatetime(mementos: readonly SavedMemento[]): Sliced[] {
  const inTime = requireSome(
    mementos,
    "memento-datetime",
    ({ capture }) => capture.mementoDatetime,
  ).sort((a, b) => datedOrder(a, b) || (a.uriM < b.uriM ? -1 : Number(a.uriM > b.uriM)));
  const slices = sliceCount(inTime.length);
  const least = Math.floor(inTime.length / slices);
  const larger = inTime.length - least * slices;
  const inLarger = larger * (least + 1);
  return inTime.map(({ uriM }, at) => ({
    slice:
      at < inLarger ? Math.floor(at / (least + 1)) : larger + Math.floor((at - inLarger) / least),
    uriM,
  }));
}
/** With more bands they would be too short to distinguish pages, so all pairs are compared. */
const MOST_BANDS = 8;
const ALL_ROWS = [""];

/** Cluster number of mementos without a near neighbour in their slice. */
const NO_CLUSTER = -1;

/** A memento with its slice and cluster. */
export interface Clustered extends Sliced {
  /**
   * Number of the cluster within its slice, from 0, in the order of first mementos. It is -1 for a memento without near
   * neighbours.
   */
  readonly cluster: number;
}

/**
 * Clusters the mementos of each slice by DBSCAN over the Hamming distance of their Simhashes. Near neighbours differ in
 * at most `nearBits` (0 to 64) bits, and two mementos make a cluster. Every memento with a neighbour is therefore a
 * core point, and clusters are connected components. Rows are returned in their order. `simhashOf` has the decimal
 * digits by URI-M. A memento without a Simhash has no neighbours. Throws a `UsageError` if it has none of the mementos.
 *
 * @example
 * ```js
 * const { mementos } = await readResults("results.jsonl");
 * const simhashOf = new Map();
 * for (const { uriM, textSimhash } of mementos)
 * if (textSimhash !== undefined && "value" in textSimhash) simhashOf.set(uriM, textSimhash.value);
 * for (const { cluster } of clusterBySimhash(sliceByDatetime(mementos), simhashOf))
 * console.log(cluster);
 * // -1
 * // -1
 * ```
 */
export function clusterBySimhash(
  sliced: readonly Sliced[],
  simhashOf: ReadonlyMap<string, string>,
  nearBits: number = NEAR_BITS,
): Clustered[] {
  if (sliced.length > 0 && !sliced.some(({ uriM }) => simhashOf.has(uriM))) {
    throw new UsageError("none of the mementos has a Simhash. Give those of the same results.");
  }
  const slices = groupBy(sliced.keys(), (row) => sliced[row]!.slice);
  const clusters = new Int32Array(sliced.length).fill(NO_CLUSTER);
  for (const rows of slices.values()) {
    const digits = rows.map((row) => simhashOf.get(sliced[row]!.uriM));
    for (const [at, cluster] of clustersOf(digits, nearBits).entries()) {
      clusters[rows[at]!] = cluster;
    }
  }
  return sliced.map((row, at) => ({ ...row, cluster: clusters[at]! }));
}

/** Equal Simhashes are compared only once. */
function clustersOf(digits: readonly (string | undefined)[], nearBits: number): number[] {
  const near = new NearGroups<Simhash>({
    isNear: (one, other) => hammingDistance(one, other) <= nearBits,
  });
  const places = new Map<string | undefined, number>();
  for (const each of digits) {
    if (each === undefined || places.has(each)) continue;
    const hash = simhashFromDecimal(each);
    const keys = nearBits < MOST_BANDS ? simhashBands(hash, nearBits + 1) : ALL_ROWS;
    places.set(each, near.add(hash, keys));
  }
  const roots = digits.map((each) =>
    places.has(each) ? near.groupOf(places.get(each)!) : undefined,
  );
  const sizes = groupBy(roots, (root) => root);
  const numbers = new Map<number, number>();
  return roots.map((root) =>
    root === undefined || sizes.get(root)?.length === 1 ? NO_CLUSTER : numberOf(root, numbers),
  );
}

/** Returns slices in the format of `slice-by-datetime`: slice TAB URI-M. */
export function slicesText(sliced: readonly Sliced[]): string {
  return sliced.map(({ slice, uriM }) => `${slice}\t${uriM}\n`).join("");
}

/** Returns clusters in the format of `cluster-by-simhash`: slice TAB cluster TAB URI-M. */
export function clustersText(clustered: readonly Clustered[]): string {
  return clustered.map(({ slice, cluster, uriM }) => `${slice}\t${cluster}\t${uriM}\n`).join("");
}

/** Throws a `UsageError` for a malformed row or a file without rows. */
export const parseSlices = (text: string, file: string): Sliced[] =>
  checkedRows(text, file, "slice, TAB, URI-M (slice-by-datetime)", /^(\d{1,9})()\t([^\t]+)$/u);

/** Throws a `UsageError` for a malformed row or a file without rows. */
export const parseClusters = (text: string, file: string): Clustered[] =>
  checkedRows(
    text,
    file,
    "slice, TAB, cluster, TAB, URI-M (cluster-by-simhash)",
    /^(\d{1,9})\t(-1|\d{1,9})\t([^\t]+)$/u,
  );

function checkedRows(text: string, file: string, form: string, row: RegExp): Clustered[] {
  const rows = Array.from(tsvRows(text), ({ number, fields }) => {
    const [, slice, cluster, uriM = ""] = row.exec(fields.join("\t")) ?? [];
    if (uriM === "") throw new UsageError(`${file}, line ${number} is not a row of ${form}.`);
    return { slice: Number(slice), cluster: Number(cluster), uriM };
  });
  if (rows.length === 0) throw new UsageError(`${file} has no rows of ${form}.`);
  return rows;
}
