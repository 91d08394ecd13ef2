import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { prepareRun } from "../../build/index.js";
import { must } from "./checks.mjs";

const LEAN = { measures: "bytecount", detectLanguage: false, simhash: false, workers: 0 };
const HOSTS = ["a", "b", "c"];

/**
 * Conversions, texts of a browser and captures in any order and in two files. A text with a capture of its second is never
 * judged, every other one is, and the order makes no difference.
 */
async function textsTarget(random, folder) {
  const made = random.list(1, 12, (at) => ({
    type: random.pick(["conversion", "conversion", "response", "resource"]),
    host: random.pick(HOSTS),
    year: 2010 + random.below(3),
    at,
  }));
  const record = ({ type, host, year, at }) => {
    const uri = `http://${host}.example/`;
    const block =
      type === "response"
        ? `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>page of ${host} ${at}`
        : `Title ${host}\ntext of ${host} ${random.text()}`;
    const bytes = Buffer.from(block);
    const head = `WARC/1.0\r\nWARC-Type: ${type}\r\nWARC-Target-URI: ${type === "resource" ? "urn:text:" : ""}${uri}\r\nWARC-Date: ${year}-01-01T00:00:00Z\r\nWARC-Record-ID: <urn:x:${at}>\r\nContent-Type: text/plain\r\nContent-Length: ${bytes.length}\r\n\r\n`;
    return Buffer.concat([Buffer.from(head), bytes, Buffer.from("\r\n\r\n")]);
  };
  const records = made.map(record);
  const isDamaged = random.rarely(3);
  const pack = (list) => {
    const bytes = Buffer.concat(list);
    return isDamaged && bytes.length > 0 ? random.damaged(bytes) : bytes;
  };
  const paths = [join(folder, "a.warc"), join(folder, "b.warc.wet")];
  const cut = random.below(records.length + 1);
  const judge = async (order) => {
    writeFileSync(paths[0], pack(order.slice(0, cut)));
    writeFileSync(paths[1], pack(order.slice(cut)));
    const options = { ...LEAN, formats: ["html", "text"], onDamage: () => undefined };
    const { results } = await prepareRun({
      input: paths.map((path) => `warc=${path}`),
      ...options,
    });
    const rows = [];
    for await (const result of results) {
      if (result.kind !== "memento") continue;
      const { uriR, mementoDatetime, notes = [] } = result.capture;
      const isText = notes.some((note) => note.startsWith("text only"));
      rows.push(`${uriR} ${mementoDatetime.slice(0, 4)} ${isText ? "text" : "page"}`);
    }
    return rows.sort();
  };
  const files = [records.slice(0, cut), records.slice(cut)];
  if (!isDamaged && files.some((each) => each.length === 0)) return;
  let rows;
  try {
    rows = await judge(records);
  } catch (cause) {
    must(isDamaged && cause.name === "UsageError", cause.stack);
    return;
  }
  if (isDamaged) return;
  for (const { type, host, year } of made) {
    const name = `http://${host}.example/ ${year}`;
    const has = (kind) => rows.includes(`${name} ${kind}`);
    const hasPage = made.some(
      (each) => each.type === "response" && each.host === host && each.year === year,
    );
    if (type === "response") must(has("page"), `${name} has lost its page`);
    else
      must(has("text") === !hasPage, `${name}: ${hasPage ? "a copy is judged" : "a text is lost"}`);
  }
  const turned = await judge(records.toReversed());
  must(
    JSON.stringify(turned) === JSON.stringify(rows),
    "the order of the records makes a difference",
  );
}

export const TEXTS = [["texts", textsTarget]];
