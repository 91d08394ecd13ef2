import { createSocket } from "node:dgram";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { deflateSync, crc32 } from "node:zlib";
import { describe, expect, it, onTestFinished } from "vitest";
import { parsePicturesIndex, type PictureOfCapture } from "../../src/report/pictures-index.js";
import { FAST, runHttp } from "../cli-http/run-http.js";
import { startArchiveServer } from "../support/archive-server/start.js";
import { type Ended, runBin, temporaryFolder } from "../support/run-bin.js";
import { long } from "../support/thorough.js";
import { http, warcRecord } from "../support/warc-builder.js";
import { resultsOf } from "../tasks/review/reviewing.js";
import { installedChromium, openFile } from "./chromium.js";

type Colour = readonly [red: number, green: number, blue: number];
const RED: Colour = [200, 20, 20];
const BLUE: Colour = [20, 20, 200];
const LIME: Colour = [0, 255, 0];

/** Returns a PNG of one pixel. */
function png([red, green, blue]: Colour): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const content = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(content));
    return Buffer.concat([length, content, sum]);
  };
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0]);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.from([0, red, green, blue]))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

interface Listener {
  /** Host and port of another loopback address. */
  readonly host: string;
  readonly udpPort: number;
  /** Connections, requests and datagrams that arrived there. */
  readonly seen: readonly string[];
}

/** Listens for connections and datagrams on a loopback address that nothing else uses. */
async function listenElsewhere(): Promise<Listener> {
  const seen: string[] = [];
  const server = createServer((socket) => {
    seen.push("a connection");
    socket.on("data", (bytes) => seen.push(bytes.toString("latin1").split("\r\n")[0]!));
    socket.on("error", () => undefined);
  });
  server.listen(0, "127.0.0.2");
  await once(server, "listening");
  const datagrams = createSocket("udp4", () => seen.push("a datagram"));
  datagrams.bind(0, "127.0.0.2");
  await once(datagrams, "listening");
  onTestFinished(() => {
    server.close();
    datagrams.close();
  });
  const { port } = server.address() as AddressInfo;
  return { host: `127.0.0.2:${port}`, udpPort: datagrams.address().port, seen };
}

/** Returns a page that tries to reach a host in every way that browsers know. */
const hostile = (
  host: string,
  udpPort: number,
): string => `<!DOCTYPE html><html><head><title>The tide tables</title>
<meta http-equiv="refresh" content="0;url=http://${host}/refreshed">
<link rel="preconnect" href="http://${host}"><link rel="dns-prefetch" href="//${host}">
<link rel="prefetch" href="http://${host}/prefetched"><link rel="prerender" href="http://${host}/prerendered">
<link rel="icon" href="http://${host}/icon"><link rel="modulepreload" href="http://${host}/module">
<script type="speculationrules">{"prerender": [{"source": "list", "urls": ["http://${host}/speculated"]}]}</script>
<link rel="stylesheet" href="/style.css">
</head><body><h1>The tide tables of the harbour</h1>
<p>High water at six and at half past six in the evening, by the harbour master.</p>
<img src="http://${host}/picture"><img src="/moved.png"><iframe src="http://${host}/framed"></iframe>
<iframe src="/frame.html"></iframe><object data="http://${host}/object"></object><embed src="http://${host}/embed">
<video src="http://${host}/video" poster="http://${host}/poster" autoplay></video>
<script>
document.documentElement.style.background = document.body.style.background = "lime";
const tries = [
  () => fetch("http://${host}/fetched"),
  () => navigator.sendBeacon("http://${host}/beacon", "x"),
  () => new WebSocket("ws://${host}/socket"),
  () => new EventSource("http://${host}/events"),
  () => navigator.serviceWorker.register("/worker.js"),
  () => new Worker("/worker.js"),
  () => new SharedWorker("/worker.js"),
  () => new WebTransport("https://127.0.0.2:${udpPort}/transport"),
  () => open("http://${host}/opened"),
  () => {
    const peer = new RTCPeerConnection({ iceServers: [
      { urls: "stun:127.0.0.2:${udpPort}" },
      { urls: "turn:${host}?transport=tcp", username: "u", credential: "c" },
    ] });
    peer.createDataChannel("x");
    return peer.createOffer().then((offer) => peer.setLocalDescription(offer));
  },
  () => { location.href = "http://${host}/left"; },
];
for (const each of tries) try { Promise.resolve(each()).catch(() => 0); } catch {}
</script></body></html>`;

const SITE = "https://harbour.example";

