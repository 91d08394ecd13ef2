import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../../support/run-bin.js";
import { runInside } from "../../../support/run-inside.js";
import { pageRecord } from "../../../support/warc-builder.js";

const items = (count: number): string => `<ul class="c">${"<li>x".repeat(count)}</ul>`;

/** Writes pages of two templates, with labels of most of them, to files. */
function labelled(): { readonly input: string; readonly labels: string } {
  const folder = temporaryFolder();
  const [file, labels] = [join(folder, "pages.warc"), join(folder, "labels.tsv")];
  const table = "<table><tr><td>x</table>";
  const records = [
    ...["a", "b", "c"].map((name, at) => pageRecord(name, {}, items(20 + at))),
    ...["d", "e", "f"].map((name) => pageRecord(name, {}, table)),
  ];
  writeFileSync(file, Buffer.concat(records));
  const names = { a: "list", b: "list", c: "other\u{202e}", d: "other\u{202e}", e: "?" };
  const rows = Object.entries(names).map(([host, name]) => `http://${host}.example/\t${name}\n`);
  writeFileSync(labels, rows.join(""));
  return { input: `warc=${file}`, labels };
}

it("cluster --labels reports how well clusters agree with labels, and how many mementos of each label they contain", async () => {
  const { input, labels } = labelled();
  const args = ["cluster", "-q", "-i", input, "--labels", labels];
  const { stdout } = await runInside([...args, "-ot", "text"]);
  expect(stdout).toContain("4 labelled mementos: adjusted Rand index 0.000, purity 0.750");
  expect(stdout).toMatch(/^ +2 +2 +1 +1 {2}list\n +2 +1 +1 +2 {2}other\u{fffd}$/mu);
  const { stdout: csv } = await runInside([...args, "-ot", "csv"]);
  const rows = csv.split("\n").map((row) => row.split(","));
  expect(rows.slice(0, 7).map((row) => row.at(-1))).toEqual([
    ...["Label", "list", "list", "other%E2%80%AE", "other%E2%80%AE"],
    ...["", ""],
  ]);
});

it("cluster --seeds clusters only the pages of the given seeds", async () => {
  const { input } = labelled();
  const seeds = join(temporaryFolder(), "seeds.txt");
  writeFileSync(seeds, "http://a.example/\nhttp://b.example/\nhttp://e.example/\n");
  const args = ["cluster", "-q", "-i", input, "--seeds", seeds, "-ot", "csv"];
  const { stdout, stderr } = await runInside(args);
  expect(stderr).toBe("");
  const rows = stdout.trim().split("\n").slice(1);
  expect(rows.map((row) => [row.split(",")[0], row.split(",")[4]])).toEqual([
    ...[
      ["1", "http://a.example/"],
      ["1", "http://b.example/"],
      ["2", "http://e.example/"],
    ],
  ]);
});
