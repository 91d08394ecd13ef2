/** Runs the jobs of peer.py with our own readers: node ours.mjs JOB FILE. */
import { openPage } from "../../build/page/page.js";
import { decodeBody } from "../../build/read/coding/content-coding.js";
import { recordItem } from "../../build/read/warc/items.js";
import { parseHttpHead } from "../../build/read/warc/http-message.js";
import { readRecords } from "../../build/read/warc/record-reader.js";

const [job, path] = process.argv.slice(2);
const MOST = 64 << 20;
let count = 0;
let characters = 0;
for await (const record of readRecords(path)) {
  if (record.kind !== "record" || record.fields.get("warc-type") !== "response") continue;
  if (job === "read") {
    const { fields } = parseHttpHead(await record.block.head(1 << 14));
    if (/html/iu.test(fields.get("content-type") ?? "")) count += 1;
    continue;
  }
  const item = await recordItem(record, { maxPageBytes: MOST, redirects: "as-mementos" });
  if (item.kind !== "memento") continue;
  count += 1;
  const page = openPage(decodeBody(item.body, MOST).bytes, item.capture.contentType);
  characters += (job === "main" ? page.text("justext", "en") : page.bodyText).length;
}
process.stdout.write(`${count} pages, ${characters} characters\n`);
