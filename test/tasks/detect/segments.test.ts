import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { runInside } from "../../support/run-inside.js";
import { wacz } from "../../support/wacz-builder.js";
import { type FieldList, gzip, http, warcRecord } from "../../support/warc-builder.js";

const folder = mkdtempSync(join(tmpdir(), "segments-"));
afterAll(() => rmSync(folder, { recursive: true }));

const URI = "http://tidemill.example/";
const PAGE = `<html><head><title>Tidemill Museum</title></head><body>${Array.from({ length: 30 }, (_, at) => `<p>Room${at} keeps stones${at} and sacks${at} of the mill.</p>`).join("")}</body></html>`;
const BLOCK = http(PAGE);
const DATE = "2012-06-01T00:00:00Z";

/** A capture that is not divided. */
const whole = (year: number): Buffer =>
  warcRecord({ uri: URI, date: `${year}-06-01T00:00:00Z` }, BLOCK);

/** Returns the segments of the capture of 2012, divided into blocks of equal size. */
function segments(count: number, block: Buffer = BLOCK): Buffer[] {
  const size = Math.ceil(block.length / count);
  return Array.from({ length: count }, (_, at) =>
    segment(at + 1, block.subarray(at * size, (at + 1) * size), [
      ...(at === count - 1 ? [["WARC-Segment-Total-Length", String(block.length)] as const] : []),
    ]),
  );
}

function segment(
  number: number | string,
  block: Uint8Array,
  more: FieldList = [],
  origin = "one",
): Buffer {
  const isFirst = number === 1;
  const fields: FieldList = [
    ["WARC-Record-ID", `<urn:x:${isFirst ? origin : `${origin}-${number}`}>`],
    ["WARC-Segment-Number", String(number)],
    ...(isFirst ? [] : [["WARC-Segment-Origin-ID", `<urn:x:${origin}>`] as const]),
    ...more,
  ];
  return warcRecord(
    { type: isFirst ? "response" : "continuation", uri: URI, date: DATE, fields },
    block,
  );
}

function fileOf(name: string, ...records: readonly Uint8Array[]): string {
  const path = join(folder, name);
  writeFileSync(path, Buffer.concat(records));
  return path;
}

interface Ran {
  /** Row of the capture of 2012. */
  readonly row: Readonly<Record<string, unknown>>;
  readonly stdout: string;
  readonly stderr: string;
}

const isOf2012 = ({ "memento-datetime": date }: Ran["row"]): boolean =>
  typeof date === "string" && date.startsWith("2012");

async function run(files: readonly string[], ...args: readonly string[]): Promise<Ran> {
  const { stdout, stderr } = await runInside([
    ...["-i", `warc=${files.join(",")}`, "-ot", "jsonl", "--workers", "0", ...args],
  ]);
  const rows = stdout.split("\n").filter((line) => line !== "");
  const row = rows.map((line) => JSON.parse(line) as Ran["row"]).find(isOf2012);
  return { row: row ?? {}, stdout, stderr };
}

const notMementos = (stderr: string): string | undefined => /not mementos: (.*)/u.exec(stderr)?.[1];

const [first, second, third] = segments(3) as [Buffer, Buffer, Buffer];
const WHOLE = { "overall topic status": "on-topic", "page kind": "page" };

