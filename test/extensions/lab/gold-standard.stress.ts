import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROOT, runBin, temporaryFolder } from "../../support/run-bin.js";
import { archivedPages, goldScript, goldTables } from "./gold-script.js";

/** An invented gold standard in the layout of the public one. */
const SOURCE = join(ROOT, "fixtures", "gold");

const labelsOf = (out: string, collection: string): string[][] =>
  readFileSync(join(out, collection, "labels.tsv"), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => line.split("\t"));

describe("bench/gold/build.mjs", () => {
  it("build.mjs writes a WARC file and labels for each collection, and reports the rows that it left out", async () => {
    const out = temporaryFolder();
    const { status, stdout, stderr } = goldScript("build.mjs", SOURCE, out);
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout.split("\n")).toEqual([
      "9001: 3 TimeMaps, 14 mementos, 4 off-topic",
      "  left out, rows without a file: 1",
      "  left out, rows whose file is empty: 1",
      "  left out, rows given twice (1 with another label): 2",
      "  left out, lines that cannot be read (the first: line 20, line 21, line 22): 9",
      "9002: 1 TimeMap, 2 mementos, 0 off-topic",
      "",
    ]);
    const [head, ...rows] = labelsOf(out, "9001");
    expect(head).toEqual(["id", "date", "URI", "label", "pattern", "kind", "lang"]);
    expect(rows.map(([id, date, , label, pattern]) => [id, date, label, pattern])).toEqual([
      ["9001-1", "20100412083000", "1", "always-on"],
      ["9001-1", "20101103091500", "1", "always-on"],
      ["9001-1", "20110620174200", "1", "always-on"],
      ["9001-1", "20120507120000", "1", "always-on"],
      ["9001-2", "20100501070000", "1", "step"],
      ["9001-2", "20100915070000", "1", "step"],
      ["9001-2", "20110211070000", "1", "step"],
      ["9001-2", "20110830070000", "0", "step"],
      ["9001-2", "20120302070000", "0", "step"],
      ["9001-3", "20100604221000", "1", "oscillating"],
      ["9001-3", "20100903221000", "0", "oscillating"],
      ["9001-3", "20110610221000", "1", "oscillating"],
      ["9001-3", "20120608221000", "0", "oscillating"],
      ["9001-3", "20120831221000", "1", "oscillating"],
    ]);
    const pages = await archivedPages(join(out, "9001", "gs9001.warc"));
    expect(pages).toEqual(
      rows.map(([id = "", date = "", uri]) => {
        const file = join(SOURCE, "collection_gs9001", "html", id.slice(5), `${date}.html`);
        return {
          date,
          uri,
          status: 200,
          contentType: "text/html",
          html: readFileSync(file, "latin1"),
        };
      }),
    );
  });

  it("build.mjs --most keeps at most the given number of mementos of a TimeMap, evenly spaced", () => {
    const out = temporaryFolder();
    const { stdout } = goldScript("build.mjs", SOURCE, out, "--most", "3");
    expect(stdout).toContain("left out, mementos beyond 3 of a TimeMap: 5");
    const kept = labelsOf(out, "9001").filter(([id]) => id === "9001-2");
    expect(kept.map(([, date]) => date)).toEqual([
      "20100501070000",
      "20110211070000",
      "20120302070000",
    ]);
  });
});

