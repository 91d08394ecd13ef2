/**
 * Inside of a regular expression's brackets: the characters that Python calls white space (`str.isspace`, `\s` of
 * str patterns). jusText and NLTK, which fixed the published thresholds, split at these; JavaScript's `\s` lacks
 * U+001C to U+001F and U+0085 and adds U+FEFF.
 */
export const whiteSpace =
  "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";

/** Whether a UTF-16 code unit is white space (all of it is in the basic plane). */
export function isWhiteSpace(code: number): boolean {
  if (code <= 0x20) return code === 0x20 || (code >= 9 && code <= 13) || code >= 0x1c;
  if (code < 0x85) return false;
  return (
    code === 0x85 ||
    code === 0xa0 ||
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000
  );
}

const lineBreaks = /[\n\r]/u;
/** Not allowed in HTML, and dropped by libxml2, which takes U+0000 alone for a space. */
const controlRange = "\\x01-\\x08\\v\\x0e-\\x1f";
const controls = new RegExp(`[${controlRange}]+`, "gu");
const irregular = new RegExp(`[${controlRange}\\0\\t\\f\\r\\x85-\\u3000]|[ \\n]{2}`, "u");
const runs = new RegExp(`[\\0${whiteSpace}]+`, "gu");

/**
 * jusText's `normalize_whitespace` on text of a page: a run with a line break becomes one `\n`, any other run one
 * space; the ends are cut. Control characters go, as in libxml2.
 */
export function tidyWhiteSpace(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isBlankCode(text.charCodeAt(start))) start++;
  while (end > start && isBlankCode(text.charCodeAt(end - 1))) end--;
  return squeeze(text.slice(start, end));
}

/** As {@link tidyWhiteSpace}, ends kept. */
export function squeeze(text: string): string {
  return irregular.test(text)
    ? text.replace(controls, "").replace(runs, (run) => (lineBreaks.test(run) ? "\n" : " "))
    : text;
}

/** Whether a text of a page is empty or has nothing but white space and control characters. */
export function isBlank(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (!isBlankCode(text.charCodeAt(at))) return false;
  return true;
}

function isBlankCode(code: number): boolean {
  return code <= 0x20 || isWhiteSpace(code);
}
