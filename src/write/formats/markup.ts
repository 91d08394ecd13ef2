import { createHash } from "../../base/platform/machine.js";

/** Returns a text as content or attribute of HTML, SVG or XML; characters that XML forbids are replaced. */
export function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, "\u{fffd}")
    .replace(/[&<>"']/gu, (character) => `&#${character.charCodeAt(0)};`);
}

/** Returns the source of a content security policy that allows this script or style, and no other one. */
export const hashSource = (text: string): string =>
  `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** A page that is one file. */
interface Page {
  readonly title: string;
  readonly style: string;
  /** Runs after the body. A page without one needs no hashes: no script can run in it. */
  readonly script?: string;
  /** Links to other sites do not tell them where the page is. */
  readonly hasLinks?: true;
  /** What stands between the tags of the body, as markup. */
  readonly body: string;
}

/** Returns an HTML page that fetches nothing, and in which nothing runs but its one script. */
export function htmlPage({ title, style, script, hasLinks, body }: Page): string {
  const policy =
    script === undefined
      ? "default-src 'none'; style-src 'unsafe-inline'"
      : `default-src 'none'; style-src ${hashSource(style)}; script-src ${hashSource(script)}`;
  const referrer = hasLinks === true ? `<meta name="referrer" content="no-referrer">\n` : "";
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width">
${referrer}<meta http-equiv="Content-Security-Policy" content="${policy}">
<style>${style}</style></head><body>${body}${script === undefined ? "" : `<script>${script}</script>\n`}</body></html>
`;
}

/** Returns the start tag of a picture with its own size; `label` is for those who do not see it. */
export function svgStart(
  [width, height]: readonly [width: number, height: number],
  { label, fontSize = 13 }: { readonly label?: string; readonly fontSize?: number },
): string {
  const name = label === undefined ? "" : ` aria-label="${escapeXml(label)}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img"${name} font-family="sans-serif" font-size="${fontSize}">`;
}
