import { UsageError } from "../../base/errors.js";
import { hostMatches, urlOf } from "../../base/uri.js";
import { uriMParts } from "../timemaps/uri.js";
import type { Match } from "../../base/seed-match.js";
import type { ArchiveChoice } from "../types.js";
import table from "./archives.json" with { type: "json" };
import rules from "./raw-rules.json" with { type: "json" };

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

export const knownArchives: readonly KnownArchive[] = table.map((known) => ({
  ...known,
  ...completed(known.replay, known.timeMap, known.cdx),
}));

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
  if (/^https?:\/\/[^\s?#]+$/iu.test(word) && urlOf(word) !== undefined) {
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
  const searchParams = urlOf(uri)?.searchParams;
  if (searchParams === undefined) return false;
  const match = searchParams.get("matchType") ?? "exact";
  return searchParams.has("url") && ["prefix", "host", "domain"].includes(match);
}

/**
 * Rule that converts the URI-Ms of an archive to the URIs of raw mementos, which are as captured, without rewriting and
 * banner. Only the first timestamp of the path changes.
 */
interface RawRule {
  readonly archive: string;
  /** Host names without port. `*.example.org` means every host below, and `*` any host. */
  readonly hosts: readonly string[];
  /** Beginning of the path of the URI-Ms to which the rule applies. */
  readonly pathPrefix?: string;
  /**
   * `flag`: `{timestamp}{flag}/`, as in Wayback and pywb. `segment`: `raw/{timestamp}/`. `none`: the archive has no raw
   * mementos, and its rewritten page is measured with a note.
   */
  readonly form: "flag" | "segment" | "none";
  /** Flag or path segment. */
  readonly value?: string;
  /** Host of the raw mementos, if it is a different host. */
  readonly rawHost?: string;
}

interface RawUriM {
  readonly uri: string;
  readonly rule: RawRule;
  /** False if the archive answers with a replayed page, rewritten and perhaps with a banner. */
  readonly raw: boolean;
}

/**
 * The first rule that matches applies. They come from the archives' own configurations in
 * webrecorder/public-web-archives and from MemGator's list of archives. Archives that use the common `id_` flag need no
 * rule, because the last rule covers them.
 */
export const rawRules = rules as readonly RawRule[];

/** Rule for a URI-M without a timestamp, for which there is no raw form. */
const noTimestamp: RawRule = { archive: "no timestamp in the URI-M", hosts: ["*"], form: "none" };

/** Only the first timestamp is rewritten, because the URI-R after it may contain a URI-M too. */
export function rawUriM(uriM: string): RawUriM {
  const parts = uriMParts(uriM);
  if (parts === undefined) return { uri: uriM, rule: noTimestamp, raw: false };
  const { hostname, pathname } = new URL(parts.prefix);
  const rule = rawRules.find(
    ({ hosts, pathPrefix = "" }) =>
      hosts.some((host) => hostMatches(hostname, host)) && pathname.startsWith(pathPrefix),
  )!;
  const { form, value = "", rawHost } = rule;
  if (form === "none") return { uri: uriM, rule, raw: false };
  const prefix =
    rawHost === undefined
      ? parts.prefix
      : parts.prefix.replace(/^(https?):\/\/[^/]+/i, `https://${rawHost}`);
  const isThere = form === "segment" && prefix.endsWith(`/${value}/`);
  const segment = form === "segment" && !isThere ? `${value}/` : "";
  const flag = form === "flag" ? value : "";
  return { uri: `${prefix}${segment}${parts.timestamp}${flag}/${parts.uriR}`, rule, raw: true };
}
