import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { http, warcRecord } from "../../support/warc-builder.js";

interface Row {
  readonly id: string;
  readonly date: string;
  readonly uri: string;
  readonly label: string;
  readonly pattern: string;
  readonly kind: string;
  readonly site: string;
}

/** Three sites of ten mementos, the last of each off-topic, and what compose.mjs makes of them: rows and bytes by form. */
function composed(): ReadonlyMap<string, { readonly rows: readonly Row[]; readonly warc: string }> {
  const folder = mkdtempSync(join(tmpdir(), "composed-"));
  try {
    const rows = ["id\tdate\tURI\tlabel\tpattern\tkind\tsite"];
    const records: Buffer[] = [];
    for (const site of [1, 2, 3])
      for (let year = 2001; year <= 2010; year += 1) {
        const uri = `http://site-${site}.example/`;
        const isOff = year === 2010;
        const date = `${year}-05-04T10:00:00Z`;
        const what = isOff ? `for sale ${site}` : `page ${site} of ${year}`;
        records.push(warcRecord({ uri, date, fields: [] }, http(`<title>${what}</title>`)));
        const kind = isOff ? "parked" : "original";
        rows.push(
          [site, date.replace(/\D/gu, ""), uri, isOff ? 0 : 1, "step", kind, `s${site}`].join("\t"),
        );
      }
    writeFileSync(join(folder, "pages.warc.gz"), gzipSync(Buffer.concat(records)));
    writeFileSync(join(folder, "labels.tsv"), `${rows.join("\n")}\n`);
    const out = join(folder, "out");
    execFileSync(process.execPath, ["bench/train/compose.mjs", out, folder]);
    return new Map(
      ["composed", "half", "most"].map((form) => {
        const lines = readFileSync(join(out, form, "labels.tsv"), "utf8")
          .trim()
          .split("\n");
        const warc = gunzipSync(readFileSync(join(out, form, "pages.warc.gz"))).toString("latin1");
        const made = lines.slice(1).map((line): Row => {
          const [id = "", date = "", uri = "", label = "", pattern = "", kind = "", site = ""] =
            line.split("\t");
          return { id, date, uri, label, pattern, kind, site };
        });
        return [form, { rows: made, warc }];
      }),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe("what compose.mjs makes of a labelled set", () => {
  const made = composed();

  it("composed TimeMaps have off-topic mementos where their form says, of other sites", () => {
    const { rows, warc } = made.get("composed")!;
    const records = warc.split(/(?=WARC\/1\.[01]\r\nWARC-)/u);
    expect(records).toHaveLength(rows.length);
    for (const [at, { uri, label, site }] of rows.entries()) {
      expect(records[at]).toContain(`WARC-Target-URI: ${uri}\r\n`);
      const own = site.slice(1);
      if (label === "1") expect(records[at]).toContain(`page ${own} of`);
      else expect(records[at]).toMatch(new RegExp(`for sale [^${own}]`, "u"));
    }
    for (const id of new Set(rows.map((row) => row.id))) {
      const some = rows.filter((row) => row.id === id);
      const said = some.map(({ label }) => (label === "1" ? "N" : "F")).join("");
      expect(said).toBe(some[0]!.pattern.replaceAll("G", "F"));
    }
    expect(rows.some(({ pattern }) => pattern.length === 1)).toBe(true);
  });

  it("recaptures are on-topic, a second after what they capture again, in about the share that was asked for", () => {
    for (const [form, least, most] of [
      ["half", 9, 18],
      ["most", 19, 26],
    ] as const) {
      const { rows } = made.get(form)!;
      const again = rows.filter(({ kind }) => kind === "recaptured");
      expect(rows).toHaveLength(30 + again.length);
      expect(again.length).toBeGreaterThanOrEqual(least);
      expect(again.length).toBeLessThanOrEqual(most);
      for (const { date, label, uri } of again) {
        expect(label).toBe("1");
        expect(date).toMatch(/0504100001$/u);
        const before = date.replace(/1$/u, "0");
        expect(rows.filter((row) => row.uri === uri && row.date === before)).toHaveLength(1);
      }
    }
  });

  it("the same set gives the same bytes", () => {
    expect(composed()).toEqual(made);
  });
});
