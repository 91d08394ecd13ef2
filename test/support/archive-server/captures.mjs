/**
 * Generated captures of the fixture archive. No captures are stored. The host name of a URI-R gives the number of
 * mementos: `http://n250.example/` has 250 mementos. Other hosts have five mementos, one a month.
 */

import { createHash } from "node:crypto";

const start = Date.UTC(2010, 0, 1);
const month = 30 * 86_400_000;
const longest = 14 * 365 * 86_400_000;

const known = new Map();

/** Returns the mementos of a URI-R, oldest first, as `{ date, ts }`. `ts` has fourteen digits. */
export function capturesOf(uriR) {
  if (!known.has(uriR)) known.set(uriR, listOf(uriR));
  return known.get(uriR);
}

function listOf(uriR) {
  const count = Number(/^https?:\/\/n(\d+)\./.exec(uriR)?.[1] ?? 5);
  const step = Math.floor(Math.min(month, longest / Math.max(count, 1)) / 1000) * 1000;
  return Array.from({ length: count }, (_, i) => {
    const date = new Date(start + i * step);
    return { date, ts: date.toISOString().replace(/\D/g, "").slice(0, 14) };
  });
}

/** Returns the digest of a page in the form of an index: SHA-1 in Base32. */
export function digestOf(uriR, ts) {
  const bits = [...createHash("sha1").update(pageOf(uriR, ts)).digest()]
    .map((byte) => byte.toString(2).padStart(8, "0"))
    .join("");
  return bits
    .match(/.{5}/g)
    .map((five) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"[parseInt(five, 2)])
    .join("");
}

/**
 * Returns the page of a URI-R at a time. The last of three or more captures says that the account is suspended.
 * Captures of `http://equal.example/` alternate between two pages.
 */
export function pageOf(uriR, ts) {
  const captures = capturesOf(uriR);
  const index = captures.findIndex((capture) => capture.ts === ts);
  const edition = /^https?:\/\/equal\./.test(uriR) ? (index % 2) + 1 : index + 1;
  const last = captures.length > 2 && index === captures.length - 1;
  const body = last
    ? "<p>This account has been suspended. Please contact your hosting provider.</p>"
    : `<p>The river festival of the old town takes place every summer on the banks of the river.</p>
<p>Boats, musicians and cooks from the whole valley meet here, and visitors come from far away.</p>
<p>This is edition number ${edition} of the programme, with concerts, races and a market.</p>`;
  return `<!DOCTYPE html><html><head><meta charset="utf-8"><title>Festival</title></head><body>${body}</body></html>\n`;
}

/** Returns the page as an archive shows it to people, with rewritten links and a toolbar. */
export function rewrittenPageOf(collection, uriR, ts, origin) {
  return pageOf(uriR, ts)
    .replace(
      "<head>",
      `<head><script src="${origin}/_static/js/bundle-playback.js"></script>\n<!-- End Wayback Rewrite JS Include -->`,
    )
    .replace(
      "<body>",
      `<body><!-- BEGIN WAYBACK TOOLBAR INSERT --><div id="wm-ipp">2,345 captures</div><!-- END WAYBACK TOOLBAR INSERT -->
<p><a href="${origin}/${collection}/${ts}/http://other.example/">elsewhere</a></p>`,
    );
}
