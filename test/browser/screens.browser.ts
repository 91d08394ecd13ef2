import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { installedChromium, openReport, type OpenReport } from "./chromium.js";
import { pictureReport } from "./picture-report.js";

const open = async (options: Parameters<typeof openReport>[1]): Promise<OpenReport> =>
  openReport((await pictureReport()).html, options);

/** Returns the lower edge of an element in the window. */
async function bottomOf(page: Page, selector: string): Promise<number> {
  const box = await page.locator(selector).first().boundingBox();
  if (box === null) throw new Error(`${selector} is not shown`);
  return box.y + box.height;
}

describe.skipIf(installedChromium() === undefined)("the screens of a report with pictures", () => {
  it.each([
    [1400, 1000],
    [1920, 1080],
  ])(
    "shows verdict, both captures, history and buttons without scrolling at %i x %i",
    async (width, height) => {
      const { page, troubles, requests } = await open({
        fragment: "#review",
        viewport: { width, height },
      });
      expect(await page.locator(".sentence").innerText()).toMatch(
        /^on-topic: changed for good, this page since \d+ [A-Z][a-z]+ \d{4} \(\d captures\)/u,
      );
      expect(await page.locator(".decide button").allInnerTexts()).toEqual([
        expect.stringContaining("off-topic"),
        expect.stringContaining("on-topic"),
        expect.stringContaining("unsure"),
        expect.stringContaining("begins"),
      ]);
      for (const part of [
        ".case-head h2",
        ".sentence",
        ".decide",
        ".pair",
        ".case-strip",
        ".film",
      ]) {
        expect(await bottomOf(page, part)).toBeLessThanOrEqual(height);
      }
      const [good, shown] = await page.locator(".pane").all();
      const [left, right] = [await good!.boundingBox(), await shown!.boundingBox()];
      expect(right!.y).toBe(left!.y);
      expect(left!.width + right!.width).toBeGreaterThan(0.9 * width);
      expect([troubles, requests]).toEqual([[], []]);
    },
  );

  it("shows verdict, picture, last good picture and three buttons on a phone", async () => {
    const [width, height] = [390, 844];
    const { page } = await open({ fragment: "#review", viewport: { width, height } });
    const bottoms: number[] = [];
    for (const part of [".sentence", ".of-case .picture", ".of-good .view", ".decide"]) {
      bottoms.push(await bottomOf(page, part));
    }
    expect(bottoms).toEqual(bottoms.toSorted((a, b) => a - b));
    expect(bottoms.at(-1)).toBeLessThanOrEqual(height);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
  });

  it("changes between pictures and texts with one key each, and goes to a capture of the film strip", async () => {
    const { page } = await open({ fragment: "#review" });
    const pressed = page.locator(".view-bar [aria-pressed=true]");
    expect(await pressed.innerText()).toContain("Picture");
    expect(await page.locator(".pair .picture").count()).toBe(2);
    await page.keyboard.press("t");
    expect(await page.locator(".pair .excerpt").count()).toBe(2);
    await page.keyboard.press("a");
    expect(await page.locator(".review [role=status]").innerText()).toContain("review with -i");
    await page.keyboard.press("p");
    const frames = page.locator(".film button");
    await frames.last().focus();
    await page.keyboard.press("Enter");
    expect(await frames.last().getAttribute("aria-current")).toBe("true");
    expect(await page.evaluate("document.activeElement.closest('.film') !== null")).toBe(true);
    const sizes = await page.evaluate<number[]>(
      "Promise.all([...document.querySelectorAll('.pair img')].map(async (each) => { await each.decode(); return each.naturalWidth; }))",
    );
    expect(sizes).toEqual([1, 1]);
  });
});
