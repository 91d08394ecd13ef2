import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { everywhere, HOSTILE } from "../report/hostile.js";
import { offItem, reportText } from "../report/items.js";
import { failed, scored } from "../write/writers/results.js";
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
      "72 captures · 12 off-topic (17 % of those judged).",
    ]);
    expect(await page.locator(".overview h3").allInnerTexts()).toEqual([
      "What off-topic captures are",
      "By year",
      "Worst seeds",
    ]);
    expect(await page.locator(".overview .tile").count()).toBe(3);
    expect(await page.locator(".overview > details:not([open]) > summary").allInnerTexts()).toEqual(
      ["By pattern", "By measure"],
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

  it("lists the TimeMaps that match a search, and the TimeMaps of a clicked pattern", async () => {
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
    await page.getByRole("button", { name: "from one day on" }).click();
    expect(await seedsOf(report)).toHaveLength(3);
    expect(await page.getByLabel("Pattern").inputValue()).toBe("step");
    expect(page.url()).toMatch(/#seeds\?pattern=step$/u);
    await page.goBack();
    await expect.poll(() => page.locator(".overview").isVisible()).toBe(true);
    await page.getByRole("button", { name: "parked or for sale", exact: true }).click();
    expect(await page.getByLabel("Kind").inputValue()).toBe("parked or for sale");
    expect(await page.locator(".timemap .what").first().innerText()).toBe(
      "parked or for sale, since 2009-09-03",
    );
  });

  it("explains why a report has no texts and how to get them, and shows the vote of the topic", async () => {
    const scores = [
      { measure: "vsm", score: 0.1, threshold: 0.21, distance: -0.11, normalised: -0.5 },
    ];
    const evidence = {
      scores: [],
      topic: { language: "en", recognisedBy: [], needed: 1, scores },
    };
    const vsm = scored("vsm", 0.1, "off-topic");
    const collection = { measures: [vsm], topicStatus: "off-topic", profile: "0123" } as const;
    const html = await reportText([offItem({ measures: [], collection, evidence })], {
      ...run,
      file: "out.jsonl",
      cuts: [{ name: "vsm", comparison: "<" }],
    });
    const { page, troubles } = await openReport(html);
    expect(await page.locator("footer").innerText()).toContain("-ot html -o report.html");
    await page.getByText("By measure").click();
    expect(await page.locator("details", { hasText: "By measure" }).innerText()).toMatch(
      /vsm\s+by language\s+1[^]*the collection's topic\s+their one vote\s+1/u,
    );
    await page.getByRole("link", { name: "Seeds" }).click();
    await page.locator(".opener").first().click();
    await page.locator(".point").first().focus();
    const timeline = page.locator("main");
    await expect.poll(() => timeline.innerText()).toContain("No texts side by side");
    expect(await timeline.innerText()).toContain("en: recognised by 0 of 1, 1 needed");
    expect(await page.locator("table.scores").innerText()).toMatch(
      /vsm\s+0\.1\s+< 0\.21\s+−0\.11/u,
    );
    expect(troubles).toEqual([]);
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
    await opener.press("Enter");
    expect(await page.locator(".timeline").count()).toBe(0);
    expect(troubles).toEqual([]);
  });

  it("links captures in files to the address where they are replayed", async () => {
    const captures = [...collection(1, 3)].map((each) => ({
      ...each,
      uriM: `from-warc::${each.uriM}`,
    }));
    const replay = "https://wayback.example/coll/";
    const html = await reportText(captures, { ...run, replay });
    const { page, troubles } = await openReport(html, { fragment: "#seeds" });
    await page.locator(".opener").first().click();
    const seed = "http://harbour-0.example/";
    expect(await page.locator(".open").getAttribute("href")).toBe(
      `${replay}20090103100000/${seed}`,
    );
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
    const tooltip = page.getByRole("tooltip");
    expect(await tooltip.innerText()).toContain("cosine 0.02 (< 0.12)");
    expect(await tooltip.innerText()).toContain("kind of page: parked or for sale");
    expect(await page.locator(".facts").innerText()).toContain("900 → 20");
    expect(await page.locator(".excerpt").allInnerTexts()).toEqual([
      "The museum of the harbour, open daily.",
      "This domain is for sale.",
    ]);
    expect(await page.locator(".chosen-memento p.remark").innerText()).toContain(
      "no words in common",
    );
    await page.keyboard.press("Escape");
    expect(await tooltip.isHidden()).toBe(true);
    await page.keyboard.press("Home");
    expect(await page.locator(".chosen-memento h3").innerText()).toContain("2009-01-03");
  });

  it("shows the scores of the memento under the pointer", async () => {
    const { page } = await open();
    await page.locator(".opener").first().click();
    await page.locator(".point").nth(2).hover();
    expect(await page.getByRole("tooltip").innerText()).toContain("2009-03-03");
    await page.locator("h1").hover();
    expect(await page.getByRole("tooltip").isHidden()).toBe(true);
  });

  it("moves from one off-topic memento to the next with buttons that keep the focus", async () => {
    const { page } = await open();
    await page.locator(".opener").first().click();
    const next = page.getByRole("button", { name: "off-topic ›" });
    await next.focus();
    await page.keyboard.press("Enter");
    expect(await page.locator(".chosen-memento h3").innerText()).toContain("2009-10-03");
    await page.keyboard.press("Enter");
    expect(await page.locator(".chosen-memento h3").innerText()).toContain("2009-11-03");
  });

  it("selects the memento whose verdict is clicked, and stays on the page", async () => {
    const { page, requests } = await open();
    await page.locator(".opener").first().click();
    await page.locator(".point").nth(1).click();
    expect(await page.locator(".chosen-memento h3").innerText()).toContain("2009-02-03");
    expect(await page.locator(".point").nth(1).getAttribute("href")).toBeNull();
    expect(page.context().pages()).toHaveLength(1);
    expect(requests).toEqual([]);
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

  it("keeps the focus on a step button after the last step", async () => {
    const { page } = await open();
    await page.locator(".opener").first().click();
    const back = page.getByRole("button", { name: "‹ off-topic" });
    await back.focus();
    await page.keyboard.press("Enter");
    expect(await back.getAttribute("aria-disabled")).toBe("true");
    expect(await page.evaluate("document.activeElement.textContent")).toBe("‹ off-topic");
  });

  it("shows the passages in which texts differ, and folds the lines that they share", async () => {
    const shared = Array.from({ length: 30 }, (_, at) => `Line ${at} of the harbour museum.`);
    const items = [...collection(1, 2)].map((each, at) => ({
      ...each,
      overall: at === 1 ? ("off-topic" as const) : each.overall,
      excerpt: {
        value: [...shared, ...(at === 1 ? ["Cheap pills, casino bonus."] : [])].join("\n"),
      },
    }));
    const { page } = await openReport(await reportText(items, run), { fragment: "#seeds" });
    await page.locator(".opener").first().click();
    expect(await page.locator(".excerpt").allInnerTexts()).toEqual([
      "⋯ 30 equal lines",
      "⋯ 30 equal lines\nCheap pills, casino bonus.",
    ]);
    expect(await page.locator("mark").allInnerTexts()).toEqual(["Cheap pills, casino bonus"]);
  });

  it("aligns right-to-left text with the right edge", async () => {
    const arabic = [...collection(1, 1)].map((each) => ({
      ...each,
      excerpt: { value: "متحف الميناء، مفتوح يوميا" },
    }));
    const { page } = await openReport(await reportText(arabic, run), { fragment: "#seeds" });
    await page.locator(".opener").first().click();
    expect(
      await page.evaluate("getComputedStyle(document.querySelector('.excerpt div')).direction"),
    ).toBe("rtl");
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
    expect(await page.locator(".about").first().innerText()).toBe(
      "2 seeds, 2009-01-03 to 2009-03-03, of 0.warc.gz, 1.warc.gz; found by detect_off_topic 1.2.3; off-topic when any measure says so.",
    );
    await page.getByRole("link", { name: "Seeds" }).click();
    await page.getByRole("button", { name: "harbour-0" }).click();
    expect(await page.locator(".point.own").count()).toBe(1);
    expect(await page.content()).not.toContain("/srv/");
  });

  it("shows years without a capture on the axis of years", async () => {
    const gap = [...collection(1, 2)].map((each, at) => ({
      ...each,
      capture: { ...each.capture, mementoDatetime: `${2009 + 4 * at}-01-03T10:00:00Z` },
    }));
    const { page } = await openReport(await reportText(gap, run));
    expect(await page.locator(".years .tick").allTextContents()).toEqual(
      expect.arrayContaining(["2009", "2010", "2011", "2012", "2013"]),
    );
  });

  it("draws the strips of all TimeMaps on one time axis", async () => {
    const [early = [], late = []] = [0, 60].map((months) =>
      [...collection(1, 3)].map((each, at) => ({
        ...each,
        uriT: `http://archive.example/${months}`,
        capture: {
          ...each.capture,
          mementoDatetime: new Date(Date.UTC(2009, months + at, 3)).toISOString(),
        },
      })),
    );
    const report = await reportText([...early, ...late], run);
    const { page } = await openReport(report, { fragment: "#seeds" });
    const paths = await page.evaluate<number[]>(
      "[...document.querySelectorAll('.strip-on')].map((each) => parseFloat(each.getAttribute('d').slice(1)))",
    );
    expect(Math.min(...paths)).toBe(0);
    expect(Math.max(...paths)).toBeGreaterThan(150);
  });

  it("shows the mementos of a chart in a table too", async () => {
    const { page } = await open();
    await page.locator(".opener").first().click();
    await page.getByText("These captures as a table").click();
    await page.locator(".memento-table tbody tr").last().waitFor();
    expect(await page.locator(".memento-table tbody tr").count()).toBe(12);
    expect(await page.locator(".memento-table tbody tr").last().innerText()).toMatch(
      /2009-12-03 10:00:00\s+off-topic\s+✕ 0\.02\s+−0\.6\s+kind of page: parked/u,
    );
  });

  it("writes a date of the table in one line, and aligns the heads of numbers with their columns", async () => {
    const { page } = await open();
    await page.locator(".opener").first().click();
    await page.getByText("These captures as a table").click();
    await page.locator(".memento-table tbody tr").last().waitFor();
    const lines = await page.evaluate(
      "[...document.querySelectorAll('.memento-table tbody a')].map((link) => link.getClientRects().length)",
    );
    expect(lines).toEqual(Array.from({ length: 12 }, () => 1));
    const heads = page.locator(".memento-table thead th.number");
    expect(await heads.allInnerTexts()).toEqual(["cosine", "wordcount"]);
    const align =
      "[getComputedStyle(document.querySelector('.memento-table thead .number')).textAlign]";
    expect(await page.evaluate(align)).toEqual(["end"]);
  });

  it("shows only the relevant parts of a report for an empty collection and for a single memento", async () => {
    const empty = await openReport(await reportText([], run));
    expect(await empty.page.locator("footer p").count()).toBe(1);
    const one = await openReport(await reportText(collection(1, 1), run));
    expect(await one.page.locator(".to-do").innerText()).toMatch(
      /^No capture of 1 seed is off-topic\s+1 capture · 0 off-topic \(0 % of those judged\)\.$/u,
    );
    expect(await one.page.locator(".overview .tile").count()).toBe(0);
    expect([...empty.troubles, ...one.troubles]).toEqual([]);
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
    expect(await page.locator(".filter").isVisible()).toBe(false);
    expect(await page.locator(".timemaps").isVisible()).toBe(true);
    const pdf = await page.pdf();
    expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
    expect(troubles).toEqual([]);
  });

  it("fits a report on a narrow screen without horizontal scrolling", async () => {
    const { page } = await open({ viewport: { width: 360, height: 700 } });
    await page.locator(".opener").first().click();
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(360);
    const left = await page.evaluate(
      "new Set([...document.querySelectorAll('.timemap .strip')].map((strip) => strip.getBoundingClientRect().left)).size",
    );
    expect(left).toBe(1);
  });

  it("keeps the reason for a missing score to a few lines on a narrow screen", async () => {
    const error = "the first memento cannot be compared with: nothing is left after preprocessing";
    const measures = [failed("cosine", error), scored("combined", 0.9, "off-topic")];
    const scores = [
      { measure: "combined", score: 0.9, threshold: 0.5, distance: -0.4, normalised: -0.8 },
    ];
    const html = await reportText([offItem({ measures, evidence: { scores } })], run);
    const { page } = await openReport(html, {
      fragment: "#seeds",
      viewport: { width: 360, height: 700 },
    });
    await page.locator(".opener").first().click();
    const row = await page.locator(".scores tbody tr").first().boundingBox();
    expect(row?.height).toBeLessThan(120);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(360);
  });

  it("shows all of a TimeMap of more than 500 mementos in a strip, and steps through all of it", async () => {
    const { page } = await open({}, 2, 1200);
    await page.locator(".opener").first().click();
    expect(await page.locator(".point").count()).toBe(500);
    const status = page.locator(".time-window [role=status]");
    expect(await status.innerText()).toContain("of 1\u202f200");
    await page.getByRole("button", { name: "zoom in" }).click();
    expect(await page.locator(".point").count()).toBe(250);
    // Steps from the first off-topic memento back beyond the shown range, and forward to the last.
    await page.locator(".point[tabindex='0']").focus();
    const strip = await page.locator(".band-of-all").boundingBox();
    if (strip === null) throw new Error("nothing is drawn");
    await page.mouse.click(strip.x + strip.width - 1, strip.y + 5);
    expect(await status.innerText()).toContain("to 1\u202f200 of 1\u202f200");
    await page.locator(".point").last().click();
    const heading = page.locator(".chosen-memento h3");
    expect(await heading.innerText()).toContain("2108-12-03");
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
    const links = hostile.page.locator("a[href]:not(nav a)");
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

  it("copies and saves the list of seeds as it is filtered, and every other table", async () => {
    const { page, troubles } = await open({ permissions: ["clipboard-read", "clipboard-write"] });
    await page.getByLabel("Pattern").selectOption("step");
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save as CSV" }).press("Enter");
    const saved = await download;
    expect(saved.suggestedFilename()).toBe("seeds.csv");
    const lines = readFileSync(await saved.path(), "utf8")
      .trim()
      .split("\r\n");
    expect(lines[0]).toBe(
      "seed,captures,off-topic,unsure,decided,pattern,kinds of page,off-topic when",
    );
    expect(lines).toHaveLength(4);
    expect(lines[1]).toBe(
      "http://orchard-1.example/,12,4,0,0,from one day on,parked or for sale,since 2009-09-03",
    );
    await page.getByRole("link", { name: "Overview" }).press("Enter");
    for (const closed of await page.locator(".overview details").all())
      await closed.evaluate("(each) => { each.open = true; }");
    await page.locator(".card").first().getByRole("button", { name: "Copy" }).press("Enter");
    await expect
      .poll(() => page.evaluate("navigator.clipboard.readText()"))
      .toBe("parked or for sale\t12\n");
    const tables = await page.locator(".overview table").count();
    expect(await page.locator(".overview .exported").count()).toBe(tables);
    await page.getByRole("link", { name: "Seeds" }).press("Enter");
    await page.locator(".opener").first().press("Enter");
    await page.locator(".point").first().focus();
    await page
      .locator(".exported", { has: page.locator("table.scores") })
      .getByRole("button", { name: "Copy" })
      .press("Enter");
    await expect
      .poll(() => page.evaluate("navigator.clipboard.readText()"))
      .toMatch(/^measure\tscore\toff-topic when\t/u);
    expect(troubles).toEqual([]);
  });

  it("folds the filters on a phone, and opens them where one is in use", async () => {
    const { page } = await open({ viewport: { width: 390, height: 844 } });
    expect(await page.getByLabel("Pattern").isVisible()).toBe(false);
    await page.locator(".more-filters summary").press("Enter");
    expect(await page.getByLabel("Pattern").isVisible()).toBe(true);
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
