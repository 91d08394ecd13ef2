import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { BrowserContextOptions, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { parseDecisions } from "../../src/write/decisions.js";
import { everywhere, HOSTILE } from "../report/hostile.js";
import { reportText } from "../report/items.js";
import { runBin, temporaryFolder } from "../support/run-bin.js";
import { long } from "../support/thorough.js";
import { installedChromium, openReport, type OpenReport } from "./chromium.js";
import { collection, run } from "./collection.js";
import { pictureReport } from "./picture-report.js";
import { rowsOf } from "../support/rows.js";

const WARC = "warc=fixtures/collection";
const REVIEW = { fragment: "#review" } as const;

let made: Promise<{ readonly html: string; readonly lines: string }> | undefined;
/** Report of fixtures/collection, and the same results as JSON Lines. */
const fixture = (): Promise<{ readonly html: string; readonly lines: string }> =>
  (made ??= (async () => {
    const [html, lines] = await Promise.all(
      ["html", "jsonl"].map((type) => runBin(["-q", "-i", WARC, "-ot", type, "--explain"])),
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

const tab = (page: Page): Promise<string> =>
  page.getByRole("link", { name: /^Review/u }).innerText();
const status = (page: Page): Promise<string> => page.locator(".review [role=status]").innerText();
/** Button of a list of the review. */
const list = (page: Page, name: string): ReturnType<Page["locator"]> =>
  page.getByRole("group", { name: "List" }).getByRole("button", { name });
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

async function nameYourself(page: Page, name: string): Promise<void> {
  await page.locator(".menu summary").click();
  await page.getByLabel("Your name").fill(name);
  await page.keyboard.press("Escape");
}

const overallOf = (lines: string): Map<string, unknown> =>
  new Map(rowsOf(lines).map((row) => [String(row["URI-M"]), row["overall topic status"]]));

/** Verdicts on the captures that the cases show: all that are not plainly on-topic, and those of a lasting change. */
const inCasesOf = (lines: string): Map<string, unknown> =>
  new Map(
    rowsOf(lines).flatMap((row) => {
      const overall = row["overall topic status"];
      const isCase = overall === "off-topic" || overall === "unsure" || "changed since" in row;
      return isCase ? [[String(row["URI-M"]), overall] as const] : [];
    }),
  );

describe.skipIf(installedChromium() === undefined)("a review", () => {
  it("the button of the decision is pressed when one comes back to a case, and no other", async () => {
    const { page, troubles } = await openFixture();
    const pressed = (): Promise<string[]> =>
      page.locator('.decide [aria-pressed="true"]').allInnerTexts();
    expect(await pressed()).toEqual([]);
    await page.keyboard.press("n");
    expect(await pressed()).toEqual([]);
    await page.keyboard.press("k");
    expect(await pressed()).toEqual([expect.stringMatching(/^on-topic/u)]);
    await page.keyboard.press("u");
    await page.keyboard.press("k");
    expect(await pressed()).toEqual([expect.stringMatching(/^unsure/u)]);
    await page.keyboard.press("z");
    expect(await pressed()).toEqual([expect.stringMatching(/^on-topic/u)]);
    await page.keyboard.press("z");
    expect(await pressed()).toEqual([]);
    expect(troubles).toEqual([]);
  });

  it("decides all off-topic mementos with one key per case, and the saved file changes exactly these", async () => {
    const { page, troubles } = await openFixture();
    const [, all = ""] = /of (\d+)/u.exec(await tab(page)) ?? [];
    const { lines } = await fixture();
    const inCases = [...inCasesOf(lines)];
    expect(Number(all)).toBeGreaterThan(10);
    expect(Number(all)).toBeLessThan(inCases.length);
    for (let pressed = 0; pressed < Number(all); pressed += 1) await page.keyboard.press("n");
    expect(await tab(page)).toMatch(/^Review \(0 of \d+ checks\)$/u);
    const text = await saved(page);
    expect(await page.locator(".unfiled").innerText()).toBe("All decisions are saved");

    const { decisions } = parseDecisions(text);
    expect(decisions.map(({ uriM }) => uriM).sort()).toEqual(inCases.map(([uriM]) => uriM).sort());
    const folder = temporaryFolder();
    const [file, results] = [join(folder, "decisions.tsv"), join(folder, "run.jsonl")];
    writeFileSync(file, text);
    writeFileSync(results, lines);
    const applied = await runBin(["convert", results, "--overrides", file, "-ot", "jsonl"]);
    const changed = [...overallOf(applied.stdout)].filter(
      ([uriM, overall]) => overallOf(lines).get(uriM) !== overall,
    );
    const others = inCases.filter(([, overall]) => overall !== "on-topic");
    expect(changed.map(([uriM]) => uriM).sort()).toEqual(others.map(([uriM]) => uriM).sort());
    expect(new Set(changed.map(([, overall]) => overall))).toEqual(new Set(["on-topic"]));

    const fresh = await openFixture();
    await load(fresh.page, "decisions.tsv", text);
    expect(await tab(fresh.page)).toBe(await tab(page));
    expect(await saved(fresh.page)).toBe(text);
    expect([...troubles, ...fresh.troubles]).toEqual([]);
  });

  it("reviews one kind of page with two clicks to see it, one to agree and one to copy URI-Ms", async () => {
    const { html } = await fixture();
    const { page } = await openReport(html, { permissions: ["clipboard-read", "clipboard-write"] });
    await page.getByRole("link", { name: /^Review/u }).click();
    await facet(page, "kind suspended account").click();
    expect(await page.locator(".case").count()).toBe(3);
    await page.locator(".menu summary").click();
    await page.getByRole("button", { name: /^Agree with all shown/u }).click();
    expect(await page.getByRole("dialog").innerText()).toContain("3 cases with 3 captures");
    await page.getByRole("button", { name: "Cancel" }).click();
    expect(await tab(page)).toMatch(/^Review \(0 of/u);
    await page.locator(".menu summary").click();
    await page.getByRole("button", { name: /^Agree with all shown/u }).click();
    await page.getByRole("button", { name: "off-topic: 3 captures" }).click();
    expect(await status(page)).toContain("off-topic: 3 cases with 3 captures");
    await page.locator(".menu summary").click();
    await page.getByRole("button", { name: "URI-Ms" }).click();
    await expect.poll(() => status(page)).toContain("Copied: 3 captures");
    const copied = await page.evaluate<string>("navigator.clipboard.readText()");
    expect(copied.trim().split("\n")).toHaveLength(3);
    expect(copied).toMatch(/^from-warc::\d{14}::http\S*\n/u);
    const { decisions } = parseDecisions(await saved(page));
    // Only the first case was open on the screen.
    expect(decisions.map(({ seen }) => seen).sort()).toEqual(["batch", "batch", undefined]);
    expect(decisions.every(({ label }) => label === "off-topic")).toBe(true);
  });

  it("keeps the decisions of a review after a reload, apart from those of another report", async () => {
    const { page, asked, troubles } = await openFixture();
    await page.keyboard.press("y");
    await page.keyboard.press("n");
    expect(await tab(page)).toMatch(/^Review \(2 of/u);
    expect(await page.locator(".unfiled").innerText()).toContain("not saved to a file yet");
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
    await page.keyboard.press("u");
    expect(await tab(page)).toBe("Review (1 of 3)");
    await page.goto(before);
    await expect.poll(() => tab(page)).toMatch(/^Review \(2 of/u);
    expect(troubles).toEqual([]);
  });

  it("shows decisions in another window of the same report", async () => {
    const { page } = await openFixture();
    const second = await page.context().newPage();
    await second.goto(page.url());
    await page.keyboard.press("y");
    await expect.poll(() => tab(second)).toMatch(/^Review \(1 of/u);
  });

  it("asks about unsure cases first, with the key y for off-topic and the key n for on-topic", async () => {
    const items = [...collection(4, 6)].map((each, at) =>
      [3, 14, 15].includes(at) ? { ...each, overall: "unsure" as const } : each,
    );
    const { page, troubles } = await openReport(await reportText(items, run));
    expect(await page.locator(".to-do").innerText()).toContain("3 unsure");
    expect(await page.locator("body").innerText()).not.toContain("without a verdict");
    await page.getByRole("link", { name: /^Review/u }).click();
    const sentence = page.locator(".sentence");
    await expect.poll(() => sentence.innerText()).toMatch(/^unsure: .*, on 3 April 2009$/u);
    await page.keyboard.press("y");
    await expect
      .poll(() => sentence.innerText())
      .toMatch(/^unsure: .*, 3 March 2009 to 3 April 2009 \(2 captures\)$/u);
    await page.keyboard.press("n");
    await expect.poll(() => sentence.innerText()).toMatch(/^off-topic: .*, since/u);
    const { decisions } = parseDecisions(await saved(page));
    const labelOf = new Map(decisions.map(({ uriM, label }) => [uriM, label]));
    expect([3, 14, 15].map((at) => labelOf.get(items[at]!.uriM))).toEqual([
      "off-topic",
      "on-topic",
      "on-topic",
    ]);
    expect(new Set(decisions.map(({ computed }) => computed))).toEqual(new Set(["unsure"]));
    expect(await facet(page, "decision agreed").innerText()).toContain("1");
    expect(troubles).toEqual([]);
  });

  it("lists the mementos on which two reviewers contradict each other, drops neither decision, and leaves the case open", async () => {
    const files = await Promise.all(
      [
        ["anna", "y"],
        ["bert", "n"],
      ].map(async ([name = "", key = ""]) => {
        const { page } = await openFixture();
        await nameYourself(page, name);
        await page.keyboard.press(key);
        return saved(page);
      }),
    );
    const { page } = await openFixture();
    for (const [at, text] of files.entries()) await load(page, `${at}.tsv`, text);
    const conflicts = await page.locator(".conflicts li").allInnerTexts();
    expect(conflicts.length).toBeGreaterThan(0);
    for (const conflict of conflicts) {
      expect(conflict).toContain("anna: off-topic");
      expect(conflict).toContain("bert: on-topic");
    }
    const download = page.waitForEvent("download");
    await page.locator(".conflicts").getByRole("button", { name: "Save as CSV" }).press("Enter");
    const csv = readFileSync(await (await download).path(), "utf8")
      .trim()
      .split("\r\n");
    expect(csv).toHaveLength(1 + 2 * conflicts.length);
    // The earlier decision comes first, and which one that is differs: both were made at the same time.
    const firstCase = csv.slice(1, 3).join("\n");
    expect(firstCase).toMatch(/,anna,off-topic,\d{4}-/u);
    expect(firstCase).toMatch(/,bert,on-topic,\d{4}-/u);
    expect(await tab(page)).toMatch(/^Review \(0 of/u);
    const { decisions } = parseDecisions(await saved(page));
    expect(new Set(decisions.map(({ by }) => by))).toEqual(new Set(["anna", "bert"]));
    // A third reviewer resolves the contradiction.
    await nameYourself(page, "carla");
    await facet(page, "decision contradicted").click();
    await page.locator(".case").first().click();
    await page.keyboard.press("y");
    expect(await page.locator(".conflicts").count()).toBe(0);
  });

  it("offers keys for moving, undoing, splitting and commenting in a review", async () => {
    const { page } = await openFixture();
    const current = (): Promise<string | null> =>
      page.locator(".case[aria-current]").getAttribute("data-case");
    const first = await current();
    await page.keyboard.press("j");
    expect(await current()).not.toBe(first);
    await page.keyboard.press("k");
    expect(await current()).toBe(first);
    await page.keyboard.press("u");
    await page.keyboard.press("z");
    expect(await status(page)).toMatch(/^Undone: unsure for \d captures? of http/u);
    expect(await current()).toBe(first);
    expect(await tab(page)).toMatch(/^Review \(0 of/u);
    expect(await page.locator(".unfiled").textContent()).toBe("");

    const cases = await tab(page);
    await page
      .locator(".case", { hasText: /\d+ captures/u })
      .first()
      .click();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("m");
    expect(Number(/of (\d+)/u.exec(await tab(page))?.[1])).toBe(
      Number(/of (\d+)/u.exec(cases)?.[1]) + 1,
    );
    await page.keyboard.press("z");
    expect(await status(page)).toBe("Undone: the split.");
    expect(await tab(page)).toBe(cases);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("m");
    await page.keyboard.press("c");
    await page.keyboard.type("a school now");
    await page.keyboard.press("Enter");
    await page.keyboard.press("n");
    expect(parseDecisions(await saved(page)).decisions).toMatchObject([
      { note: "a school now", label: "on-topic" },
    ]);
    await page.keyboard.press("?");
    expect(await page.locator(".keys-help kbd").count()).toBe(17);
    await page.keyboard.press("Escape");
    await page.keyboard.press("/");
    await page.keyboard.type("choir");
    expect(new Set(await page.locator(".case bdi").allInnerTexts()).size).toBe(1);
  });

  it("decides with a key only what is on the screen, and shows the case again for a second press", async () => {
    const { page } = await openFixture();
    await page.evaluate("window.scrollTo(0, document.documentElement.scrollHeight)");
    for (const key of ["y", "n", "u"]) {
      await page.keyboard.press(key);
      if (key === "y") {
        expect(await tab(page)).toMatch(/^Review \(0 of/u);
        expect(await status(page)).toContain("not on the screen");
        const { y: top } = (await page.locator(".sentence").boundingBox())!;
        expect(top).toBeGreaterThanOrEqual(0);
        expect(top).toBeLessThan(900);
      }
    }
    expect(await tab(page)).toMatch(/^Review \(2 of/u);
  });

  it("opens help over the case with ?, closes it with Escape, and decides nothing meanwhile", async () => {
    const { page } = await openFixture();
    const before = await page.evaluate("window.scrollY");
    await page.keyboard.press("?");
    const help = page.getByRole("dialog", { name: "Keys" });
    expect(await help.innerText()).toMatch(/y\s+off-topic\s+n\s+on-topic\s+u\s+unsure/u);
    for (const key of ["y", "n", "z", "j"]) await page.keyboard.press(key);
    await page.keyboard.press("Escape");
    expect(await help.count()).toBe(0);
    expect(await page.evaluate("window.scrollY")).toBe(before);
    expect(await tab(page)).toMatch(/^Review \(0 of/u);
    await page.keyboard.press("y");
    expect(await tab(page)).toMatch(/^Review \(1 of/u);
  });

  it("does not count what was decided to be unsure among what filter leaves out", async () => {
    const { html, lines } = await fixture();
    const { page } = await openReport(html, REVIEW);
    const [, all = ""] = /of (\d+)/u.exec(await tab(page)) ?? [];
    const inCases = inCasesOf(lines).size;
    await page.keyboard.press("u");
    const unsure = parseDecisions(await saved(page)).decisions.length;
    for (let pressed = 1; pressed < Number(all); pressed += 1) await page.keyboard.press("y");
    expect(await page.locator(".finished").innerText()).toContain(
      `filter will leave out ${inCases - unsure} captures.`,
    );
  });

  it("ends after the last case with the number that filter leaves out, and leads on to the checks", async () => {
    const { html, lines } = await fixture();
    const { page, troubles } = await openReport(html, REVIEW);
    const [, all = ""] = /of (\d+)/u.exec(await tab(page)) ?? [];
    const inCases = inCasesOf(lines).size;
    const position = page.locator(".position");
    expect(await position.innerText()).toBe(`0 of ${all} cases decided`);
    await page.keyboard.press("n");
    const kept = parseDecisions(await saved(page)).decisions.length;
    for (let pressed = 1; pressed < Number(all); pressed += 1) await page.keyboard.press("y");
    const end = page.locator(".finished");
    const said = `${inCases - kept} off-topic, ${kept} on-topic`;
    expect((await end.innerText()).split("\n")[0]).toBe(
      `${all} of ${all} cases decided. Captures in cases: ${said}.`,
    );
    expect(await end.innerText()).toContain(`filter will leave out ${inCases - kept} captures.`);
    expect(await page.locator(".decide").isVisible()).toBe(false);
    // A further press out of habit decides nothing.
    const before = await status(page);
    await page.keyboard.press("y");
    expect(await status(page)).toBe(before);
    expect(parseDecisions(await saved(page)).decisions).toHaveLength(inCases);
    await end
      .getByRole("button", { name: /^Look at \d+ checks \(\d+ minutes?\)$/u })
      .press("Enter");
    expect(await page.locator(".review").getAttribute("data-look")).toBe("check");
    expect(await position.innerText()).toMatch(/^0 of \d+ checks decided$/u);
    expect(await page.locator(".sentence").innerText()).toMatch(/nearest to the threshold/u);
    await page.keyboard.press("y");
    expect(await position.innerText()).toMatch(/^1 of \d+ checks decided$/u);
    expect(await tab(page)).toMatch(/^Review \(1 of \d+ checks\)$/u);
    await list(page, "Cases").press("Enter");
    const text = await saved(page);
    const folder = temporaryFolder();
    const [file, results] = [join(folder, "decisions.tsv"), join(folder, "run.jsonl")];
    writeFileSync(file, text);
    writeFileSync(results, lines);
    const applied = await runBin(["convert", results, "--overrides", file, "-ot", "jsonl"]);
    const left = [...overallOf(applied.stdout).values()].filter((each) => each === "off-topic");
    expect(await end.innerText()).toContain(`filter will leave out ${left.length} capture`);
    expect(troubles).toEqual([]);
  });

  it.each([
    [1280, 900, "light"],
    [390, 844, "dark"],
  ] as const)(
    "marks the words that gave the verdict where they are seen without scrolling, at %i x %i, %s",
    async (width, height, colorScheme) => {
      const lines = Array.from({ length: 24 }, (_, at) => `Visit number ${at} of the hall.`);
      const others = Array.from({ length: 24 }, (_, at) => `Quite another sentence ${at} here.`);
      const off = [...others, "This name is For Sale today.", ...others].join("\n");
      const on = [...lines, "Our harbour has a museum."].join("\n");
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
      // Nearly everything differs, so nothing else is marked.
      expect(await marks.allInnerTexts()).toEqual(["harbour", "museum", "For Sale"]);
      for (const mark of await marks.all()) {
        const box = (await mark.boundingBox())!;
        const excerpt = mark.locator("xpath=ancestor::div[@class='excerpt']");
        const view = (await excerpt.boundingBox())!;
        expect(box.y).toBeGreaterThanOrEqual(view.y);
        expect(box.y + box.height).toBeLessThanOrEqual(Math.min(view.y + view.height, height));
      }
      const looks = await marks.evaluateAll((all: unknown[]) =>
        all.map((each) => {
          const { backgroundColor, textDecorationStyle } = (
            globalThis as unknown as { getComputedStyle(of: unknown): Record<string, string> }
          ).getComputedStyle(each);
          return `${backgroundColor ?? ""} ${textDecorationStyle ?? ""}`;
        }),
      );
      expect(looks[0]).toBe(looks[1]);
      expect(looks[2]).not.toBe(looks[0]);
      expect(await page.locator(".pair .remark").innerText()).toContain("“buy me”");
    },
  );

  it("offers the contact sheet from ten open cases of a kind on, and the report begins with the state of the decisions", async () => {
    const few = await openReport(await reportText(collection(18, 6), run), REVIEW);
    expect(await few.page.getByRole("link", { name: "Contact sheet" }).count()).toBe(0);
    const { page, troubles } = await openReport(await reportText(collection(20, 6), run), REVIEW);
    await page.getByRole("link", { name: "Contact sheet" }).press("Enter");
    await page.locator(".kind .do-off-topic").press("Enter");
    await page.getByRole("link", { name: "Overview" }).press("Enter");
    expect(await page.locator(".state").innerText()).toBe(
      "10 of 10 cases decided; filter will leave out 20 captures. Next: detect_off_topic filter run.jsonl --overrides decisions.tsv -i INPUT -o clean/",
    );
    expect(troubles).toEqual([]);
  });

  it("switches undo off while there is nothing to undo, and says saved only of decisions", async () => {
    const { page } = await openFixture();
    const undo = page.locator(".said .do-undo");
    expect(await undo.getAttribute("aria-disabled")).toBe("true");
    expect(await page.locator(".review").innerText()).not.toMatch(/\bsaved\b/u);
    await page.keyboard.press("y");
    await expect.poll(() => undo.getAttribute("aria-disabled")).toBeNull();
    await undo.click();
    await expect.poll(() => undo.getAttribute("aria-disabled")).toBe("true");
    expect(await page.locator(".review").innerText()).not.toMatch(/\bsaved\b/u);
  });

  it("keeps the filter of a review in the address, and the back button works", async () => {
    const { page } = await openFixture();
    await facet(page, "kind spam").click();
    await facet(page, "pattern from one day on").click();
    expect(page.url()).toMatch(/#review\?kind=spam&pattern=from/u);
    const shown = await page.locator(".case").allInnerTexts();
    await page.reload();
    expect(await page.locator(".case").allInnerTexts()).toEqual(shown);
    await page.goBack();
    expect(await facet(page, "pattern from one day on").getAttribute("aria-pressed")).toBe("false");
    expect(await facet(page, "kind spam").getAttribute("aria-pressed")).toBe("true");
    await facet(page, "kind spam").click();
    expect(await facet(page, "kind spam").getAttribute("aria-pressed")).toBe("false");
    expect(await page.evaluate("document.activeElement.dataset.facet")).toBe("kind spam");
  });

  it("records for each memento of an audit sample the probability with which it was drawn", async () => {
    const items = [...collection(8, 40)];
    const { page } = await openReport(await reportText(items, run), REVIEW);
    await list(page, "At random").click();
    await page.keyboard.press("n");
    const [decision] = parseDecisions(await saved(page)).decisions;
    expect(decision).toMatchObject({ label: "on-topic", computed: "on-topic" });
    expect(decision?.drawn).toBeGreaterThan(0);
    expect(decision?.drawn).toBeLessThanOrEqual(1);
    // "Agree with all" leaves the sample out, because it must be examined.
    const all = page.locator(".menu button", { hasText: /^Agree with all/u });
    expect(await all.getAttribute("aria-disabled")).toBe("true");
  });

  it("reports the unreadable lines of a decision file, and uses the other lines", async () => {
    const { page, troubles } = await openFixture();
    await load(
      page,
      "mine.tsv",
      "URI-M\tlabel\nhttp://a.example/\tperhaps\nhttp://b.example/\t0\n",
    );
    expect(await status(page)).toMatch(
      /and on 1 that are not in this report, 1 line could not be read/u,
    );
    expect(troubles).toEqual([]);
  });

  it("has buttons of at least 24 pixels in a review", async () => {
    const { page } = await openFixture();
    const small = await page.evaluate(
      "[...document.querySelectorAll('.review button, .review select, .review input')].filter((each) => { const { width, height } = each.getBoundingClientRect(); return height > 0 && (height < 24 || width < 24); }).map((each) => each.outerHTML)",
    );
    expect(small).toEqual([]);
  });

  const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  const screens: readonly (readonly [string, BrowserContextOptions])[] = [
    ["light", {}],
    ["dark", { colorScheme: "dark" }],
    ["on a phone", { viewport: { width: 360, height: 700 } }],
    ["in forced colours", { forcedColors: "active" }],
  ];
  // All pages have the same styles. The short form leaves the other screens to the tests of the other pages.
  it.each(long(screens.slice(1, 2), screens))(
    "finds no accessibility violation with axe in a review, %s",
    async (_, options) => {
      const { html } = await pictureReport();
      const { page } = await openReport(html, { ...REVIEW, ...options });
      const found: unknown[] = [];
      for (const view of ["overview", "seeds", "review", "sheet"]) {
        await page.evaluate(`window.location.hash = "#${view}"`);
        await expect
          .poll(() => page.locator(`main > :is(.${view}, section):visible`).count())
          .toBe(1);
        if (view === "seeds") await page.locator(".opener").first().click();
        await page.evaluate(
          "for (const each of document.querySelectorAll('details')) each.open = true",
        );
        await page.evaluate(axe);
        const violations = await page.evaluate<{ id: string; nodes: { html: string }[] }[]>(
          "axe.run().then(({ violations }) => violations)",
        );
        found.push(
          ...violations.map(({ id, nodes }) => [
            view,
            id,
            nodes.slice(0, 3).map(({ html }) => html),
          ]),
        );
        expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(
          true,
        );
      }
      expect(found).toEqual([]);
    },
  );

  it("shows hostile results as text in a review, and accepts a decision on each", async () => {
    const items = HOSTILE.flatMap((text) => everywhere(text).items);
    const html = await reportText(items, everywhere(HOSTILE.join(" ")).run);
    const { page, troubles, requests } = await openReport(html, REVIEW);
    const [, all = ""] = /of (\d+)/u.exec(await tab(page)) ?? [];
    for (let pressed = 0; pressed < Number(all); pressed += 1) await page.keyboard.press("y");
    expect(await tab(page)).toBe(`Review (${all} of ${all})`);
    const { decisions, problems } = parseDecisions(await saved(page));
    expect(problems).toEqual([]);
    expect(decisions.length).toBeGreaterThanOrEqual(HOSTILE.length - 1);
    for (const link of await page.locator(".review a[href]").all()) {
      expect(await link.getAttribute("href")).toMatch(/^https?:\/\//u);
    }
    expect(await page.locator("script, style, img, iframe").count()).toBe(
      await page.locator("head style, script").count(),
    );
    expect([...troubles, ...requests]).toEqual([]);
  });

  it("ignores everything in the browser's storage that is not a decision", async () => {
    const { page, troubles } = await openFixture();
    await page.keyboard.press("y");
    await page.evaluate(
      "for (const key of Object.keys(localStorage)) { localStorage.setItem(key, '<img src=x onerror=alert(1)>\\t0\\n{'); localStorage.setItem(key + ' splits', '__proto__ 9e9 -1.-1'); }",
    );
    await page.reload();
    expect(await tab(page)).toMatch(/^Review \(0 of/u);
    expect(await page.locator("img").count()).toBe(0);
    await page.keyboard.press("n");
    expect(await tab(page)).toMatch(/^Review \(1 of/u);
    expect(troubles).toEqual([]);
  });

  it("moves from case to case in a review of 20,000 mementos", async () => {
    const { page, troubles } = await openReport(await reportText(collection(400, 50), run), REVIEW);
    expect(await tab(page)).toBe("Review (0 of 200)");
    for (let pressed = 0; pressed < 5; pressed += 1) await page.keyboard.press("y");
    expect(await tab(page)).toBe("Review (5 of 200)");
    expect(troubles).toEqual([]);
  });
});
