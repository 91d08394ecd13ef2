import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { buildWebsite } from "../../src/tools/website.js";
import { temporaryFolder } from "../support/run-bin.js";
import { installedChromium, openFile } from "./chromium.js";

describe.skipIf(installedChromium() === undefined)("the documentation website in Chromium", () => {
  it("opens from disk, finds a page by its words, and asks no host for anything", async () => {
    const folder = temporaryFolder();
    buildWebsite(folder);
    const { page, troubles, requests } = await openFile(join(folder, "index.html"));
    expect(await page.title()).toContain("Documentation");
    await page.keyboard.press("/");
    await page.keyboard.type("revisit full response");
    await page
      .getByRole("link", { name: /A copy without the off-topic captures/u })
      .first()
      .waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(/filter\.html/u);
    await page.getByRole("navigation").getByRole("link", { name: "The report" }).click();
    await page.waitForURL(/report\.html/u);
    const narrowest = await page.evaluate<number>(
      `Math.min(...[...document.querySelectorAll("main img")].map((image) => image.naturalWidth))`,
    );
    expect(narrowest).toBeGreaterThan(0);
    expect({ troubles, requests }).toEqual({ troubles: [], requests: [] });
  });
});
