/**
 * Looks whether other captures of the input help to judge a capture: the target of a frame or forward, the target of a
 * redirect, the home page of the seed's host, and other seeds of the host.
 *
 *     npm run build && node bench/other-captures.mjs FOLDER=RESULTS.jsonl[=LABELS]... [--list]
 *
 * A FOLDER holds WARC files and labels.tsv. RESULTS are those of the default profile over these files, as JSON Lines.
 * bench/notes/surroundings.md has the figures.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { cosineOfProjections, LsiFit, project } from "../build/extensions/otmt/lsi.js";
import { bareHost, seedKey } from "../build/base/uri.js";
import { shellOf } from "../build/page/html/forwards.js";
import { readPages } from "./read-pages.mjs";
import { grouped } from "./train/counting.mjs";
import { rowsByCapture } from "./train/sets.mjs";

const words = process.argv.slice(2);
const isListed = words.includes("--list");
/** Least cosine of two texts that are nearly equal, and number of words below which a text says nothing. */
const [NEARLY, FEWEST] = [0.9, 20];
const TOPICS = [10, 50];
/** Weights of a score beside the log-odds of the probability. */
const WEIGHTS = [0, 1, 2, 4, 8, 16];

async function look(folder, results, file = join(folder, "labels.tsv")) {
  const labels = rowsByCapture(file);
  const rows = rowsOf(results);
  const captures = await capturesOf(folder, rows, labels);
  const hosts = grouped(captures, ({ host }) => host);
  const seeds = grouped(captures, ({ seed }) => seed);
  console.log(`\n${folder}: ${captures.length} captures, ${seeds.size} seeds, ${hosts.size} hosts`);
  shells(captures, seeds);
  redirects(rows, labels);
  topics(captures, seeds);
  const several = [...hosts.values()].filter((all) => grouped(all, ({ seed }) => seed).size > 1);
  const homes = captures.filter(({ path }) => path === "/");
  const besideHome = captures.filter(
    ({ path, host }) => path !== "/" && homes.some((home) => home.host === host),
  );
  console.log(
    `hosts with several seeds: ${several.length}; captures of other pages whose host has its home page as a seed: ${besideHome.length}`,
  );
  rule("like the home page, and the seed's first good capture is not", besideHome, (one) => {
    const ofHost = homes.filter(({ host }) => host === one.host);
    return (
      ofHost.some((home) => near(home, one)) &&
      !ofHost.some((home) => near(home, first(seeds, one)))
    );
  });
  const siblings = several.flat();
  const missed = siblings.filter(({ label, status }) => label === 1 && status !== "off-topic");
  console.log(`off-topic captures of these hosts that are not called so: ${missed.length}`);
  rule("like another seed of the host, and the first good captures differ", siblings, (one) =>
    hosts
      .get(one.host)
      .some(
        (other) =>
          other.seed !== one.seed &&
          near(other, one) &&
          !near(first(seeds, other), first(seeds, one)) &&
          !near(one, first(seeds, one)),
      ),
  );
  rule("the same, within a month", siblings, (one) =>
    hosts
      .get(one.host)
      .some(
        (other) =>
          other.seed !== one.seed &&
          near(other, one) &&
          days(other, one) <= 31 &&
          !near(first(seeds, other), first(seeds, one)) &&
          !near(one, first(seeds, one)),
      ),
  );
}

/** Counts frames and forwards, and those whose target is in the input. */
function shells(captures, seeds) {
  const found = captures.flatMap((one) => (one.shell === undefined ? [] : [one]));
  const inInput = found.filter(
    ({ seed, target }) => target !== undefined && target !== seed && seeds.has(target),
  );
  const off = (list) => list.filter(({ label }) => label === 1).length;
  const unsure = found.filter(({ status }) => status === "unsure");
  console.log(
    `frames and forwards: ${found.length} (${off(found)} off-topic), ${unsure.length} of them unsure; target in the input: ${inInput.length} (${off(inInput)} off-topic)`,
  );
  if (isListed)
    for (const one of inInput)
      console.log(`  ${one.label} ${one.date} ${one.uri} -> ${one.target}`);
}

