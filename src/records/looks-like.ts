/** What the first bytes of something that is no WARC file look like, for a message; undefined when nothing known. */
export function looksLike(bytes: Buffer): string | undefined {
  const start = bytes.toString("latin1", 0, 512).trimStart().toLowerCase();
  if (start.startsWith("<!doctype html") || start.startsWith("<html")) return "an HTML page";
  if (start.startsWith("<?xml") || start.startsWith("<error"))
    return "an XML document, perhaps an error of a file store";
  if (start.startsWith("{") || start.startsWith("[")) return "JSON";
  if (start.startsWith("pk\u{3}\u{4}")) return "a ZIP or WACZ file";
  if (start.startsWith("%pdf")) return "a PDF";
  if (start.startsWith("version https://git-lfs")) return "a Git LFS pointer";
  const [line = ""] = start.split(/\r?\n/u, 1);
  return lines.find(([pattern]) => pattern.test(line))?.[1];
}

/** What a first line tells, in small letters. */
const lines: readonly (readonly [line: RegExp, what: string])[] = [
  [/^cdx [a-z ]+$/u, "a CDX index; give the WARC files that it is of"],
  [/^[^\s)]{1,200}\)\S* \d{14} /u, "a CDX index; give the WARC files that it is of"],
  [/^<https?:[^>]+>\s*;/u, "a TimeMap; write -i timemap= for it"],
  [/^https?:\S+$/u, "a list of URIs; write -i timemap=@ before its name when they are URI-Ts"],
  [
    /^(?![\w-]+:\s)(?:[^\0<>]*[/\\])?[^\0<>/\\]*\.w?arc(?:\.gz|\.zst)?$/u,
    "a list of files; write warc=@ before its name",
  ],
];
