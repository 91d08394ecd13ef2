/** Maximum number of frames whose text is read, and of characters of one. */
const MOST_FRAMES = 50;
const LONGEST_FRAME = 2_000_000;

const SRCDOC =
  /<iframe\b[^>"']{0,500}(?:(?:"[^"]{0,2000}"|'[^']{0,2000}')[^>"']{0,500}){0,20}?\bsrcdoc\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)')/giu;

const ENTITIES: Readonly<Record<string, string>> = {
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  amp: "&",
};

/**
 * Returns markup as people see it: with the documents that frames have in their attribute `srcdoc`, as saved copies have
 * them, and with the letters of old Hebrew pages in the order in which they are read.
 */
export function readable(html: string, charset: string): string {
  const logical = charset === "iso-8859-8" ? html.replace(VISUAL, reversed) : html;
  if (!/\bsrcdoc\b/iu.test(logical)) return logical;
  let left = MOST_FRAMES;
  return logical.replace(SRCDOC, (frame, double?: string, single?: string) => {
    const written = (double ?? single ?? "").slice(0, LONGEST_FRAME);
    const document = written.replace(
      /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(lt|gt|quot|apos|amp));/giu,
      (whole, decimal?: string, hex?: string, name?: string) =>
        name === undefined
          ? character(Number.parseInt(decimal ?? hex ?? "", decimal === undefined ? 16 : 10), whole)
          : ENTITIES[name.toLowerCase()]!,
    );
    return left-- > 0 ? `<div>${document}</div>${frame.slice(0, "<iframe".length)} title="` : frame;
  });
}

const character = (code: number, otherwise: string): string =>
  code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
    ? String.fromCodePoint(code)
    : otherwise;

/**
 * Matches Hebrew text on one line. In iso-8859-8 letters stand in visual order, from left to right, and in iso-8859-8-i in
 * logical order (RFC 1556; HTML 4.01, section 8.2.4). Latin letters and numbers between them are not turned.
 */
const VISUAL = /[\u0590-\u05ff](?:[^\r\n<>&\dA-Za-z]*[\u0590-\u05ff])?/gu;

const reversed = (text: string): string => [...text].reverse().join("");
