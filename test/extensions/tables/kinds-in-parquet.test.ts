import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parquetReadObjects } from "hyparquet";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../support/run-bin.js";
import { runInside } from "../../support/run-inside.js";
import { rowsOf } from "../../support/rows.js";
import { http, type HttpParts, warcRecord } from "../../support/warc-builder.js";

const PAGE =
  "<!DOCTYPE html><title>Lighthouse museum</title><p>The lighthouse museum keeps lamps, lenses and log books of the " +
  "keepers who lived on the rock. Visitors climb the spiral stairs to the gallery, from where seals can be seen.</p>";

/** Captures of one URI, a year apart: the body and the parts of the answer. */
const CAPTURES: readonly (readonly [body: string, parts: HttpParts])[] = [
  [PAGE, {}],
  [PAGE, {}],
  ["<title>One moment</title>", { fields: [["cf-mitigated", "challenge"]] }],
  ["<title>Page not found</title><p>The page does not exist.</p>", {}],
  [PAGE, { statusLine: "HTTP/1.1 410 Gone" }],
  [
    "",
    { statusLine: "HTTP/1.1 301 Moved", fields: [["Location", "http://museum.example/elsewhere"]] },
  ],
];

describe("the columns of kinds and faults in Parquet", () => {
  it("Parquet has the kind, the effective status and the fault of each capture, and null where a capture could not be read", async () => {
    const folder = temporaryFolder();
    const file = (name: string): string => join(folder, name);
    const uri = "http://museum.example/visit";
    const records = CAPTURES.map(([body, parts], at) =>
      warcRecord({ uri, date: `${2010 + at}-03-04T05:06:07Z` }, http(body, parts)),
    );
    writeFileSync(file("captures.warc"), Buffer.concat(records));
    const { status, stderr } = await runInside([
      ...["-q", "-i", `warc=${file("captures.warc")}`, "--workers", "0"],
      ...["-ot", "parquet", "-o", file("run.parquet"), "-ot", "jsonl", "-o", file("run.jsonl")],
    ]);
    expect([status, stderr]).toEqual([0, ""]);

    const { buffer } = new Uint8Array(readFileSync(file("run.parquet")));
    const rows: Readonly<Record<string, unknown>>[] = await parquetReadObjects({ file: buffer });
    const inParquet = rows.map((row) => [row["page_kind"], row["effective_status"], row["fault"]]);
    expect(inParquet).toEqual([
      ["page", 200n, "none"],
      ["page", 200n, "none"],
      ["bot-check", 403n, "crawler blocked"],
      ["soft-404", 404n, "page gone"],
      ["soft-404", 410n, "page gone"],
      [null, null, "unreadable"],
    ]);
    const inLines = rowsOf(readFileSync(file("run.jsonl"), "utf8")).map((row) => [
      row["page kind"] ?? null,
      typeof row["effective status"] === "number" ? BigInt(row["effective status"]) : null,
      row["fault"],
    ]);
    expect(inParquet).toEqual(inLines);
  });
});
