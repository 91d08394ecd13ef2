import { UsageError } from "../errors.js";
import type { ArchiveChoice, Match } from "../types.js";
import table from "./archives.json" with { type: "json" };

/** An archive that has a name here. */
export interface KnownArchive extends ArchiveChoice {
  readonly keyword: string;
  /** Its name, for people. */
  readonly archive: string;
}

/** A question to the CDX service of pywb, for pages and revisits only. */
const PYWB_CDX =
  "cdx?url={uri}&matchType={match}&filter=~mime:text/html%7Capplication/xhtml.xml%7Cwarc/revisit%7Cunk";

const completed = (
  replay: string,
  timeMap = `${replay}timemap/link/{uri}`,
  cdx = replay + PYWB_CDX,
): ArchiveChoice => ({ replay, timeMap, cdx });

/** The archives that `--archive` knows by a word. */
export const knownArchives: readonly KnownArchive[] = table.map(
  ({ keyword, archive, replay, timeMap, cdx }) => ({
    keyword,
    archive,
    ...completed(replay, timeMap, cdx),
  }),
);

/**
 * Reads `--archive`: a word of the table, or what stands before timestamps in the archive's URI-Ms and before
 * `timemap/` in its URI-Ts, as Wayback, pywb and MemGator have it. Throws a `UsageError`.
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

/** Where an archive has the captures of a URI-R; `match` other than exact: of all that it matches. */
export function timeMapUri(archive: ArchiveChoice, uriR: string, match: Match = "exact"): string {
  if (match === "exact") return archive.timeMap.replace("{uri}", () => uriR);
  return archive.cdx
    .replace("{uri}", () => encodeURIComponent(uriR))
    .replace("{match}", () => match);
}

/** True for the URI of a CDX service that is asked for captures of more than one URI-R. */
export function asksForMany(uri: string): boolean {
  if (!URL.canParse(uri)) return false;
  const { searchParams } = new URL(uri);
  const match = searchParams.get("matchType") ?? "exact";
  return searchParams.has("url") && ["prefix", "host", "domain"].includes(match);
}
