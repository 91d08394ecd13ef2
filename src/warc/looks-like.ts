/** What bytes that are no WARC look like, for a person: `an HTML page`. */
export function looksLike(bytes: Buffer): string {
  const magic = bytes.toString("latin1", 0, 8);
  for (const [start, name] of MAGICS) if (magic.startsWith(start)) return name;
  const text = bytes
    .toString("latin1", 0, 1024)
    .replace(/^\u{ef}\u{bb}\u{bf}/u, "")
    .trimStart();
  if (/^(?:<!--.{0,200}-->\s*)?<(?:!doctype\s+html|html|head|body)\b/isu.test(text)) {
    return "an HTML page";
  }
  if (/^(?:<\?xml\b[^>]{0,200}>\s*)?<Error>/u.test(text)) {
    const code = /<Code>(\w{1,40})<\/Code>/u.exec(text)?.[1];
    return `the error message of a file store${code === undefined ? "" : ` (${code})`}`;
  }
  if (/^<[?!a-z]/iu.test(text)) return "XML";
  if (/^[[{]/u.test(text)) return "JSON";
  if (/^ ?CDX /u.test(text) || /^[^\s)]+\)\S* \d{14} /u.test(text)) return "a CDX index";
  if (/^http\/\d/iu.test(text)) return "an HTTP response without its WARC record";
  return /[^\t\n\r\x20-\x7e\u{80}-\u{ff}]/u.test(text) ? "binary data" : "text";
}

const MAGICS: readonly (readonly [start: string, name: string])[] = [
  ["PK\x03\x04", "a ZIP file (a WACZ must be unpacked first: its WARC files are in archive/)"],
  ["%PDF", "a PDF"],
  ["BZh", "bzip2 data (unpack it first)"],
  ["\xfd7zXZ", "xz data (unpack it first)"],
  ["\x1f\x8b", "gzip data"],
  ["\x28\xb5\x2f\xfd", "Zstandard data"],
  ["\x89PNG", "a PNG image"],
  ["SQLite", "an SQLite database"],
];
