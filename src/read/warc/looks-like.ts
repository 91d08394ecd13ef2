import { arcFormat } from "./record-format.js";

/** Returns `undefined` if the first bytes are unknown. */
export function looksLike(bytes: Buffer): string | undefined {
  const start = bytes.toString("latin1", 0, 512).trimStart().toLowerCase();
  if (start.startsWith("<!doctype html") || start.startsWith("<html")) return "an HTML page";
  if (start.startsWith("<?xml") || start.startsWith("<error"))
    return "an XML document, perhaps an error of a file store";
  if (/^\{\s*"log"\s*:/u.test(start))
    return "a HAR file, which is not read; har2warc makes a WARC file of it";
  if (start.startsWith("{") || start.startsWith("[")) return "JSON";
  if (start.startsWith("pk\u{3}\u{4}"))
    return "a ZIP or WACZ file, which cannot be read from a pipe: give its name";
  if (start.startsWith("%pdf")) return "a PDF";
  if (start.startsWith("version https://git-lfs")) return "a Git LFS pointer";
  const [line = ""] = start.split(/\r?\n/u, 1);
  return lines.find(([pattern]) => pattern.test(line))?.[1];
}

const INDEX = "a CDX index; write -i cdx= for it";

/** Patterns of a first line, in lower case. */
const lines: readonly (readonly [line: RegExp, what: string])[] = [
  [/^cdx [a-z ]+$/u, INDEX],
  [/^[^\s)]{1,200}\)\S* \d{14} /u, INDEX],
  [/^<https?:[^>]+>\s*;/u, "a TimeMap; write -i timemap= for it"],
  [/^https?:\S+$/u, "a list of URIs; write -i timemap=@ before its name when they are URI-Ts"],
  [
    /^(?![\w-]+:\s)(?:[^\0<>]*[/\\])?[^\0<>/\\]*\.w?arc(?:\.gz|\.zst)?$/u,
    "a list of files; write warc=@ before its name",
  ],
];

/** First bytes of archives and their indexes, decoded as Latin-1. */
const archiveStarts: readonly (readonly [start: string | RegExp, what: string])[] = [
  ["\u001f\u008b", "a gzip file"],
  ["\u0028\u00b5\u002f\u00fd", "a Zstandard file"],
  // A skippable frame with the dictionary for the other frames.
  ["\u005d\u002a\u004d\u0018", "a Zstandard file"],
  ["PK\u0003\u0004", "a ZIP or WACZ file"],
  ["PK\u0005\u0006", "a ZIP or WACZ file"],
  [/^\s*WARC\//iu, "a WARC file"],
  [/^\s*filedesc:\/\//u, "an ARC file"],
  [/^[^\w\n]?CDX(?:[^\w\n][a-zA-Z])+\s/u, "a CDX index"],
  [/^!OpenWayback-CDXJ /u, "a CDXJ index"],
  // URL key and timestamp, followed by JSON (CDXJ), or by a URI and a media type (CDX).
  [/^\S+ \d{14,17} ?\{/u, "a CDXJ index"],
  [/^\S+ \d{14} \S+ (?:[\w.+*-]+\/\S+|-|warc\/revisit|unk) /u, "a CDX index"],
  [/^(?:\xef\xbb\xbf)?\s*\{\s*"log"\s*:\s*\{/u, "a HAR file"],
];

/** Returns `undefined` for any other file. */
export function archiveKind(bytes: Buffer): string | undefined {
  if (arcFormat.startsRecord(bytes)) return "an ARC file";
  const start = bytes.toString("latin1");
  const found = archiveStarts.find(([each]) =>
    typeof each === "string" ? start.startsWith(each) : each.test(start),
  );
  return found?.[1];
}

/** First line of an index that `filter` writes. It sorts before all keys, and readers skip lines that begin so. */
export const MADE_INDEX = "!detect_off_topic 0 {}";

/** Matches a line of `-ot cdxj`, which has neither digest nor length. No index of a crawl lacks both. */
const MADE_LINE =
  /^\S+ \d{14} \{"url":"[^"]*","mime":"[^"]*"(?:,"status":"\d+")?(?:,"digest":"-","length":"-"[^\n]*)?\}\n/u;

/** Tells whether a file begins like an index that this program has written, so that the program may write it again. */
export const isMadeIndex = (bytes: Buffer): boolean => {
  const start = bytes.toString("latin1");
  return start.startsWith(`${MADE_INDEX}\n`) || MADE_LINE.test(start);
};
