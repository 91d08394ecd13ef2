import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { parseDecisions } from "../../src/write/decisions.js";
import { resultsOf, reviewing } from "../tasks/review/reviewing.js";
import { temporaryFolder } from "../support/run-bin.js";
import { zip } from "../support/wacz-builder.js";
import { http, warcRecord } from "../support/warc-builder.js";
import { installedChromium, openServed } from "./chromium.js";

const WARC = "fixtures/collection/saltmouth-2019-2024.warc.gz";

/** Image of one pixel. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** Makes a crawl of a page that is for sale in the end, with screenshots of all captures but the last. */
function crawlWithPictures(): string {
  const uri = "http://museum.example/";
  const good = `<title>Museum</title><h1>The museum of the harbour</h1><p>${"The museum shows ships, ropes and charts of the harbour and is open daily. ".repeat(12)}`;
  const sale = `<title>museum.example</title><h1>This domain is for sale</h1><p>Buy this domain. The domain museum.example is for sale, make an offer.`;
  const captures = [good, good, sale, sale].map((body, year) => ({
    body,
    date: `${2013 + year}-02-02T10:20:30Z`,
  }));
  const pages = captures.map(({ body, date }) => warcRecord({ uri, date }, http(body)));
  const pictures = captures.slice(0, 3).map(({ date }) => {
    const fields = [["Content-Type", "image/png"]] as const;
    return warcRecord({ type: "resource", uri: `urn:view:${uri}`, date, fields }, PNG);
  });
  const path = join(temporaryFolder(), "crawl.wacz");
  const records = (each: readonly Buffer[]): Buffer =>
    Buffer.concat(each.map((record) => gzipSync(record)));
  writeFileSync(
    path,
    zip([
      { name: "datapackage.json", bytes: Buffer.from("{}") },
      { name: "archive/data.warc.gz", bytes: records(pages) },
      { name: "archive/screenshots.warc.gz", bytes: records(pictures) },
    ]),
  );
  return path;
}

