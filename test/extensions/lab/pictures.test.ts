import { load } from "cheerio";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runInside } from "../../support/run-inside.js";
import { runProcess } from "../../support/run-bin.js";

const GOLD = "fixtures/collection/labels.tsv";

describe("pictures of evaluate and fragments", () => {
  const folder = mkdtempSync(join(tmpdir(), "dot-pictures-"));
  const at = (name: string): string => join(folder, name);

  beforeAll(async () => {
    await runInside([
      ...["-q", "-i", "warc=fixtures/collection", "-tm", "cosine,wordcount,jaccard"],
      ...["-ot", "jsonl", "-o", at("run.jsonl")],
    ]);
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it("evaluate -ot html shows the scores of each measure by label, its threshold, and the recall of each kind", async () => {
    const run = await runProcess(["evaluate", GOLD, at("run.jsonl"), "-ot", "html"]);
    expect(run.status).toBe(0);
    const page = load(run.stdout);
    const labels = page("svg")
      .toArray()
      .map((svg) => page(svg).attr("aria-label"));
    expect(labels[0]).toBe("Precision and recall of every measure");
    expect(labels.slice(1, -1).map((label) => label?.split(":")[0])).toEqual([
      ...["cosine", "wordcount", "jaccard"],
    ]);
    expect(labels.at(-1)).toBe("Recall by kind");
    // Every memento with a score is counted in one bar of its measure.
    const json = JSON.parse(
      (await runProcess(["evaluate", GOLD, at("run.jsonl"), "-ot", "json"])).stdout,
    ) as { gold: { rows: number }; measures: { silent: Record<string, number> }[] };
    for (const [number, { silent }] of json.measures.entries()) {
      const bars = page("svg")
        .eq(number + 1)
        .find("rect title")
        .toArray()
        .map((title) => Number.parseInt(page(title).text(), 10));
      const withScore = 123 - silent["missing"]! - silent["accessErrors"]! - silent["failed"]!;
      expect(bars.reduce((sum, count) => sum + count, 0)).toBe(withScore);
    }
    expect(page("script")).toHaveLength(0);
    expect(page("h2").last().nextAll("svg").find("text").text()).toContain("3 of 3");
  });

  it("evaluate -ot html shows gold data as text, never as markup", async () => {
    const rows = readFileSync(GOLD, "utf8").split("\n");
    writeFileSync(at("gold.tsv"), rows.join("\n").replaceAll("suspended", "<img src=x>"));
    const run = await runProcess(["evaluate", at("gold.tsv"), at("run.jsonl"), "-ot", "html"]);
    expect(load(run.stdout)("img")).toHaveLength(0);
    expect(load(run.stdout)("svg").last().text()).toContain("<img src=x>");
  });

  it("evaluate -ot html refuses decisions in place of gold data in one line", async () => {
    const [, uriM = ""] = /"URI-M":"([^"]+)"/u.exec(readFileSync(at("run.jsonl"), "utf8"))!;
    const row = `${uriM}\t1\tAnn\t2024-01-01`;
    writeFileSync(at("decisions.tsv"), `URI-M\tlabel\tby\tat\n${row}\n`);
    const run = await runProcess(["evaluate", at("decisions.tsv"), at("run.jsonl"), "-ot", "html"]);
    expect(run.status).toBe(2);
    expect(run.stderr).toMatch(/has decisions, which cannot be written as html\. Give -ot text, /u);
  });

  it("fragments -ot html shows every block of the page, and darkens blocks of denser text", async () => {
    const page = join(folder, "page.html");
    writeFileSync(
      page,
      `<ul><li><a href="/">Home</a><li><a href="/b">&lt;b&gt; shop</a></ul>` +
        `<p>${"The lighthouse museum keeps lamps and logbooks of many keepers. ".repeat(12)}</p>`,
    );
    const { stdout } = await runInside(["fragments", page, "-ot", "html"]);
    const { stdout: json } = await runInside(["fragments", page, "-ot", "json"]);
    const fragments = JSON.parse(json) as { class: string; text: string; "text density": number }[];
    const shown = load(stdout);
    const blocks = shown("p[class]").toArray();
    expect(blocks.map((block) => shown(block).attr("class") === "kept")).toEqual(
      fragments.map((fragment) => fragment.class === "content"),
    );
    expect(shown("b")).toHaveLength(0);
    const tints = blocks.map((block) =>
      Number(/([\d.]+)\)$/u.exec(shown(block).attr("style") ?? "")?.[1]),
    );
    const densities = fragments.map((fragment) => fragment["text density"]);
    expect(tints.indexOf(Math.max(...tints))).toBe(densities.indexOf(Math.max(...densities)));
    expect(Math.max(...tints)).toBeGreaterThan(Math.min(...tints));
  });
});
