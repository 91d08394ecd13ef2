import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { BrowserContextOptions, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { reportText } from "../report/items.js";
import { long } from "../support/thorough.js";
import { installedChromium, openReport } from "./chromium.js";
import { collection, run } from "./collection.js";

const DESK = { viewport: { width: 1280, height: 900 } } as const;
const PHONE = { viewport: { width: 390, height: 844 } } as const;
const DARK = { colorScheme: "dark" } as const;

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe);
  return page.evaluate<string[]>(
    "axe.run().then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`)))",
  );
}

/** Returns the parts of URIs between slashes that have more than one line. A shortened URI may also break where it was cut. */
const BROKEN_PARTS = `[...document.querySelectorAll(".uri")].flatMap((uri) => {
  const texts = [...uri.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
  return texts.filter((text) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
  }).map(({ data }) => data).filter((data) => !data.includes("…"));
})`;

describe.skipIf(installedChromium() === undefined)("the look of a report", () => {
  it("explains only signs that are on the screen", async () => {
    const all = [...collection(2, 6)].filter(({ overall }) => overall === "on-topic");
    const calm = await openReport(await reportText(all, run));
    expect(await calm.page.locator("footer").innerText()).not.toMatch(/✕|□|ring/u);
    const mixed = await openReport(await reportText(collection(6, 12), run));
    expect(await mixed.page.locator("footer").innerText()).toMatch(/✕.*●/su);
  });

  it.each([
    ["review", DESK],
    ["overview", PHONE],
    ["seeds", PHONE],
    ["review", PHONE],
  ])("breaks long URIs at their slashes only, in the view %s of %j", async (view, options) => {
    const path = "collections/harbour/photographs_of_ships/nineteen_hundred/";
    const items = [...collection(2, 6)].map((each) => {
      const { uriR = "" } = each.capture;
      return { ...each, capture: { ...each.capture, uriR: `${uriR}${path}` } };
    });
    const { page } = await openReport(await reportText(items, run), {
      ...options,
      fragment: `#${view}`,
    });
    const breaks = "document.querySelectorAll('.uri wbr').length";
    expect(await page.evaluate(breaks)).toBeGreaterThan(3);
    expect(await page.evaluate(BROKEN_PARTS)).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
  });

  const screens: readonly (readonly [string, BrowserContextOptions])[] = [
    ["light, on a desk", DESK],
    ["dark, on a phone", { ...PHONE, ...DARK }],
    ["dark, on a desk", { ...DESK, ...DARK }],
    ["light, on a phone", PHONE],
  ];
  it.each(long(screens.slice(0, 2), screens))(
    "has no accessibility violation at the end of a list and in the help, %s",
    async (_, options) => {
      const html = await reportText(collection(6, 12), run);
      const { page, troubles } = await openReport(html, { ...options, fragment: "#review" });
      for (let pressed = 0; pressed < 3; pressed += 1) await page.keyboard.press("y");
      expect(await page.locator(".finished").innerText()).toContain("3 of 3 cases decided");
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press("?");
      expect(await page.getByRole("dialog").isVisible()).toBe(true);
      expect(await violations(page)).toEqual([]);
      // The keyboard alone leaves both.
      await page.keyboard.press("Escape");
      expect(await page.getByRole("dialog").isVisible()).toBe(false);
      await page
        .getByRole("button", { name: /^Look at/u })
        .first()
        .press("Enter");
      expect(await page.locator(".finished").count()).toBe(0);
      expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
      expect(troubles).toEqual([]);
    },
  );
});
