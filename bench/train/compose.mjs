/**
 * Builds sets out of a labelled one: node bench/train/compose.mjs OUT FOLDER [README]. OUT gets three folders of a WARC file
 * and labels.tsv: `composed`, TimeMaps that are short, begin off-topic or are off-topic throughout, made of the on-topic
 * mementos of one TimeMap of FOLDER and the off-topic ones of TimeMaps of other sites; `half` and `most`, FOLDER with half
 * and four fifths of its on-topic mementos captured again. README names the sites where labels.tsv does not. Deterministic.
 * The pages stay outside this repository.
 */
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";

const HEAD = /(?=WARC\/1\.[01]\r\nWARC-)/;
/** N: an on-topic memento; F: an off-topic page; G: another one. */
const SHORT = ["N", "F", "NN", "FN", "NF", "FF", "FFN", "FNN", "FGN", "NFN", "FFG", "FNF"];
const LONGER = [
  "FNNNN",
  "FFNNNN",
  "FGFNNNNN",
  "FFFF",
  "FFFNN",
  "FFFGFF",
  "NFFFFF",
  "FFFFFFNNN",
  "FNNNNNNN",
];

const [out, folder, readme] = process.argv.slice(2);
let seed = 17;
const random = (below) => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor((seed / 2 ** 32) * below);
};

const mementos = read();
compose("composed", composed());
compose("half", recaptured(1 / 2));
compose("most", recaptured(4 / 5));

/** The labelled mementos of the set, those of a TimeMap oldest first, each with its record. */
function read() {
  const sites = new Map();
  if (readme !== undefined)
    for (const [, id, site] of readFileSync(readme, "utf8").matchAll(
      /^- \*\*(\d+)\*\* .*?site: ([^;]+);/gm,
    ))
      sites.set(id, site);
  const [head, ...lines] = readFileSync(join(folder, "labels.tsv"), "utf8").trim().split("\n");
  const names = head.split("\t");
  const labels = new Map();
  for (const line of lines) {
    const row = Object.fromEntries(line.split("\t").map((value, at) => [names[at], value]));
    labels.set(`${row.date} ${row.URI}`, { ...row, site: row.site ?? sites.get(row.id) ?? row.id });
  }
  const found = [];
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".warc.gz"))) {
    const text = gunzipSync(readFileSync(join(folder, file))).toString("latin1");
    for (const record of text.split(HEAD)) {
      const type = /^WARC-Type: (\S+)/im.exec(record)?.[1];
      if (type !== "response" && type !== "revisit") continue;
      const uri = /^WARC-Target-URI: (\S+)/im.exec(record)[1];
      const date = /^WARC-Date: (\S+)/im.exec(record)[1].replace(/\D/g, "").slice(0, 14);
      const label = labels.get(`${date} ${uri}`);
      if (label === undefined) continue;
      labels.delete(`${date} ${uri}`);
      found.push({ ...label, record, isRevisit: type === "revisit" });
    }
  }
  if (labels.size > 0) throw new Error(`${labels.size} labelled mementos without a record`);
  return found.sort((a, b) => Number(a.id) - Number(b.id) || (a.date < b.date ? -1 : 1));
}

function composed() {
  const whole = mementos.filter(({ isRevisit }) => !isRevisit);
  const off = whole.filter(({ label }) => label === "0");
  const byTimeMap = grouped(whole);
  const made = [];
  let turn = 0;
  for (const list of byTimeMap.values()) {
    const on = list.filter(({ label }) => label === "1");
    const others = off.filter(({ site }) => site !== list[0].site);
    if (on.length === 0) continue;
    for (const forms of [SHORT, SHORT, SHORT, LONGER, LONGER]) {
      const form = forms[(turn += 1) % forms.length];
      const [f, g] = [others[random(others.length)], others[random(others.length)]];
      const from = random(Math.max(1, on.length - form.replace(/[FG]/g, "").length + 1));
      let next = from;
      const id = String(made.length + 1);
      const uri = `http://composed-${id}.example.net/`;
      made.push(
        [...form].map((letter, at) => ({
          ...(letter === "N" ? on[Math.min(next++, on.length - 1)] : letter === "F" ? f : g),
          ...{ id, URI: uri, date: `${2001 + at}0504100000`, pattern: form, site: list[0].site },
          ...(letter === "N" && { kind: "original" }),
        })),
      );
    }
  }
  return made.flat();
}

function grouped(list) {
  const groups = new Map();
  for (const one of list) groups.set(one.id, [...(groups.get(one.id) ?? []), one]);
  return groups;
}

/** The set with a share of its on-topic mementos captured again a second later. */
function recaptured(share) {
  return mementos.flatMap((memento) => {
    if (memento.label === "0" || random(1000) >= share * 1000) return [memento];
    return [memento, { ...memento, date: later(memento.date), kind: "recaptured" }];
  });
}

function later(date) {
  const [, year, ...rest] = /^(....)(..)(..)(..)(..)(..)$/.exec(date);
  const [month, day, hour, minute, second] = rest.map(Number);
  const at = Date.UTC(Number(year), month - 1, day, hour, minute, second + 1);
  return new Date(at).toISOString().replace(/\D/g, "").slice(0, 14);
}

function compose(name, list) {
  const rows = ["id\tdate\tURI\tlabel\tpattern\tkind\tsite"];
  const records = list.map(({ id, date, URI: uri, label, pattern, kind, site, record }) => {
    rows.push([id, date, uri, label, pattern, kind, site].join("\t"));
    const iso = date.replace(/^(....)(..)(..)(..)(..)(..)$/, "$1-$2-$3T$4:$5:$6Z");
    const moved = record
      .replace(/^WARC-Target-URI: .*$/im, `WARC-Target-URI: ${uri}`)
      .replace(/^WARC-Date: .*$/im, `WARC-Date: ${iso}`);
    return gzipSync(Buffer.from(moved, "latin1"), { level: 1 });
  });
  mkdirSync(join(out, name), { recursive: true });
  writeFileSync(join(out, name, "pages.warc.gz"), Buffer.concat(records));
  writeFileSync(join(out, name, "labels.tsv"), `${rows.join("\n")}\n`);
  const off = list.filter(({ label }) => label === "0").length;
  console.log(`${name}: ${records.length} mementos, ${off} off-topic`);
}