/** Writes a WARC file with a capture of the page and its parts; the nearest background is red. */
function writeSite(path: string, page: string, { host }: Pick<Listener, "host">): void {
  const record = (uri: string, date: string, block: Buffer): Buffer =>
    warcRecord({ uri, date }, block);
  const moved = (to: string): Buffer =>
    http("", { statusLine: "HTTP/1.1 302 Found", contentType: null, fields: [["Location", to]] });
  const [DATE, LATER] = ["2012-06-01T10:20:30Z", "2015-06-01T10:20:30Z"];
  writeFileSync(
    path,
    Buffer.concat([
      record(`${SITE}/css/sky.png`, LATER, http(png(BLUE), { contentType: "image/png" })),
      record(`${SITE}/`, DATE, http(page)),
      record(`${SITE}/style.css`, DATE, moved("/css/real.css")),
      record(
        `${SITE}/css/real.css`,
        DATE,
        http("html { background: url(sky.png) }", { contentType: "text/css" }),
      ),
      record(`${SITE}/css/sky.png`, DATE, http(png(RED), { contentType: "image/png" })),
      record(`${SITE}/moved.png`, DATE, moved(`http://${host}/moved`)),
      record(
        `${SITE}/frame.html`,
        DATE,
        http(`<meta http-equiv="refresh" content="0;url=http://${host}/frame">`),
      ),
      record(
        `${SITE}/worker.js`,
        DATE,
        http(`fetch("http://${host}/worker"); new WebSocket("ws://${host}/worker")`, {
          contentType: "text/javascript",
        }),
      ),
      // A page of which the crawler made a screenshot.
      record(`${SITE}/parked`, DATE, http("<p>This domain is for sale.</p>")),
      warcRecord(
        {
          ...{ type: "resource", uri: `urn:view:${SITE}/parked`, date: DATE },
          fields: [["Content-Type", "image/png"]],
        },
        png(BLUE),
      ),
      // The same page again, and its parts: it is not drawn a second time.
      record(`${SITE}/`, "2012-06-02T10:20:30Z", http(page)),
    ]),
  );
}

interface Drawn extends Ended {
  readonly folder: string;
  readonly captures: readonly PictureOfCapture[];
}

async function drawn(input: string, ...options: readonly string[]): Promise<Drawn> {
  const { folder, results } = await resultsOf(input);
  return picturesOf(results, input, join(folder, "pictures"), ...options);
}

async function picturesOf(
  results: string,
  input: string,
  folder: string,
  ...options: readonly string[]
): Promise<Drawn> {
  const args = [
    ...["pictures", results, "-i", input, "-o", folder],
    ...["--set", `browser=${installedChromium()!}`, "--workers", "1"],
  ];
  const ended = await runBin([...args, ...options], { process: true });
  expect(ended.status, ended.stderr).toBe(0);
  const file = join(folder, "pictures.json");
  const { captures } = parsePicturesIndex(readFileSync(file, "utf8"), file);
  return { ...ended, folder, captures };
}

/** Returns the colour in the lower right corner of a picture. */
async function cornerOf({ folder }: Drawn, { file = "" }: PictureOfCapture): Promise<Colour> {
  const data = readFileSync(join(folder, file)).toString("base64");
  const html = join(temporaryFolder(), "picture.html");
  writeFileSync(html, `<img src="data:image/webp;base64,${data}">`);
  const { page } = await openFile(html);
  return page.evaluate<Colour>(`(async () => {
    const picture = document.querySelector("img");
    await picture.decode();
    const { naturalWidth: width, naturalHeight: height } = picture;
    const canvas = new OffscreenCanvas(width, height).getContext("2d");
    canvas.drawImage(picture, 0, 0);
    return [...canvas.getImageData(width - 2, height - 2, 1, 1).data].slice(0, 3);
  })()`);
}

const near = (colour: Colour, other: Colour): boolean =>
  colour.every((each, at) => Math.abs(each - other[at]!) < 16);

/** The form with scripts is part of test:world, because each form starts a browser. */
const FORMS: readonly { readonly how: string; readonly options: readonly string[]; sky: Colour }[] =
  [
    { how: "without its scripts", options: [], sky: RED },
    ...long([], [{ how: "with its scripts", options: ["--set", "scripts=true"], sky: LIME }]),
  ];

describe.skipIf(installedChromium() === undefined)("pictures", () => {
  for (const { how, options, sky } of FORMS) {
    it(`draws a page ${how}, with its styles and the pictures nearest in date, and sends no request to the network`, async () => {
      const listener = await listenElsewhere();
      const path = join(temporaryFolder(), "crawl.warc");
      writeSite(path, hostile(listener.host, listener.udpPort), listener);
      const run = await drawn(`warc=${path}`, ...options);
      // The page is drawn once for two captures, and the screenshot is only reduced.
      expect(run.stderr).toContain("3 pictures of 4 captures (2 pages drawn)");
      const shown = run.captures.find(({ uriM }) => uriM.endsWith(`${SITE}/`))!;
      const colour = await cornerOf(run, shown);
      expect(near(colour, sky), `${colour.join()} instead of ${sky.join()}`).toBe(true);
      const screenshot = run.captures.find(({ uriM }) => uriM.endsWith("parked"))!;
      expect([shown.from, screenshot.from]).toEqual(["browser", "urn:view"]);
      expect(near(await cornerOf(run, screenshot), BLUE)).toBe(true);
      expect(listener.seen).toEqual([]);
    });
  }

  // Part of test:world, because it starts a browser and an archive.
  it.skipIf(long(true, false))(
    "draws the pages of a working directory without its archive",
    async () => {
      const server = await startArchiveServer();
      try {
        const work = temporaryFolder();
        const [directory, results] = [join(work, "work"), join(work, "run.jsonl")];
        const input = `timemap=${server.origin}/web/timemap/link/http://seed1.example/`;
        const { output, rows } = await runHttp(["-i", input, ...FAST, "-d", directory]);
        writeFileSync(results, output);
        await server.reset();
        const run = await picturesOf(results, `dir=${directory}`, join(work, "pictures"));
        expect(rows.length).toBeGreaterThan(0);
        expect(run.captures.map(({ from }) => from)).toEqual(rows.map(() => "browser"));
        expect(await server.log()).toEqual([]);
      } finally {
        await server.stop();
      }
    },
  );
});
