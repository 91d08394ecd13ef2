import { count as counts, flag, text } from "../../base/codec.js";
import { unavailable } from "../../base/errors.js";
import { isObject, parsedJson } from "../../base/json.js";
import { counted, csvRows } from "../../base/text.js";
import { nameText } from "../timemaps/page-kind.js";
import { bodyText, fetchFollowing, LARGEST_ANSWER } from "../timemaps/response.js";
import type { Outcome } from "../../base/types.js";
import type { Fetcher } from "../types.js";

export interface SeedList {
  /** Public seeds that are not deleted, each once, in the order of the source. */
  readonly seeds: readonly string[];
  /** Number of seeds that the source lists as private or deleted. */
  readonly withheld: number;
  /** Reasons why the list contains only a part of the collection. Empty if the source was read to its end. */
  readonly warnings: readonly string[];
}

/** Collects seeds, each once. Seeds that are not public are only counted, because no public TimeMap has them. */
export class SeedCollector {
  readonly #seeds = new Set<string>();
  readonly #withheld = new Set<string>();
  readonly #warnings: string[] = [];

  get size(): number {
    return this.#seeds.size + this.#withheld.size;
  }

  add(uriR: string, isPublic: boolean): void {
    const trimmed = uriR.trim();
    if (trimmed === "") return;
    if (isPublic) this.#seeds.add(trimmed);
    else this.#withheld.add(trimmed);
  }

  warn(line: string): void {
    this.#warnings.push(line);
  }

  finish(): SeedList {
    return { seeds: [...this.#seeds], withheld: this.#withheld.size, warnings: this.#warnings };
  }
}
/** The API returns no more at once. */
const pageSize = 100;
/** Maximum number of pages of seeds. The largest collections have 100,000 seeds, a tenth of what this allows. */
export const maxPages = 10_000;

/**
 * Reads seeds from the partner API (`/api/seed`), which also answers without a login. In the past it returned a bare
 * array, and today it returns pages `{count, next, results}`. Pages are followed until they end or repeat. If the first
 * page fails, returns the problem. If a later page fails, or the API counts more seeds than it returns, the list has a
 * warning.
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
      return unavailable(`${uri}: JSON that is not a list of seeds`);
    }
    const before = seedIds.size;
    for (const seed of results) {
      if (!isObject(seed) || typeof seed["url"] !== "string") continue;
      seedIds.add(seed["id"] ?? seed["url"]);
      // A server that does not know the filter returns the seeds of all collections.
      if (isOf(seed["collection"], id))
        found.add(seed["url"], seed["publicly_visible"] !== false && seed["deleted"] !== true);
    }
    // A page that adds nothing has been read before, because some servers ignore the page number.
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

/** Returns the description of a collection by the API, or `undefined` if the API has none. */
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
  const collection = results.find((one) => isObject(one) && one["id"] === Number(id));
  if (!isObject(collection)) return { exists: false };
  const { publicly_visible: isPublic, name } = collection;
  return { exists: true, isPublic: flag.read(isPublic), name: text.read(name) };
}

/** Returns whether a seed belongs to collection `id`. A seed without a collection is assumed to belong to it. */
function isOf(collection: unknown, id: string): boolean {
  if (typeof collection !== "number" && typeof collection !== "string") return true;
  return String(collection) === id;
}

function pageOf(value: unknown): {
  readonly results: readonly unknown[] | undefined;
  readonly next: string | undefined;
  /** Number of seeds on all pages together, if the API reports it. */
  readonly count: number | undefined;
} {
  const nothing = { results: undefined, next: undefined, count: undefined };
  if (Array.isArray(value)) return { ...nothing, results: value };
  if (!isObject(value) || !Array.isArray(value["results"])) return nothing;
  const { next, count } = value;
  const isLink = text.is(next) && URL.canParse(next, "http://host.invalid/");
  return {
    results: value["results"],
    next: isLink ? next : undefined,
    count: counts.read(count),
  };
}

/** Servers behind a proxy write `http` instead of `https`, or their internal host name. */
export function onSameHost(next: string, current: string): string {
  const { pathname, search } = new URL(next, current);
  // The path of a URI such as `data:@host/` would otherwise become another host.
  return `${new URL(current).origin}/${pathname.replace(/^\//u, "")}${search}`;
}

interface Answered {
  readonly status: number;
  readonly text: string;
}

export async function fetchText(
  uri: string,
  fetcher: Fetcher,
  headers?: Readonly<Record<string, string>>,
): Promise<Outcome<Answered>> {
  const outcome = await fetchFollowing(fetcher, {
    uri,
    requestClass: "api",
    headers,
    most: LARGEST_ANSWER,
  });
  if ("problem" in outcome) return outcome;
  const text = await bodyText(outcome.value, LARGEST_ANSWER);
  if ("problem" in text) return text;
  return { value: { status: outcome.value.status, text: text.value } };
}

/** Returns a problem that describes an answer of a kind that the caller did not expect. */
export const unexpected = (
  uri: string,
  { status, text }: Answered,
): ReturnType<typeof unavailable> =>
  unavailable(`${uri}: answered ${status} with ${nameText(text)}`);

async function fetchJson(uri: string, fetcher: Fetcher): Promise<Outcome<unknown>> {
  const answer = await fetchText(uri, fetcher, { accept: "application/json" });
  if ("problem" in answer) return answer;
  const { status, text } = answer.value;
  if (status !== 200) return unexpected(uri, answer.value);
  const value = parsedJson(text);
  return value === undefined ? unavailable(`${uri}: not JSON but ${nameText(text)}`) : { value };
}

/** Columns of the seed report, as Archive-It's own pages request them. */
const columns = [
  ["Seed URL", "url"],
  ["Group", "seed_group__name"],
  ["Status", "active"],
  ["Frequency", "crawl_definition__recurrence_type"],
  ["Type", "seed_type"],
  ["Access", "publicly_visible"],
] as const;

function seedReportUri(id: string, partner: string): string {
  const query = new URLSearchParams();
  query.append("annotate__max", "seed_group__name");
  query.append("annotate__max", "crawl_definition__recurrence_type");
  query.append("collection", id);
  for (const [title] of columns) query.append("csv_header", title);
  query.append("format", "csv");
  for (const [, field] of columns) query.append("show_field", field);
  query.append("sort", "-id");
  return `${partner}/api/seed?${query.toString()}`;
}

/** Returns a problem if the answer is not a seed report. */
export async function seedsFromReport(
  id: string,
  partner: string,
  fetcher: Fetcher,
): Promise<Outcome<SeedList>> {
  const uri = seedReportUri(id, partner);
  const answer = await fetchText(uri, fetcher);
  if ("problem" in answer) return answer;
  const seeds = answer.value.status === 200 ? parseSeedReport(answer.value.text) : undefined;
  return seeds === undefined ? unexpected(uri, answer.value) : { value: seeds };
}

/** Only rows with the Access `true` or `public` are public. */
export function parseSeedReport(csv: string): SeedList | undefined {
  const rows = csvRows(csv);
  const titles = rows.next().value?.map((title) => title.trim().toLowerCase()) ?? [];
  const urlAt = titles.indexOf("seed url");
  const accessAt = titles.indexOf("access");
  if (urlAt === -1) return undefined;
  const found = new SeedCollector();
  for (const row of rows) {
    const access = accessAt === -1 ? "true" : (row[accessAt] ?? "").trim().toLowerCase();
    found.add(row[urlAt] ?? "", access === "true" || access === "public");
  }
  return found.finish();
}
