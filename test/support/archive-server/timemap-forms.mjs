/** Writes a TimeMap in each format that archives use. */
import { digestOf } from "./captures.mjs";

const httpDate = (date) => date.toUTCString();
const iso = (date) => date.toISOString().replace(".000", "");

/** Returns a TimeMap in application/link-format (RFC 7089, section 5). `next` is the next page: `{ uri, date }`. */
export function linkFormat({ origin, collection, uriR, captures, next }) {
  const lines = [
    `<${uriR}>; rel="original"`,
    `<${origin}/${collection}/timemap/link/${uriR}>; rel="self"; type="application/link-format"`,
    `<${origin}/${collection}/${uriR}>; rel="timegate"`,
    ...captures.map(({ date, ts }, i) => {
      const rel = [
        ...(i === 0 ? ["first"] : []),
        ...(i === captures.length - 1 && next === undefined ? ["last"] : []),
        "memento",
      ].join(" ");
      return `<${origin}/${collection}/${ts}/${uriR}>; rel="${rel}"; datetime="${httpDate(date)}"`;
    }),
    ...(next === undefined
      ? []
      : [
          `<${next.uri}>; rel="timemap"; type="application/link-format"; from="${httpDate(next.date)}"`,
        ]),
  ];
  return lines.join(",\n") + "\n";
}

/** Returns an index TimeMap, which lists only other TimeMaps (RFC 7089, section 5.1.1). */
export function linkIndex({ origin, collection, uriR, pages }) {
  return [
    `<${uriR}>; rel="original"`,
    `<${origin}/${collection}/timemap/link/${uriR}>; rel="self"; type="application/link-format"`,
    ...pages.map(
      ({ uri, from, until }) =>
        `<${uri}>; rel="timemap"; type="application/link-format"; from="${httpDate(from)}"; until="${httpDate(until)}"`,
    ),
  ].join(",\n");
}

/** Returns a Memento JSON TimeMap. */
export function mementoJson({ origin, collection, uriR, captures }) {
  const list = captures.map(({ date, ts }) => ({
    datetime: iso(date),
    uri: `${origin}/${collection}/${ts}/${uriR}`,
  }));
  return JSON.stringify({
    original_uri: uriR,
    self: `${origin}/${collection}/timemap/json/${uriR}`,
    mementos: { list, first: list[0], last: list.at(-1) },
    timemap_uri: { link_format: `${origin}/${collection}/timemap/link/${uriR}` },
  });
}

/** Returns a CDXJ TimeMap as MemGator and ipwb write it. */
export function cdxjTimeMap({ origin, collection, uriR, captures }) {
  return [
    '!context ["https://oduwsdl.github.io/contexts/memento"]',
    `!id {"uri": "${origin}/${collection}/timemap/cdxj/${uriR}"}`,
    '!keys ["memento_datetime_YYYYMMDDhhmmss"]',
    `!meta {"original_uri": "${uriR}"}`,
    ...captures.map(
      ({ date, ts }) =>
        `${ts} {"uri": "${origin}/${collection}/${ts}/${uriR}", "rel": "memento", "datetime": "${httpDate(date)}"}`,
    ),
  ].join("\n");
}

/** Returns the array of arrays of the Wayback Machine's /web/timemap/json. */
export function waybackJson({ uriR, captures }) {
  return JSON.stringify([
    ["urlkey", "timestamp", "original", "mimetype", "statuscode", "digest", "length"],
    ...captures.map(({ ts }) => [
      "example,seed)/",
      ts,
      uriR,
      "text/html",
      "200",
      digestOf(uriR, ts),
      "100",
    ]),
  ]);
}

/** Returns the plain answer of a CDX server: fields separated by spaces, without a header line. */
export function cdx({ uriR, captures }) {
  return captures
    .map(({ ts }) => `example,seed)/ ${ts} ${uriR} text/html 200 ${digestOf(uriR, ts)} 100\n`)
    .join("");
}

/** Returns the CDXJ index of pywb's /timemap/cdxj/. */
export function cdxjIndex({ uriR, captures }) {
  return captures
    .map(
      ({ ts }) =>
        `example,seed)/ ${ts} ${JSON.stringify({ url: uriR, mime: "text/html", status: "200", digest: digestOf(uriR, ts) })}\n`,
    )
    .join("");
}
