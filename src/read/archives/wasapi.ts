import { urlOf } from "../../base/uri.js";
import { count as counts, mapOf, text } from "../../base/codec.js";
import { UsageError } from "../../base/errors.js";
import { isObject } from "../../base/json.js";
import { counted } from "../../base/text.js";
import type { Fetcher } from "../types.js";
import { pagesOf } from "./api-answers.js";

/** URI of the list of files of Archive-It, the only public service that follows the WASAPI specification. */
const wasapiUri = "https://partner.archive-it.org/wasapi/v1/webdata";
/** Host from which Archive-It sends the files of its list. The host accepts the same logins. */
const archiveItFiles = "https://warcs.archive-it.org/";

/** The service's default is 100. */
const LARGEST_PAGE = "2000";

/** A server ignores unknown parameters, so a misspelt parameter would select all files. */
const PARAMETERS = [
  ...["filename", "filetype", "content-type", "collection", "crawl", "page_size"],
  ...["crawl-time-after", "crawl-time-before", "crawl-start-after", "crawl-start-before"],
];

/**
 * Returns the URI of the list of files that a value of `-i wasapi=` requests. The value is `8232`, or
 * `8232?crawl=300208`, or `?crawl=300208` for all collections of the account, or the URI of a query. Throws
 * `UsageError`.
 */
export function listUri(value: string, base = wasapiUri): string {
  if (/^https?:\/\//iu.test(value)) {
    if (urlOf(value) !== undefined) return value;
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
    if (!PARAMETERS.includes(name)) {
      throw new UsageError(
        `wasapi=${value}: there is no parameter "${name}". There are: ${PARAMETERS.join(", ")}.`,
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
  readonly locations: readonly string[];
}

/** Item of a list: a file, or a reason why the list is incomplete. The reasons come last. */
export type Listed = WebdataFile | { readonly trouble: string };

/** Stops after the last page, or at more files than the list counts. */
export async function* filesOfList(
  list: string,
  fetcher: Fetcher,
): AsyncGenerator<Listed, void, undefined> {
  let files = 0;
  let entries = 0;
  let said = 0;
  let ending: string | undefined;
  for await (const page of pagesOf(list, fetcher, { requestClass: "timemap", latest: true })) {
    if ("trouble" in page) {
      const { trouble, status, isFirst } = page;
      const isLogin = status === 401 || status === 403;
      const advice = `. Give a login for ${new URL(list).host}: --netrc, --header or --cookies`;
      ending = `the list ${isFirst ? "cannot be read" : "breaks off"}: ${trouble}${isLogin ? advice : ""}`;
      break;
    }
    const found = page.items.flatMap((each) => fileOf(each, list) ?? []);
    yield* found;
    files += found.length;
    entries += page.items.length;
    // The list may grow during reading.
    said = page.count ?? said;
    if (said > 0 && entries > said)
      ending = `the list does not end after ${entries} files: the rest is not read`;
    if (ending !== undefined || page.items.length === 0) break;
  }
  if (entries > files) {
    const unnamed = counted(entries - files, "entry", "entries");
    yield { trouble: `${unnamed} of the list without a file name: not read` };
  }
  if (ending === undefined && entries === 0)
    ending =
      "the list is empty. Without a login, Archive-It lists nothing: give --netrc, --header or --cookies, and check the collection and the query";
  else if (ending === undefined && entries < said)
    ending = `the list counts ${said} files and gives ${entries}: the others are not read`;
  if (ending !== undefined) yield { trouble: ending };
}

/** Returns a file of a list in either version of the specification; `undefined` if the file has no name. */
function fileOf(json: unknown, base: string): WebdataFile | undefined {
  if (!isObject(json)) return undefined;
  const { filename, filetype, size, locations, checksum } = json;
  if (!text.is(filename)) return undefined;
  const type = text.read(filetype) ?? text.read(json["content-type"]) ?? "";
  const uris = (Array.isArray(locations) ? locations : [locations]).flatMap((each: unknown) =>
    text.is(each) ? (urlOf(each, base)?.href ?? []) : [],
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
