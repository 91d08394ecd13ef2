/**
 * Measures how much of the text that people extracted from pages each tool finds: word precision, recall and F1 (words
 * as a multiset, in lower case), as the mean over pages. Our removers run here. The texts of other tools are read from
 * files beside the pages (prepare.mjs, peers.py).
 *
 *     npm run build && node bench/extraction/measure.mjs DATA [--pages N] [--odd | --even] [REMOVER...]
 */
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { openPage } from "../../dist/lib/index.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    pages: { type: "string", default: "Infinity" },
    odd: { type: "boolean", default: false },
    even: { type: "boolean", default: false },
  },
});
const [data, ...named] = positionals;
if (data === undefined) {
  console.error(
    "usage: node bench/extraction/measure.mjs DATA [--pages N] [--odd | --even] [REMOVER...]",
  );
  process.exit(2);
}
const removers = named.length > 0 ? named : ["none", "justext", "readability", "density"];

const sums = new Map();
const sets = (await readdir(data)).toSorted();
for (const set of sets) {
  const files = (await readdir(path.join(data, set))).toSorted();
  const there = new Set(files);
  const pages = some(
    files.filter((file) => file.endsWith(".html")).map((file) => file.slice(0, -".html".length)),
    Number(values.pages),
  ).filter((_, at) => !(values.odd && at % 2 === 0) && !(values.even && at % 2 === 1));
  for (const name of pages) {
    const at = (kind) => path.join(data, set, `${name}.${kind}`);
    const gold = wordsOf(await readFile(at("gold.txt"), "utf8"));
    const page = openPage(await readFile(at("html")), "text/html; charset=utf-8");
    for (const remover of removers)
      count(remover, set, agreement(gold, wordsOf(page.text(remover, page.language ?? "en"))));
    if (named.length > 0) continue;
    for (const file of there) {
      if (!file.startsWith(`${name}.`) || !file.endsWith(".txt") || file.endsWith("gold.txt"))
        continue;
      const tool = file.slice(name.length + 1, -".txt".length);
      count(
        tool,
        set,
        agreement(gold, wordsOf(await readFile(path.join(data, set, file), "utf8"))),
      );
    }
  }
}
print();

function count(tool, set, { precision, recall, f1 }) {
  for (const key of [`${tool}\t${set}`, `${tool}\tall`]) {
    const sum = sums.get(key) ?? { pages: 0, precision: 0, recall: 0, f1: 0 };
    sum.pages += 1;
    sum.precision += precision;
    sum.recall += recall;
    sum.f1 += f1;
    sums.set(key, sum);
  }
}

function print() {
  const mean = (tool, set, what) => {
    const sum = sums.get(`${tool}\t${set}`);
    return sum === undefined ? "" : (sum[what] / sum.pages).toFixed(3);
  };
  /** Returns the mean over sets. Each set has the same weight, whatever its number of pages. */
  const over = (tool, what) =>
    (
      sets.reduce((total, set) => {
        const sum = sums.get(`${tool}\t${set}`);
        return total + (sum === undefined ? 0 : sum[what] / sum.pages);
      }, 0) / sets.length
    ).toFixed(3);
  const tools = [...new Set([...sums.keys()].map((key) => key.split("\t")[0]))];
  console.log(`| tool | ${sets.join(" | ")} | mean F1 | precision | recall |`);
  console.log(`|---|${sets.map(() => "---|").join("")}---|---|---|`);
  const rows = tools.map((tool) => ({ tool, f1: over(tool, "f1") }));
  for (const { tool, f1 } of rows.toSorted((one, other) => other.f1 - one.f1))
    console.log(
      `| ${tool} | ${sets.map((set) => mean(tool, set, "f1")).join(" | ")} | ${f1} | ${over(tool, "precision")} | ${over(tool, "recall")} |`,
    );
  const pages = sets.map((set) => `${set} ${sums.get(`${tools[0]}\t${set}`)?.pages ?? 0}`);
  console.log(`\nPages: ${pages.join(", ")}. F1 of each set is the mean of its pages.`);
}

/** Returns `most` items of a list, evenly spaced. */
function some(list, most) {
  const length = Math.min(most, list.length);
  return Array.from({ length }, (_, at) => list[Math.floor((at * list.length) / length)]);
}

function wordsOf(text) {
  const words = new Map();
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu))
    words.set(word, (words.get(word) ?? 0) + 1);
  return words;
}

function agreement(gold, found) {
  let both = 0;
  for (const [word, times] of found) both += Math.min(times, gold.get(word) ?? 0);
  const [ofGold, ofFound] = [gold, found].map((words) =>
    [...words.values()].reduce((sum, times) => sum + times, 0),
  );
  const precision = ofFound === 0 ? 0 : both / ofFound;
  const recall = ofGold === 0 ? 1 : both / ofGold;
  return {
    precision,
    recall,
    f1: both === 0 ? 0 : (2 * precision * recall) / (precision + recall),
  };
}
