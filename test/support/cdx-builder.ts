import { statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { mediaType } from "../../src/base/content-type.js";
import { toFourteenDigits } from "../../src/base/datetime.js";
import type { InputItem } from "../../src/base/types.js";
import { surt } from "../../src/base/uri.js";
import { cdx as cdxInput } from "../../src/read/inputs/cdx.js";
import type { InputContext } from "../../src/read/types.js";
import { parseHttpHead } from "../../src/read/warc/http-message.js";
import { recordCapture } from "../../src/read/warc/record-capture.js";
import { readRecords } from "../../src/read/warc/record-reader.js";
import { folderWith } from "./folders.js";
import { outline, readInput } from "./warc-builder.js";

/** Fields of one index line, as text. */
export interface IndexedRecord {
  readonly key: string;
  readonly timestamp: string;
  readonly url: string;
  readonly mime: string;
  readonly status: string;
  readonly digest: string;
  readonly offset: string;
  readonly length: string;
  readonly filename: string;
}

/** Returns the captures in WARC files, sorted, in the form of an indexer's list. */
export async function indexed(paths: readonly string[]): Promise<IndexedRecord[]> {
  const records: IndexedRecord[] = [];
  for (const path of paths) {
    const starts: number[] = [];
    for await (const { source } of readRecords(path)) starts.push(source.offset);
    for await (const record of readRecords(path)) {
      if (record.kind === "damage") continue;
      const { offset } = record.source;
      const end = starts.find((start) => start > offset) ?? statSync(path).size;
      const type = record.fields.get("warc-type") ?? "";
      const known = recordCapture(record);
      if (!["response", "resource", "revisit"].includes(type) || "lacks" in known) continue;
      const { uriR, mementoDatetime, digest = "-" } = known.capture;
      const head = parseHttpHead(await record.block.head(1 << 16));
      const declared = type === "resource" ? record.fields : head.fields;
      records.push({
        key: surt(uriR),
        timestamp: toFourteenDigits(mementoDatetime),
        url: uriR,
        mime:
          type === "revisit" ? "warc/revisit" : mediaType(declared.get("content-type")) || "unk",
        status: String(head.status ?? "-"),
        digest: digest.replace(/^sha1:/u, ""),
        offset: String(offset),
        length: String(end - offset),
        filename: basename(path),
      });
    }
  }
  return records.sort((a, b) => (lineOf(a) < lineOf(b) ? -1 : 1));
}

const lineOf = ({ key, timestamp, ...fields }: IndexedRecord): string =>
  `${key} ${timestamp} ${JSON.stringify(fields)}`;

/** Returns CDXJ lines in the form of pywb. */
export const cdxj = (records: readonly IndexedRecord[]): string =>
  records.map((record) => `${lineOf(record)}\n`).join("");

/** Returns a CDX index. The given letters form its header line. */
export function cdx(records: readonly IndexedRecord[], letters: string): string {
  const names: Readonly<Record<string, keyof IndexedRecord>> = {
    ...{ N: "key", b: "timestamp", a: "url", m: "mime", s: "status", k: "digest" },
    ...{ S: "length", V: "offset", g: "filename" },
  };
  const columns = letters.split(" ").map((letter) => names[letter]);
  const lines = records.map((record) =>
    columns.map((name) => (name === undefined ? "-" : record[name])).join(" "),
  );
  return [` CDX ${letters}`, ...lines, ""].join("\n");
}

interface IndexItems {
  readonly items: readonly InputItem[];
  /** Their outline, without the folder of the files. */
  readonly lines: readonly string[];
}

/** Returns the items that the input `cdx` yields for an index among these files. Without `a.cdxj`, one of `a.warc` is made. */
export async function readIndex(
  files: Readonly<Record<string, Uint8Array | string>>,
  more: Partial<InputContext> = {},
  name = "a.cdxj",
): Promise<IndexItems> {
  const folder = folderWith(files);
  const warc = files["a.cdxj"] === undefined ? files["a.warc"] : undefined;
  const index = join(folder, name);
  if (warc !== undefined) writeFileSync(index, cdxj(await indexed([join(folder, "a.warc")])));
  const items = await readInput(cdxInput, [index], more);
  return { items, lines: outline(items).map((line) => line.replaceAll(`${folder}/`, "")) };
}
