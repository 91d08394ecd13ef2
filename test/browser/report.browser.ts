import { describe, expect, it } from "vitest";
import { everywhere, HOSTILE } from "../report/hostile.js";
import { reportText } from "../report/items.js";
import { installedChromium, openReport, type OpenReport } from "./chromium.js";
import { long } from "../support/thorough.js";
import { collection, run } from "./collection.js";

const open = async (
  options: Parameters<typeof openReport>[1] = {},
  ...size: [number, number] | []
): Promise<OpenReport> =>
  openReport(await reportText(collection(size[0] ?? 6, size[1] ?? 12), run), {
    fragment: "#seeds",
    ...options,
  });

const isAbsent = installedChromium() === undefined;
if (isAbsent) {
  process.stderr.write(
    "There is no Chromium on this machine: tests of the report's page are skipped.\n",
  );
}

const seedsOf = ({ page }: OpenReport): Promise<string[]> =>
  page.locator(".opener").allTextContents();

describe.skipIf(isAbsent)("the page of a report", () => {
  it("shows the overview of a report without an error, a warning or a request", async () => {
    const { page, troubles, requests } = await open({ fragment: "" });
    expect((await page.locator(".to-do").innerText()).split("\n").filter(Boolean)).toEqual([
      "3 of 6 seeds need a decision",
      "Start review",
      "6 seeds, 2009-01-03 to 2009-12-03 · 72 captures · 12 off-topic (17 % of those judged)",
    ]);
    expect(await page.locator(".overview h3").allInnerTexts()).toEqual([
      "What off-topic captures are",
      "By year",
      "Worst seeds",
    ]);
    expect(await page.locator(".overview .tile").count()).toBe(3);
    expect(await page.locator(".overview > details:not([open]) > summary").allInnerTexts()).toEqual(
      ["By pattern", "About this run"],
    );
    expect(troubles).toEqual([]);
    expect(requests).toEqual([]);
  });

  it("sorts the list of TimeMaps by a column head, with the mouse and the keyboard", async () => {
    const report = await open();
    const { page } = report;
    expect((await seedsOf(report))[0]).toBe("http://orchard-1.example/");
    await page.getByRole("button", { name: "Seed" }).click();
    expect((await seedsOf(report))[0]).toBe("http://ferry-3.example/");
    await page.keyboard.press("Enter");
    expect((await seedsOf(report))[0]).toBe("http://orchard-5.example/");
    expect(await page.locator("th[aria-sort]").getAttribute("aria-sort")).toBe("descending");
  });

  it("lists the seeds that match a search, and those that a number or a name counts", async () => {
    const report = await open();
    const { page } = report;
    await page.getByLabel("Find").fill("HARBOUR");
    await page.keyboard.press("Enter");
    expect(await seedsOf(report)).toEqual([
      "http://harbour-0.example/",
      "http://harbour-4.example/",
    ]);
    expect(await page.getByRole("status").innerText()).toBe("2 seeds of 6");
    await page.getByRole("link", { name: "Overview" }).click();
    await page.getByText("By pattern").click();
    await page.getByRole("link", { name: "from one day on" }).click();
    await expect.poll(() => seedsOf(report)).toHaveLength(3);
    expect(await page.getByLabel("Pattern").inputValue()).toBe("step");
    expect(page.url()).toMatch(/#seeds\?pattern=step$/u);
    await page.goBack();
    await expect.poll(() => page.locator(".overview").isVisible()).toBe(true);
    await page.getByRole("link", { name: "parked or for sale", exact: true }).click();
    await expect.poll(() => page.getByLabel("Kind").inputValue()).toBe("parked or for sale");
    expect(await page.locator(".timemap .what").first().innerText()).toBe(
      "parked or for sale, since 2009-09-03",
    );
    await page.goBack();
    await page.getByRole("link", { name: "12 off-topic", exact: true }).click();
    await expect.poll(() => seedsOf(report)).toHaveLength(3);
    expect(await page.getByLabel("Show").inputValue()).toBe("off-topic");
    await page.locator(".timemap .off-count button").first().click();
    expect(await page.locator(".chosen-memento h3").innerText()).toContain("2009-09-03");
  });

  it("opens a timeline with verdicts, scores, thresholds and runs of off-topic mementos", async () => {
    const { page, troubles } = await open();
    const opener = page.locator(".opener").first();
    await opener.focus();
    await page.keyboard.press("Enter");
    expect(await opener.getAttribute("aria-expanded")).toBe("true");
    expect(await page.locator(".point").count()).toBe(12);
    expect(await page.locator(".point.off").count()).toBe(4);
    expect(await page.locator(".panel-title").allTextContents()).toEqual(["cosine", "wordcount"]);
    expect(await page.locator(".threshold-title").allTextContents()).toEqual([
      "off-topic < 0.12",
      "off-topic < −0.7",
    ]);
    expect(await page.locator(".band").count()).toBe(1);
    await page.locator(".point").nth(1).click();
    expect(await page.locator(".chosen-memento h3").innerText()).toContain("2009-02-03");
    await opener.press("Enter");
    expect(await page.locator(".timeline").count()).toBe(0);
    expect(troubles).toEqual([]);
  });

  it("shows scores, evidence and both texts of the memento that the keyboard selects", async () => {
    const { page } = await open();
    await page.locator(".opener").first().click();
    await page.locator(".point[tabindex='0']").focus();
    await page.keyboard.press("End");
    const last = "2009-12-03 10:00:00";
    await expect.poll(() => page.locator(".chosen-memento h3").innerText()).toContain(last);
    expect(await page.locator(".point:focus").getAttribute("aria-label")).toBe(
      `${last}, off-topic, cosine 0.02, wordcount −0.6, parked or for sale`,
    );
    expect(await page.locator(".chosen-memento .facts").first().innerText()).toContain("900 → 20");
    expect(await page.locator(".excerpt").allInnerTexts()).toEqual([
      "The museum of the harbour, open daily.",
      "This domain is for sale.",
    ]);
    expect(await page.locator(".chosen-memento p.remark").innerText()).toContain(
      "no words in common",
    );
    await page.keyboard.press("Home");
    expect(await page.locator(".chosen-memento h3").innerText()).toContain("2009-01-03");
  });

  it("opens a memento in its archive only through its link, without telling the archive where the link was", async () => {
    const { page, requests } = await open();
    await page.locator(".opener").first().click();
    expect(requests).toEqual([]);
    const popup = page.waitForEvent("popup");
    await page.locator(".open").first().click();
    const memento = await popup;
    await memento.waitForLoadState();
    const uriM = "https://archive.example/web/20090903100000/http://orchard-1.example/";
    expect(memento.url()).toBe(uriM);
    expect(await memento.evaluate("[window.opener, document.referrer]")).toEqual([null, ""]);
    expect(requests).toEqual([uriM]);
  });

  it("marks the verdicts of curators, and names files without the folders of this machine", async () => {
    const items = [...collection(2, 3)].map((each, at) => ({
      ...each,
      capture: {
        ...each.capture,
        source: { file: `/srv/crawls/2009/${at % 2}.warc.gz`, offset: 0 },
      },
      ...(at === 1 && { override: { by: "URI-M" as const, computed: "off-topic" as const } }),
    }));
    const { page } = await openReport(await reportText(items, run));
    expect(await page.locator(".to-do").innerText()).toContain("1 verdict of a curator");
    await page.getByText("About this run").click();
    expect((await page.locator(".about dd").allInnerTexts()).slice(0, 3)).toEqual([
      "detect_off_topic 1.2.3",
      "0.warc.gz, 1.warc.gz",
      "when any measure says so",
    ]);
    await page.getByRole("link", { name: "Seeds", exact: true }).click();
    await page.getByRole("button", { name: "harbour-0" }).click();
    expect(await page.locator(".point.own").count()).toBe(1);
    expect(await page.content()).not.toContain("/srv/");
  });

  it("shows a report in dark colours if the reader's system does, and prints it on white", async () => {
    const { page, troubles } = await open({ colorScheme: "dark" });
    const colours = (): Promise<unknown> =>
      page.evaluate(
        "[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color]",
      );
    expect(await colours()).toEqual(["rgb(20, 24, 28)", "rgb(232, 234, 237)"]);
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    expect(await colours()).toEqual(["rgb(255, 255, 255)", "rgb(27, 31, 35)"]);
    for (const control of await page.locator("select, input, summary, nav, .primary").all())
      expect(await control.isVisible()).toBe(false);
    expect(await page.locator(".timemaps").isVisible()).toBe(true);
    const pdf = await page.pdf();
    expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
    expect(troubles).toEqual([]);
  });

  it("shows all of a TimeMap of more than 500 mementos in a strip, and steps through all of it", async () => {
    const { page } = await open({}, 2, 1200);
    await page.locator(".opener").first().click();
    expect(await page.locator(".point").count()).toBe(500);
    const status = page.locator(".time-window [role=status]");
    expect(await status.innerText()).toContain("of 1\u202f200");
    const strip = (await page.locator(".time-window .strip").boundingBox())!;
    await page.mouse.click(strip.x + strip.width - 1, strip.y + 5);
    expect(await status.innerText()).toContain("to 1\u202f200 of 1\u202f200");
    const heading = page.locator(".chosen-memento h3");
    expect(await heading.innerText()).toMatch(/2108-1[12]-03/u);
    await page.mouse.click(strip.x + 1, strip.y + 5);
    expect(await status.innerText()).toContain("Captures 1 to");
    await page.getByRole("button", { name: "off-topic ›" }).click();
    expect(await status.innerText()).not.toContain("Captures 1 to");
    expect(await heading.innerText()).toContain("off-topic");
  });

  it("shows hostile results as text and runs nothing in them", async () => {
    const harmless = await openEverything(["harmless", "http://archive.example/part/page"]);
    const hostile = await openEverything(HOSTILE);
    const known = await kindsOf(harmless);
    for (const kind of await kindsOf(hostile)) expect(known).toContain(kind);
    const links = hostile.page.locator('a[href]:not([href^="#"])');
    expect(await links.count()).toBeGreaterThan(0);
    for (const link of await links.all()) {
      expect(await link.getAttribute("href")).toMatch(/^https?:\/\//u);
      expect(await link.getAttribute("rel")).toBe("noopener noreferrer");
    }
    const shown = await hostile.page.evaluate<string[]>(
      "[...document.querySelectorAll('.excerpt')].map((each) => [...each.children].map((line) => line.textContent).join('\\n'))",
    );
    expect(new Set(shown)).toEqual(new Set(HOSTILE));
    expect(hostile.troubles).toEqual([]);
    expect(hostile.requests).toEqual([]);
  });

  it("blocks every request of a report, even a request of the report's own script", async () => {
    const { page, requests } = await open();
    const address = "'https://evil.example/'";
    const tries = [
      `fetch(${address}).then(() => 'sent', () => 'refused')`,
      `new Promise((end) => Object.assign(new Image(), { onload: () => end('sent'), onerror: () => end('refused'), src: ${address} }))`,
      `new Promise((end) => { document.addEventListener('securitypolicyviolation', () => end('refused')); const frame = document.createElement('iframe'); frame.src = ${address}; document.body.append(frame); })`,
      `new Promise((end) => { const request = new XMLHttpRequest(); request.onload = () => end('sent'); request.onerror = () => end('refused'); request.open('GET', ${address}); request.send(); })`,
      `(() => { try { document.body.innerHTML = '<p>'; return 'sent'; } catch { return 'refused'; } })()`,
      `(() => { try { document.createElement('script').text = '1'; return 'sent'; } catch { return 'refused'; } })()`,
    ];
    for (const attempt of tries) expect(await page.evaluate(attempt)).toBe("refused");
    expect(requests).toEqual([]);
  });

  it.each([
    [10_000, 2_000, 5],
    ...long(
      [[30_000, 1, 30_000]],
      [
        [100_000, 2_000, 50],
        [100_000, 1, 100_000],
      ],
    ),
  ])("opens a report of %i mementos", async (mementos, timeMaps, each) => {
    const { page, troubles } = await open({}, timeMaps, each);
    expect(await page.locator(".opener").count()).toBe(Math.min(timeMaps, 100));
    const loaded = await page.evaluate(
      "Math.round(performance.getEntriesByType('navigation')[0].loadEventEnd)",
    );
    const opened = await page.evaluate(
      "(() => { const start = performance.now(); document.querySelector('.opener').click(); return Math.round(performance.now() - start); })()",
    );
    expect(await page.locator(".point").count()).toBe(Math.min(each, 500));
    process.stderr.write(
      `${mementos} mementos in ${timeMaps} TimeMaps: loaded in ${String(loaded)} ms, a timeline of ${each} opened in ${String(opened)} ms\n`,
    );
    expect(troubles).toEqual([]);
  });
});

/** Opens a report of such texts, each in a TimeMap of its own, with everything open that can be opened. */
async function openEverything(texts: readonly string[]): Promise<OpenReport> {
  const items = texts.flatMap((text) => everywhere(text).items);
  const report = await openReport(await reportText(items, everywhere(texts.join(" ")).run), {
    fragment: "#seeds",
  });
  const { page } = report;
  await page.evaluate(
    "for (const each of document.querySelectorAll('.opener, summary')) each.click(); for (const each of document.querySelectorAll('.timeline summary')) each.click(); for (const each of document.querySelectorAll('.point')) each.focus();",
  );
  return report;
}

/** Returns all elements and attributes of the page, each name once. */
async function kindsOf({ page }: OpenReport): Promise<readonly string[]> {
  const kinds = await page.evaluate(
    "[...new Set([...document.querySelectorAll('*')].flatMap((each) => [each.tagName, ...each.getAttributeNames().map((name) => `${each.tagName} ${name}`)]))]",
  );
  return kinds as string[];
}
