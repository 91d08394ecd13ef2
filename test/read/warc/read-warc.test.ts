import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readWarc, type WarcSource } from "../../../src/read/warc/read-warc.js";
import type { InputItem } from "../../../src/base/types.js";
import { folderWith } from "../../support/folders.js";
import { PACKING_NAMES, PACKINGS, pageRecord, warcinfo } from "../../support/warc-builder.js";

const records = [warcinfo(), pageRecord("one"), pageRecord("two")];

async function itemsOf(
  source: WarcSource,
  options?: Parameters<typeof readWarc>[1],
): Promise<InputItem[]> {
  const items: InputItem[] = [];
  for await (const item of readWarc(source, options))
    // Bytes at an offset of a larger buffer must give the same items.
    items.push(
      item.kind === "memento"
        ? { ...item, body: { ...item.body, bytes: Uint8Array.from(item.body.bytes) } }
        : item,
    );
  return items;
}

async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 100)
    yield await Promise.resolve(bytes.subarray(at, at + 100));
}

describe("readWarc", () => {
  it.each(PACKING_NAMES)(
    "readWarc reads the same items from a path, bytes and a stream: %s",
    async (packing) => {
      const bytes = PACKINGS[packing](records);
      const path = join(folderWith({ "a.warc": bytes }), "a.warc");
      const name = "a.warc";
      const ofPath = await itemsOf(path, { name });
      expect(ofPath.map(({ kind }) => kind)).toEqual(["skipped", "memento", "memento"]);
      expect(await itemsOf(bytes, { name })).toEqual(ofPath);
      expect(await itemsOf(inPieces(bytes), { name })).toEqual(ofPath);
    },
  );

  it("describes damaged gzip data by the message of zlib and not by the message of the system", async () => {
    const bytes = Uint8Array.from(PACKINGS["one gzip for all"](records));
    bytes.fill(0xff, 40, 80);
    const items = await itemsOf(bytes, { name: "a.warc.gz" });
    const messages = items.flatMap((item) => (item.kind === "damage" ? [item.message] : []));
    expect(messages.join()).toMatch(/the gzip data is damaged \((?:invalid|incorrect) [a-z -]+\)/u);
  });

  it("readWarc reports a missing file as damage", async () => {
    const [item] = await itemsOf("nowhere.warc");
    expect(item).toMatchObject({ kind: "damage", source: { file: "nowhere.warc" } });
  });
});
