import { gunzipSync } from "node:zlib";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type FieldList, http, page, pageRecord, warcRecord } from "../../support/warc-builder.js";
import { Collection } from "./filtering.js";

const uri = "http://divided.example/";
const date = "2013-06-01T10:20:30Z";
const BLOCK = http(page("divided"));

function segment(number: number, block: Uint8Array): Buffer {
  const isFirst = number === 1;
  const fields: FieldList = [
    ["WARC-Record-ID", isFirst ? "<urn:x:divided>" : `<urn:x:divided-${number}>`],
    ["WARC-Segment-Number", String(number)],
    ...(isFirst ? [] : [["WARC-Segment-Origin-ID", "<urn:x:divided>"] as const]),
  ];
  return warcRecord({ type: isFirst ? "response" : "continuation", uri, date, fields }, block);
}

const collection = (): Collection =>
  new Collection({
    "a.warc": Buffer.concat([segment(3, BLOCK.subarray(90)), pageRecord("other")]),
    "b.warc": Buffer.concat([
      segment(1, BLOCK.subarray(0, 60)),
      segment(2, BLOCK.subarray(60, 90)),
    ]),
  });

const count = (copied: Collection, text: string): number =>
  copied.copy("a.warc").toString("latin1").split(text).length - 1;

describe("filter with a capture that is divided into segments", () => {
  it("leaves out all segments of a left-out capture, and lists each", async () => {
    const files = collection();
    const { stderr } = await files.clean({ [uri]: "0" });
    expect(stderr).toContain(
      "left out 1 capture and 0 of their requests and metadata and 2 continuation records",
    );
    expect(count(files, "WARC-Segment-Number")).toBe(0);
    expect(() => files.copy("b.warc")).toThrow("ENOENT");
    const list = gunzipSync(readFileSync(files.own)).toString();
    for (const id of ["divided", "divided-2", "divided-3"]) expect(list).toContain(`urn:x:${id}\t`);
  });

  it("keeps all segments of a kept capture", async () => {
    const files = collection();
    await files.clean({ [uri]: "1" });
    expect(count(files, "WARC-Segment-Number")).toBe(1);
    expect(files.copy("b.warc")).toHaveLength(readFileSync(files.path("in/b.warc")).length);
  });
});
