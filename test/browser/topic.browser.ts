import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { BrowserContextOptions } from "playwright-core";
import { describe, expect, it } from "vitest";
import { topicPage } from "../../src/extensions/topic/page.js";
import { parseProfile } from "../../src/extensions/topic/profile/profile-file.js";
import { runBin } from "../support/run-bin.js";
import { runInside } from "../support/run-inside.js";
import { installedChromium, openReport } from "./chromium.js";

let made: ReturnType<typeof runBin> | undefined;
/** Returns the topic of fixtures/collection. */
const topic = (): ReturnType<typeof runBin> =>
  (made ??= runBin(["topic", "build", "-q", "-i", "warc=fixtures/collection"]));

const MUSEUM = "http://www.harbour-lantern-museum.example/";

if (installedChromium() === undefined)
  process.stdout.write("there is no Chromium: the page of a topic is not tested\n");

describe.skipIf(installedChromium() === undefined)("the page of a topic", () => {
  it("saves a topic without the terms that were struck out on its page", async () => {
    const { stdout } = await topic();
    const profile = parseProfile(stdout, "topic.json");
    const { page, troubles, requests } = await openReport(topicPage(profile));
    const [part] = profile.parts;
    const [term, pair] = [part!.terms[3]![0], part!.collocations2[0]![0]];
    for (const struck of [term, pair])
      await page.locator("label", { has: page.getByText(struck, { exact: true }) }).click();
    expect(await page.locator("output").innerText()).toBe("2 struck out");
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save the topic" }).click();
    const saved = parseProfile(readFileSync(await (await download).path(), "utf8"), "saved.json");
    const without = (
      elements: readonly (readonly [string, number])[],
      left: string,
    ): (readonly [string, number])[] => elements.filter(([element]) => element !== left);
    expect(saved).toEqual({
      ...profile,
      parts: [
        {
          ...part,
          terms: without(part!.terms, term),
          collocations2: without(part!.collocations2, pair),
        },
      ],
    });
    expect({ troubles, requests }).toEqual({ troubles: [], requests: [] });
  });

  const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  const screens: readonly BrowserContextOptions[] = [
    {},
    { colorScheme: "dark", viewport: { width: 390, height: 844 } },
  ];
  it("finds no accessibility violation with axe in the pages of a topic and of fragments", async () => {
    const { stdout } = await topic();
    const { stdout: fragments } = await runInside(
      `fragments -i warc=fixtures/collection --uri ${MUSEUM} -ot html`.split(" "),
    );
    for (const html of [topicPage(parseProfile(stdout, "topic.json")), fragments]) {
      for (const options of screens) {
        // Pages without scripts forbid those of the test too.
        const { page } = await openReport(html, { ...options, bypassCSP: true });
        await page.evaluate(axe);
        const violations = await page.evaluate<{ id: string }[]>(
          "axe.run().then(({ violations }) => violations)",
        );
        expect(violations.map(({ id }) => id)).toEqual([]);
        expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(
          true,
        );
      }
    }
  });
});
