import { createReadStream } from "node:fs";
import { decodeText, readWholeStream } from "../../base/read-file.js";
import { all, matching, oneOf, optional, record, text } from "../../base/codec.js";
import { messageOf, UsageError } from "../../base/errors.js";
import { hostMatches } from "../../base/uri.js";
import { uriMParts } from "../timemaps/uri.js";
import type { Match } from "../../base/types.js";
import type { ArchiveChoice, RawRule } from "../types.js";
import table from "./archives.json" with { type: "json" };
import rawRules from "./raw-rules.json" with { type: "json" };

/** An archive with a keyword for `--archive`. */
interface KnownArchive extends ArchiveChoice {
  readonly keyword: string;
  readonly archive: string;
}

/** Query of pywb's CDX service that returns only pages and revisits. */
const PYWB_CDX =
  "cdx?url={uri}&matchType={match}&filter=~mime:text/html%7Capplication/xhtml.xml%7Cwarc/revisit%7Cunk";

const completed = (
  replay: string,
  timeMap = `${replay}timemap/link/{uri}`,
  cdx = replay + PYWB_CDX,
): ArchiveChoice => ({ replay, timeMap, cdx });

export const knownArchives: readonly KnownArchive[] = table.map(
  ({ keyword, archive, replay, timeMap, cdx }) => ({
    keyword,
    archive,
    ...completed(replay, timeMap, cdx),
  }),
);

/**
 * Reads `--archive`, which is a keyword of the table or a part of a URI. The part precedes the timestamp in the
 * archive's URI-Ms and `timemap/` in its URI-Ts, as in Wayback, pywb and MemGator. Throws `UsageError`.
 */
export function parseArchive(text: string): ArchiveChoice {
  const word = text.trim();
  const known = knownArchives.find(({ keyword }) => keyword === word.toLowerCase());
  if (known !== undefined) return completed(known.replay, known.timeMap, known.cdx);
  if (/^https?:\/*[^/]*@/iu.test(word)) {
    throw new UsageError("--archive takes no password: give --netrc, --cookies or --header.");
  }
  if (/^https?:\/\/[^\s?#]+$/iu.test(word) && URL.canParse(word)) {
    return completed(word.replace(/(?:timemap\/(?:\w+\/)?)?$/u, "").replace(/\/*$/u, "/"));
  }
  const words = knownArchives.map(({ keyword }) => keyword).join(", ");
  throw new UsageError(
    `--archive ${text}: give one of ${words}, or what its URI-Ms begin with, such as https://wayback.example/collection/.`,
  );
}

/** If `match` is not `exact`, this is the query of the CDX service for all URI-Rs that match. */
export function timeMapUri(archive: ArchiveChoice, uriR: string, match: Match = "exact"): string {
  if (match === "exact") return archive.timeMap.replace("{uri}", () => uriR);
  return archive.cdx
    .replace("{uri}", () => encodeURIComponent(uriR))
    .replace("{match}", () => match);
}

/** Returns whether a URI is the query of a CDX service for captures of more than one URI-R. */
export function asksForMany(uri: string): boolean {
  if (!URL.canParse(uri)) return false;
  const { searchParams } = new URL(uri);
  const match = searchParams.get("matchType") ?? "exact";
  return searchParams.has("url") && ["prefix", "host", "domain"].includes(match);
}

interface RawUriM {
  /** URI to fetch. It is the URI-M itself if no rule gives another URI. */
  readonly uri: string;
  readonly rule: RawRule;
  /** False if the archive answers with a replayed page, rewritten and perhaps with a banner. */
  readonly raw: boolean;
}

/**
 * The first rule that matches applies. They come from the archives' own configurations in
 * webrecorder/public-web-archives and from MemGator's list of archives. Archives that use the common `id_` flag need no
 * rule, because the last rule covers them. The file has the format of `--raw-rules`.
 */
const builtInRules = rawRules as readonly RawRule[];

/** Rule for a URI-M without a timestamp, for which there is no raw form. */
const noTimestamp: RawRule = { archive: "no timestamp in the URI-M", hosts: ["*"], form: "none" };

/**
 * Only the first timestamp is rewritten, because the URI-R after it may contain a URI-M too. The user's rules come
 * before the built-in ones.
 */
export function rawUriM(uriM: string, rules: readonly RawRule[] = []): RawUriM {
  const parts = uriMParts(uriM);
  if (parts === undefined) return { uri: uriM, rule: noTimestamp, raw: false };
  const { hostname, pathname } = new URL(parts.prefix);
  const rule =
    [...rules, ...builtInRules].find(
      ({ hosts, pathPrefix }) =>
        hosts.some((host) => hostMatches(hostname, host)) &&
        (pathPrefix === undefined || pathname.startsWith(pathPrefix)),
    ) ?? noTimestamp;
  if (rule.form === "none") return { uri: uriM, rule, raw: false };
  const prefix =
    rule.rawHost === undefined
      ? parts.prefix
      : parts.prefix.replace(/^(https?):\/\/[^/]+/i, `https://${rule.rawHost}`);
  const uri =
    rule.form === "flag"
      ? `${prefix}${parts.timestamp}${rule.value ?? "id_"}/${parts.uriR}`
      : `${withSegment(prefix, rule.value ?? "raw")}${parts.timestamp}/${parts.uriR}`;
  return { uri, rule, raw: true };
}

function withSegment(prefix: string, segment: string): string {
  return prefix.endsWith(`/${segment}/`) ? prefix : `${prefix}${segment}/`;
}

const isRule = record<Omit<RawRule, "archive"> & Partial<RawRule>>({
  archive: optional(text),
  hosts: all(matching(/^(?:\*|(?:\*\.)?[a-z0-9.-]+)$/i)),
  form: oneOf("flag", "segment", "none"),
  value: optional(matching(/^\w+$/)),
  pathPrefix: optional(text),
  rawHost: optional(text),
}).is;

/**
 * Reads the user's rules for raw mementos (`--raw-rules FILE`): a JSON array of objects with the properties of
 * `RawRule`. Throws `UsageError` that names the first object that is no rule.
 */
export async function readRawRules(path: string): Promise<readonly RawRule[]> {
  let value: unknown;
  try {
    value = JSON.parse(decodeText(await readWholeStream(createReadStream(path), path)));
  } catch (cause) {
    throw new UsageError(`--set raw-rules=${path}: ${messageOf(cause)}`);
  }
  if (!Array.isArray(value))
    throw new UsageError(`--set raw-rules=${path}: give a JSON array of rules`);
  return value.map((rule: unknown, i) => {
    if (isRule(rule) && rule.hosts.length > 0) return { archive: rule.hosts[0]!, ...rule };
    throw new UsageError(
      `--set raw-rules=${path}: object ${i + 1} is no rule: give "hosts" (a list of host names), "form" (flag, segment or none), and if need be "archive", "value" (a flag such as "id_"), "pathPrefix" and "rawHost".`,
    );
  });
}
