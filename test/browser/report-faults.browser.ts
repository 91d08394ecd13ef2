import { describe, expect, it } from "vitest";
import type { Fault } from "../../src/base/types.js";
import type { SavedMemento } from "../../src/write/entry.js";
import { reportText } from "../report/items.js";
import { collection, run } from "./collection.js";
import { installedChromium, openReport } from "./chromium.js";

/** Faults of the off-topic mementos of every other TimeMap, which alone has any. */
const FAULT_OF: Readonly<Record<string, Fault>> = {
  "http://orchard-1.example/": "owner changed",
  "http://ferry-3.example/": "server fault",
};

/** Yields the mementos of four TimeMaps, two of them with a fault. */
function* withFaults(): ReturnType<typeof collection> {
  for (const each of collection(4, 6)) {
    const fault = each.overall === "off-topic" ? FAULT_OF[each.capture.uriR ?? ""] : "none";
    yield fault === undefined ? each : { ...each, fault };
  }
}

describe.skipIf(installedChromium() === undefined)("the fault filter of a report", () => {
  it("filters a report by fault, and keeps the chosen fault in the address of the page", async () => {
    const { page, troubles } = await openReport(await reportText(withFaults(), run), {
      fragment: "#seeds",
    });
    const seeds = (): Promise<string[]> => page.locator(".opener").allTextContents();
    const filter = page.getByLabel("Fault");
    expect(await filter.locator("option").allTextContents()).toEqual([
      ...["any fault", "owner changed", "server fault"],
    ]);
    expect(await seeds()).toHaveLength(4);

    await filter.selectOption("owner changed");
    expect(await seeds()).toEqual(["http://orchard-1.example/"]);
    expect(page.url()).toMatch(/#seeds\?fault=owner(?:\+|%20)changed$/u);
    await page.reload();
    await expect.poll(seeds).toEqual(["http://orchard-1.example/"]);
    expect(await filter.inputValue()).toBe("owner changed");

    await filter.selectOption("server fault");
    expect(await seeds()).toEqual(["http://ferry-3.example/"]);
    await filter.selectOption("");
    expect(await seeds()).toHaveLength(4);
    expect(troubles).toEqual([]);
  });

  it("shows effective status and fault of a capture only where its HTTP status and kind do not say them", async () => {
    const kind = { kind: "for-sale", title: "parked or for sale", strength: 1, marks: [] };
    const factsOf = async (more: Partial<SavedMemento>): Promise<string> => {
      const items = [...collection(2, 6)].map((each) =>
        each.overall === "off-topic"
          ? { ...each, evidence: { scores: [], pageKind: kind }, ...more }
          : each,
      );
      const { page } = await openReport(await reportText(items, run), { fragment: "#seeds" });
      await page.locator(".opener").first().click();
      return page.locator(".facts").innerText();
    };
    const usual = await factsOf({ effectiveStatus: 404, fault: "owner changed" });
    expect(usual).toContain("parked or for sale");
    expect(usual).not.toMatch(/effective status|fault/u);
    expect(await factsOf({ effectiveStatus: 410, fault: "crawler blocked" })).toMatch(
      /fault\s+crawler blocked\s+effective status\s+410/u,
    );
  });

  it("shows no fault filter in a report of captures without a fault", async () => {
    const { page } = await openReport(await reportText(collection(2, 6), run), {
      fragment: "#seeds",
    });
    expect(await page.locator(".opener").count()).toBe(2);
    expect(await page.getByLabel("Fault").count()).toBe(0);
  });
});
