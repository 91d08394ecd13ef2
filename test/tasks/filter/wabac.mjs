/**
 * Reads a WARC or WACZ file with wabac.js, the reader of ReplayWeb.page: `node wabac.mjs FOLDER FILE < captures.json`. The
 * folder has its packages. Prints as JSON what it has for captures ([timestamp, URI-R]) and which pages have a verdict.
 */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { basename } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, file] = process.argv.slice(2);
const { resolve } = createRequire(`${folder}/x.js`);
const load = (path) => import(pathToFileURL(path).href);
await load(resolve("fake-indexeddb/auto"));
globalThis.self = globalThis;
// Its messages go to standard output.
console.log = () => undefined;

const bytes = readFileSync(file);
const server = createServer(({ headers, method }, answer) => {
  const [range, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/u.exec(headers.range ?? "") ?? [];
  const from = first === "" ? bytes.length - Number(last || bytes.length) : Number(first);
  const to = first === "" || last === "" ? bytes.length : Math.min(bytes.length, Number(last) + 1);
  answer.writeHead(range === undefined ? 200 : 206, {
    ...{ "Content-Length": to - from, "Accept-Ranges": "bytes" },
    ...(range !== undefined && { "Content-Range": `bytes ${from}-${to - 1}/${bytes.length}` }),
  });
  answer.end(method === "HEAD" ? undefined : bytes.subarray(from, to));
});
await new Promise((done) => server.listen(0, "127.0.0.1", done));
const origin = `http://127.0.0.1:${server.address().port}`;
globalThis.location = new URL(origin);

const { ArchiveRequest, WorkerLoader } = await load(
  `${folder}/node_modules/@webrecorder/wabac/dist/swlib.js`,
);
const loader = new WorkerLoader({
  addEventListener: () => undefined,
  postMessage: () => undefined,
});
await loader._init_db;
const sourceUrl = `${origin}/${basename(file)}`;
await loader.addCollection(
  { name: "copy", file: { sourceUrl, loadUrl: sourceUrl } },
  () => undefined,
);
const { store } = await loader.loadColl("copy");
const pages = (await store.getAllPages?.()) ?? [];
const captures = [];
for (const [timestamp, url] of JSON.parse(readFileSync(0, "utf8"))) {
  const request = new ArchiveRequest(`${timestamp}mp_/${url}`, new Request(origin), {});
  const found = await store.getResource(request, `${origin}/`, {}, { noRedirect: true });
  captures.push({
    ...{ timestamp, url, status: found?.status },
    ...{ found: found?.date?.toISOString?.().replace(/\D/gu, "").slice(0, 14) },
    text: await found?.getText?.(),
  });
}
const marked = pages.flatMap(({ url, detect_off_topic: mark }) => (mark ? [{ url, mark }] : []));
process.stdout.write(JSON.stringify({ captures, marked }));
process.exit(0);
