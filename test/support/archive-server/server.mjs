/**
 * A small web archive in a process of its own. Prints `{"port":N}` and serves until its standard input is closed.
 *
 * /{collection}/timemap/{format}/{URI-R}   format: link json cdxj wayback cdx cdxjindex
 *     collection `paged`: three mementos a page, as the Wayback Machine does; `index`: an index TimeMap;
 *     `loop`: pages that link to each other without end; any other name: one page.
 * /{collection}/cdx?url=&matchType=prefix   a CDX service with three pages in every folder
 * /{collection}/{ts}id_/{URI-R}, /{collection}/{ts}/{URI-R}   raw and rewritten mementos
 * /api/..., /collections/...             Archive-It (archive-it.mjs)
 * /__control  POST of a fault in JSON: { match: substring of the path, do, times?, ... } (trouble.mjs), or
 *     { do: "archived", match, status, location?, type?, headers? } for an archived answer of that status,
 *     { do: "no-memento-datetime" } or { do: "banner" } for a raw memento without its header or with a banner
 * /__log      every request since the start or the last /__reset, as JSON
 */
import { createServer } from "node:http";
import { gzipSync } from "node:zlib";
import { answerArchiveIt } from "./archive-it.mjs";
import { capturesOf, pageOf, rewrittenPageOf } from "./captures.mjs";
import * as forms from "./timemap-forms.mjs";
import { play, sendBadly } from "./trouble.mjs";

let log = [];
let switches = [];

const server = createServer((request, response) => {
  const origin = `http://${request.headers.host}`;
  if (request.url.startsWith("/__")) return void administer(request, response);
  log.push({
    method: request.method,
    path: request.url,
    userAgent: request.headers["user-agent"],
    at: Date.now(),
  });
  const trouble = switches.find((one) => request.url.includes(one.match) && (one.times ?? 1) > 0);
  if (trouble?.times !== undefined) trouble.times -= 1;
  if (trouble !== undefined && play(trouble, request, response)) return undefined;
  const answer = answerOf(request.url, origin, trouble);
  const zipped = answer.status === 200 && /\bgzip\b/.test(request.headers["accept-encoding"] ?? "");
  const body = Buffer.from(answer.body);
  const headers = {
    ...(answer.type === undefined ? {} : { "content-type": answer.type }),
    ...answer.headers,
  };
  if (zipped) headers["content-encoding"] = "gzip";
  return sendBadly(trouble ?? {}, response, answer.status, headers, zipped ? gzipSync(body) : body);
});

function administer(request, response) {
  if (request.url === "/__log") return response.end(JSON.stringify(log));
  if (request.url === "/__reset") {
    log = [];
    switches = [];
    return response.end();
  }
  let text = "";
  request.on("data", (chunk) => (text += chunk));
  request.on("end", () => {
    switches.push(JSON.parse(text));
    response.end();
  });
  return undefined;
}

const nothing = {
  status: 404,
  type: "text/html",
  body: "<html><body>The archive has no capture.</body></html>",
};

function answerOf(path, origin, trouble) {
  const archiveIt = answerArchiveIt(new URL(path, origin), origin);
  if (archiveIt !== undefined) return archiveIt;
  const timemap = /^\/([^/]+)\/timemap\/(\w+)\/(?:(\d{14})\/)?(.+)$/.exec(path);
  if (timemap !== null) return timeMap(origin, timemap);
  const asked = /^\/[^/]+\/cdx\?/.test(path) ? new URL(path, origin).searchParams : undefined;
  if (asked !== undefined) return cdxService(asked.get("url"), asked.get("matchType"));
  const memento = /^\/([^/]+)\/(\d{14})([a-z]{2}_)?\/(.+)$/.exec(path);
  return memento === null ? nothing : mementoAnswer(origin, memento, trouble);
}

const types = {
  link: "application/link-format",
  json: "application/json",
  wayback: "application/json",
};

function timeMap(origin, [, collection, form, after, uriR]) {
  const all = capturesOf(uriR);
  if (uriR.startsWith("http://none.")) return nothing;
  const about = { origin, collection, uriR };
  const type = types[form] ?? "text/plain";
  const page = (from) => `${origin}/${collection}/timemap/link/${from}/${uriR}`;
  if (form === "link" && collection === "index" && after === undefined) {
    const firsts = all.filter((_, i) => i % 3 === 0);
    const pages = firsts.map((first) => ({
      uri: page(first.ts),
      from: first.date,
      until: first.date,
    }));
    return { status: 200, type, body: forms.linkIndex({ ...about, pages }) };
  }
  if (form === "link" && ["paged", "index", "loop"].includes(collection)) {
    const at = after === undefined ? 0 : all.findIndex(({ ts }) => ts === after);
    const following = all[at + 3] ?? (collection === "loop" ? all[0] : undefined);
    const next =
      following === undefined || collection === "index"
        ? undefined
        : { uri: page(following.ts), date: following.date };
    return {
      status: 200,
      type,
      body: forms.linkFormat({ ...about, captures: all.slice(at, at + 3), next }),
    };
  }
  const write = {
    link: forms.linkFormat,
    json: forms.mementoJson,
    cdxj: forms.cdxjTimeMap,
    wayback: forms.waybackJson,
    cdx: forms.cdx,
    cdxjindex: forms.cdxjIndex,
  }[form];
  return write === undefined
    ? nothing
    : { status: 200, type, body: write({ ...about, captures: all }) };
}

/** Returns the captures of a URI and of two pages below it, in the form of a CDX service. */
function cdxService(folder, matchType) {
  const uris = matchType === "prefix" ? [folder, `${folder}a.html`, `${folder}b.html`] : [];
  const body = uris.map((uriR) => forms.cdx({ uriR, captures: capturesOf(uriR) })).join("");
  return { status: 200, type: "text/plain", body };
}

function mementoAnswer(origin, [, collection, ts, flag, uriR], trouble) {
  const capture = capturesOf(uriR).find((one) => one.ts === ts);
  if (capture === undefined) return nothing;
  const archived = trouble?.do === "archived" ? trouble : {};
  const rewritten = flag !== "id_" || trouble?.do === "banner";
  const dated = trouble?.do === "memento-datetime" ? trouble.value : capture.date.toUTCString();
  const headers = {
    ...(trouble?.do === "no-memento-datetime" ? {} : { "memento-datetime": dated }),
    link: `<${uriR}>; rel="original", <${origin}/${collection}/timemap/link/${uriR}>; rel="timemap"; type="application/link-format"`,
    ...(archived.location === undefined ? {} : { location: archived.location }),
    ...archived.headers,
  };
  return {
    status: Number(archived.status ?? 200),
    type: archived.type ?? "text/html; charset=utf-8",
    headers,
    body: rewritten ? rewrittenPageOf(collection, uriR, ts, origin) : pageOf(uriR, ts),
  };
}

server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`${JSON.stringify({ port: server.address().port })}\n`);
});
// Exits when the tests close standard input, so that no server outlives them.
process.stdin.on("end", () => process.exit(0)).resume();
