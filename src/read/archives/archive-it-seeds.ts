import { count as counts, flag, text } from "../../base/codec.js";
import { unavailable } from "../../base/errors.js";
import { isObject, parsedJson } from "../../base/json.js";
import { counted, csvRows } from "../../base/text.js";
import { nameText } from "../timemaps/page-kind.js";
import { bodyText, fetchFollowing } from "../timemaps/response.js";
import type { Outcome } from "../../base/types.js";
import type { Fetcher } from "../types.js";

export interface SeedList {
  /** Public, not deleted; each once, in the source's order. */
  readonly seeds: readonly string[];
  /** Seeds that the source lists and that are not public or are deleted. */
  readonly withheld: number;
  /** True when the source broke off: the list is a part of the collection. */
  readonly warnings: readonly string[];
}

/** Gathers seeds: only those that can be in a public TimeMap, each once. */
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
/** Seeds a page: the API's own limit. */
const pageSize = 100;
/** The largest collections have 100,000 seeds. */
export const maxPages = 10_000;

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
      return unavailable(`${uri}: JSON that is not a list of seeds`);
    }
    const before = seedIds.size;
    for (const seed of results) {
      if (!isObject(seed) || typeof seed["url"] !== "string") continue;
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
  const collection = results.find((one) => isObject(one) && one["id"] === Number(id));
  if (!isObject(collection)) return { exists: false };
  const { publicly_visible: isPublic, name } = collection;
  return { exists: true, isPublic: flag.read(isPublic), name: text.read(name) };
}

/** A seed that does not name its collection is taken to be of the one that was asked for. */
function isOf(collection: unknown, id: string): boolean {
  if (typeof collection !== "number" && typeof collection !== "string") return true;
  return String(collection) === id;
}

function pageOf(value: unknown): {
  readonly results: readonly unknown[] | undefined;
  readonly next: string | undefined;
  /** Of all pages together, where the API says. */
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

/** The next page, on the host that was asked: servers behind a proxy write http for https, and names of their own. */
function onSameHost(next: string, current: string): string {
  const { pathname, search } = new URL(next, current);
  return new URL(current).origin + pathname + search;
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
  const outcome = await fetchFollowing(fetcher, { uri, requestClass: "api", headers });
  if ("problem" in outcome) return outcome;
  const text = await bodyText(outcome.value);
  if ("problem" in text) return text;
  return { value: { status: outcome.value.status, text: text.value } };
}

/** What came in place of what was asked for. */
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

/** The columns of the report, as Archive-It's own pages ask for them. */
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

/** Seeds from the seed report (CSV); a problem when what comes is not one. */
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

/** The seeds of a report; undefined when the text is not one. Only rows whose Access is true are public. */
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