describe("bench/gold/tables.mjs", () => {
  let out: string;
  let markdown: string;
  let tables: ReturnType<typeof goldTables>;
  const rowOf = (title: string, name: string): Readonly<Record<string, string>> | undefined =>
    tables.get(`The gold standard, ${title}`)?.get(name);

  beforeAll(() => {
    out = mkdtempSync(join(tmpdir(), "dot-gold-"));
    goldScript("build.mjs", SOURCE, out);
    const ran = goldScript(
      "tables.mjs",
      ...[out, "--content", join(SOURCE, "content.tsv")],
      ...["--submission", join(SOURCE, "submission.tsv"), "another program"],
    );
    expect([ran.status, ran.stderr]).toEqual([0, ""]);
    markdown = ran.stdout;
    tables = goldTables(markdown);
  });
  afterAll(() => rmSync(out, { recursive: true, force: true }));

  it("tables.mjs writes tables 3, 4 and 5, and counts verdicts by memento and by TimeMap, as labelled and by content", () => {
    const titles = [
      "The gold data (table 3)",
      "Best threshold of each measure (table 4)",
      'Pairs joined by "or", thresholds swept together (table 5; the best 10 of 28)',
      "Verdicts by memento",
      "Order, runs and false alarms, with 95 % by TimeMap",
    ];
    expect([...tables.keys()]).toEqual([
      ...titles.map((title) => `The gold standard, as labelled: ${title}`),
      ...titles.map((title) => `The gold standard, by content: ${title}`),
      "Published figures: Best thresholds of others, as published",
    ]);
    expect([...tables.get("The gold standard, as labelled: Verdicts by memento")!.keys()]).toEqual([
      ...["profile default", "profile paper", "profile otmt-1.0.5"],
      ...["cosine alone, < 0.12", "another program"],
    ]);
    expect(rowOf("as labelled: The gold data (table 3)", "9001")).toMatchObject({
      ...{ TimeMaps: "3", mementos: "14", "off-topic": "4", "TimeMaps with off-topic": "2" },
    });
  });

  it("tables.mjs finds the same best thresholds as the command evaluate", async () => {
    const { stdout } = await runBin([
      ...["evaluate", "--gold", join(out, "9001", "labels.tsv"), "--workers", "0"],
      ...["-i", `warc=${join(out, "9001")}`, "--profile", "paper", "--set", "exact-scores=true"],
      ...["-tm", "bytecount,cosine,simhash-tf", "-ot", "json"],
    ]);
    const { measures } = JSON.parse(stdout) as {
      measures: readonly {
        name: string;
        comparison: string;
        best: Readonly<Record<"threshold" | "tp" | "fp" | "fn" | "f1", number>>;
      }[];
    };
    expect(measures.map(({ name }) => name)).toEqual(["bytecount", "cosine", "simhash-tf"]);
    for (const { name, comparison, best } of measures)
      expect(rowOf("as labelled: Best threshold of each measure (table 4)", name)).toMatchObject({
        threshold: `${comparison} ${best.threshold}`,
        ...{ TP: `${best.tp}`, FP: `${best.fp}`, FN: `${best.fn}`, F1: best.f1.toFixed(3) },
      });
  });

  it("tables.mjs counts a submission by memento, with unsure verdicts apart, and counts a missing verdict as on-topic", () => {
    expect(rowOf("as labelled: Verdicts by memento", "another program")).toMatchObject({
      ...{ TP: "2", FP: "1", TN: "11", FN: "1", F1: "0.667", accuracy: "0.867" },
      ...{ "unsure, not counted": "1 (1 off-topic)", silent: "1 (1 off-topic)" },
    });
    expect(markdown).toContain(
      "- rows of another program on no memento that is judged, left out: 1\n",
    );
  });

  it("tables.mjs counts the false alarms in on-topic TimeMaps, and the off-topic runs that were found", () => {
    const title = "as labelled: Order, runs and false alarms, with 95 % by TimeMap";
    const alarms = "on-topic TimeMaps with a false alarm";
    expect(rowOf(title, "another program")).toMatchObject({
      [alarms]: "1 of 2, 0.500 (0.000 to 1.000)",
      "off-topic runs in cases": "2 of 3, 0.667 (0.500 to 1.000)",
      cases: "5 cases of 5 captures",
      "average precision": "-",
    });
    expect(rowOf(title, "profile default")).toMatchObject({
      [alarms]: "0 of 2, 0.000 (0.000 to 0.000)",
      "off-topic runs in cases or checks": "3 of 3, 1.000 (1.000 to 1.000)",
      "cases and checks": "3 cases of 4 captures and 4 checks",
      "average precision": "1.000 (1.000 to 1.000)",
    });
  });

  it("tables.mjs --content counts by the given labels, and leaves out mementos without a label", () => {
    expect(markdown).toContain(
      "- labels that differ from those of the gold standard: 1; mementos without a label here, left out: 3\n",
    );
    expect(rowOf("by content: Verdicts by memento", "another program")).toMatchObject({
      ...{ TP: "1", FP: "2", TN: "8", FN: "1", F1: "0.400" },
    });
  });
});
