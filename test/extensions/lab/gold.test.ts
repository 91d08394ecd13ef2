import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UsageError } from "../../../src/base/errors.js";
import { parseGold } from "../../../src/extensions/lab/gold.js";

const read = (text: string): ReturnType<typeof parseGold> => parseGold(text, "gold.tsv");

describe("gold data", () => {
  it("reads gold data with the columns id, date, URI and label, with or without a header", () => {
    const row = "1\t20130202100000\thttp://a.example/\t0\n";
    expect(read(`id\tdate\tURI\tlabel\n${row}`).rows).toEqual([
      {
        number: 2,
        uri: "http://a.example/",
        label: "off-topic",
        mementoDatetime: "2013-02-02T10:00:00Z",
      },
    ]);
    expect(read(row).rows).toEqual([{ ...read(row).rows[0], number: 1 }]);
    expect(read(`\u{feff}${row.replace("\n", "\r\n")}`).rows).toEqual(read(row).rows);
  });

  it("keeps the columns pattern, kind and lang of gold data, and ignores others", () => {
    const [row] = read(
      "label\tURI\tkind\tdate\tnote\tlang\tpattern\n0\thttp://a.example/\tparked\t20130202100000\tx\ten\tstep\n",
    ).rows;
    expect(row).toMatchObject({ kind: "parked", lang: "en", pattern: "step", label: "off-topic" });
    expect(row).not.toHaveProperty("note");
  });

  it("reads a file of overrides, which has no dates, as gold data", () => {
    expect(read("http://a.example/\ton-topic\n").rows).toEqual([
      { number: 1, uri: "http://a.example/", label: "on-topic" },
    ]);
    expect(read("URI-M\tlabel\nhttp://a.example/\t0\n").rows).toHaveLength(1);
  });

  it("leaves out gold data whose label is not 1 or 0, counts the labels left out, and shows examples", () => {
    const gold = read(
      "1\t20130202100000\thttp://a.example/\t1\n1\t20130202100000\thttp://a.example/\tERROR\n1\t20130202100000\thttp://a.example/\t2\n",
    );
    expect(gold.rows).toHaveLength(1);
    expect(gold.badLabels).toMatchObject({
      count: 2,
      examples: ['line 2: "ERROR"', 'line 3: "2"'],
    });
  });

  it("reads a file of decisions as gold data, and counts open rows and rows labelled ? as unsure", () => {
    const gold = read(
      "URI-M\tlabel\tdate\tdrawn\nhttp://a.example/\t0\nhttp://b.example/\t?\nhttp://c.example/\t\t\t0.1\n",
    );
    expect(gold.rows.map(({ uri }) => uri)).toEqual(["http://a.example/"]);
    expect([gold.badLabels.count, gold.badRows.count, gold.unsure]).toEqual([0, 0, 2]);
  });

  it("uses the newest decision on a memento as gold data", () => {
    const gold = read(
      [
        "URI-M\tlabel\tby\tat",
        "http://a.example/\t0\tanna\t2026-03-01",
        "http://a.example/\t1\tanna\t2026-03-02",
        "http://b.example/\t0\tanna\t2026-03-01",
        "http://b.example/\t1\tben\t2026-03-02",
      ].join("\n"),
    );
    expect(gold.rows.map(({ uri, label }) => [uri, label])).toEqual([
      ["http://a.example/", "on-topic"],
      ["http://b.example/", "on-topic"],
    ]);
    expect(gold.decisions).toHaveLength(4);
  });

  it("leaves out and counts rows of gold data with an impossible date or without a URI", () => {
    const gold = read(
      "1\t20130231100000\thttp://a.example/\t1\n1\t20130202100000\t\t1\n1\t20130202100000\thttp://a.example/\t1\n",
    );
    expect([gold.rows.length, gold.badRows.count]).toEqual([1, 2]);
  });

  it.each(["", "\n\n", "id\tdate\tURI\tlabel\n", "not gold data\n", "1\tx\ty\tz\n"])(
    "refuses the gold data %j in one line",
    (text) => {
      expect(() => read(text)).toThrow(UsageError);
      expect(() => read(text)).toThrow(/^gold\.tsv has no gold data: [^\n]+$/u);
    },
  );

  it.each([
    ["", "it is empty"],
    ["id\tdate\tURI\tlabel\n", "it has no rows"],
    ["1,20130202100000,http://a.example/,1\n", "no line has a tab"],
    [
      "1\t20130202100000\thttp://a.example/\tyes\n",
      'labels that are not 0 or 1: 1, rows without a URI or a date that can be read: 0, e.g. line 1: "yes"',
    ],
  ])("refuses gold data %j because %s", (text, why) => {
    expect(() => read(text)).toThrow(`gold.tsv has no gold data: ${why}. Give tab-separated`);
  });

  it("reads gold data of spreadsheets that use quotes and carriage returns as line ends", () => {
    const gold = read('id\tdate\tURI\tlabel\r1\t20130202100000\t"http://a.example/0,1"\t1\r');
    expect(gold.rows.map(({ uri, number }) => [number, uri])).toEqual([
      [2, "http://a.example/0,1"],
    ]);
    expect(read('1\t20130202100000\t"http://a.example/?q=""x"""\t1').rows[0]?.uri).toBe(
      'http://a.example/?q="x"',
    );
  });

  it("reads or refuses any text as gold data, and throws no other error", () => {
    const field = fc.oneof(
      fc.string(),
      fc.constantFrom("label", "uri", "date", "0", "1", "20130202100000", "http://a.example/"),
    );
    const line = fc.array(field, { maxLength: 6 }).map((fields) => fields.join("\t"));
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
        try {
          const { rows } = read(lines.join("\n"));
          expect(rows.every(({ uri }) => uri !== "")).toBe(true);
        } catch (cause) {
          expect(cause).toBeInstanceOf(UsageError);
        }
      }),
    );
  });
});
