import { UsageError } from "../errors.js";
import { tsvRows } from "../mementos/tsv.js";
import { NO_CLUSTER, type Clustered } from "./cluster-by-simhash.js";
import type { Sliced } from "./slice-by-datetime.js";

/** Slices as `slice_by_datetime` writes them: slice TAB URI-M. */
export function slicesText(sliced: readonly Sliced[]): string {
  return sliced.map(({ slice, uriM }) => `${slice}\t${uriM}\n`).join("");
}

/** Clusters as `cluster_by_simhash` writes them: slice TAB cluster TAB URI-M. */
export function clustersText(clustered: readonly Clustered[]): string {
  return clustered.map(({ slice, cluster, uriM }) => `${slice}\t${cluster}\t${uriM}\n`).join("");
}

/** Reads slices; throws a `UsageError` for a row that is none, or a file without rows. */
export function parseSlices(text: string, file: string): Sliced[] {
  return rows(text, file, "slice, TAB, URI-M (slice_by_datetime)", ([slice, uriM, ...more]) => {
    const number = wholeNumber(slice);
    if (number === undefined || number < 0 || more.length > 0) return undefined;
    return uriM === undefined || uriM === "" ? undefined : { slice: number, uriM };
  });
}

/** Reads clusters; throws a `UsageError` for a row that is none, or a file without rows. */
export function parseClusters(text: string, file: string): Clustered[] {
  const form = "slice, TAB, cluster, TAB, URI-M (cluster_by_simhash)";
  return rows(text, file, form, ([slice, cluster, uriM, ...more]) => {
    const [number, group] = [wholeNumber(slice), wholeNumber(cluster)];
    if (number === undefined || number < 0 || more.length > 0) return undefined;
    if (group === undefined || group < NO_CLUSTER) return undefined;
    return uriM === undefined || uriM === "" ? undefined : { slice: number, cluster: group, uriM };
  });
}

function rows<T>(
  text: string,
  file: string,
  form: string,
  read: (fields: readonly string[]) => T | undefined,
): T[] {
  const all: T[] = [];
  for (const { number, fields } of tsvRows(text)) {
    const row = read(fields);
    if (row === undefined) {
      throw new UsageError(`${file}, line ${number} is no row of ${form}.`);
    }
    all.push(row);
  }
  if (all.length === 0) throw new UsageError(`${file} has no rows of ${form}.`);
  return all;
}

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^-?\d{1,9}$/u.test(text) ? Number(text) : undefined;
}
