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

  it.each(["", "\n\n", "id\tdate\tURI\tlabel\n", "not gold data\n", "1\tx\ty\tz\n"])(
    "refuses the gold data %j in one line",
    (text) => {
      expect(() => read(text)).toThrow(UsageError);
      expect(() => read(text)).toThrow(/^gold\.tsv has no gold data: [^\n]+$/u);
    },
  );

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
