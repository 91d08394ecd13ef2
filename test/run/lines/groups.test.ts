import { describe, expect, it } from "vitest";
import { UsageError } from "../../../src/base/errors.js";
import { groupLines } from "../../../src/run/reduce/reduce.js";
import { decodeLine, encodeRecord, sortKeyOf } from "../../../src/run/lines/lines.js";
import type { Capture } from "../../../src/base/types.js";
import type { FeatureRecord } from "../../../src/page/types.js";
import { capture, record } from "../../support/records.js";

const line = (of: Capture, value = 1): string =>
  encodeRecord({ key: record(of).key, capture: of, features: JSON.stringify([{ value }]) });

async function groups(
  lines: readonly string[],
  memoryBytes = 1e6,
): Promise<{ all: FeatureRecord[][]; twice: number }> {
  let twice = 0;
  const all: FeatureRecord[][] = [];
  const options = { memoryBytes, onDuplicate: () => (twice += 1) };
  for await (const group of groupLines([...lines].sort(), options)) {
    all.push([...group.records()]);
    expect([...group.records()]).toEqual(all.at(-1));
  }
  return { all, twice };
}

const dates = (records: readonly FeatureRecord[]): string[] =>
  records.map(({ capture: { mementoDatetime } }) => mementoDatetime);

describe("lines of records", () => {
  it("decodes an encoded record to an equal record, with any characters", () => {
    const of = capture({ uriR: "http://seed.example/\u{2028}", notes: ['a "note"\n\t'] });
    const { key, tie } = record(of);
    const text = encodeRecord({ key, capture: of, features: '[{"value":"x"}]' });
    expect(text).not.toContain("\n");
    expect(decodeLine(text)).toEqual({ key, tie, capture: of, features: [{ value: "x" }] });
  });

  it("gives records sort keys of printable ASCII that sort like their offsets", () => {
    const tie = (offset: number): string =>
      sortKeyOf(capture({ source: { file: "ä b.warc", offset } }));
    expect(tie(9) < tie(10)).toBe(true);
    expect(tie(9)).toMatch(/^[\x21-\x7e]+$/u);
  });

  it("refuses a line that is not a record", () => {
    expect(() => decodeLine("a\tb")).toThrow(UsageError);
  });
});

describe("TimeMaps from sorted lines", () => {
  const seed = (n: number, year: number, more: Partial<Capture> = {}): Capture =>
    capture({
      uriR: `http://seed${n}.example/`,
      mementoDatetime: `${year}-01-01T00:00:00Z`,
      ...more,
    });

  it.each([1e6, 1])(
    "yields the mementos of each key from sorted lines, oldest first (memory %d)",
    async (memoryBytes) => {
      const lines = [seed(2, 2012), seed(1, 2011), seed(2, 2010), seed(1, 2009)].map((of) =>
        line(of),
      );
      const { all } = await groups(lines, memoryBytes);
      expect(all.map(dates)).toEqual([
        ["2009-01-01T00:00:00Z", "2011-01-01T00:00:00Z"],
        ["2010-01-01T00:00:00Z", "2012-01-01T00:00:00Z"],
      ]);
    },
  );

  it("drops the second record with the same WARC-Record-ID", async () => {
    const copies = ["a.warc", "b.warc"].map((file) =>
      line(seed(1, 2010, { recordId: "urn:uuid:1", source: { file, offset: 5 } })),
    );
    const { all, twice } = await groups(copies);
    expect(all[0]?.map(({ capture: { source } }) => source?.file)).toEqual(["a.warc"]);
    expect(twice).toBe(1);
  });

  const equal = (...ids: readonly (string | undefined)[]): string[] =>
    ids.map((recordId, offset) =>
      line(seed(1, 2010, { recordId, digest: "sha1:A", source: { file: "a.warc", offset } })),
    );

  it("keeps two captures of the same second with equal payload but different record IDs", async () => {
    const ids = ["urn:uuid:1", "urn:uuid:2"];
    expect(await groups(equal(...ids))).toMatchObject({ twice: 0, all: [{ length: 2 }] });
    expect(await groups(equal(...ids, undefined))).toMatchObject({
      twice: 0,
      all: [{ length: 3 }],
    });
  });

  it("drops a second record without an ID that has the same URI-R, date and payload", async () => {
    expect(await groups(equal(undefined, undefined))).toMatchObject({
      twice: 1,
      all: [{ length: 1 }],
    });
  });

  it("keeps two different captures of the same second", async () => {
    const captures = ["sha1:A", "sha1:B"].map((digest, offset) =>
      line(seed(1, 2010, { digest, source: { file: "a.warc", offset } })),
    );
    expect(await groups(captures)).toMatchObject({ twice: 0, all: [{ length: 2 }] });
  });
});
