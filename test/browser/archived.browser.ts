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
): Promise<void> {
  const path = join(temporaryFolder(), "crawl.wacz");
  const picture = {
    ...{ type: "resource", uri: "urn:view:http://a.example/", date: A_DATE },
    fields: [["Content-Type", "image/png"]] as const,
  };
  const page = warcRecord({ uri: "http://a.example/", date: A_DATE }, http(archived));
  writeFileSync(
    path,
    zip([
      { name: "datapackage.json", bytes: Buffer.from("{}") },
      { name: "archive/data.warc.gz", bytes: gzipSync(page) },
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

  it("shows the screenshot that the crawl stored for an archived page", async () => {
    await framed("&as=picture", async ({ page }) => {
      const picture = page.frameLocator("#archived").locator("img");
      expect(
        await picture.evaluate((img: unknown) => (img as { naturalWidth: number }).naturalWidth),
      ).toBe(1);
    });
  });
});
