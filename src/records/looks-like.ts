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
  return undefined;
}
