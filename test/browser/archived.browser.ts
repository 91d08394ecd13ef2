import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { chromium, type Browser, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { resultsOf, reviewData, reviewing } from "../tasks/review/reviewing.js";
import { temporaryFolder } from "../support/run-bin.js";
import { zip } from "../support/wacz-builder.js";
import { A_DATE, http, warcRecord } from "../support/warc-builder.js";
import { installedChromium } from "./chromium.js";

/** An archived page that tries everything that it must not do. */
const HOSTILE = `<!DOCTYPE html><title>archived</title>
<meta http-equiv="refresh" content="0;url=http://evil.example/refreshed">
<base href="http://evil.example/">
<link rel="stylesheet" href="http://evil.example/style.css">
<style>h1 { color: rgb(1, 2, 3) } body { background: url(http://evil.example/background.png) }</style>
<h1>The tide tables of the harbour</h1>
<p>High water at six and at half past six in the evening, by the harbour master.</p>
<img src="/picture.png"><img src="http://127.0.0.1:1/x"><iframe src="http://evil.example/framed"></iframe>
<script>document.title = "it ran"; fetch("http://evil.example/script"); parent.postMessage("it ran", "*")</script>
<img src=x onerror="parent.postMessage('it ran', '*')">
<form action="http://evil.example/form"><button>send</button></form>
<a href="http://evil.example/link" target="_top">out</a>`;

/** Image of one pixel. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

let browser: Browser;
beforeAll(async () => {
  browser = await chromium.launch({ executablePath: installedChromium()! });
});
afterAll(() => browser.close());

interface Framed {
  readonly page: Page;
  /** Addresses outside the server that were requested. */
  readonly elsewhere: readonly string[];
  /** Messages from frames to the page. */
  readonly said: readonly string[];
}

/** Opens a served page and frames archived captures of its first memento, as the page does. */
async function framed(
  more: string,
  use: (framed: Framed) => Promise<void>,
  archived = HOSTILE,
  resources: readonly Buffer[] = [],
  watch: (page: Page) => void = () => undefined,
): Promise<void> {
  const path = join(temporaryFolder(), "crawl.wacz");
  const picture = {
    ...{ type: "resource", uri: "urn:view:http://a.example/", date: A_DATE },
    fields: [["Content-Type", "image/png"]] as const,
  };
  const page = warcRecord({ uri: "http://a.example/", date: A_DATE }, http(archived));
  const records = [page, ...resources].map((record) => gzipSync(record));
  writeFileSync(
    path,
    zip([
      { name: "datapackage.json", bytes: Buffer.from("{}") },
      { name: "archive/data.warc.gz", bytes: Buffer.concat(records) },
      { name: "archive/screenshots.warc.gz", bytes: gzipSync(warcRecord(picture, PNG)) },
    ]),
  );
  const { results, decisions, uriMs } = await resultsOf(`wacz=${path}`);
  const args = [results, "--decisions", decisions, "-i", `wacz=${path}`];
  await reviewing(args, async ({ url }) => {
    const { archivedUrl = "" } = await reviewData(url);
    const context = await browser.newContext();
    try {
      const elsewhere: string[] = [];
      await context.route(/^https?:\/\/(?!127\.0\.0\.1)/u, async (route) => {
        elsewhere.push(route.request().url());
        await route.fulfill({ contentType: "text/html", body: "elsewhere" });
      });
      const page = await context.newPage();
      watch(page);
      const said: string[] = [];
      await page.exposeFunction("heard", (text: string) => said.push(text));
      await page.goto(url);
      const src = `${archivedUrl}?uri=${encodeURIComponent(uriMs[0]!)}${more}`;
      await page.evaluate(`new Promise((resolve) => {
        addEventListener("message", ({ data }) => heard(String(data)));
        const frame = document.createElement("iframe");
        frame.id = "archived";
        frame.addEventListener("load", resolve);
        frame.src = ${JSON.stringify(src)};
        document.body.append(frame);
      })`);
      await use({ page, elsewhere, said });
    } finally {
      await context.close();
    }
  });
}

interface Listener {
  readonly origin: string;
  /** Resolves at the first connection. */
  readonly first: Promise<unknown>;
  connections(): number;
  close(): Promise<void>;
}

