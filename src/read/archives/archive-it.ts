import { flag, text } from "../../base/codec.js";
import { unavailable, UsageError } from "../../base/errors.js";
import { isObject } from "../../base/json.js";
import { counted } from "../../base/text.js";
import type { Outcome } from "../../base/types.js";
import type { Fetcher, HttpInputOptions } from "../types.js";
import { fetchPage, type ListPage, MOST_PAGES, SeedList } from "./api-answers.js";

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
 * distinguishes a missing collection, a private one and an empty one.
 */
export async function findSeeds(
  id: string,
  fetcher: Fetcher,
  bases: ArchiveItBases = archiveItBases,
): Promise<Outcome<Pick<SeedList, "seeds" | "warnings">>> {
  const api = await seedsFromApi(id, bases.partner, fetcher);
  const listed = "value" in api ? api.value : new SeedList();
  const { seeds, withheld, warnings } = listed;
  if (seeds.length > 0) return { value: { seeds, warnings } };
  const inPart = warnings.map((warning) => ` (${warning})`).join("");
  const said = await collectionFromApi(id, bases.partner, fetcher);
  if (withheld > 0 || said?.isPublic === false) {
    const count =
      withheld > 0 ? `: none of its ${counted(withheld, "seed")} can be seen by the public` : "";
    return unavailable(`Archive-It collection ${id} is private${count}${inPart}`);
  }
  // This module is loaded only here, because its HTML parser is large and seldom needed.
  const { seedsFromPages } = await import("./archive-it-pages.js");
  const pages = await seedsFromPages(id, bases.collections, fetcher);
  const shown = "value" in pages ? pages.value.list : new SeedList();
  if (shown.seeds.length > 0) return { value: { seeds: shown.seeds, warnings: shown.warnings } };
  if ("value" in pages && pages.value.kind === "missing" && said?.exists !== true) {
    return unavailable(`there is no Archive-It collection ${id}`);
  }
  const name = said?.name ?? ("value" in pages ? pages.value.name : undefined);
  const called = `Archive-It collection ${id}${name === undefined ? "" : ` (${name})`}`;
  const troubles = [
    ...("problem" in api ? [api.problem.message] : []),
    ...("problem" in pages ? [pages.problem.message] : []),
  ];
  if (troubles.length > 0) {
    const more = "problem" in pages ? "" : "; its public pages show none";
    return unavailable(`the seeds of ${called} are unavailable: ${troubles.join("; ")}${more}`);
  }
  return said?.isPublic === true && inPart === ""
    ? unavailable(`${called} is empty: it has no seed`)
    : unavailable(`${called} has no public seed: it is empty, or all of it is private${inPart}`);
}

/** The API returns no more at once. */
const PAGE_SIZE = 100;

/**
 * Reads seeds from the partner API (`/api/seed`), which also answers without a login. In the past it returned a bare
 * array, and today it returns pages `{count, next, results}`. Pages are followed until they end or repeat. If the first
 * page fails, returns the problem. If a later page fails, or the API counts more seeds than it returns, the list has a
 * warning.
 */
async function seedsFromApi(
  id: string,
  partner: string,
  fetcher: Fetcher,
): Promise<Outcome<SeedList>> {
  const list = new SeedList();
  const seen = new Set<string>();
  const known = new Set<unknown>();
  let counts: number | undefined;
  const first = `${partner}/api/seed?collection=${id}&limit=${PAGE_SIZE}`;
  /** Adds the seeds of a page, and returns the URI of the next one. */
  const take = ({ items, next, count = counts, isBare }: ListPage): string | undefined => {
    counts = count;
    const before = known.size;
    for (const seed of items) {
      if (!isObject(seed) || typeof seed["url"] !== "string") continue;
      known.add(seed["id"] ?? seed["url"]);
      // A server that does not know the filter returns the seeds of all collections.
      if (isOf(seed["collection"], id))
        list.add(seed["url"], seed["publicly_visible"] !== false && seed["deleted"] !== true);
    }
    // A page that adds nothing has been read before, because some servers ignore the page number.
    if (known.size === before) return undefined;
    return isBare && items.length >= PAGE_SIZE ? `${first}&offset=${known.size}` : next;
  };
  let uri: string | undefined = first;
  while (uri !== undefined && !seen.has(uri)) {
    const page: Outcome<ListPage> =
      seen.size < MOST_PAGES
        ? await fetchPage(uri, fetcher)
        : unavailable(`more than ${MOST_PAGES} pages of seeds`);
    seen.add(uri);
    if ("problem" in page) {
      if (seen.size === 1) return page;
      list.warnings.push(`the list of seeds breaks off: ${page.problem.message}`);
      return { value: list };
    }
    uri = take(page.value);
  }
  if (counts !== undefined && counts > known.size) {
    list.warnings.push(
      `the partner API counts ${counted(counts, "seed")} and gave ${known.size}: the rest is not read`,
    );
  }
  return { value: list };
}

/** Returns whether a seed belongs to collection `id`. A seed without a collection is assumed to belong to it. */
const isOf = (collection: unknown, id: string): boolean =>
  (typeof collection !== "number" && typeof collection !== "string") || String(collection) === id;

/** Returns the description of a collection by the API, or `undefined` if the API has none. */
async function collectionFromApi(
  id: string,
  partner: string,
  fetcher: Fetcher,
): Promise<
  | {
      readonly exists: boolean;
      readonly isPublic?: boolean | undefined;
      readonly name?: string | undefined;
    }
  | undefined
> {
  const answer = await fetchPage(`${partner}/api/collection?id=${id}`, fetcher);
  if ("problem" in answer) return undefined;
  const collection = answer.value.items.find((one) => isObject(one) && one["id"] === Number(id));
  if (!isObject(collection)) return { exists: false };
  const { publicly_visible: isPublic, name } = collection;
  return { exists: true, isPublic: flag.read(isPublic), name: text.read(name) };
}
