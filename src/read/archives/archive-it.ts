import { unavailable, UsageError } from "../../base/errors.js";
import { isObject } from "../../base/json.js";
import { counted } from "../../base/text.js";
import type { Outcome } from "../../base/types.js";
import type { Fetcher, HttpInputOptions } from "../types.js";
import { pagesOf, type SeedList } from "./api-answers.js";

/**
 * Returns the number of an Archive-It collection that is given as a number or a URI: `7877`,
 * `https://archive-it.org/collections/7877`, `https://wayback.archive-it.org/7877/...`. Throws `UsageError`.
 */
export function collectionId(value: string): string {
  const id =
    /^\d{1,10}$/.exec(value.trim())?.[0] ??
    /^https?:\/\/(?:www\.|partner\.)?archive-it\.org\/(?:\d+\/)?collections\/(\d{1,10})(?:[/?#.]|$)/i.exec(
      value,
    )?.[1] ??
    /^https?:\/\/wayback\.archive-it\.org\/(\d{1,10})(?:\/|$)/i.exec(value)?.[1];
  if (id === undefined) {
    throw new UsageError(
      `archiveit=${value}: give the collection's number, such as 7877, or https://archive-it.org/collections/7877`,
    );
  }
  return String(Number(id));
}

/** Base URIs of the services of Archive-It. Tests replace them. */
export type ArchiveItBases = Readonly<Required<NonNullable<HttpInputOptions["archiveIt"]>>>;

export const archiveItBases: ArchiveItBases = {
  collections: "https://archive-it.org",
  partner: "https://partner.archive-it.org",
  wayback: "https://wayback.archive-it.org",
};

export const seedUriT = (id: string, seed: string, bases: ArchiveItBases): string =>
  `${bases.wayback}/${id}/timemap/link/${seed}`;

/**
 * Returns the public seeds of an Archive-It collection from the partner API, or else from the public pages. The problem
 * distinguishes a missing collection, a private one and one without a public seed.
 */
export async function findSeeds(
  id: string,
  fetcher: Fetcher,
  bases: ArchiveItBases = archiveItBases,
): Promise<Outcome<SeedList>> {
  const listed = await seedsFromApi(id, bases.partner, fetcher);
  const { seeds, withheld, warnings, trouble } = listed;
  if (seeds.size > 0) return { value: listed };
  if (withheld > 0) {
    const inPart = warnings.map((warning) => ` (${warning})`).join("");
    const count = counted(withheld, "seed");
    return unavailable(
      `Archive-It collection ${id} is private: none of its ${count} can be seen by the public${inPart}`,
    );
  }
  // This module is loaded only here, because its HTML parser is large and seldom needed.
  const { seedsFromPages } = await import("./archive-it-pages.js");
  const pages = await seedsFromPages(id, bases.collections, fetcher);
  const { kind, name } = "value" in pages ? pages.value : {};
  if ("value" in pages && pages.value.seeds.size > 0) return pages;
  if (kind === "missing" && warnings.length === 0)
    return unavailable(`there is no Archive-It collection ${id}`);
  const called = `Archive-It collection ${id}${name === undefined ? "" : ` (${name})`}`;
  const troubles = [trouble, ...warnings, "problem" in pages ? pages.problem.message : undefined];
  // A host that is given up gives the same reason twice.
  const why = [...new Set(troubles)].filter((each) => each !== undefined).join("; ");
  if (why === "")
    return unavailable(`${called} has no public seed: it is empty, or all of it is private`);
  const more = "problem" in pages ? "" : "; its public pages show none";
  return unavailable(`the seeds of ${called} are unavailable: ${why}${more}`);
}

/** The API returns no more at once. */
const PAGE_SIZE = 100;

/**
 * Reads seeds from the partner API (`/api/seed`), which also answers without a login. Those that are not public are only
 * counted, because no public TimeMap has them. If the first page fails, the list has a trouble. If a later page fails, or the API
 * counts more seeds than it returns, it has a warning.
 */
async function seedsFromApi(
  id: string,
  partner: string,
  fetcher: Fetcher,
): Promise<SeedList & { readonly withheld: number; readonly trouble?: string }> {
  const seeds = new Set<string>();
  const withheld = new Set<string>();
  const known = new Set<unknown>();
  const unnamed = new Set<unknown>();
  const warnings: string[] = [];
  let counts = 0;
  const list = `${partner}/api/seed?collection=${id}&limit=${PAGE_SIZE}`;
  for await (const page of pagesOf(list, fetcher)) {
    if ("trouble" in page) {
      const { trouble, isFirst } = page;
      if (isFirst) return { seeds, warnings, withheld: 0, trouble };
      warnings.push(`the list of seeds breaks off: ${trouble}`);
      break;
    }
    counts = page.count ?? counts;
    const before = known.size;
    for (const seed of page.items) {
      const { id: own, url, collection, ...state } = isObject(seed) ? seed : {};
      const uriR = typeof url === "string" ? url.trim() : "";
      const key = own ?? JSON.stringify(seed);
      known.add(key);
      // A server that does not know the filter returns the seeds of all collections. Some seeds name none.
      const isOther = ["number", "string"].includes(typeof collection) && String(collection) !== id;
      if (isOther) continue;
      const isPublic = state["publicly_visible"] !== false && state["deleted"] !== true;
      if (uriR === "") unnamed.add(key);
      else (isPublic ? seeds : withheld).add(uriR);
    }
    // A page that adds nothing has been read before, because some servers ignore the page number.
    if (known.size === before) break;
  }
  if (unnamed.size > 0)
    warnings.push(`${counted(unnamed.size, "seed")} of the list without a URL: not read`);
  if (counts > known.size) {
    warnings.push(
      `the partner API counts ${counted(counts, "seed")} and gave ${known.size}: the rest is not read`,
    );
  }
  return { seeds, warnings, withheld: withheld.size };
}
