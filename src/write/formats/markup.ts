import { readMadeData } from "../../base/platform/data.js";
import { createHash } from "../../base/platform/machine.js";

/**
 * Returns a text for use in the content or an attribute of HTML, SVG or XML. Characters that XML forbids are replaced.
 */
export function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, "\u{fffd}")
    .replace(/[&<>"']/gu, (character) => `&#${character.charCodeAt(0)};`);
}

/** Returns a source expression for a content security policy that allows only this script or style. */
export const hashSource = (text: string): string =>
  `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** Returns the style that all pages share, which the build made. Throws if there is no build. */
export const pageStyle = (): string =>
  (readMadeData("page-assets.json.br") as { readonly pageStyle: string }).pageStyle;

interface HtmlPage {
  readonly title: string;
  /** Rules of this page, after those of all pages. */
  readonly style: string;
  /**
   * Script that runs after the body. A page without a script needs no hashes in its policy, because no script can run.
   */
  readonly script?: string;
  /** Set if the page has links. Other sites are then not told the address of the page. */
  readonly hasLinks?: true;
  readonly body: string;
}

/** Returns an HTML page that loads nothing and runs only its own script. */
export function htmlPage({ title, style: own, script, hasLinks, body }: HtmlPage): string {
  const style = `${pageStyle()}\n${own}`;
  const policy =
    script === undefined
      ? "default-src 'none'; style-src 'unsafe-inline'"
      : `default-src 'none'; style-src ${hashSource(style)}; script-src ${hashSource(script)}`;
  const referrer = hasLinks === true ? `<meta name="referrer" content="no-referrer">\n` : "";
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${referrer}<meta http-equiv="Content-Security-Policy" content="${policy}">
<style>${style}</style></head><body>${body}${script === undefined ? "" : `<script>${script}</script>\n`}</body></html>
`;
}

/** Returns the start tag of an SVG picture. `label` describes it to people who cannot see it. */
export function svgStart(
  [width, height]: readonly [width: number, height: number],
  { label, fontSize = 13 }: { readonly label?: string; readonly fontSize?: number },
): string {
  const name = label === undefined ? "" : ` aria-label="${escapeXml(label)}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img"${name} font-family="sans-serif" font-size="${fontSize}">`;
}
