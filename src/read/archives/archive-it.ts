import { unavailable, UsageError } from "../../base/errors.js";
import { counted } from "../../base/text.js";
import type { Outcome } from "../../base/types.js";
import type { Fetcher, HttpInputOptions } from "../types.js";
import {
  collectionFromApi,
  type SeedList,
  seedsFromApi,
  seedsFromReport,
} from "./archive-it-seeds.js";

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

interface CollectionSeeds extends SeedList {
  readonly source: "partner API" | "seed report" | "public pages";
}

/**
 * Returns the public seeds of an Archive-It collection from the partner API, or else from the seed report, or else from
 * the public pages. The problem distinguishes a missing collection, a private one and an empty one.
 */
export async function findSeeds(
  id: string,
  fetcher: Fetcher,
  bases: ArchiveItBases = archiveItBases,
): Promise<Outcome<CollectionSeeds>> {
  const api = await seedsFromApi(id, bases.partner, fetcher);
  const trouble: string[] = [];
  let withheld = 0;
  let inPart = "";
  if ("value" in api) {
    if (api.value.seeds.length > 0) return { value: { ...api.value, source: "partner API" } };
    withheld = api.value.withheld;
    inPart = api.value.warnings.map((warning) => ` (${warning})`).join("");
  } else trouble.push(api.problem.message);
  const said = await collectionFromApi(id, bases.partner, fetcher);
  if (withheld > 0 || said?.isPublic === false) {
    const count =
      withheld > 0 ? `: none of its ${counted(withheld, "seed")} can be seen by the public` : "";
    return unavailable(`Archive-It collection ${id} is private${count}${inPart}`);
  }
  if ("problem" in api || said === undefined) {
    const report = await seedsFromReport(id, bases.partner, fetcher);
    if ("problem" in report) trouble.push(report.problem.message);
    else if (report.value.seeds.length > 0)
      return { value: { ...report.value, source: "seed report" } };
    else if (report.value.withheld > 0) {
      return unavailable(
        `Archive-It collection ${id} is private: none of its ${counted(report.value.withheld, "seed")} can be seen by the public`,
      );
    }
  }
  // This module is loaded only here, because its HTML parser is large and seldom needed.
  const { seedsFromPages } = await import("./archive-it-pages.js");
  const pages = await seedsFromPages(id, bases.collections, fetcher);
  if ("problem" in pages) {
    trouble.push(pages.problem.message);
    return unavailable(
      `the seeds of Archive-It collection ${id} are unavailable: ${trouble.join("; ")}`,
    );
  }
  const { kind, name, list } = pages.value;
  if (list.seeds.length > 0) return { value: { ...list, source: "public pages" } };
  const named = said?.name ?? name;
  const called = named === undefined ? "" : ` (${named})`;
  if (kind === "missing" && said?.exists !== true) {
    return unavailable(`there is no Archive-It collection ${id}`);
  }
  if (trouble.length > 0) {
    return unavailable(
      `the seeds of Archive-It collection ${id}${called} are unavailable: ${trouble.join("; ")}; its public pages show none`,
    );
  }
  return said?.isPublic === true && inPart === ""
    ? unavailable(`Archive-It collection ${id}${called} is empty: it has no seed`)
    : unavailable(
        `Archive-It collection ${id}${called} has no public seed: it is empty, or all of it is private${inPart}`,
      );
}

export function seedUriT(id: string, seed: string, bases: ArchiveItBases = archiveItBases): string {
  return `${bases.wayback}/${id}/timemap/link/${seed}`;
}
