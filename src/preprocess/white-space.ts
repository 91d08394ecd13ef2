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
  if (!irregular.test(text)) return text;
  let result = "";
  let copied = 0;
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code > 0x20 && (code < 0x85 || !isWhiteSpace(code))) {
      at++;
      continue;
    }
    const start = at;
    let hasSpace = false;
    let hasBreak = false;
    for (; at < text.length; at++) {
      const next = text.charCodeAt(at);
      if (next === lineFeed || next === carriageReturn) hasBreak = true;
      else if (next === 0 || !isControl(next)) {
        if (!isBlankCode(next)) break;
        hasSpace = true;
      }
    }
    if (at === start + 1 && (code === 0x20 || code === lineFeed)) continue;
    result += text.slice(copied, start) + (hasBreak ? "\n" : hasSpace ? " " : "");
    copied = at;
  }
  return copied === 0 ? text : result + text.slice(copied);
}

/** Anything but single spaces and line feeds; a quick look that spares most texts the walk. */
const odd = "\\0-\\t\\v-\\x1f\\x85-\\u3000";
const irregular = new RegExp(`[${odd}]|[ \\n]{2}`, "u");
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** Not allowed in HTML, and dropped by libxml2, which takes U+0000 alone for a space. */
function isControl(code: number): boolean {
  return (
    code < 0x20 && code !== 0x09 && code !== 0x0c && code !== lineFeed && code !== carriageReturn
  );
}

/** Whether a text of a page is empty or has nothing but white space and control characters. */
export function isBlank(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (!isBlankCode(text.charCodeAt(at))) return false;
  return true;
}

function isBlankCode(code: number): boolean {
  return code <= 0x20 || (code >= 0x85 && isWhiteSpace(code));
}
