/** Comments with which Wayback (OpenWayback, Archive-It, web.archive.org) and pywb mark the parts that they insert. */
const insertions = [
  { begin: "<!-- BEGIN WAYBACK TOOLBAR INSERT -->", end: "<!-- END WAYBACK TOOLBAR INSERT -->" },
  {
    begin: "<!-- Start Wayback Rewrite JS Include -->",
    end: "<!-- End Wayback Rewrite JS Include -->",
  },
  { begin: "<!-- WB Insert -->", end: "<!-- End WB Insert -->" },
  { begin: "<!--\n     FILE ARCHIVED ON", end: "-->" },
  { begin: "<!--\r\n     FILE ARCHIVED ON", end: "-->" },
  { begin: "<!--\nplayback timings (ms):", end: "-->" },
];

const archiveScripts =
  /\/_static\/(?:js|css)\/|\/static\/(?:js\/)?(?:wombat|default_banner|wb_frame)|archive\.org\/includes\/|\bWB_wombat_Init\b|\bwbinfo\b|__wm\.(?:init|wombat|rw|bt)/;

/** Texts that occur only in a page that an archive has changed. */
const signs: readonly Buffer[] = [
  ...insertions.map(({ begin }) => begin),
  "<!-- End Wayback Rewrite JS Include -->",
  "/static/js/wombat",
  "/static/wombat.js",
  "WB_wombat_Init",
  "/_static/js/",
  "archive.org/includes/",
].map((sign) => Buffer.from(sign));

/**
 * Removes an archive's banner, scripts and rewritten links from a page. Returns `undefined` if there are none. `prefix`
 * is the part of the archive's URI-Ms before the timestamp, such as `https://web.archive.org/web/`. All other bytes
 * stay the same in any encoding.
 */
export function stripBanner(
  bytes: Uint8Array,
  prefix: string | undefined,
): { readonly bytes: Uint8Array; readonly note: string } | undefined {
  const page = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!signs.some((sign) => page.includes(sign))) return undefined;
  // Latin-1 maps bytes to characters one to one, so that the remaining bytes do not change.
  const html = page.toString("latin1");
  const cut = withoutScripts(withoutInsertions(html));
  const stripped = prefix === undefined ? cut : withoutRewriting(cut, prefix);
  const bytesLeft = Buffer.from(stripped, "latin1");
  return {
    bytes: bytesLeft,
    note: signs.some((sign) => bytesLeft.includes(sign))
      ? "the archive's banner or rewriting is in the page and could not be taken out"
      : "the archive's banner and rewriting were taken out of the page",
  };
}

function withoutInsertions(html: string): string {
  return insertions.reduce((text, { begin, end }) => {
    const kept: string[] = [];
    let at = 0;
    for (;;) {
      const from = text.indexOf(begin, at);
      const to = from === -1 ? -1 : text.indexOf(end, from + begin.length);
      if (to === -1) break;
      kept.push(text.slice(at, from));
      at = to + end.length;
    }
    kept.push(text.slice(at));
    return kept.join("");
  }, html);
}

/** Scans forward only, so that a hostile page takes linear time. */
function withoutScripts(html: string): string {
  const kept: string[] = [];
  let at = 0;
  // Both positions are kept while they are ahead. Otherwise each opening tag of a page without end tags would search
  // the page to its end.
  let close = -1;
  let ending = -1;
  for (const tag of html.matchAll(/<(?:script|link)\b/gi)) {
    if (tag.index < at) continue;
    if (close < tag.index) close = html.indexOf(">", tag.index);
    if (close === -1) break;
    const isScript = tag[0].toLowerCase() === "<script";
    if (isScript && ending < close) ending = html.indexOf("</script>", close);
    if (isScript && ending === -1) break;
    const end = isScript ? ending + "</script>".length : close + 1;
    if (!archiveScripts.test(html.slice(tag.index, Math.min(end, tag.index + 4096)))) continue;
    kept.push(html.slice(at, tag.index));
    at = end;
  }
  kept.push(html.slice(at));
  return kept.join("").replaceAll("<!-- End Wayback Rewrite JS Include -->", "");
}

/**
 * Restores the URIs of rewritten links, which archives write as absolute, without a scheme, or relative to their host.
 */
function withoutRewriting(html: string, prefix: string): string {
  const { host, pathname } = new URL(prefix);
  const path = escaped(pathname);
  return html.replace(
    new RegExp(
      `(?:(?:https?:)?//${escaped(host)})?${path}\\d{14}(?:[a-z]{2}_)?/(?=(?:https?:)?//|mailto:|www\\.)`,
      "gi",
    ),
    "",
  );
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
}
