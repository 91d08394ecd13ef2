import { counted } from "../../mementos/counted.js";
import { isRecord } from "../../timemaps/memento-json.js";
import { nameText } from "../../timemaps/page-kind.js";
import { bodyText, fetchFollowing } from "../../timemaps/response.js";
import type { Fetcher, Outcome } from "../../types.js";
import { SeedCollector, type SeedList } from "./seed-list.js";

/** Seeds a page: the API's own limit. */
const pageSize = 100;
/** The largest collections have 100,000 seeds. */
const maxPages = 10_000;

/**
 * Seeds from the partner API (`/api/seed`), which answers the public too: a bare array, as it used to, or pages
 * `{count, next, results}`. Pages are followed until they end or repeat themselves; one that fails leaves a warning, and so
 * do fewer seeds than the API counts; a first page that fails is a problem.
 */
export async function seedsFromApi(
  id: string,
  partner: string,
  fetcher: Fetcher,
): Promise<Outcome<SeedList>> {
  const found = new SeedCollector();
  const seen = new Set<string>();
  const seedIds = new Set<unknown>();
  let seedCount: number | undefined;
  let brokeOff = false;
  let uri: string | undefined = `${partner}/api/seed?collection=${id}&limit=${pageSize}`;
  while (uri !== undefined && !seen.has(uri)) {
    if (seen.size >= maxPages) {
      found.warn(`more than ${maxPages} pages of seeds: the rest is not read`);
      brokeOff = true;
      break;
    }
    seen.add(uri);
    const answer = await fetchJson(uri, fetcher);
    if ("problem" in answer) {
      if (seen.size === 1) return answer;
      found.warn(`the list of seeds breaks off: ${answer.problem.message}`);
      brokeOff = true;
      break;
    }
    const { results, next, count } = pageOf(answer.value);
    seedCount = count ?? seedCount;
    if (results === undefined) {
      return { problem: { stage: "access", message: `${uri}: JSON that is no list of seeds` } };
    }
    const before = seedIds.size;
    for (const seed of results) {
      if (!isRecord(seed) || typeof seed["url"] !== "string") continue;
      seedIds.add(seed["id"] ?? seed["url"]);
      // A server that does not know the filter answers with the seeds of all collections.
      if (isOf(seed["collection"], id))
        found.add(seed["url"], seed["publicly_visible"] !== false && seed["deleted"] !== true);
    }
    // A page that adds nothing is a page seen before: some servers ignore what page they are asked for.
    if (seedIds.size === before) break;
    uri =
      next === undefined
        ? results.length >= pageSize && Array.isArray(answer.value)
          ? `${partner}/api/seed?collection=${id}&limit=${pageSize}&offset=${seedIds.size}`
          : undefined
        : onSameHost(next, uri);
  }
  if (!brokeOff && seedCount !== undefined && seedCount > seedIds.size) {
    found.warn(
      `the partner API counts ${counted(seedCount, "seed")} and gave ${seedIds.size}: the rest is not read`,
    );
  }
  return { value: found.finish() };
}

/** What the API says of a collection itself; undefined when it does not say. */
export async function collectionFromApi(
  id: string,
  partner: string,
  fetcher: Fetcher,
): Promise<
  { readonly exists: boolean; readonly isPublic?: boolean; readonly name?: string } | undefined
> {
  const answer = await fetchJson(`${partner}/api/collection?id=${id}`, fetcher);
  if ("problem" in answer) return undefined;
  const { results } = pageOf(answer.value);
  if (results === undefined) return undefined;
  const collection = results.find((one) => isRecord(one) && one["id"] === Number(id));
  if (!isRecord(collection)) return { exists: false };
  const { name } = collection;
  const isPublic = collection["publicly_visible"];
  return {
    exists: true,
    ...(typeof isPublic === "boolean" ? { isPublic } : {}),
    ...(typeof name === "string" ? { name } : {}),
  };
}

/** A seed that does not name its collection is taken to be of the one that was asked for. */
function isOf(collection: unknown, id: string): boolean {
  if (typeof collection !== "number" && typeof collection !== "string") return true;
  return String(collection) === id;
}

function pageOf(value: unknown): {
  readonly results: readonly unknown[] | undefined;
  readonly next: string | undefined;
  /** Of all pages together, where the API tells. */
  readonly count: number | undefined;
} {
  const nothing = { results: undefined, next: undefined, count: undefined };
  if (Array.isArray(value)) return { ...nothing, results: value };
  if (!isRecord(value) || !Array.isArray(value["results"])) return nothing;
  const { next, count } = value;
  const isLink = typeof next === "string" && URL.canParse(next, "http://host.invalid/");
  return {
    results: value["results"],
    next: isLink ? next : undefined,
    count: typeof count === "number" && Number.isSafeInteger(count) ? count : undefined,
  };
}

/** The next page, on the host that was asked: servers behind a proxy write http for https, and names of their own. */
function onSameHost(next: string, current: string): string {
  const { pathname, search } = new URL(next, current);
  return new URL(current).origin + pathname + search;
}

async function fetchJson(uri: string, fetcher: Fetcher): Promise<Outcome<unknown>> {
  const outcome = await fetchFollowing(fetcher, {
    uri,
    requestClass: "api",
    headers: { accept: "application/json" },
  });
  if ("problem" in outcome) return outcome;
  const text = await bodyText(outcome.value);
  if ("problem" in text) return text;
  const { status } = outcome.value;
  if (status !== 200) return trouble(`${uri}: answered ${status} with ${nameText(text.value)}`);
  try {
    return { value: JSON.parse(text.value) as unknown };
  } catch {
    return trouble(`${uri}: no JSON but ${nameText(text.value)}`);
  }
}

function trouble(message: string): Outcome<never> {
  return { problem: { stage: "access", message } };
}
