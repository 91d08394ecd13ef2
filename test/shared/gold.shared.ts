import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type ArchivedPage,
  archivedPages,
  goldScript,
  goldTables,
} from "../extensions/lab/gold-script.js";
import { sharedFolder } from "../support/shared.js";
import { long } from "../support/thorough.js";

const gold = `${sharedFolder() ?? ""}/bench/gold`;

/** Number of TimeMaps of the collection to compare. Half of them have off-topic mementos. */
const CHOSEN = 8;

describe.skipIf(!existsSync(join(gold, "gold.tar.xz")))("the public gold standard", () => {
  let folder: string;
  let labels: string;
  let pages: readonly ArchivedPage[];
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "dot-gold-"));
    const { status, stderr } = spawnSync(
      "tar",
      ["-xJf", join(gold, "gold.tar.xz"), "-C", folder, "1068"],
      { encoding: "utf8" },
    );
    expect([status, stderr]).toEqual([0, ""]);
    const [head = "", ...rows] = readFileSync(join(folder, "1068", "labels.tsv"), "utf8")
      .trimEnd()
      .split("\n");
    const idOf = (row: string): string => row.split("\t")[0]!;
    const withOff = new Set(rows.filter((row) => row.split("\t")[3] === "0").map(idOf));
    const ids = [...new Set(rows.map(idOf))];
    const chosen = new Set([
      ...ids.filter((id) => withOff.has(id)).slice(0, CHOSEN / 2),
      ...ids.filter((id) => !withOff.has(id)).slice(0, CHOSEN / 2),
    ]);
    const some = rows.filter((row) => chosen.has(idOf(row)));
    labels = [head, ...some, ""].join("\n");
    const known = new Map(
      some.map((row) => {
        const [id = "", date = "", uri = ""] = row.split("\t");
        return [`${date} ${uri}`, id];
      }),
    );
    const all = await archivedPages(join(folder, "1068", "gs1068.warc"));
    pages = all.filter(({ date, uri }) => known.has(`${date} ${uri}`));
    // Writes the pages in the layout of the original data, from which build.mjs must build the same files.
    for (const { date, uri, html } of pages) {
      const id = known.get(`${date} ${uri}`)!.replace("1068-", "");
      const ofTimeMap = join(folder, "source", "collection_gs1068", "html", id);
      mkdirSync(ofTimeMap, { recursive: true });
      writeFileSync(join(ofTimeMap, `${date}.html`), html, "latin1");
    }
    writeFileSync(
      join(folder, "source", "1068_label_gold.fixed.txt"),
      labels.replaceAll(/^1068-/gmu, ""),
    );
    const built = goldScript("build.mjs", join(folder, "source"), join(folder, "out"));
    expect([built.status, built.stderr]).toEqual([0, ""]);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("builds the gold standard from its source layout with the same pages and labels", async () => {
    const out = join(folder, "out", "1068");
    const columns = (text: string): string[] =>
      text.split("\n").map((line) => line.split("\t").slice(0, 4).join("\t"));
    expect(columns(readFileSync(join(out, "labels.tsv"), "utf8"))).toEqual(columns(labels));
    expect(pages.length).toBeGreaterThan(40);
    expect(await archivedPages(join(out, "gs1068.warc"))).toEqual(pages);
  });

  // The tables take a quarter of a minute. test/extensions/lab checks them with invented data.
  it.runIf(long(false, true))(
    "tabulates the gold standard as labelled and by content, with every memento judged",
    () => {
      const { status, stdout, stderr } = goldScript(
        "tables.mjs",
        ...[join(folder, "out"), "--content", join(gold, "content.tsv")],
      );
      expect([status, stderr]).toEqual([0, ""]);
      process.stdout.write(stdout);
      const tables = goldTables(stdout);
      const off = labels.split("\n").filter((row) => row.split("\t")[3] === "0").length;
      expect(
        tables.get("The gold standard, as labelled: The gold data (table 3)")?.get("1068"),
      ).toMatchObject({
        TimeMaps: `${CHOSEN}`,
        mementos: `${pages.length}`,
        "off-topic": `${off}`,
      });
      expect(stdout).not.toContain("no memento of the results");
      for (const title of ["as labelled", "by content"]) {
        const cosine = tables
          .get(`The gold standard, ${title}: Best threshold of each measure (table 4)`)
          ?.get("cosine");
        expect(Number(cosine?.["F1"])).toBeGreaterThan(0.5);
      }
    },
  );
});
