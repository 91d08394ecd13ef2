import { readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";

// From src/ as from dist/ the way leads to data/.
const packed = new URL("../../data/cmaps/all.br", import.meta.url);

let tables: ReadonlyMap<string, Uint8Array> | undefined;

/** Gives pdf.js the tables by which East Asian PDFs name characters: data/cmaps/README.md. */
export class CMapReader {
  async fetch({ filename }: { readonly filename: string }): Promise<Uint8Array> {
    const table = (tables ??= unpacked()).get(filename);
    if (table === undefined) throw new RangeError(`no table ${filename}`);
    return Promise.resolve(table.slice());
  }
}

function unpacked(): ReadonlyMap<string, Uint8Array> {
  const bytes = brotliDecompressSync(readFileSync(packed));
  const end = bytes.indexOf("\n");
  const sizes = JSON.parse(bytes.toString("utf8", 0, end)) as (readonly [string, number])[];
  let at = end + 1;
  return new Map(sizes.map(([name, size]) => [name, bytes.subarray(at, (at += size))]));
}
