/**
 * Writes all.br from the folder cmaps of pdfjs-dist: a line of JSON with name and size of each table, then the tables.
 *
 *     npm pack pdfjs-dist && tar xzf pdfjs-dist-*.tgz package/cmaps
 *     node data/cmaps/make.mjs package/cmaps
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

const [, , folder = ""] = process.argv;
const names = readdirSync(folder)
  .filter((name) => name.endsWith(".bcmap"))
  .sort();
const tables = names.map((name) => readFileSync(join(folder, name)));
const head = JSON.stringify(names.map((name, at) => [name, tables[at].length]));
const params = {
  [constants.BROTLI_PARAM_LGWIN]: 24,
  [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
};
const packed = brotliCompressSync(Buffer.concat([Buffer.from(`${head}\n`), ...tables]), { params });
writeFileSync(new URL("all.br", import.meta.url), packed);