/** Counts judged captures of the results that a redirect led to another page. */
function redirects(rows, labels) {
  const all = rows.flatMap((row) => {
    const to = row.redirect?.["URI-R"];
    if (to === undefined) return [];
    const date = dateOf(row);
    const { label } = labels.get(`${date} ${row["URI-R"]}`) ?? labels.get(`${date} ${to}`) ?? {};
    const [from, target] = [new URL(row["URI-R"]), new URL(to)];
    const isOther = bareHost(from.hostname) !== bareHost(target.hostname);
    const isHome = !isOther && target.pathname === "/" && from.pathname !== "/";
    return [{ label, isOther, isHome }];
  });
  const off = all.filter(({ label }) => label === 1);
  console.log(
    `redirects: ${all.length}, to other hosts ${all.filter(({ isOther }) => isOther).length}, to home pages ${all.filter(({ isHome }) => isHome).length}; off-topic: ${off.length}, to other hosts ${off.filter(({ isOther }) => isOther).length}, to home pages ${off.filter(({ isHome }) => isHome).length}`,
  );
}

/**
 * Looks whether the topics of the collection (LSI of the seeds' first good captures) show what the probability does not.
 * A text of few words has the mean score of the others.
 */
function topics(captures, seeds) {
  const judged = captures.filter(({ label, p }) => label !== undefined && p !== undefined);
  const firsts = [...seeds.values()].map((all) => first(seeds, all[0]));
  const uses = new Map();
  for (const { terms } of firsts)
    for (const term of terms.counts.keys()) uses.set(term, (uses.get(term) ?? 0) + 1);
  const weighted = ({ terms: { counts } }) => {
    const known = [...counts].filter(([term]) => uses.has(term));
    const weights = known.map(
      ([term, n]) => (1 + Math.log(n)) * Math.log((1 + firsts.length) / uses.get(term)),
    );
    return { terms: known.map(([term]) => term), counts: weights };
  };
  const length = (list) => list.reduce((sum, x) => sum + x * x, 0);
  for (const number of TOPICS) {
    const fit = new LsiFit(number);
    for (const one of firsts) fit.add(weighted(one));
    const found = fit.finish();
    const placeOf = (one) => project(weighted(one), found);
    const score = {
      "distance from the first": (one) =>
        1 - cosineOfProjections(placeOf(one), placeOf(first(seeds, one))),
      "share outside": (one) => 1 - length(placeOf(one)) / (length(weighted(one).counts) || 1),
    };
    for (const [name, scoreOf] of Object.entries(score)) {
      const known = judged.map((one) => (one.terms.size < FEWEST ? undefined : scoreOf(one)));
      const real = known.filter((each) => each !== undefined);
      const mean = real.reduce((sum, each) => sum + each, 0) / real.length;
      const figures = WEIGHTS.map((weight) =>
        averagePrecision(
          judged.map(({ label, p }, at) => ({
            ...{ label, sum: logOdds(p) + weight * (known[at] ?? mean) },
          })),
        ).toFixed(3),
      );
      const without = judged.flatMap(({ label }, at) =>
        known[at] === undefined ? [] : [{ label, sum: known[at] }],
      );
      console.log(
        `LSI, ${number} topics, ${name}: alone ${averagePrecision(without).toFixed(3)}; with the probability, weights ${WEIGHTS.join(", ")}: ${figures.join(", ")}`,
      );
    }
  }
}

const logOdds = (p) => Math.log(Math.max(p, 1e-6) / Math.max(1 - p, 1e-6));

