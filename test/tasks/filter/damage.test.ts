import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { copyFile } from "../../../src/tasks/filter/copy.js";
import type { SourceFile } from "../../../src/tasks/filter/files.js";
import { captureOfRecord, Scan } from "../../../src/tasks/filter/scan.js";
import { Verdicts } from "../../../src/tasks/filter/verdicts.js";
import type { SavedMemento } from "../../../src/write/entry.js";
import { wholeBytes } from "../../../src/read/warc/bytes.js";
import { readRecords } from "../../../src/read/warc/record-reader.js";
import { PACKING_NAMES, PACKINGS, pageRecord, warcinfo } from "../../support/warc-builder.js";

const NAMES = ["a", "b", "c", "d"];
const record = (name: string): Buffer =>
  pageRecord(name, { fields: [["WARC-Record-ID", `<urn:uuid:${name}>`]] });

const offTopic = (name: string): SavedMemento => ({
  kind: "memento",
  uriT: `from-warc::timemap::http://${name}.example/`,
  uriM: `from-warc::20120601102030::http://${name}.example/`,
  capture: {
    uriR: `http://${name}.example/`,
    mementoDatetime: "2012-06-01T10:20:30Z",
    recordId: `urn:uuid:${name}`,
    source: { file: "a.warc", offset: 0 },
  },
  measures: [],
  overall: "off-topic",
});

const inMemory = (bytes: Buffer): SourceFile => ({
  place: "a.warc",
  name: "a.warc",
  open: () =>
    Promise.resolve({
      bytes: wholeBytes(bytes),
      size: bytes.length,
      close: () => Promise.resolve(),
    }),
});

/** Returns the file without these pages, and the IDs of those that were found in it. */
async function filtered(
  bytes: Buffer,
  names: readonly string[],
): Promise<{ readonly copy: Buffer; readonly found: readonly string[] }> {
  const file = inMemory(bytes);
  const scan = new Scan(new Verdicts(names.map(offTopic), undefined, undefined));
  const cuts = await scan.cutsOf(file, new AbortController().signal);
  const parts: Buffer[] = [];
  await copyFile(file, cuts, (part) => {
    parts.push(Buffer.from(part));
    return Promise.resolve();
  });
  const found = [...scan.leftOut.keys()].map(({ recordId }) => recordId!);
  return { copy: Buffer.concat(parts), found };
}

async function idsIn(bytes: Buffer): Promise<string[]> {
  const ids: string[] = [];
  const file = inMemory(bytes);
  for await (const found of readRecords(file.place, undefined, file.open)) {
    if (found.kind !== "record" || found.fields.get("warc-type") !== "response") continue;
    const capture = await captureOfRecord(found);
    if (capture?.recordId !== undefined) ids.push(capture.recordId);
  }
  return ids;
}

const archive = fc.record({
  packing: fc.constantFrom(...PACKING_NAMES),
  names: fc.array(fc.constantFrom(...NAMES), { maxLength: 6 }),
  gone: fc.subarray(NAMES),
});

describe("filter on generated files", () => {
  it("copies the captures that are not left out, in their order", async () => {
    await fc.assert(
      fc.asyncProperty(archive, async ({ packing, names, gone }) => {
        const { copy } = await filtered(
          PACKINGS[packing]([warcinfo(), ...names.map(record)]),
          gone,
        );
        const stay = names.filter((name) => !gone.includes(name));
        expect(await idsIn(copy)).toEqual(stay.map((name) => `urn:uuid:${name}`));
      }),
    );
  });

  it("copies no capture found to be off-topic from a damaged file, and never fails", async () => {
    const damage = fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), byte: fc.nat(255) });
    await fc.assert(
      fc.asyncProperty(
        archive,
        fc.array(damage, { maxLength: 4 }),
        fc.boolean(),
        async (of, damaged, isCut) => {
          const whole = PACKINGS[of.packing]([warcinfo(), ...of.names.map(record)]);
          const bytes = Buffer.from(whole);
          for (const { at, byte } of damaged) bytes[Math.floor(at * (bytes.length - 1))] = byte;
          const cut = isCut ? bytes.subarray(0, Math.floor(bytes.length * 0.8)) : bytes;
          const { copy, found } = await filtered(cut, of.gone);
          const ids = await idsIn(copy);
          expect(ids.filter((id) => found.includes(id))).toEqual([]);
        },
      ),
    );
  });
});
