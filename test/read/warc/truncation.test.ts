import { describe, expect, it } from "vitest";
import {
  gzip,
  ofKind,
  outline,
  PACKING_NAMES,
  PACKINGS,
  page,
  pageRecord,
  pagesOf,
  readBytes,
} from "../../support/warc-builder.js";
import { apart } from "../../support/thorough.js";

const NAMES = ["one", "two", "three"];
const RECORDS = NAMES.map((name) => pageRecord(name));

/** Returns the positions at which each record's gzip member or plain bytes end. */
function ends(parts: readonly Buffer[]): number[] {
  let end = 0;
  return parts.map((part) => (end += part.length));
}

describe.each(PACKING_NAMES)("a file of three records, %s, cut anywhere", (packing) => {
  const whole = PACKINGS[packing](RECORDS);
  const parts = packing === "gzip per record" ? RECORDS.map(gzip) : RECORDS;

  it("reads all complete records of a truncated file, and reports the incomplete record", async () => {
    const near = new Set(
      [0, ...ends(parts)].flatMap((end) => Array.from({ length: 20 }, (_, i) => end + i - 10)),
    );
    for (let size = 0; size < whole.length; size += 1) {
      if (size % apart(7) !== 0 && !near.has(size)) continue;
      const items = await readBytes(whole.subarray(0, size));
      const pages = pagesOf(items);
      const said = `${size} of ${whole.length} bytes: ${outline(items).join(" | ")}`;
      expect(pages, said).toEqual(NAMES.slice(0, pages.length).map((name) => [name, page(name)]));
      if (packing !== "one gzip for all") {
        // A plain record is complete without the line ends after it, a gzip member without its checksum.
        const slack = packing === "plain" ? 4 : 8;
        const wholeRecords = ends(parts).filter((end) => size >= end).length;
        const nearly = ends(parts).filter((end) => size >= end - slack - 4).length;
        expect(pages.length, said).toBeGreaterThanOrEqual(wholeRecords);
        expect(pages.length, said).toBeLessThanOrEqual(nearly);
      }
      const boundaries = [0, ...ends(parts)];
      const isBoundary =
        packing !== "one gzip for all" &&
        boundaries.some(
          (end) => size === end || (packing === "plain" && size < end && size >= end - 4),
        );
      const reported = ofKind(items, "missed").length + ofKind(items, "damage").length;
      if (size === 0 || !isBoundary) expect(reported, said).toBeGreaterThan(0);
      else expect(reported, said).toBe(0);
    }
  });
});

describe("an incomplete record", () => {
  const cutAt = (text: string) => {
    const file = Buffer.concat([RECORDS[0]!, RECORDS[1]!]);
    return readBytes(file.subarray(0, file.indexOf(text, RECORDS[0]!.length)));
  };

  it("reports file and byte offset of a record that is cut off before its URI and date", async () => {
    const [damage] = ofKind(await cutAt("WARC-Target-URI"), "damage");
    expect(damage?.source).toMatchObject({ offset: RECORDS[0]!.length });
    expect(damage?.source.file).toMatch(/a\.warc$/u);
  });

  it.each(["WARC-Record-ID", "HTTP/1.1", "Content-Type: text", "<!DOCTYPE", "</body>"])(
    "writes a row for a record that is cut off before %j",
    async (text) => {
      const items = await cutAt(text);
      expect(outline(items)[1]).toMatch(
        /^missed http:\/\/two\.example\/: cut off: \d+.* bytes of its record are there \(.*a\.warc, byte \d+\)$/u,
      );
      expect(items).toHaveLength(2);
    },
  );

  it("reports an image that is cut off as damage and not as a missed page", async () => {
    const image = pageRecord("x")
      .toString()
      .replace("Content-Type: text/html", "Content-Type: image/png");
    const items = await readBytes(Buffer.from(image.slice(0, -20)));
    expect(items.map(({ kind }) => kind)).toEqual(["damage"]);
  });
});
