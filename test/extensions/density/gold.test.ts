import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { fragmentPage } from "../../../src/extensions/density/fragments.js";
import { DENSITY_DEFAULTS } from "../../../src/extensions/density/options.js";
import { compareWithGold, parseGoldFragments } from "../../../src/extensions/density/gold.js";
import { runInside } from "../../support/run-inside.js";

const prose =
  "The tide station was built in the spring of the year after the flood, and the first readings " +
  "were taken by hand, twice a day, in a book that is still kept in the harbour office today.";
const html = `<ul><li><a href=/>Home</a><li><a href=/a>About us</a></ul><h1>Tides</h1><p>${prose}</p><p>${prose}</p>`;

describe("fragments compared with gold data", () => {
  const ours = fragmentPage(html, DENSITY_DEFAULTS).fragments;

  it("compares fragments with gold data leaf by leaf", () => {
    // A person separates Home, About us | Tides, prose, prose. Fused at Vmax 1, all five leaves are one fragment.
    const gold = parseGoldFragments(`Home\nAbout  us\n\nTides\n${prose}\n${prose}`);
    const { fragments } = fragmentPage(html, { ...DENSITY_DEFAULTS, fusion: "plain", vmax: 1 });
    expect(fragments).toHaveLength(1);
    expect(compareWithGold(fragments, gold)).toMatchObject({
      adjustedRandIndex: 0,
      purity: 3 / 5,
      found: 5,
    });
  });

  it("counts words of content if the gold data has classes", () => {
    const gold = parseGoldFragments(
      `[boilerplate]\nHome\nTides\n\n[content] x\n${prose}\n\n${prose}`,
    );
    const all = ours.map((fragment) => ({ ...fragment, class: "content" as const }));
    const words = prose.split(" ").length;
    expect(compareWithGold(all, gold).content).toEqual({
      both: words,
      gold: words,
      kept: words + 2,
    });
  });
});

describe("fragments --gold", { timeout: 60_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), "dot-gold-"));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });
  const [page, gold] = [join(folder, "page.html"), join(folder, "gold.txt")];
  writeFileSync(page, html);
  writeFileSync(gold, `[boilerplate]\nHome\nAbout us\n\n[content]\nTides\n${prose}\n${prose}\n`);

  it("fragments --gold: prints the agreement at each Vmax, and marks the Vmax of the run", async () => {
    const { stdout } = await runInside(["fragments", page, "--gold", gold, "--set", "vmax=0.5"]);
    expect(stdout).toContain("has 5 of the page's 5 leaves.");
    expect(stdout).toMatch(/^0\.5\*\t\d+\t\d+ %\t[\d.]+\t/mu);
    expect(stdout.match(/^0\.\d\*?\t/gmu)).toHaveLength(9);
  });

  it("fragments --gold: writes the figures as JSON, and in no other form", async () => {
    const { stdout } = await runInside(["fragments", page, "--gold", gold, "-ot", "json"]);
    const rows = JSON.parse(stdout) as { vmax: number; "adjusted Rand index": number }[];
    expect(rows.map(({ vmax }) => vmax)).toEqual([
      0.1, 0.2, 0.3, 0.38, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9,
    ]);
    expect(rows[3]!["adjusted Rand index"]).toBeGreaterThan(0);
    const { stderr, status } = await runInside(["fragments", page, "--gold", gold, "-ot", "html"]);
    expect(stderr).toContain("unknown output type");
    expect(status).toBe(2);
  });
});
