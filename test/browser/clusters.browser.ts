import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { BrowserContextOptions } from "playwright-core";
import { describe, expect, it } from "vitest";
import { clusterPicture } from "../../src/extensions/structure/clusters/picture.js";
import { hostileView } from "../extensions/structure/clusters/hostile-view.js";
import { HOSTILE } from "../report/hostile.js";
import { runInside } from "../support/run-inside.js";
import { long } from "../support/thorough.js";
import { installedChromium, openReport, type OpenReport } from "./chromium.js";

const COLLECTION = ["cluster", "-q", "-i", "warc=fixtures/collection", "-ot", "html"];

let picture: ReturnType<typeof runInside> | undefined;

async function open(options: BrowserContextOptions = {}): Promise<OpenReport> {
  const labels = ["--labels", "fixtures/collection/labels.tsv"];
  picture ??= runInside([...COLLECTION, "--similarity", "0.7", ...labels]);
  return openReport((await picture).stdout, options);
}

describe.skipIf(installedChromium() === undefined)("the picture of clusters", () => {
  it("shows a cluster that has the focus in the picture of clusters, and jumps to its row, with the keyboard alone", async () => {
    const { page, troubles, requests } = await open();
    const tooltip = page.locator(".tooltip");
    await page.getByRole("link", { name: "Cluster 4: " }).first().focus();
    expect(await tooltip.innerText()).toContain("Cluster 4: 8 mementos of 4 seeds");
    await page.keyboard.press("Escape");
    expect(await tooltip.isHidden()).toBe(true);
    await page.keyboard.press("Enter");
    expect(await page.locator("tr:target th").innerText()).toBe("4");
    expect([troubles, requests]).toEqual([[], []]);
  });

  const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  const screens: readonly (readonly [string, BrowserContextOptions])[] = [
    ["light", {}],
    ["dark", { colorScheme: "dark" }],
    ["on a phone", { viewport: { width: 360, height: 700 } }],
    ["in forced colours", { forcedColors: "active" }],
  ];
  // All pages have the same styles. The short form leaves the other screens to the test of the review.
  it.each(long(screens.slice(2), screens))(
    "finds no accessibility violation with axe in the page of clusters, %s",
    async (_, options) => {
      const { page } = await open(options);
      await page.evaluate(
        "for (const each of document.querySelectorAll('details')) each.open = true",
      );
      await page.evaluate(axe);
      const violations = await page.evaluate<{ id: string; nodes: { html: string }[] }[]>(
        "axe.run().then(({ violations }) => violations)",
      );
      const found = violations.map(({ id, nodes }) => [
        id,
        nodes.slice(0, 3).map(({ html }) => html),
      ]);
      expect(found).toEqual([]);
      expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    },
  );

  it("shows hostile clusters as text and requests nothing", async () => {
    const { page, troubles, requests } = await openReport(clusterPicture(hostileView(HOSTILE)));
    for (const disc of (await page.locator("circle.page[data-tip]").all()).slice(0, 40)) {
      await disc.dispatchEvent("pointerover");
    }
    expect(await page.locator("script, style, img, iframe").count()).toBe(2);
    expect([troubles, requests]).toEqual([[], []]);
  });
});
