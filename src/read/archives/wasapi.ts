import { count as counts, mapOf, text } from "../../base/codec.js";
import { UsageError } from "../../base/errors.js";
import { isObject } from "../../base/json.js";
import type { Fetcher } from "../types.js";
import { fetchPage, MOST_PAGES } from "./api-answers.js";

/** URI of the list of files of Archive-It, the only public service that follows the WASAPI specification. */
const wasapiUri = "https://partner.archive-it.org/wasapi/v1/webdata";
/** Host from which Archive-It sends the files of its list. The host accepts the same logins. */
const archiveItFiles = "https://warcs.archive-it.org/";

/** The service's default is 100. */
const LARGEST_PAGE = "2000";

/** A server ignores unknown parameters, so a misspelt parameter would select all files. */
const PARAMETERS: ReadonlyMap<string, RegExp> = new Map([
  ...["filename", "filetype", "content-type", "collection", "crawl"].map(
    (name) => [name, /./u] as const,
  ),
  ...["crawl-time", "crawl-start"].flatMap((name) => {
    const date =
      /^\d{4}(?:-\d\d(?:-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?)?)?$/u;
    return ["after", "before"].map((side) => [`${name}-${side}`, date] as const);
  }),
  ["page_size", /^\d+$/u],
]);

/**
 * Returns the URI of the list of files that a value of `-i wasapi=` requests. The value is `8232`, or
 * `8232?crawl=300208`, or `?crawl=300208` for all collections of the account, or the URI of a query. Throws
 * `UsageError`.
 */
export function listUri(value: string, base = wasapiUri): string {
  if (/^https?:\/\//iu.test(value)) {
    if (URL.canParse(value)) return value;
    throw new UsageError(`wasapi=${value}: not a URI`);
  }
  const [, collection = "", query = ""] = /^([\w.~-]*)(?:\?(.*))?$/su.exec(value) ?? [];
  if (collection === "" && query === "") {
    throw new UsageError(
      `wasapi=${value}: give the number of a collection, such as 8232, 8232?crawl-time-after=2024-01 or the URI of a query`,
    );
  }
  const parameters = new URLSearchParams(collection === "" ? {} : { collection });
  for (const [name, text] of new URLSearchParams(query)) {
    const form = PARAMETERS.get(name);
    if (form === undefined) {
      throw new UsageError(
        `wasapi=${value}: there is no parameter "${name}". There are: ${[...PARAMETERS.keys()].join(", ")}.`,
      );
    }
    if (!form.test(text)) {
      throw new UsageError(
        `wasapi=${value}: ${name} takes ${name === "page_size" ? "a number" : name.includes("-after") || name.includes("-before") ? "a date such as 2024-01-31" : "a text"}, not "${text}".`,
      );
    }
    parameters.append(name, text);
  }
  const uri = new URL(base);
  if (isArchiveIt(uri) && !parameters.has("page_size")) parameters.set("page_size", LARGEST_PAGE);
  return `${base}${uri.search === "" ? "?" : "&"}${parameters.toString()}`;
}

const isArchiveIt = ({ hostname }: URL): boolean => hostname === new URL(wasapiUri).hostname;

export const hostsOf = (lists: readonly string[]): string[] =>
  lists.flatMap((uri) => (isArchiveIt(new URL(uri)) ? [uri, archiveItFiles] : [uri]));

export interface WebdataFile {
  readonly name: string;
  /** Format such as `warc` or `wat`. Empty if the list does not contain the format. */
  readonly type: string;
  readonly size: number | undefined;
  readonly checksums: Readonly<Record<string, string>>;
  /** URIs from which the file can be fetched. */
  readonly locations: readonly string[];
}

/** Item of a list: a file, or the reason why the list is incomplete. The reason comes last. */
export type Listed = WebdataFile | { readonly trouble: string };

/** Stops after the last page, at a repeated page, or at more files than the list counts. */
export async function* filesOfList(
  first: string,
  fetcher: Fetcher,
): AsyncGenerator<Listed, void, undefined> {
  const seen = new Set<string>();
  let uri = first;
  let files = 0;
  let counted: number | undefined;
  for (;;) {
    seen.add(uri);
    const page = await fetchPage(uri, fetcher, { requestClass: "timemap", latest: true });
    if ("problem" in page) {
      const what = seen.size === 1 ? "the list cannot be read" : "the list breaks off";
      const isLogin = page.status === 401 || page.status === 403;
      const advice = `. Give a login for ${new URL(uri).host}: --netrc, --header or --cookies`;
      yield { trouble: `${what}: ${page.problem.message}${isLogin ? advice : ""}` };
      return;
    }
    const { items, next, count } = page.value;
    const found = items.flatMap((each) => fileOf(each, uri) ?? []);
    // The list may grow during reading.
    counted = count ?? counted;
    if (files === 0 && found.length === 0) {
      yield {
        trouble:
          "the list is empty. Without a login, Archive-It lists nothing: give --netrc, --header or --cookies, and check the collection and the query",
      };
      return;
    }
    yield* found;
    files += found.length;
    if (next === undefined) {
      if (counted !== undefined && files < counted)
        yield {
          trouble: `the list counts ${counted} files and gives ${files}: the others are not read`,
        };
      return;
    }
    uri = next;
    const isEndless = seen.has(uri) || seen.size >= MOST_PAGES || files > (counted ?? Infinity);
    if (found.length === 0 || isEndless) {
      yield { trouble: `the list does not end after ${files} files: the rest is not read` };
      return;
    }
  }
}

/** Returns a file of a list in either version of the specification; `undefined` if the file has no name. */
function fileOf(json: unknown, base: string): WebdataFile | undefined {
  if (!isObject(json)) return undefined;
  const { filename, filetype, size, locations, checksum } = json;
  if (!text.is(filename)) return undefined;
  const type = text.read(filetype) ?? text.read(json["content-type"]) ?? "";
  const uris = (Array.isArray(locations) ? locations : [locations]).flatMap((each: unknown) =>
    text.is(each) && URL.canParse(each, base) ? [new URL(each, base).href] : [],
  );
  return {
    name: filename,
    type: type.toLowerCase().replace(/^application\//u, ""),
    size: counts.read(size),
    checksums: mapOf(text).read(json["checksums"]) ?? checksumsIn(checksum),
    // Locations with other protocols, such as IPFS, cannot be fetched.
    locations: uris.filter((uri) => /^https?:/iu.test(uri)),
  };
}

/**
 * Returns checksums from the form of the first version of the specification: `sha1:6b4f32a3...`, or a list of such
 * texts.
 */
function checksumsIn(given: unknown): Readonly<Record<string, string>> {
  return Object.fromEntries(
    (Array.isArray(given) ? given : [given]).flatMap((each: unknown) => {
      const [, name, digest] = /^(\w+):([\da-f]+)$/iu.exec(text.read(each) ?? "") ?? [];
      return name === undefined || digest === undefined ? [] : [[name.toLowerCase(), digest]];
    }),
  );
}
