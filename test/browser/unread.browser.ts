import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { IndexedArchive } from "../support/indexed-archive.js";
import { chosenRun, startChosenArchive } from "../tasks/review/chosen-run.js";
import { reviewing } from "../tasks/review/reviewing.js";
import { installedChromium, openServed } from "./chromium.js";

let archive: IndexedArchive;
beforeAll(async () => {
  archive = await startChosenArchive();
});
afterAll(() => archive.close());

describe.skipIf(installedChromium() === undefined)("a capture that no run has read", () => {
  it("is shown in the review once its button is pressed, and is asked for once", async () => {
    const { review } = await chosenRun(archive);
    await reviewing([...review, "--set", "allow-fetch=true"], async ({ url }) => {
      const { page } = await openServed(`${url}#review`);
      await page.keyboard.press("a");
      // The case begins with a capture that was read. The next one was not.
      await page.keyboard.press("ArrowRight");
      const pane = page.locator(".pane.of-case");
      const button = pane.getByRole("button", { name: "Fetch this capture" });
      await expect.poll(() => button.count()).toBe(1);
      expect(archive.asked).toEqual([]);
      await button.click();
      const shown = pane.locator("iframe").contentFrame().locator("body");
      await expect.poll(() => shown.innerText()).toContain("Buy now or never again.");
      expect(archive.asked).toHaveLength(1);
    });
  });
});
