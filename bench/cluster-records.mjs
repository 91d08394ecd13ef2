/**
 * Clusters the records of generated captures with examples/rounds.mjs, and prints CPU seconds and memory. Each seed has
 * twenty captures, and every second capture differs from the one before. Seeds of one template differ in the lengths of
 * their lists and in some classes. One seed in thirty ends parked. The records are the same in every run.
 *
 *     npm run build && node bench/cluster-records.mjs [CAPTURES=100000] [TEMPLATES=1000]
 */
import { spawnSync } from "node:child_process";
import {
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { measures } from "../build/score/measures/index.js";
import { planRun, stampOf } from "../build/score/settings/plan.js";
import { checkedSettings } from "../build/run/detect.js";
import { encodeRecord, writtenFeatures } from "../build/run/lines/lines.js";

const captures = Number(process.argv[2] ?? 100_000);
const templateCount = Number(process.argv[3] ?? 1000);
const OFF = { simhash: false, contentLength: false, detectLanguage: false };
const { settings } = checkedSettings({ measures: "structure-style=0.5", ...OFF });
const stamp = stampOf(settings, measures);
if (planRun(settings, measures).requests.length !== 2) throw new Error("other features are read");

const folder = mkdtempSync(join(tmpdir(), "cluster-records-"));
const at = (name) => join(folder, name);
try {
  writeRecords(at("records"));
  cluster();
} finally {
  rmSync(folder, { recursive: true });
}

function cluster() {
  const usage = at("usage");
  const { status, stderr } = spawnSync(
    process.execPath,
    [
      ...["--import", join(import.meta.dirname, "report-usage.mjs")],
      ...[join(import.meta.dirname, "../examples/rounds.mjs"), "cluster", "csv"],
      ...["-o", at("clusters.csv")],
    ],
    {
      encoding: "utf8",
      env: { ...process.env, USAGE_FILE: usage },
      stdio: [openSync(at("records"), "r"), "pipe", "pipe"],
    },
  );
  if (status !== 0) throw new Error(stderr);
  const { cpu, rssMB } = JSON.parse(readFileSync(usage, "utf8"));
  const rows = readFileSync(at("clusters.csv"), "utf8").trimEnd().split("\n");
  console.log(
    `${cpu.toFixed(1)} CPU seconds, ${rssMB.toFixed(0)} MB, ${rows.at(-1).split(",")[0]} clusters`,
  );
}

function writeRecords(path) {
  const random = randomFrom(20160616);
  const templates = Array.from({ length: templateCount }, (_, n) => makeTemplate(n, random));
  const parked = Array.from({ length: 5 }, (_, n) => {
    const template = makeTemplate(`parked${n}`, random);
    return makePage(
      template,
      template.parts.map(({ items }) => items),
      [],
    );
  });
  const seeds = Math.ceil(captures / 20);
  const file = openSync(path, "w");
  let pages = 0;
  for (let seed = 0; seed < seeds; seed++) {
    // A few templates are used by many of the seeds, as on the web.
    const template = templates[Math.floor(templateCount * random() ** 3)];
    const items = template.parts.map(({ items: usual }) => usual);
    const own = random() < 0.3 ? [`own-${Math.floor(random() * 1000)}`] : [];
    const end = random() < 1 / 30 ? 10 : 20;
    let features;
    const lines = [];
    for (let n = 0; n < 20; n++) {
      if (n >= end) features = parked[seed % parked.length];
      else if (features === undefined || random() < 0.5) {
        for (const [part, { varies, items: usual }] of template.parts.entries()) {
          if (varies) items[part] = Math.max(1, Math.round(usual * (0.85 + 0.3 * random())));
        }
        features = makePage(template, items, own);
      }
      const key = `example,seed-${String(seed).padStart(6, "0")})/`;
      const uriR = `http://seed-${String(seed).padStart(6, "0")}.example/`;
      const mementoDatetime = `20${String(n).padStart(2, "0")}-01-01T00:00:00Z`;
      lines.push(
        encodeRecord({
          key,
          capture: { uriR, mementoDatetime, uriM: `${n}` },
          stamp,
          features: writtenFeatures(features, true),
        }),
      );
      pages += 1;
    }
    writeSync(file, lines.map((line) => `${line}\n`).join(""));
  }
  closeSync(file);
  console.log(
    `${pages} captures, ${templateCount} templates, ${Math.round(statSync(path).size / 1e6)} MB of records`,
  );
}

function makeTemplate(name, random) {
  const tags = ["div", "section", "p", "ul", "table", "article", "span", "h2", "nav", "form"];
  const parts = Array.from({ length: 4 + Math.floor(random() * 9) }, (_, part) => ({
    tag: tags[Math.floor(random() * tags.length)],
    name: `t${name}-p${part}`,
    items: 3 + Math.floor(30 * random() ** 2),
    inner: tags[Math.floor(random() * 3)],
    deep: 1 + Math.floor(random() * 3),
    varies: random() < 0.4,
  }));
  return { name, parts };
}

/** Returns the features of a page: its tree in postorder and its classes. */
function makePage({ name, parts }, items, own) {
  const tree = { labels: [], label: [], size: [] };
  const classes = new Set([`t${name}`, ...own]);
  const add = (tag, children) => {
    const before = tree.label.length;
    children();
    let place = tree.labels.indexOf(tag);
    if (place < 0) place = tree.labels.push(tag) - 1;
    tree.label.push(place);
    tree.size.push(tree.label.length - before);
  };
  const nested = (tag, depth) => depth > 0 && add(tag, () => nested(tag, depth - 1));
  add("html", () => {
    add("head", () => add("title", () => undefined));
    add("body", () => {
      for (const [at, { tag, name: part, inner, deep }] of parts.entries()) {
        classes.add(part).add(`${part}-item`);
        add(tag, () => {
          for (let n = 0; n < items[at]; n++) {
            classes.add(`${part}-${n % 4}`);
            add(inner, () => nested("span", deep));
          }
        });
      }
    });
  });
  return [tree, [...classes].sort()].map((value) => JSON.stringify({ value }));
}

function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
