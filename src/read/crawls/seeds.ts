import { urlOf } from "../../base/uri.js";
import { UsageError } from "../../base/errors.js";
import { members, parsedJson } from "../../base/json.js";
import { csvRows } from "../../base/text.js";
import { firstBytes } from "../../base/platform/files.js";
import { decodeText, isPipe, readTextFile, readWholeFile, readable } from "../../base/read-file.js";
import type { Loss } from "../warc/record-reader.js";
import { packagesOf, type WaczPackage } from "../warc/wacz.js";
import { startsZip } from "../warc/zip.js";
import { pageLinesOf } from "./pages-jsonl.js";

/** Titles of the column of seeds, in lower case. The first one that exists is used. */
const COLUMNS = [
  ...["seed url", "seed", "url", "uri-r", "uri_r", "uri", "urir", "seeds", "urls", "page url"],
];
const SEPARATORS = [",", ";", "\t"] as const;

/**
 * Returns the seeds of a file (`--seeds FILE`), each once and in order. The file is a list with one URI-R per line
 * (such as Heritrix's seeds.txt), a table with a column of URI-Rs (CSV, such as Archive-It's export), or a WACZ or its
 * pages.jsonl. Throws a `UsageError` if there are no seeds.
 */
export async function readSeeds(path: string): Promise<readonly string[]> {
  const found = await seedLines(path);
  const seeds = [...new Set(found.map((seed) => seed.trim()).filter((seed) => seed !== ""))];
  if (seeds.length === 0) {
    throw new UsageError(`--seeds ${path}: the file has no seed. Write one URI-R on each line.`);
  }
  return seeds.map((seed) => requireUri(seed, path));
}

async function seedLines(path: string): Promise<string[]> {
  const read = <T>(work: () => T): T => readable(`--seeds ${path}`, work);
  // A pipe is read as a whole, because it can be read only once. A WACZ is not, because it may be larger than the
  // memory.
  const bytes = read(() => (isPipe(path) ? readWholeFile(path) : undefined));
  if (!startsZip(bytes ?? read(() => firstBytes(path, 4)))) {
    return ofText(bytes === undefined ? readTextFile(path) : decodeText(bytes));
  }
  if (bytes === undefined) return ofWacz(path);
  throw new UsageError(`--seeds ${path}: a WACZ cannot be read from a pipe. Give its file.`);
}

/** Returns a seed as a URI-R. Lists often leave out the scheme. */
function requireUri(seed: string, path: string): string {
  const uri = /^[a-z][a-z0-9+.-]*:\/\//iu.test(seed) ? seed : `http://${seed}`;
  // No host has these signs, and hardly a path begins a segment with a comma at its end.
  if (/^https?:\/\/(?:[^/?#\s]*[,;]|[^?#\s]*\/,[^/\s]*$)\S*$/iu.test(uri)) {
    throw new UsageError(
      `--seeds ${path}: ${JSON.stringify(seed.slice(0, 100))} looks like a row of a table. Name the column of the URI-Rs "url" in the first row.`,
    );
  }
  if (/^https?:\/\//iu.test(uri) && !/\s/u.test(uri) && urlOf(uri) !== undefined) return uri;
  throw new UsageError(
    `--seeds ${path}: ${JSON.stringify(seed.slice(0, 100))} is not a URI. Write one URI-R on each line, or a table with a column "url".`,
  );
}

async function ofWacz(path: string): Promise<string[]> {
  const seeds: string[] = [];
  for await (const found of packagesOf(path)) {
    if (found.kind === "damage") throw new UsageError(`--seeds ${path}: ${found.message}`);
    for await (const seed of seedsOfPackage(found)) {
      if (seed.kind === "damage") throw new UsageError(`--seeds ${path}: ${seed.message}`);
      seeds.push(seed.uriR);
    }
  }
  return seeds;
}

function ofText(content: string): string[] {
  const text = content.replace(/^\u{feff}/u, "");
  return /^\s*\{/u.test(text) ? ofPageList(text) : (ofTable(text) ?? ofLines(text));
}

/** Returns `undefined` if the first row of the text has no such title. */
function ofTable(text: string): string[] | undefined {
  for (const separator of SEPARATORS) {
    const rows = csvRows(text, separator);
    const titles = rows.next().value?.map((title) => title.trim().toLowerCase()) ?? [];
    const column = COLUMNS.map((title) => titles.indexOf(title)).find((at) => at >= 0);
    if (column !== undefined) return [...rows].map((row) => row[column] ?? "");
  }
  return undefined;
}

/** A comment may follow a seed. Heritrix's lines with `+` and `-` define its scope and are not seeds. */
function ofLines(text: string): string[] {
  return text
    .split(/\r?\n/u)
    .filter((line) => !/^\s*[#+-]/u.test(line))
    .map((line) => line.replace(/\s+#.*$/u, ""));
}

function ofPageList(text: string): string[] {
  const pages = new PageSeeds();
  for (const line of text.split("\n")) pages.add(parsedJson(line), true);
  return pages.seeds();
}

/** Collects seeds from pages: the pages marked as seeds, or all entry pages if none is marked. */
class PageSeeds {
  readonly #marked: string[] = [];
  readonly #entries: string[] = [];

  /** Takes no header, which has a format, and nothing else that is no page. */
  add(line: unknown, isEntry: boolean): void {
    const { url, seed, format } = members(line);
    if (typeof url !== "string" || format !== undefined) return;
    if (seed === true) this.#marked.push(url);
    else if (isEntry) this.#entries.push(url);
  }

  seeds(): string[] {
    return this.#marked.length > 0 ? this.#marked : this.#entries;
  }
}

/**
 * Yields the seeds of a package from its `pages/`. They are the pages marked `"seed": true` in any of the files. If
 * none is marked (as by ArchiveWeb.page and py-wacz), all pages of pages.jsonl are seeds.
 */
export async function* seedsOfPackage(
  pack: WaczPackage,
): AsyncGenerator<{ readonly kind: "seed"; readonly uriR: string } | Loss> {
  const pages = new PageSeeds();
  for await (const found of pageLinesOf(pack)) {
    if (found.kind === "damage") yield found;
    else pages.add(found.value, found.name === "pages");
  }
  for (const uriR of pages.seeds()) {
    if (/^https?:\/\//iu.test(uriR)) yield { kind: "seed", uriR };
  }
}
