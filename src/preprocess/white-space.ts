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
const irregular = new RegExp(`[\\t\\v-\\x1f\\x85-\\u3000]|[ \\n]{2}`, "u");
const runs = new RegExp(`[${whiteSpace}]+`, "gu");

/** jusText's `normalize_whitespace`: a run with a line break becomes one `\n`, any other run one space; ends are cut. */
export function tidyWhiteSpace(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isWhiteSpace(text.charCodeAt(start))) start++;
  while (end > start && isWhiteSpace(text.charCodeAt(end - 1))) end--;
  const inner = text.slice(start, end);
  return irregular.test(inner) ? squeeze(inner) : inner;
}

/** As {@link tidyWhiteSpace}, ends kept. */
export function squeeze(text: string): string {
  return text.replace(runs, (run) => (lineBreaks.test(run) ? "\n" : " "));
}

/** Whether a text is empty or white space only. */
export function isBlank(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (!isWhiteSpace(text.charCodeAt(at))) return false;
  return true;
}

/** Length in code points, as Python counts: surrogate pairs are one. */
export function codePoints(text: string): number {
  let count = text.length;
  for (let at = 0; at < text.length - 1; at++) {
    const code = text.charCodeAt(at);
    if (code < 0xd800 || code > 0xdbff) continue;
    const next = text.charCodeAt(at + 1);
    if (next >= 0xdc00 && next <= 0xdfff) {
      count--;
      at++;
    }
  }
  return count;
}
