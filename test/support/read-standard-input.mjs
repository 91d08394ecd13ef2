/** Reads WARC records from standard input. Prints the kinds of the records and the memory that reading needed. */
import { warc } from "../../build/read/inputs/warc.js";
import { peakMB } from "./peak-memory.mjs";

const context = {
  signal: new AbortController().signal,
  maxPageBytes: Number(process.argv[2]),
  redirects: "follow",
};
const before = peakMB();
const kinds = {};
const pages = [];
for await (const item of warc.read(["-"], context)) {
  kinds[item.kind] = (kinds[item.kind] ?? 0) + 1;
  if (item.kind === "memento") pages.push(item.capture.uriR);
}
const grewMB = peakMB() - before;
process.stdout.write(JSON.stringify({ kinds, pages, grewMB }));
