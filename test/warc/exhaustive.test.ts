import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import {
  http,
  ofKind,
  outline,
  PACKING_NAMES,
  PACKINGS,
  page,
  pageRecord,
  pagesOf,
} from "../support/warc-builder.js";
import { readBytes } from "./read.js";

const names = ["a", "b", "c"];
const records = names.map((name) => pageRecord(name));
const told = (items: Awaited<ReturnType<typeof readBytes>>): number =>
  ofKind(items, "missed").length + ofKind(items, "damage").length;

/** Text that does not compress well, so that damage meets data and not a table. */
function noise(length: number): string {
  let state = 7;
  let text = "";
  while (text.length < length) {
    state = (state * 48271) % 2147483647;
    text += `${state.toString(36)} `;
  }
  return text.slice(0, length);
}

describe.each(PACKING_NAMES)("a file cut at every byte, %s", (packing) => {
  it("has its whole pages, and tells of what is cut off at most once", async () => {
    const pieces = packing === "gzip per record" ? records.map((one) => gzipSync(one)) : records;
    const ends = [0];
    for (const piece of pieces) ends.push(ends.at(-1)! + piece.length);
    const whole = PACKINGS[packing](records);
    for (let size = 1; size < whole.length; size += 1) {
      const items = await readBytes(whole.subarray(0, size));
      const said = `${size} of ${whole.length}: ${outline(items).join(" | ")}`;
      const pages = pagesOf(items);
      expect(pages, said).toEqual(names.slice(0, pages.length).map((name) => [name, page(name)]));
      expect(told(items), said).toBeLessThanOrEqual(1);
      if (packing === "one gzip for all") {
        expect(told(items), said).toBe(1);
        continue;
      }
      expect(pages.length, said).toBeGreaterThanOrEqual(
        ends.filter((end) => end <= size).length - 1,
      );
      // A plain record is whole without the line ends behind it.
      const slack = packing === "plain" ? 4 : 0;
      const isWhole = ends.some((end) => end - slack <= size && size <= end);
      expect(told(items), said).toBe(isWhole ? 0 : 1);
    }
  });
});

it("damage at any byte of a gzip member is told and costs no other member", async () => {
  const member = gzipSync(pageRecord("b", {}, page("b", noise(600))));
  const [first, last] = [gzipSync(records[0]!), gzipSync(records[2]!)];
  for (let at = 0; at < member.length; at += 1) {
    const broken = Buffer.from(member);
    broken[at] = broken[at]! ^ 0xff;
    const items = await readBytes(Buffer.concat([first, broken, last]));
    const said = `byte ${at} of ${member.length}: ${outline(items).join(" | ")}`;
    const pages = pagesOf(items).map(([name]) => name);
    expect([pages[0], pages.at(-1)], said).toEqual(["a", "c"]);
    // Flags, time, level and system of the gzip header matter to nobody.
    if (at < 3 || at >= 10) expect(told(items), said).toBeGreaterThan(0);
  }
});

it.each(PACKING_NAMES)("wrong lengths of large records cost nothing, %s", async (packing) => {
  const body = page("big", noise(2_500_000));
  const right = http(body).length;
  for (const length of [right - 2_000_000, right + 3000, right + 2_000_000, null]) {
    const large = pageRecord("big", { length }, body);
    const items = await readBytes(PACKINGS[packing]([records[0]!, large, records[1]!]));
    const sizes = pagesOf(items).map(([name, text]) => [name, text.length]);
    expect(sizes).toEqual([
      ["a", page("a").length],
      ["big", body.length],
      ["b", page("b").length],
    ]);
  }
});

it("records of one member have the member's offset, and their own in what it inflates to", async () => {
  const before = gzipSync(pageRecord("x"));
  const items = await readBytes(Buffer.concat([before, gzipSync(Buffer.concat(records))]));
  const places = ofKind(items, "memento").map(({ capture: { source } }) => [
    source?.offset,
    source?.inflated,
  ]);
  expect(places).toEqual([
    [0, undefined],
    [before.length, undefined],
    [before.length, records[0]!.length],
    [before.length, records[0]!.length + records[1]!.length],
  ]);
});
