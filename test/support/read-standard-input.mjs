/** Reads WARC records from standard input and prints what they were, and how much memory that took. */
import { warc } from "../../build/inputs/warc.js";

const context = {
  signal: new AbortController().signal,
  maxPageBytes: Number(process.argv[2]),
  redirects: "follow",
};
const before = process.resourceUsage().maxRSS;
const kinds = {};
const pages = [];
for await (const item of warc.read(["-"], context)) {
  kinds[item.kind] = (kinds[item.kind] ?? 0) + 1;
  if (item.kind === "memento") pages.push(item.capture.uriR);
}
const grewMB = (process.resourceUsage().maxRSS - before) / 1024;
process.stdout.write(JSON.stringify({ kinds, pages, grewMB }));