describe.skipIf(installedChromium() === undefined)("a report that review serves", () => {
  it("sends each decision of a served review to the file, and shows archived pages that run nothing", async () => {
    const { results, decisions } = await resultsOf(`warc=${WARC}`);
    const args = [results, "--decisions", decisions, "-i", `warc=${WARC}`];
    const { status } = await reviewing(args, async ({ url }) => {
      const { page, troubles } = await openServed(`${url}#review`);
      await page.keyboard.press("a");
      const frames = page.locator(".pair iframe");
      expect(await frames.count()).toBeGreaterThan(0);
      expect(await frames.first().getAttribute("sandbox")).toBe("");
      const shown = frames.last().contentFrame().locator("body");
      await expect.poll(() => shown.innerText()).not.toBe("");
      await page.keyboard.press("y");
      await expect.poll(() => page.locator(".unfiled").innerText()).toBe("All decisions are saved");
      const held = parseDecisions(readFileSync(decisions, "utf8")).decisions;
      expect(held.length).toBeGreaterThan(0);
      expect(held.every(({ label }) => label === "off-topic")).toBe(true);

      const second = await openServed(`${url}#review`);
      expect(await second.page.getByRole("link", { name: /^Review/u }).innerText()).toMatch(
        /^Review \(1 of/u,
      );
      await page.keyboard.press("z");
      await expect
        .poll(() =>
          parseDecisions(readFileSync(decisions, "utf8")).decisions.filter(({ label }) => label),
        )
        .toEqual([]);
      // The browser reports the parts of archived pages that it blocks, and nothing else.
      const others = [...troubles, ...second.troubles].filter(
        (each) => !/frame is sandboxed|Content Security Policy/u.test(each),
      );
      expect(others).toEqual([]);
      await Promise.all([page.context().close(), second.page.context().close()]);
    });
    expect(status).toBe(0);
  });

  it("shows the screenshots that the crawl stored, and shows nothing for a page without a screenshot", async () => {
    const path = crawlWithPictures();
    const { results, decisions } = await resultsOf(`wacz=${path}`);
    const args = [results, "--decisions", decisions, "-i", `wacz=${path}`];
    await reviewing(args, async ({ url }) => {
      const { page, troubles } = await openServed(`${url}#review`);
      // That the crawl has screenshots is known when its files are read, for the first archived page.
      const read = page.waitForResponse((response) => response.url() === `${url}resources`);
      await page.keyboard.press("a");
      await read;
      const views = page.getByRole("group", { name: "View" });
      await views.getByRole("button", { name: "Picture" }).waitFor();
      await page.keyboard.press("p");
      const shown = page.locator(".pair img:visible");
      await expect.poll(() => shown.count()).toBe(2);
      const pictures = await shown.evaluateAll((all: unknown[]) =>
        (all as { alt: string; naturalWidth: number }[]).map((each) => [
          each.alt.replace(/[,(].*/u, "").trim(),
          each.naturalWidth,
        ]),
      );
      expect(pictures).toEqual([
        ["Last on-topic capture", 1],
        ["This capture", 1],
      ]);
      const none = page.waitForResponse((response) => response.status() === 204);
      await page.getByRole("button", { name: "capture ›" }).click();
      await none;
      await expect.poll(() => shown.count()).toBe(1);
      await page.keyboard.press("a");
      expect(await page.locator(".pair iframe").count()).toBe(2);
      expect(troubles).toEqual([]);
      await page.context().close();
    });
  });

  it("offers pictures where the crawl turns out to have some, and otherwise says with which command they are made", async () => {
    const picture = { type: "resource", uri: "urn:view:http://elsewhere.example/" } as const;
    const fields = [["Content-Type", "image/png"]] as const;
    const date = "2013-02-02T10:20:30Z";
    for (const more of [Buffer.alloc(0), gzipSync(warcRecord({ ...picture, date, fields }, PNG))]) {
      const path = join(temporaryFolder(), "crawl.warc.gz");
      writeFileSync(path, Buffer.concat([readFileSync(WARC), more]));
      const { results, decisions } = await resultsOf(`warc=${path}`);
      const args = [results, "--decisions", decisions, "-i", `warc=${path}`];
      await reviewing(args, async ({ url }) => {
        const { page } = await openServed(`${url}#review`);
        const views = page.getByRole("group", { name: "View" }).getByRole("button");
        const names = async (): Promise<string[]> =>
          (await views.allInnerTexts()).map((each) => each.replace(/\s+\w$/u, ""));
        expect(await names()).toEqual(["Text", "Archived page"]);
        await page.keyboard.press("p");
        expect(await page.locator(".review [role=status]").first().innerText()).toBe(
          `This page has no pictures. detect_off_topic pictures ${results} -i warc=${path} -o pictures/ makes them, and --pictures pictures/ shows them.`,
        );
        const read = page.waitForResponse((response) => response.url() === `${url}resources`);
        await page.keyboard.press("a");
        await read;
        const known =
          more.length > 0 ? ["Text", "Archived page", "Picture"] : ["Text", "Archived page"];
        await expect.poll(names).toEqual(known);
        await page.context().close();
      });
    }
  });

  it("says that the command has ended, keeps decisions, and sends them to the next command for the same run", async () => {
    const { results, decisions } = await resultsOf(`warc=${WARC}`);
    const args = [results, "--decisions", decisions];
    let page: Awaited<ReturnType<typeof openServed>>["page"] | undefined;
    await reviewing(args, async ({ url }) => {
      ({ page } = await openServed(`${url}#review`));
      // The page asks whether the command still runs.
      await page.waitForResponse((response) => response.url() === `${url}run`);
    });
    if (page === undefined) throw new Error("nothing was served");
    const notice = page.locator(".ended");
    await notice.waitFor();
    expect(await notice.innerText()).toContain("The review command in the terminal has ended.");
    await page.keyboard.press("y");
    expect(await page.locator(".unfiled").innerText()).toContain("not saved to a file yet");
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save decisions to a file" }).click();
    const saved = parseDecisions(readFileSync(await (await download).path(), "utf8")).decisions;
    expect(saved.length).toBeGreaterThan(0);
    await page.keyboard.press("n");
    const open = page;
    await reviewing(args, async () => {
      await notice.waitFor({ state: "detached" });
      await expect.poll(() => open.locator(".unfiled").innerText()).toBe("All decisions are saved");
    });
    const held = parseDecisions(readFileSync(decisions, "utf8")).decisions;
    expect(new Set(held.map(({ label }) => label))).toEqual(new Set(["off-topic", "on-topic"]));
    expect(held.map(({ uriM }) => uriM)).toEqual(
      expect.arrayContaining(saved.map(({ uriM }) => uriM)),
    );
    await page.context().close();
  });
});
