import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { BrowserContextOptions, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { parseDecisions } from "../../src/write/decisions.js";
import { everywhere, HOSTILE } from "../report/hostile.js";
import { reportText } from "../report/items.js";
import { scored } from "../write/writers/results.js";
import { rowsOf } from "../support/rows.js";
import { runBin, temporaryFolder } from "../support/run-bin.js";
import { long } from "../support/thorough.js";
import { installedChromium, openReport, type OpenReport } from "./chromium.js";
import { collection, run } from "./collection.js";
import { pictureReport } from "./picture-report.js";

const REVIEW = { fragment: "#review" } as const;

let made: Promise<{ readonly html: string; readonly lines: string }> | undefined;
/** Report of fixtures/collection, and the same results as JSON Lines. */
const fixture = (): Promise<{ readonly html: string; readonly lines: string }> =>
  (made ??= (async () => {
    const args = ["-q", "-i", "warc=fixtures/collection", "--explain", "-ot"];
    const [html, lines] = await Promise.all(
      ["html", "jsonl"].map((type) => runBin([...args, type])),
    );
    return { html: html!.stdout, lines: lines!.stdout };
  })());

const openFixture = async (options: BrowserContextOptions = {}): Promise<OpenReport> =>
  openReport((await fixture()).html, { ...REVIEW, ...options });

/** Presses `s` and returns the saved file. */
async function saved(page: Page): Promise<string> {
  const download = page.waitForEvent("download");
  await page.keyboard.press("s");
  return readFileSync(await (await download).path(), "utf8");
}

async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

const tab = (page: Page): Promise<string> =>
  page.getByRole("link", { name: /^Review/u }).innerText();
/** Number of cases, as the link to the review tells it. */
const casesOf = async (page: Page): Promise<number> =>
  Number(/of (\d+)/u.exec(await tab(page))?.[1]);
const status = (page: Page): Promise<string> => page.locator(".review [role=status]").innerText();
const pressed = (page: Page): Promise<string[]> =>
  page.locator('.decide [aria-pressed="true"]').allInnerTexts();
const current = (page: Page): Promise<string | null> =>
  page.locator(".case[aria-current]").getAttribute("data-case");
const facet = (page: Page, value: string): ReturnType<Page["locator"]> =>
  page.locator(`[data-facet="${value}"]`);

/** Loads decisions with the page's file field. */
async function load(page: Page, name: string, text: string): Promise<void> {
  const before = await status(page);
  await page
    .locator("input[type=file]")
    .setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
  await expect.poll(() => status(page)).not.toBe(before);
}

describe.skipIf(installedChromium() === undefined)("a review", () => {
  it("decides the cases with one key each, says what filter leaves out, leads on to the checks, and saves exactly this", async () => {
    const { page, troubles } = await openFixture();
    const { lines } = await fixture();
    const inCases = rowsOf(lines).filter(
      (row) =>
        ["off-topic", "unsure"].includes(String(row["overall topic status"])) ||
        "changed since" in row,
    );
    const all = await casesOf(page);
    expect(all).toBeGreaterThan(10);
    expect(all).toBeLessThan(inCases.length);
    expect(await page.locator(".position").innerText()).toBe(`0 of ${all} cases decided`);
    await press(page, "n", "u");
    const kept = parseDecisions(await saved(page)).decisions;
    await press(page, ...Array<string>(all - 2).fill("y"));
    const end = page.locator(".finished");
    const [onTopic, unsure] = ["on-topic", "unsure"].map(
      (label) => kept.filter((each) => each.label === label).length,
    );
    const out = inCases.length - kept.length;
    expect((await end.innerText()).split("\n")[0]).toBe(
      `${all} of ${all} cases decided. Captures in cases: ${out} off-topic, ${onTopic} on-topic, ${unsure} unsure.`,
    );
    expect(await end.innerText()).toContain(`filter will leave out ${out} captures.`);
    expect(await tab(page)).toMatch(/^Review \(0 of \d+ checks\)$/u);
    // A further press out of habit decides nothing.
    const before = await status(page);
    await press(page, "y");
    expect([await status(page), await page.locator(".decide").isVisible()]).toEqual([
      before,
      false,
    ]);
    const text = await saved(page);
    expect(await page.locator(".unfiled").innerText()).toBe("All decisions are saved");
    const { decisions } = parseDecisions(text);
    expect(decisions.map(({ uriM }) => uriM).sort()).toEqual(
      inCases.map((row) => String(row["URI-M"])).sort(),
    );
    await end
      .getByRole("button", { name: /^Look at \d+ checks \(\d+ minutes?\)$/u })
      .press("Enter");
    expect(await page.locator(".sentence").innerText()).toMatch(/nearest to the threshold/u);
    await press(page, "y");
    expect(await tab(page)).toMatch(/^Review \(1 of \d+ checks\)$/u);

    const fresh = await openFixture();
    await load(fresh.page, "decisions.tsv", text);
    expect(await tab(fresh.page)).toMatch(/^Review \(0 of \d+ checks\)$/u);
    expect(await saved(fresh.page)).toBe(text);
    expect([...troubles, ...fresh.troubles]).toEqual([]);
  });

  it("has the button of the decision pressed where one comes back to a case, and undoes step by step", async () => {
    const { page, troubles } = await openFixture();
    const undo = page.locator(".said .do-undo");
    const first = await current(page);
    expect([await pressed(page), await undo.getAttribute("aria-disabled")]).toEqual([[], "true"]);
    expect(await page.locator(".review").innerText()).not.toMatch(/\bsaved\b/u);
    await press(page, "n", "k");
    expect(await pressed(page)).toEqual([expect.stringMatching(/^on-topic/u)]);
    await press(page, "u", "k");
    expect(await pressed(page)).toEqual([expect.stringMatching(/^unsure/u)]);
    await press(page, "z");
    expect(await status(page)).toMatch(/^Undone: unsure for \d captures? of http/u);
    expect(await pressed(page)).toEqual([expect.stringMatching(/^on-topic/u)]);
    await undo.click();
    expect([await pressed(page), await current(page)]).toEqual([[], first]);
    await expect.poll(() => undo.getAttribute("aria-disabled")).toBe("true");
    expect(await page.locator(".review").innerText()).not.toMatch(/\bsaved\b/u);
    expect(troubles).toEqual([]);
  });

  it("decides that the seed begins with a case: what came before is off-topic", async () => {
    const { page } = await openFixture();
    await facet(page, "verdict on-topic").click();
    expect(await page.locator(".sentence").innerText()).toContain("changed for good");
    // The filter is below the case, which the first press shows.
    await press(page, "e", "e");
    expect(await status(page)).toMatch(/^The seed begins here: \d+ captures of http/u);
    const { decisions } = parseDecisions(await saved(page));
    const at = decisions.findIndex(({ begins }) => begins !== undefined);
    const byDate = decisions.toSorted((a, b) => (a.date! < b.date! ? -1 : 1));
    const begun = byDate.indexOf(decisions[at]!);
    expect(begun).toBeGreaterThan(0);
    expect(byDate.map(({ label }) => label)).toEqual(
      byDate.map((_, place) => (place < begun ? "off-topic" : "on-topic")),
    );
  });

  it("asks about the captures beside a check that is off-topic before anything is called decided", async () => {
    const items = [...collection(1, 7)].map((each, at) => ({
      ...each,
      measures: [scored("combined", at === 3 ? 0.45 : 0.1, "on-topic")],
      textSimhash: { value: at === 3 ? "18446744073709551615" : "0" },
      evidence: undefined,
    }));
    const cut = { name: "combined", threshold: 0.5, comparison: ">" } as const;
    const { page } = await openReport(await reportText(items, { ...run, cuts: [cut] }), REVIEW);
    const sentence = page.locator(".sentence");
    await page.locator('[data-list="check"]').click();
    expect(await sentence.innerText()).toBe("on-topic: nearest to the threshold, on 3 April 2009");
    await press(page, "y");
    expect([await sentence.innerText(), await tab(page)]).toEqual([
      "off-topic on 3 April 2009: also from 3 May 2009 to 3 July 2009 (3 captures)?",
      "Review (1 of 3 checks)",
    ]);
    await press(page, "y");
    expect(await sentence.innerText()).toMatch(/also from 3 January 2009 to 3 March 2009/u);
    expect(await page.locator("#review-title").innerText()).toContain("3 March 2009");
    await press(page, "m", "n");
    expect(await sentence.innerText()).toMatch(/also on 3 March 2009\?$/u);
    await page.reload();
    await page.locator('[data-list="check"]').click();
    expect(await tab(page)).toBe("Review (2 of 3 checks)");
    await press(page, "y");
    expect(await page.locator(".finished").innerText()).toContain("3 of 3 checks decided");
    const { decisions } = parseDecisions(await saved(page));
    expect(decisions.map(({ label }) => label)).toEqual([
      ...["on-topic", "on-topic", "off-topic", "off-topic", "off-topic", "off-topic", "off-topic"],
    ]);
  });

  it("opens a case that is decided in part on its first open capture, and a press decides only what is open", async () => {
    const items = [...collection(2, 12)];
    const { page } = await openReport(await reportText(items, run), REVIEW);
    const off = items.slice(20).map(({ uriM }) => uriM);
    expect(await page.locator(".case-strip .bar-off").getAttribute("d")).toMatch(
      /^(?:M[^M]*){4}$/u,
    );
    const made = off.slice(0, 2).map((uriM) => `${uriM}\t1\t\t2025-01-01T00:00:00Z`);
    const offer = `${off[2]!}\t\tthe same text as ${off[1]!}, decided on-topic\t2025-01-01T00:00:00Z`;
    const text = `URI-M\tlabel\tnote\tat\n${[...made, offer].join("\n")}\n`;
    await load(page, "last.tsv", text);
    await page.reload();
    expect(await page.locator("#review-title").innerText()).toContain("3 November 2009");
    const why = await page.locator(".why").innerText();
    expect(why).toContain("2 on-topic by decision; a press decides the 2 open captures.");
    expect(why).toContain(`not decided — the same text as ${off[1]!}, decided on-topic`);
    expect(await page.getByLabel("Comment").inputValue()).toBe("");
    expect(await page.locator(".case-strip .bar-off").getAttribute("d")).toMatch(
      /^(?:M[^M]*){2}$/u,
    );
    await press(page, "y");
    expect(await page.locator(".mark-of-case").innerText()).toBe("✕●");
    const { decisions } = parseDecisions(await saved(page));
    expect(decisions.map(({ label }) => label)).toEqual([
      ...["on-topic", "on-topic", "off-topic", "off-topic"],
    ]);
    expect(decisions.slice(0, 2)).toEqual(parseDecisions(text).decisions.slice(0, 2));
    expect(decisions[2]?.note).toBeUndefined();
  });

  it("agrees with all cases of a filter at once, and marks those that nobody opened", async () => {
    const { page } = await openFixture();
    await facet(page, "kind suspended account").click();
    expect(page.url()).toMatch(/#review\?kind=suspended/u);
    expect(await page.locator(".case").count()).toBe(3);
    const agree = async (answer: string): Promise<void> => {
      await page.locator(".menu summary").click();
      await page.getByRole("button", { name: /^Agree with all shown/u }).click();
      expect(await page.getByRole("dialog").innerText()).toContain("3 cases with 3 captures");
      await page.getByRole("button", { name: answer }).click();
    };
    await agree("Cancel");
    expect(await tab(page)).toMatch(/^Review \(0 of/u);
    await agree("off-topic: 3 captures");
    await expect.poll(() => status(page)).toContain("off-topic: 3 cases with 3 captures");
    const { decisions } = parseDecisions(await saved(page));
    expect(decisions.map(({ seen }) => seen).sort()).toEqual(["batch", "batch", undefined]);
    expect(decisions.every(({ label }) => label === "off-topic")).toBe(true);
    await page.goBack();
    await expect
      .poll(() => facet(page, "kind suspended account").getAttribute("aria-pressed"))
      .toBe("false");
  });

  it("keeps the decisions after a reload and in another window, apart from those of another report", async () => {
    const { page, asked, troubles } = await openFixture();
    const second = await page.context().newPage();
    await second.goto(page.url());
    await press(page, "y", "n");
    expect(await tab(page)).toMatch(/^Review \(2 of/u);
    await expect.poll(() => tab(second)).toMatch(/^Review \(2 of/u);
    const before = page.url();
    await page.reload();
    expect(asked).toHaveLength(1);
    // On a busy machine, the browser may load its storage after the page.
    await expect.poll(() => tab(page)).toMatch(/^Review \(2 of/u);
    expect(await page.locator(".unfiled").innerText()).toContain("not saved to a file yet");
    const other = join(temporaryFolder(), "other.html");
    writeFileSync(other, await reportText(collection(6, 12), run));
    await page.goto(`${pathToFileURL(other).href}#review`);
    expect(await tab(page)).toBe("Review (0 of 3)");
    await press(page, "u");
    expect(await tab(page)).toBe("Review (1 of 3)");
    await page.goto(before);
    await expect.poll(() => tab(page)).toMatch(/^Review \(2 of/u);
    // What another program has put into the storage is no decision.
    await page.evaluate(
      "for (const key of Object.keys(localStorage)) localStorage.setItem(key, '<img src=x onerror=alert(1)>\\t0\\n{');",
    );
    await page.reload();
    expect(await tab(page)).toMatch(/^Review \(0 of/u);
    expect(await page.locator("img").count()).toBe(0);
    expect(troubles).toEqual([]);
  });

  it("merges the decisions of several people, of which the newest counts, and tells the lines that it cannot read", async () => {
    const { page } = await openFixture();
    await page.locator(".menu summary").click();
    await page.getByLabel("Your name").fill("anna");
    await press(page, "Escape", "y");
    const [mine] = parseDecisions(await saved(page)).decisions;
    expect(mine).toMatchObject({ by: "anna", label: "off-topic" });
    const rows = [
      `${mine!.uriM}\t1\tben\t2999-01-01T00:00:00Z`,
      "http://a.example/\tperhaps",
      "http://b.example/\t0",
    ];
    await load(page, "ben.tsv", `URI-M\tlabel\tby\tat\n${rows.join("\n")}\n`);
    expect(await status(page)).toMatch(
      /decisions on 1 capture, and on 1 that are not in this report, 1 line could not be read/u,
    );
    expect(parseDecisions(await saved(page)).decisions).toContainEqual(
      expect.objectContaining({ uriM: mine!.uriM, by: "ben", label: "on-topic" }),
    );
  });

  it("offers keys for moving, splitting, commenting, help and search", async () => {
    const { page } = await openFixture();
    const first = await current(page);
    await press(page, "j");
    expect(await current(page)).not.toBe(first);
    await press(page, "k");
    expect(await current(page)).toBe(first);
    const all = await casesOf(page);
    await page
      .locator(".case", { hasText: /\d+ captures/u })
      .first()
      .click();
    await press(page, "ArrowRight", "m");
    expect(await casesOf(page)).toBe(all + 1);
    await press(page, "z");
    expect([await status(page), await casesOf(page)]).toEqual(["Undone: the split.", all]);
    await press(page, "ArrowRight", "m", "c");
    await page.keyboard.type("a school now");
    await press(page, "Enter", "n");
    expect(parseDecisions(await saved(page)).decisions).toMatchObject([
      { note: "a school now", label: "on-topic" },
    ]);
    await press(page, "?");
    const help = page.getByRole("dialog", { name: "Keys" });
    expect(await help.locator("kbd").count()).toBe(17);
    await press(page, "y", "n", "z", "j", "Escape");
    expect([await help.count(), await tab(page)]).toEqual([0, `Review (1 of ${all + 1})`]);
    await press(page, "/");
    await page.keyboard.type("choir");
    expect(new Set(await page.locator(".case bdi").allInnerTexts()).size).toBe(1);
  });

  it("decides with a key only what is on the screen, and shows the case again for a second press", async () => {
    const { page } = await openFixture();
    await page.evaluate("window.scrollTo(0, document.documentElement.scrollHeight)");
    await press(page, "y");
    expect(await tab(page)).toMatch(/^Review \(0 of/u);
    expect(await status(page)).toContain("not on the screen");
    const { y: top } = (await page.locator(".sentence").boundingBox())!;
    expect(top).toBeGreaterThanOrEqual(0);
    expect(top).toBeLessThan(900);
    await press(page, "n", "u");
    expect(await tab(page)).toMatch(/^Review \(2 of/u);
  });

  it.each([
    [1280, 900, "light"],
    [390, 844, "dark"],
  ] as const)(
    "marks the words that gave the verdict where they are seen without scrolling, and nothing else where most differs, at %i x %i, %s",
    async (width, height, colorScheme) => {
      const lines = Array.from({ length: 24 }, (_, at) => `Visit number ${at} of the hall.`);
      const others = Array.from({ length: 24 }, (_, at) => `Quite another sentence ${at} here.`);
      const isPart = colorScheme === "dark";
      const equal = Array.from(
        { length: isPart ? 100 : 0 },
        (_, at) => `Line ${at} of every page.`,
      );
      const off = [...equal, ...others, "This name is For Sale today.", ...others].join("\n");
      const on = [...equal, ...lines, "Our harbour has a museum."].join("\n");
      const sale = { kind: "for-sale", title: "parked or for sale", strength: 1 };
      const items = [...collection(2, 6)].map((each) => ({
        ...each,
        evidence: {
          ...{ ...each.evidence, scores: [] },
          ...(each.overall === "off-topic" && {
            pageKind: { ...sale, marks: ["text: for sale", "title: buy me"] },
          }),
        },
        excerpt: { value: each.overall === "off-topic" ? off : on },
      }));
      const { page } = await openReport(await reportText(items, run), {
        ...{ ...REVIEW, viewport: { width, height }, colorScheme },
      });
      const marks = page.locator(".pair mark");
      expect(await marks.allInnerTexts()).toEqual(["harbour", "museum", "For Sale"]);
      for (const mark of await marks.all()) {
        const box = (await mark.boundingBox())!;
        const excerpt = mark.locator("xpath=ancestor::div[@class='excerpt']");
        const view = (await excerpt.boundingBox())!;
        expect(box.y).toBeGreaterThanOrEqual(view.y);
        expect(box.y + box.height).toBeLessThanOrEqual(Math.min(view.y + view.height, height));
      }
      expect(await page.locator(".pair .remark").innerText()).toContain("“buy me”");
      expect(await page.locator(".sentence").innerText()).toContain(
        "parked or for sale (“text: for sale”, “title: buy me”)",
      );
    },
  );

  const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  const screens: readonly (readonly [string, BrowserContextOptions])[] = [
    ["light", {}],
    ["dark", { colorScheme: "dark" }],
    ["on a phone", { viewport: { width: 390, height: 844 } }],
    ["in forced colours", { forcedColors: "active" }],
  ];
  it.each(long(screens.slice(1, 3), screens))(
    "has no accessibility violation, no small button and no sideways scrolling in any view, %s",
    async (_, options) => {
      const { page } = await openReport((await pictureReport()).html, { ...REVIEW, ...options });
      for (const view of ["overview", "seeds", "review"]) {
        await page.evaluate(`window.location.hash = "#${view}"`);
        await expect.poll(() => page.locator("main > section:visible").count()).toBe(1);
        if (view === "seeds") await page.locator(".opener").first().click();
        await page.evaluate(
          "for (const each of document.querySelectorAll('details')) each.open = true",
        );
        await page.evaluate(axe);
        const violations = await page.evaluate(
          "axe.run().then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`)))",
        );
        expect([view, violations]).toEqual([view, []]);
        expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(
          true,
        );
      }
      const small = await page.evaluate(
        "[...document.querySelectorAll('.review :is(button, select, input)')].filter((each) => { const { width, height } = each.getBoundingClientRect(); return height > 0 && (height < 24 || width < 24); }).map((each) => each.outerHTML)",
      );
      expect(small).toEqual([]);
    },
  );

  it("shows hostile results as text, and accepts a decision on each", async () => {
    const items = HOSTILE.flatMap((text) => everywhere(text).items);
    const html = await reportText(items, everywhere(HOSTILE.join(" ")).run);
    const { page, troubles, requests } = await openReport(html, REVIEW);
    const all = await casesOf(page);
    await press(page, ...Array<string>(all).fill("y"));
    expect(await tab(page)).toBe(`Review (${all} of ${all})`);
    const { decisions, problems } = parseDecisions(await saved(page));
    expect(problems).toEqual([]);
    expect(decisions.length).toBeGreaterThanOrEqual(HOSTILE.length - 1);
    for (const link of await page.locator(".review a[href]").all()) {
      expect(await link.getAttribute("href")).toMatch(/^(?:https?:\/\/|#)/u);
    }
    expect(await page.locator("body :is(style, img, iframe)").count()).toBe(0);
    expect([...troubles, ...requests]).toEqual([]);
  });

  it("moves from case to case in a review of 20,000 mementos", async () => {
    const { page, troubles } = await openReport(await reportText(collection(400, 50), run), REVIEW);
    expect(await tab(page)).toBe("Review (0 of 200)");
    await press(page, ...Array<string>(5).fill("y"));
    expect(await tab(page)).toBe("Review (5 of 200)");
    expect(troubles).toEqual([]);
  });
});