function averagePrecision(list) {
  const sorted = list.map(({ sum, label }) => [sum, label]).sort(([a], [b]) => b - a);
  const all = list.filter(({ label }) => label === 1).length;
  let [found, sum, at] = [0, 0, 0];
  while (at < sorted.length) {
    const level = sorted.slice(at).findIndex(([value]) => value !== sorted[at][0]);
    const end = level < 0 ? sorted.length : at + level;
    const off = sorted.slice(at, end).filter(([, label]) => label === 1).length;
    found += off;
    sum += (off * found) / end;
    at = end;
  }
  return sum / all;
}

function rule(name, captures, isOff) {
  const found = captures.filter(isOff);
  const fresh = found.filter(({ status }) => status !== "off-topic");
  const [off, on] = [1, 0].map((label) => fresh.filter((one) => one.label === label));
  const had = found.length - fresh.length;
  const seedsOf = (list) => new Set(list.map(({ seed }) => seed)).size;
  console.log(
    `${name}: ${found.length}, ${had} called off-topic before; new: ${off.length} off-topic in ${seedsOf(off)} seeds, ${on.length} on-topic in ${seedsOf(on)}`,
  );
  if (isListed)
    for (const one of fresh)
      console.log(`  ${one.label} ${one.status} ${one.p} ${one.date} ${one.uri}`);
}

function rowsOf(file) {
  const lines = readFileSync(file, "utf8").trim().split("\n").slice(1);
  return lines.map((line) => JSON.parse(line)).filter((row) => URL.canParse(row["URI-R"] ?? ""));
}

const dateOf = (row) => String(row["memento-datetime"]).replace(/\D/gu, "").slice(0, 14);

async function capturesOf(folder, rows, labels) {
  const verdicts = new Map(rows.map((row) => [`${dateOf(row)} ${row["URI-R"]}`, row]));
  const captures = [];
  for await (const { capture, page } of readPages([folder])) {
    const { uriR: uri, mementoDatetime } = capture;
    const date = mementoDatetime.replace(/\D/gu, "").slice(0, 14);
    const row = verdicts.get(`${date} ${uri}`);
    if (row === undefined) continue;
    const { hostname, pathname } = new URL(uri);
    const shell = shellOf(page);
    const target =
      shell && URL.canParse(shell.target, uri) ? new URL(shell.target, uri).href : undefined;
    captures.push({
      ...{ uri, date, host: bareHost(hostname), path: pathname, seed: seedKey(uri) },
      label: labels.get(`${date} ${uri}`)?.label,
      ...{
        shell,
        target: target && seedKey(target),
        to: row.redirect?.["URI-R"] ?? row.redirect?.URI,
      },
      status: row["overall topic status"],
      p: row["timemap measures"]?.combined?.["comparison score"],
      terms: termsOf(page.paragraphs.map(({ text }) => text).join(" ")),
    });
  }
  return captures.sort((a, b) => a.date - b.date);
}

function termsOf(text) {
  const counts = new Map();
  for (const term of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    counts.set(term, (counts.get(term) ?? 0) + 1);
  let square = 0;
  let size = 0;
  for (const count of counts.values()) [square, size] = [square + count * count, size + count];
  return { counts, length: Math.sqrt(square), size };
}

function near({ terms: one }, { terms: other }) {
  if (one.size < FEWEST || other.size < FEWEST) return false;
  let product = 0;
  for (const [term, count] of one.counts) product += count * (other.counts.get(term) ?? 0);
  return product / (one.length * other.length) >= NEARLY;
}

/** The first capture of the seed that the tool calls on-topic. */
function first(seeds, { seed }) {
  const all = seeds.get(seed);
  return all.find(({ status }) => status === "on-topic") ?? all[0];
}

function days({ date: one }, { date: other }) {
  const [a, b] = [one, other].map((date) =>
    Date.parse(date.replace(/^(....)(..)(..).*$/u, "$1-$2-$3")),
  );
  return Math.abs(a - b) / 86_400_000;
}

for (const word of words.filter((each) => !each.startsWith("--"))) await look(...word.split("="));
