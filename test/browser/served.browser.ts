import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseDecisions } from "../../src/results/decisions.js";
import { resultsOf, reviewing } from "../review/reviewing.js";
import { installedChromium, openServed } from "./chromium.js";

const WARC = "fixtures/collection/saltmouth-2019-2024.warc.gz";

describe.skipIf(installedChromium() === undefined)("a report that review serves", () => {
  it("sends each decision to the file, and shows archived pages that run nothing", async () => {
    const { results, decisions } = await resultsOf(`warc=${WARC}`);
    const args = [results, "--decisions", decisions, "-i", `warc=${WARC}`];
    const { status } = await reviewing(args, async ({ url }) => {
      const { page, troubles } = await openServed(`${url}#review`);
      const frames = page.locator(".frames iframe");
      expect(await frames.count()).toBeGreaterThan(0);
      expect(await frames.first().getAttribute("sandbox")).toBe("");
      const shown = frames.last().contentFrame().locator("body");
      await expect.poll(() => shown.innerText()).not.toBe("");
      await page.keyboard.press("y");
      await expect
        .poll(() => page.locator(".unfiled").innerText())
        .toBe("No decision is left to save");
      const held = parseDecisions(readFileSync(decisions, "utf8")).decisions;
      expect(held.length).toBeGreaterThan(0);
      expect(held.every(({ label }) => label === "off-topic")).toBe(true);

      const second = await openServed(`${url}#review`);
      expect(await second.page.locator(".views a").last().innerText()).toMatch(/^Review \(1 of/u);
      await page.keyboard.press("z");
      await expect
        .poll(() =>
          parseDecisions(readFileSync(decisions, "utf8")).decisions.filter(({ label }) => label),
        )
        .toEqual([]);
      // What archived pages would run or fetch is blocked, which the browser reports; nothing else is.
      const others = [...troubles, ...second.troubles].filter(
        (each) => !/frame is sandboxed|Content Security Policy/u.test(each),
      );
      expect(others).toEqual([]);
      await Promise.all([page.context().close(), second.page.context().close()]);
    });
    expect(status).toBe(0);
  });

  it("says so where the file cannot be written, and keeps the decision in the browser", async () => {
    const { results, decisions } = await resultsOf(`warc=${WARC}`);
    let page: Awaited<ReturnType<typeof openServed>>["page"] | undefined;
    await reviewing([results, "--decisions", decisions], async ({ url }) => {
      ({ page } = await openServed(`${url}#review`));
    });
    if (page === undefined) throw new Error("nothing was served");
    await page.keyboard.press("y");
    await expect
      .poll(() => page?.locator(".review > [role=status]").innerText())
      .toContain("Not saved");
    expect(await page.locator(".unfiled").innerText()).toContain("in no file yet");
    await page.context().close();
  });
});