describe("a capture that its crawler divided into segments", () => {
  const orders: [string, readonly Buffer[]][] = [
    ["in order", [first, second, third]],
    ["in another order", [third, first, second]],
    ["before the first", [second, third, first]],
  ];

  it.each(orders)("is joined from segments %s, plain and compressed", async (name, parts) => {
    for (const pack of [(each: Buffer) => each, gzip]) {
      const records = [whole(2010), whole(2011), ...parts].map(pack);
      const { row, stderr } = await run([fileOf(`${name}.warc`, ...records)]);
      expect(row).toMatchObject({ ...WHOLE, notes: ["joined from 3 segments"] });
      expect(notMementos(stderr)).toBe("2 continuation record");
    }
  });

  it("has the bytes of the record that was divided, and its place", async () => {
    const path = fileOf("same.warc", whole(2010), first, second, third);
    const divided = await run([path]);
    const undivided = await run([fileOf("same.warc", whole(2010), whole(2012))]);
    for (const name of ["content length", "simhash", "text simhash"]) {
      expect(divided.row[name]).toEqual(undivided.row[name]);
    }
    expect(divided.row["source"]).toEqual(undivided.row["source"]);
  });

  it("is joined from segments of several files, whichever comes first", async () => {
    const files = [
      fileOf("b.warc", third, whole(2010)),
      fileOf("c.warc.gz", gzip(first)),
      fileOf("d.warc", whole(2011), second),
    ];
    const one = await run(files);
    expect(one.row).toMatchObject(WHOLE);
    expect((await run(files.toReversed())).stdout).toBe(one.stdout);
  });

  it("is joined from the files of a WACZ", async () => {
    const archive = {
      "archive/a.warc": Buffer.concat([second, third]),
      "archive/b.warc": Buffer.concat([first, whole(2010)]),
    };
    const path = fileOf("crawl.wacz", wacz(archive));
    expect((await run([path])).row).toMatchObject(WHOLE);
  });

  it("gives the same bytes with map, sort and reduce", async () => {
    const path = fileOf("map.warc", whole(2010), third, second, first);
    const { stdout } = await run([path]);
    const mapped = await runInside(["map", "-q", `warc=${path}`]);
    const sorted = mapped.stdout
      .split("\n")
      .filter((line) => line !== "")
      .sort()
      .join("\n");
    const reduced = await runInside(["reduce", "-q", "-ot", "jsonl"], sorted);
    expect([mapped.stderr, reduced.stderr]).toEqual(["", ""]);
    const rows = (text: string): string[] => text.split("\n").slice(1);
    expect(rows(reduced.stdout)).toEqual(rows(stdout));
  });

  it("is incomplete if a segment is missing, with the reason", async () => {
    const of = async (...parts: readonly Buffer[]): Promise<unknown> => {
      const { row } = await run([fileOf("missing.warc", whole(2010), ...parts)]);
      return row["notes"];
    };
    expect(await of(first, third)).toContain(
      "incomplete: segment 2 of this capture is not in the input",
    );
    expect(await of(first, second)).toContain(
      "incomplete: segment 3 of this capture is not in the input",
    );
    expect(await of(first)).toContain("incomplete: segment 2 of this capture is not in the input");
    const last = segment(2, Buffer.from("<p>The end"), [["WARC-Segment-Total-Length", "9000"]]);
    expect(await of(segment(1, BLOCK.subarray(0, 600)), last)).toContain(
      "incomplete: WARC-Segment-Total-Length says 9,000 bytes, 610 are stored",
    );
  });

  it("needs no total length if the site's own length shows that nothing is missing", async () => {
    const block = http(PAGE.replace("</html>", ""), {
      fields: [["Content-Length", String(PAGE.length - 7)]],
    });
    const parts = [segment(1, block.subarray(0, 500)), segment(2, block.subarray(500))];
    expect((await run([fileOf("no-total.warc", whole(2010), ...parts)])).row).toMatchObject(WHOLE);
  });

  it("counts continuation records without their first segment", async () => {
    const lost = segment(2, Buffer.from("lost"), [], "elsewhere");
    const unnamed = warcRecord({ type: "continuation", uri: URI, date: DATE }, "lost");
    const { stderr } = await run([fileOf("lost.warc", whole(2010), lost, unnamed)]);
    expect(notMementos(stderr)).toBe(
      "2 continuation record whose first segment is not in the input",
    );
  });

  it("takes each number once, and no number that is none", async () => {
    const copies = [second, second, segment(2, Buffer.from("<p>another text</p>"), [], "one")];
    const odd = ["0", "-2", "x", "99999999999999999999"].map((number) =>
      segment(number, Buffer.from("odd")),
    );
    const { row, stderr } = await run([
      fileOf("odd.warc", whole(2010), ...odd, first, ...copies, third),
    ]);
    expect(row).toMatchObject(WHOLE);
    expect(notMementos(stderr)).toContain(
      "4 continuation record without a usable WARC-Segment-Number",
    );
  });

  it("is one capture if its files are given twice", async () => {
    const files = ["e.warc", "f.warc"].map((name) =>
      fileOf(name, whole(2010), first, second, third),
    );
    const { row, stdout } = await run(files);
    expect(row).toMatchObject(WHOLE);
    expect(stdout.match(/"URI-R"/gu)).toHaveLength(2);
  });

  it("is reported as too large if its segments are so together", async () => {
    const large = Buffer.alloc(700_000, "x");
    const parts = [
      segment(1, Buffer.concat([BLOCK, large])),
      ...[2, 3].map((number) => segment(number, large)),
    ];
    const { row } = await run(
      [fileOf("large.warc", whole(2010), ...parts)],
      "--set",
      "max-page-size=100000",
    );
    expect(row["access error"]).toMatch(
      /^the page has \d+ bytes, more than the 100000 that are read/u,
    );
  });

  it("is no memento if its first segment is no page, however many segments follow", async () => {
    const film = http(Buffer.alloc(5000), { contentType: "video/mp4" });
    const { stderr } = await run([fileOf("film.warc", whole(2010), ...segments(3, film))]);
    expect(notMementos(stderr)).toBe("2 continuation record, 1 not HTML: video/*");
  });

  it("is joined if a later run gives the missing segments together with the first", async () => {
    const files = [
      fileOf("g.warc", whole(2010), whole(2011), first),
      fileOf("h.warc", second, third),
    ];
    const store = ["--history", join(folder, "history")];
    expect((await run(files.slice(0, 1), ...store)).row["page kind"]).toBe("incomplete");
    expect((await run(files, ...store)).row).toMatchObject(WHOLE);
  });
});
