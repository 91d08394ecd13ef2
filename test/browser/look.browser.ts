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

describe.skipIf(installedChromium() === undefined)("the look of a report", () => {
  it("explains only signs that are on the screen", async () => {
    const all = [...collection(2, 6)].filter(({ overall }) => overall === "on-topic");
    const calm = await openReport(await reportText(all, run));
    expect(await calm.page.locator("footer").innerText()).not.toMatch(/✕|□|ring/u);
    const mixed = await openReport(await reportText(collection(6, 12), run));
    expect(await mixed.page.locator("footer").innerText()).toMatch(/✕.*●/su);
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
