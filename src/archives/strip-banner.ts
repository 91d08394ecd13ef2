/** What was done to a page that an archive had not left as it was captured. */
export interface StrippedPage {
  readonly bytes: Uint8Array;
  /** One remark for people. */
  readonly note: string;
}

/** An insertion: from `begin` to `end`, both included. */
interface Insertion {
  readonly begin: string;
  readonly end: string;
}

/** What Wayback (OpenWayback, Archive-It, web.archive.org) and pywb put into pages. */
const insertions: readonly Insertion[] = [
  { begin: "<!-- BEGIN WAYBACK TOOLBAR INSERT -->", end: "<!-- END WAYBACK TOOLBAR INSERT -->" },
  {
    begin: "<!-- Start Wayback Rewrite JS Include -->",
    end: "<!-- End Wayback Rewrite JS Include -->",
  },
  { begin: "<!-- WB Insert -->", end: "<!-- End WB Insert -->" },
  { begin: "<!--\n     FILE ARCHIVED ON", end: "-->" },
  { begin: "<!--\nplayback timings (ms):", end: "-->" },
];

/** Scripts and styles that only archives load, by what their tag says. */
const archiveScripts =
  /\/_static\/(?:js|css)\/|\/static\/(?:js\/)?(?:wombat|default_banner|wb_frame)|archive\.org\/includes\/|\bWB_wombat_Init\b|\bwbinfo\b|__wm\.(?:init|wombat|rw|bt)/;

/** Any of these in a page means that an archive has changed it. */
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
 * Takes an archive's banner, scripts and rewritten links out of a page; undefined when there is none of them.
 * `prefix` is what stands before timestamps in the archive's URI-Ms: `https://web.archive.org/web/`. Bytes that are not
 * the archive's stay as they are, whatever their encoding.
 */
export function stripBanner(
  bytes: Uint8Array,
  prefix: string | undefined,
): StrippedPage | undefined {
  const page = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!signs.some((sign) => page.includes(sign))) return undefined;
  // Latin-1 maps bytes to characters one to one, so nothing of the page is changed by the way.
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

/** Takes out script elements and style links that are the archive's; a forward scan, for pages are hostile. */
function withoutScripts(html: string): string {
  const kept: string[] = [];
  let at = 0;
  // Kept while still ahead, so that a page of nothing but openings is not searched to its end for each of them.
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

/** Gives rewritten links their own URIs back: absolute, without scheme, and relative to the archive's host. */
function withoutRewriting(html: string, prefix: string): string {
  const { host, pathname } = new URL(prefix);
  const path = escape(pathname);
  return html.replace(
    new RegExp(
      `(?:(?:https?:)?//${escape(host)})?${path}\\d{14}(?:[a-z]{2}_)?/(?=(?:https?:)?//|mailto:|www\\.)`,
      "gi",
    ),
    "",
  );
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
}
