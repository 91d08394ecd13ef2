import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readRecords } from "../../../src/read/warc/record-reader.js";
import { packagesOf, placeOf } from "../../../src/read/warc/wacz.js";
import { temporaryFolder } from "../../support/run-bin.js";
import { zip } from "../../support/wacz-builder.js";
import { gzip, pageRecord } from "../../support/warc-builder.js";

const ZEROS = Buffer.alloc((1 << 24) + (1 << 22));

/** Returns what is read of the WARC files of a WACZ. */
async function found(path: string): Promise<string[]> {
  const told: string[] = [];
  for await (const pack of packagesOf(path)) {
    if (pack.kind === "damage") {
      told.push(pack.message);
      continue;
    }
    for (const member of pack.warcs) {
      const open = () => pack.zip.openMember(member);
      for await (const each of readRecords(placeOf(pack, member), undefined, open)) {
        told.push(each.kind === "record" ? "record" : each.message);
      }
    }
  }
  return told;
}

describe("a file that goes on without a record", () => {
  it.each([
    ["in a compressed member of a WACZ", "a.warc", (bytes: Buffer) => bytes],
    ["in a gzip member", "a.warc.gz", gzip],
  ])("is read no further than 16 MB, and that is told: %s", async (_, name, pack) => {
    const path = join(temporaryFolder(), "a.wacz");
    const bytes = pack(Buffer.concat([pageRecord("one"), ZEROS, pageRecord("two")]));
    writeFileSync(path, zip([{ name: `archive/${name}`, bytes, deflate: true }]));
    expect(await found(path)).toEqual([
      "record",
      "more than 16777216 bytes without a record: what follows is not read",
    ]);
  });
});

describe("a member of a WACZ", () => {
  it("whose name leads out of it is left out alone, and that is told", async () => {
    const path = join(temporaryFolder(), "a.wacz");
    const bytes = pageRecord("one");
    writeFileSync(
      path,
      zip([
        { name: "../b.warc", bytes },
        { name: "archive/a.warc", bytes },
      ]),
    );
    expect(await found(path)).toEqual(["its name leads out of the package", "record"]);
  });

  it("is read although 100,000 others follow, and that they are too many is told", async () => {
    const path = join(temporaryFolder(), "a.wacz");
    const others = Array.from({ length: 100_001 }, (_, at) => ({
      name: `x/${at}`,
      bytes: Buffer.alloc(0),
    }));
    const one = { name: "archive/a.warc", bytes: pageRecord("one") };
    writeFileSync(path, zip([one, ...others], { zip64: true }));
    expect(await found(path)).toEqual([
      "more than 100000 members: those after them are not read",
      "record",
    ]);
  });
});
