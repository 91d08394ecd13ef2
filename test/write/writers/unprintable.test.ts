import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { listed } from "../../../src/tasks/detect/results-on-their-way.js";
import { withOutput } from "../../../src/command/output.js";
import { printable } from "../../../src/base/text.js";
import { csv } from "../../../src/write/writers/csv.js";
import { golddatafile } from "../../../src/extensions/otmt/golddatafile.js";
import { json } from "../../../src/write/writers/json.js";
import { jsonl } from "../../../src/write/writers/jsonl.js";
import type { Result } from "../../../src/write/types.js";
import { readCsvRecords } from "../../support/read-csv.js";
import { temporaryFolder } from "../../support/run-bin.js";
import { failed, memento, missed, written } from "./results.js";
import { rowsOf } from "../../support/rows.js";

/** A line feed, TAB, ESC, U+0085, a line separator, a bidirectional override, a lone surrogate, a noncharacter. */
const ODD = "\r\n\t\u001b[2J\u0085\u2028\u202e\ud800\ufffe";
const URI = `http://seed.example/${ODD}`;
const ENCODED = "http://seed.example/%0D%0A%09%1B[2J%C2%85%E2%80%A8%E2%80%AE%EF%BF%BD%EF%BF%BE";

const odd: readonly Result[] = [
  { kind: "timemap-problem", uriT: URI, problem: { stage: "access", message: `said: ${ODD}` } },
  memento({
    uriT: URI,
    uriM: URI,
    comparedWith: URI,
    capture: {
      ...memento().capture,
      uriR: URI,
      uriM: URI,
      notes: [`a note: ${ODD}`],
      source: { file: `a${ODD}.warc`, offset: 0 },
      via: { kind: "redirect", uriR: URI, mementoDatetime: "2013-02-02T10:00:00Z" },
    },
    measures: [failed("cosine", `why: ${ODD}`)],
  }),
  { ...missed, uriT: URI, uriM: URI, problem: { stage: "access", message: `no: ${ODD}` } },
];

it("invisible characters in URIs are percent-encoded in tables and lists, and preserved in JSON", async () => {
  const [, row] = readCsvRecords(await written(csv, odd));
  for (const column of ["URI-T", "URI-M", "URI-R", "Compared With"])
    expect(row?.get(column)).toBe(ENCODED);
  expect(row?.get("Stands For")).toContain(ENCODED);
  expect((await written(golddatafile, odd)).split("\n")[2]?.split("\t")[2]).toBe(ENCODED);
  expect(rowsOf(await written(jsonl, odd))[1]).toMatchObject({ "URI-M": URI, "URI-R": URI });
  expect(Object.keys(JSON.parse(await written(json, odd)) as object)).toEqual([URI]);
});

it("a URI-M with a line feed takes one line in a list", async () => {
  const file = join(temporaryFolder(), "off.txt");
  async function* results(): AsyncGenerator<Result> {
    for (const result of odd) yield await Promise.resolve(result);
  }
  await withOutput(file, async (list) => {
    for await (const result of listed(results(), { "off-topic": list })) {
      expect(odd).toContain(result);
    }
  });
  expect(readFileSync(file, "utf8")).toBe(`${ENCODED}\n`);
});

it("visible text of every script is printed unchanged", () => {
  const fine = "naïve Ω 日本語 \u{1F9ED} e\u0301 http://a.example/?q=%0A \\n";
  for (const form of ["mark", "percent", "json"] as const) expect(printable(fine, form)).toBe(fine);
  expect(printable("\u{e0001}", "json")).toBe("\\udb40\\udc01");
});
