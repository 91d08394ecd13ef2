/**
 * Builds sets out of a labelled one: node bench/train/compose.mjs OUT FOLDER [--sites README] [--thin]. OUT gets folders of
 * a WARC file and labels.tsv: `composed`, TimeMaps that are short, begin off-topic or are off-topic throughout, made of the
 * on-topic mementos of one TimeMap of FOLDER and the off-topic ones of TimeMaps of other sites; `half` and `most`, FOLDER with
 * half and four fifths of its on-topic mementos captured again; `taken`, TimeMaps in which the end of one on-topic history
 * stands behind the beginning of another site's; `whole`, FOLDER as it is. With --thin at most ten on-topic
 * and ten off-topic mementos of each TimeMap are taken. README names the sites where labels.tsv does not. Deterministic.
 * The pages stay outside this repository.
 */
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { gunzipSync, gzipSync } from "node:zlib";
import { grouped } from "./counting.mjs";
import { labelledRecords, moved } from "./sets.mjs";

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
/** Of each label, with --thin. */
const mostOfTimeMap = 10;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sites: { type: "string" }, thin: { type: "boolean" } },
});
const [out, folder] = positionals;
let seed = 17;
const random = (below) => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor((seed / 2 ** 32) * below);
};

const mementos = await read();
compose("whole", mementos);
compose("composed", composed());
compose("half", recaptured(1 / 2));
compose("most", recaptured(4 / 5));
compose("taken", takenOver());

/** The labelled mementos of the set, those of a TimeMap oldest first, each with its record, compressed. */
async function read() {
  const found = [];
  for await (const { record, ...memento } of labelledRecords(folder, values.sites))
    found.push({ ...memento, record: compressed(record) });
  found.sort((a, b) => Number(a.id) - Number(b.id) || (a.date < b.date ? -1 : 1));
  if (values.thin !== true) return found;
  const kept = new Set(
    [...grouped(found, ({ id, label }) => `${id} ${label}`).values()].flatMap(spread),
  );
  return found.filter((one) => kept.has(one));
}

/** At most so many of a list, evenly spaced. */
function spread(list) {
  if (list.length <= mostOfTimeMap) return list;
  const step = (list.length - 1) / (mostOfTimeMap - 1);
  return Array.from({ length: mostOfTimeMap }, (_, at) => list[Math.round(at * step)]);
}

function composed() {
  const whole = mementos.filter(({ isRevisit }) => !isRevisit);
  const off = whole.filter(({ label }) => label === 1);
  const made = [];
  let turn = 0;
  for (const list of grouped(whole, ({ id }) => id).values()) {
    const on = list.filter(({ label }) => label === 0);
    const others = off.filter(({ site }) => site !== list[0].site);
    if (on.length === 0) continue;
    for (const forms of [SHORT, SHORT, SHORT, LONGER, LONGER]) {
      const form = forms[(turn += 1) % forms.length];
      const [f, g] = [others[random(others.length)], others[random(others.length)]];
      const from = random(Math.max(1, on.length - form.replace(/[FG]/g, "").length + 1));
      let next = from;
      const id = String(made.length + 1);
      made.push(
        [...form].map((letter, at) => ({
          ...(letter === "N" ? on[Math.min(next++, on.length - 1)] : letter === "F" ? f : g),
          ...{ id, date: `${2001 + at}0504100000`, pattern: form, site: list[0].site },
          // One that says something, where the site's own does.
          URI: new URL(`?composed=${id}`, list[0].URI).href,
          ...(letter === "N" && { kind: "original" }),
        })),
      );
    }
  }
  return made.flat();
}

/** The set with a share of its on-topic mementos captured again a second later. */
function recaptured(share) {
  return mementos.flatMap((memento) => {
    if (memento.label === 1 || random(1000) >= share * 1000) return [memento];
    return [memento, { ...memento, date: later(memento.date), kind: "recaptured" }];
  });
}

/** As many TimeMaps as the set has, at most 80: `pattern` says which of the two sites has more mementos. */
function takenOver() {
  const on = mementos.filter(({ label, isRevisit }) => label === 0 && !isRevisit);
  const histories = [...grouped(on, ({ id }) => id).values()];
  const made = [];
  for (let turn = 0; made.length < Math.min(80, histories.length) && turn < 5000; turn += 1) {
    const [before, after] = [
      histories[random(histories.length)],
      histories[random(histories.length)],
    ];
    const [own, others] = [before.slice(0, 2 + random(8)), after.slice(-1 - random(9))];
    if (before[0].site === after[0].site || before.length < 2) continue;
    const id = String(made.length + 1);
    const pattern = others.length > own.length ? "more-of-the-second" : "fewer-of-the-second";
    made.push(
      [...own, ...others].map((memento, at) => ({
        ...memento,
        ...{ id, pattern, date: `${2001 + at}0504100000`, site: before[0].site },
        ...(at < own.length ? { kind: "original" } : { kind: "takeover", label: 1 }),
        URI: new URL(`?taken=${id}`, before[0].URI).href,
      })),
    );
  }
  return made.flat();
}

function later(date) {
  const [, year, ...rest] = /^(....)(..)(..)(..)(..)(..)$/.exec(date);
  const [month, day, hour, minute, second] = rest.map(Number);
  const at = Date.UTC(Number(year), month - 1, day, hour, minute, second + 1);
  return new Date(at).toISOString().replace(/\D/g, "").slice(0, 14);
}

function compose(name, list) {
  const to = join(out, name);
  mkdirSync(to, { recursive: true });
  const pages = join(to, "pages.warc.gz");
  writeFileSync(pages, "");
  const rows = ["id\tdate\tURI\tlabel\tpattern\tkind\tsite\tlang"];
  for (const { id, date, URI: uri, label, pattern, kind, site, lang, record } of list) {
    rows.push([id, date, uri, 1 - label, pattern, kind, site, lang ?? ""].join("\t"));
    appendFileSync(pages, compressed(moved(gunzipSync(record).toString("latin1"), uri, date)));
  }
  writeFileSync(join(to, "labels.tsv"), `${rows.join("\n")}\n`);
  const off = list.filter(({ label }) => label === 1).length;
  console.log(`${name}: ${list.length} mementos, ${off} off-topic`);
}

function compressed(text) {
  return gzipSync(Buffer.from(text, "latin1"), { level: 1 });
}