/** Counts the connections to a loopback port and closes each at once. */
async function listener(): Promise<Listener> {
  let count = 0;
  const server = createServer((socket) => {
    count += 1;
    socket.on("error", () => undefined).destroy();
  });
  const first = once(server, "connection");
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    first,
    connections: () => count,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Returns a record of a resource of `http://a.example`. */
const resource = (path: string, contentType: string, body: string | Uint8Array): Buffer =>
  warcRecord({ uri: `http://a.example${path}`, date: A_DATE }, http(body, { contentType }));

const moved = (path: string, to: string): Buffer =>
  warcRecord(
    { uri: `http://a.example${path}`, date: A_DATE },
    http("", {
      statusLine: "HTTP/1.1 302 Found",
      contentType: null,
      fields: [["Location", to]],
    }),
  );

/** Parts of the DOM whose types Node lacks. */
interface BrowserStyles {
  readonly getComputedStyle: (element: unknown) => { readonly color: string };
}

describe.skipIf(installedChromium() === undefined)("archived pages in a browser", () => {
  it("shows archived pages with their own styles, but runs no script and sends no request of an archived page", async () => {
    await framed("", async ({ page, elsewhere, said }) => {
      const frame = page.frameLocator("#archived");
      expect(await frame.locator("h1").textContent()).toBe("The tide tables of the harbour");
      const color = await frame.locator("h1").evaluate((h1: unknown) => {
        const { getComputedStyle } = globalThis as unknown as BrowserStyles;
        return getComputedStyle(h1).color;
      });
      expect(color).toBe("rgb(1, 2, 3)");
      await frame.locator("a").click();
      await frame.locator("button").click();
      expect(await frame.locator("h1").textContent()).toBe("The tide tables of the harbour");
      expect([elsewhere, said, new URL(page.url()).hostname]).toEqual([[], [], "127.0.0.1"]);
    });
  });

  it("opens no connection for frames, objects and resource hints of archived pages", async () => {
    const [contacted, control] = [await listener(), await listener()];
    onTestFinished(() => Promise.all([contacted.close(), control.close()]).then(() => undefined));
    const { origin } = contacted;
    const contacts = `<!DOCTYPE html><title>archived</title><h1>The tide tables</h1>
<link rel="preconnect" href="${origin}"><link rel="dns-prefetch" href="${origin}">
<link rel="prefetch" href="${origin}/1"><link rel="prerender" href="${origin}/2">
<link rel="preload" as="image" href="${origin}/3"><link rel="stylesheet" href="${origin}/4">
<iframe src="${origin}/5"></iframe><object data="${origin}/6" type="text/html"></object>
<embed src="${origin}/7"><img src="${origin}/8"><video src="${origin}/9"></video>
<p><a href="${origin}/10">a link</a></p>`;
    await framed(
      "",
      async ({ page }) => {
        const frame = page.frameLocator("#archived");
        await frame.locator("a").click();
        expect(await frame.locator("h1").textContent()).toBe("The tide tables");
        // Connections that the browser has started reach the listener before the frame that is opened next.
        const other = await page.context().newPage();
        await other.setContent(`<iframe src="${control.origin}"></iframe>`);
        await control.first;
        expect(contacted.connections()).toBe(0);
      },
      contacts,
    );
  });

  it("shows style sheets, pictures and fonts out of the same file, and reaches the network for none that is missing", async () => {
    const [contacted, control] = [await listener(), await listener()];
    onTestFinished(() => Promise.all([contacted.close(), control.close()]).then(() => undefined));
    const { origin } = contacted;
    const bare = origin.replace("http:", "");
    // Each tries another way out of the page, out of a style sheet, or out of the sandbox.
    const page = `<!DOCTYPE html><html><head><title>The tide tables</title>
<base href="/site/"><base href="${origin}/based/"><meta http-equiv="refresh" content="0;url=${origin}/refreshed">
<link rel="stylesheet" href="style.css" media="screen"><link rel="alternate stylesheet" href="other.css">
<link rel="stylesheet" href="${origin}/missing.css"><link rel="preload" as="image" href="${origin}/preloaded">
<link rel="prefetch" href="${bare}/prefetched"><link rel="dns-prefetch" href="${bare}">
<style>p { background: url("${origin}/inline.png"), url(../pictures/tide.png) } @import url(${origin}/late.css);</style>
</head><body><h1>The tide tables of the harbour</h1>
<p style="border-image: url('${origin}/bordered.png') 1">High water at six, by the harbour master.</p>
<img id="own" src="../pictures/tide.png"><img id="moved" src="/moved.png?1">
<img id="set" srcset="${bare}/set.png 2x, http://a.example/pictures/tide.png 1x">
<img src="${origin}/1.png" srcset="${origin}/2.png 1x, ${bare}/3.png 2x" crossorigin>
<picture><source srcset="${origin}/4.png"><img src="${origin}/5.png"></picture>
<svg width="9" height="9"><image id="drawn" href="/pictures/drawn.svg" width="9" height="9"/>
<image xlink:href="${origin}/6.png"/><use href="${origin}/7.svg#x"/><rect fill="url(${origin}/8.svg#x)" mask="url(${origin}/9.svg#x)"/>
<style>rect { filter: url(${origin}/10.svg#x) }</style><script href="${origin}/11.js"/></svg>
<table background="${origin}/12.png"><tr><td background="${origin}/13.png">noon</td></tr></table>
<input type="image" src="${origin}/14.png"><video poster="${origin}/15.png" src="${origin}/16.mp4" autoplay></video>
<audio src="${origin}/17.mp3" autoplay></audio><track src="${origin}/18.vtt"><embed src="${origin}/19">
<iframe src="${origin}/20" srcdoc="<img src='${origin}/21.png'>"></iframe><object data="${origin}/22"></object>
<form action="${origin}/23"><button formaction="${origin}/24">send</button></form>
<a id="out" href="${origin}/25" ping="${origin}/26" target="_top">out</a>
<img src="x:" onerror="fetch('${origin}/27')"><script src="${origin}/28.js"></script>
<script>fetch("${origin}/29"); parent.postMessage("it ran", "*")</script>
<img src='data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"><image href="${origin}/30.png"/><script>fetch("${origin}/31")</script></svg>'>
<noscript><img src="${origin}/32.png"></noscript><template><img src="${origin}/33.png"></template>
<b title="<img src='${origin}/34.png'>" style="background:u\\72l(${origin}/35.png)">end</b></body></html>`;
    const more = `h1 { color: rgb(1, 2, 3); background: url("/pictures/tide.png") }
@font-face { font-family: Tide; src: url(tide.woff2) format("woff2"), url(${origin}/a.woff2) } h1 { font-family: Tide }
b { background: url(${origin}/b.png), image-set("${origin}/c.png" 1x); cursor: url(${bare}/d.cur), auto }
i { content: "</style><script>parent.postMessage('it ran', '*')</script>" }`;
    const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="7" height="7"><rect width="7" height="7"/>
<image href="${origin}/e.png"/><script>fetch("${origin}/f")</script><style>@import url(${origin}/g.css);</style></svg>`;
    const resources = [
      moved("/site/style.css", "/css/real.css"),
      resource("/css/real.css", "text/css", `@import "more.css"; @import url(${origin}/h.css);`),
      resource("/css/more.css", "text/css; charset=iso-8859-1", Buffer.from(more, "latin1")),
      resource("/css/tide.woff2", "font/woff2", "no real font"),
      resource("/pictures/tide.png", "text/plain", PNG),
      moved("/moved.png?1", "/pictures/tide.png"),
      resource("/pictures/drawn.svg", "image/svg+xml", drawn),
    ];
    const use = async ({ page: report, elsewhere, said }: Framed): Promise<void> => {
      const frame = report.frameLocator("#archived");
      const style = await frame.locator("h1").evaluate((h1: unknown) => {
        const { getComputedStyle } = globalThis as unknown as BrowserStyles;
        return getComputedStyle(h1).color;
      });
      expect(style).toBe("rgb(1, 2, 3)");
      for (const id of ["own", "moved", "set"]) {
        const width = await frame
          .locator(`#${id}`)
          .evaluate((img: unknown) => (img as { naturalWidth: number }).naturalWidth);
        expect([id, width]).toEqual([id, 1]);
      }
      await expect.poll(() => served.some((each) => each.endsWith("200 tide.woff2"))).toBe(true);
      for (const name of ["drawn.svg", "more.css"]) expect(served).toContain(`200 ${name}`);
      await frame.locator("#out").click();
      await frame.locator("button").click();
      expect(await frame.locator("h1").textContent()).toBe("The tide tables of the harbour");
      // Connections that the browser has started reach the listener before the frame that is opened next.
      const other = await report.context().newPage();
      await other.setContent(`<iframe src="${control.origin}"></iframe>`);
      await control.first;
      expect([contacted.connections(), elsewhere, said]).toEqual([0, [], []]);
    };
    const served: string[] = [];
    const watch = (report: Page): void => {
      report.on("response", (response) => {
        const name = decodeURIComponent(response.url()).replace(/^.*\//su, "");
        served.push(`${response.status()} ${name}`);
      });
    };
    await framed("", use, page, resources, watch);
  });

  it("shows the screenshot that the crawl stored for an archived page", async () => {
    await framed("&as=picture", async ({ page }) => {
      const picture = page.frameLocator("#archived").locator("img");
      expect(
        await picture.evaluate((img: unknown) => (img as { naturalWidth: number }).naturalWidth),
      ).toBe(1);
    });
  });
});
