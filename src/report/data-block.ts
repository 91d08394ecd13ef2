/**
 * A data block of the page: JSON in a `script` element that is not run. The text holds nothing that an HTML parser could
 * take for markup, whatever stands in the data.
 */
export function dataBlock(id: string, data: object): string {
  return `<script type="application/json" id="${id}">${safeJson(data)}</script>\n`;
}

/** JSON text without `<`, `>`, `&` and the line separators that scripts of old took for line ends. */
export function safeJson(data: object): string {
  return JSON.stringify(data).replace(
    /[<>&\u{2028}\u{2029}]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
