/**
 * Builds TimeMaps of sites that were taken over by a wholly ordinary one: node bench/heldout/takeovers.mjs OUT FOLDER...
 * Each of 160 puts the end of one real on-topic history of the FOLDERs (as build.mjs makes them) behind the beginning of
 * another site's; pattern says which of the two has more mementos. Deterministic.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";

const TIMEMAPS = 160;
const HEAD = "WARC/1.0\r\n";

const [out, ...folders] = process.argv.slice(2);
let seed = 8;
const random = (below) => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor((seed / 2 ** 32) * below);
};

/** On-topic records by URI-R, oldest first, with their site. */
const histories = new Map();
for (const folder of folders) {
  const labels = new Map();
  for (const line of readFileSync(join(folder, "labels.tsv"), "utf8").trim().split("\n").slice(1)) {
    const [, date, uri, label, , , site] = line.split("\t");
    labels.set(`${date} ${uri}`, { isOn: label === "1", site });
  }
  const file = gunzipSync(readFileSync(join(folder, "pages.warc.gz"))).toString("latin1");
  for (const record of file.split(HEAD).slice(1)) {
    const uri = /^WARC-Target-URI: (\S+)/m.exec(record)[1];
    const date = /^WARC-Date: (\S+)/m.exec(record)[1].replace(/\D/g, "");
    const { isOn, site } = labels.get(`${date} ${uri}`);
    if (!isOn) continue;
    const history = histories.get(uri) ?? { site, records: [] };
    histories.set(uri, history);
    history.records.push({ date, record });
  }
}
const all = [...histories.values()];
for (const { records } of all) records.sort((a, b) => (a.date < b.date ? -1 : 1));

const rows = ["id\tdate\tURI\tlabel\tpattern\tkind\tsite"];
const written = [];
for (let made = 0; made < TIMEMAPS;) {
  const [before, after] = [all[random(all.length)], all[random(all.length)]];
  const [count, behind] = [2 + random(8), 1 + random(9)];
  if (before.site === after.site || before.records.length < 2) continue;
  made += 1;
  const own = before.records.slice(0, count).map((one) => ({ ...one, label: 1 }));
  const others = after.records.slice(-behind).map((one) => ({ ...one, label: 0 }));
  const pattern = others.length > own.length ? "more-of-the-second" : "fewer-of-the-second";
  const uri = `http://takeover-${made}.example.net/`;
  [...own, ...others].forEach(({ record, label }, year) => {
    const date = `${2000 + year}-05-04T10:00:00Z`;
    const moved = record
      .replace(/^WARC-Target-URI: .*$/m, `WARC-Target-URI: ${uri}`)
      .replace(/^WARC-Date: .*$/m, `WARC-Date: ${date}`);
    written.push(gzipSync(Buffer.from(HEAD + moved, "latin1")));
    const kind = label === 1 ? "original" : "takeover";
    rows.push([made, date.replace(/\D/g, ""), uri, label, pattern, kind, before.site].join("\t"));
  });
}
mkdirSync(out, { recursive: true });
writeFileSync(join(out, "pages.warc.gz"), Buffer.concat(written));
writeFileSync(join(out, "labels.tsv"), `${rows.join("\n")}\n`);
console.log(`${TIMEMAPS} TimeMaps, ${written.length} mementos`);
