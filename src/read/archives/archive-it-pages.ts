import { load } from "cheerio";
import type { Outcome } from "../../base/types.js";
import type { Fetcher } from "../types.js";
import { fetchText, MOST_PAGES, type SeedList, unexpected } from "./api-answers.js";

interface CollectionPage {
  /**
   * `missing`: there is no such collection. `nothing-public`: the collection has no public seed. `unknown`: this is not
   * the page of a collection.
   */
  readonly kind: "seeds" | "missing" | "nothing-public" | "unknown";
  readonly name?: string;
  readonly seeds: readonly string[];
  /** `totalResultCount` in the link to the next page. */
  readonly total?: string;
  readonly hasNext: boolean;
}

/**
 * The status does not help: Archive-It answers 200 for a collection that does not exist, and the page of such a
 * collection also says that it has no public content.
 */
export function readCollectionPage(html: string): CollectionPage {
  const $ = load(html);
  const name = $("div.entity-meta h1").first().text().replace(/\s+/g, " ").trim();
  const nothing = $("#all-search-results h2").text().includes("no public content");
  const seeds = $("div.result-item h3.url a")
    .toArray()
    .map((link) => ($(link).attr("title") ?? $(link).text()).trim());
  const nextLink = $("a#pageNext").first().attr("href");
  const total = /[?&]totalResultCount=(\d+)/.exec(nextLink ?? "")?.[1];
  const missing = name === "" && /not found/i.test($("div.entity-meta h2").text());
  return {
    kind: missing
      ? "missing"
      : seeds.length > 0
        ? "seeds"
        : nothing && name !== ""
          ? "nothing-public"
          : "unknown",
    ...(name === "" ? {} : { name }),
    seeds,
    total,
    hasNext: nextLink !== undefined,
  };
}

/** If the first page fails, returns the problem. If a later page fails, the list ends before it and has a warning. */
export async function seedsFromPages(
  id: string,
  collections: string,
  fetcher: Fetcher,
): Promise<Outcome<SeedList & Pick<CollectionPage, "kind" | "name">>> {
  const base = `${collections}/collections/${id}`;
  const first = await readListPage(base, fetcher);
  if ("problem" in first) return first;
  const { kind, name } = first.value;
  let page = first.value;
  const seeds = new Set(page.seeds);
  const warnings: string[] = [];
  for (let number = 2; page.hasNext && number <= MOST_PAGES; number += 1) {
    const total = page.total === undefined ? "" : `&totalResultCount=${page.total}`;
    const next = await readListPage(`${base}/?page=${number}${total}`, fetcher);
    if ("problem" in next || next.value.kind !== "seeds") {
      const why = "problem" in next ? next.problem.message : "it is not a page of seeds";
      warnings.push(`the list of seeds breaks off at page ${number} of ${base}: ${why}`);
      break;
    }
    const before = seeds.size;
    page = next.value;
    for (const seed of page.seeds) seeds.add(seed);
    if (seeds.size === before) break;
  }
  return { value: { kind, name, seeds, warnings } };
}

async function readListPage(uri: string, fetcher: Fetcher): Promise<Outcome<CollectionPage>> {
  const answer = await fetchText(uri, fetcher);
  if ("problem" in answer) return answer;
  const page = readCollectionPage(answer.value.text);
  // Archive-It answers 404 for some collections that do not exist, and 200 for others.
  const isPage = answer.value.status === 200 ? page.kind !== "unknown" : page.kind === "missing";
  return isPage ? { value: page } : unexpected(uri, answer.value);
}
