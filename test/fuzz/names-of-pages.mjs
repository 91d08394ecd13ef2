import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { prepareRun, readAliases, UsageError } from "../../build/index.js";
import { urisOfSeed } from "../../build/base/seed-match.js";
import { readSeeds } from "../../build/read/crawls/seeds.js";
import { must } from "./checks.mjs";

/* Pages under several names: files of --aliases, lines of --seeds, and crawls with redirects in every direction. */

const LEAN = { measures: "bytecount", detectLanguage: false, simhash: false, workers: 0 };

/** Returns undefined for a mistake of the user, which must be told in one line. */
async function orMistake(work) {
  try {
    return await work();
  } catch (cause) {
    if (!(cause instanceof UsageError)) throw cause;
    must(/^[^\n]+$/u.test(cause.message), "a mistake that is not told in one line");
    return undefined;
  }
}

const HOSTS = ["a", "b", "c", "d"];
const uriOf = (random) =>
  `http${random.pick(["", "s"])}://${random.pick(["", "www."])}${random.pick(HOSTS)}.example${random.pick(["/", "/x", "/index.html", "/x.html"])}`;

function pairs(random) {
  const date = () => random.pick(["", "\t2010", "\t2012-05-01", "\t20130501102030", "\tsoon"]);
  const lines = random.list(0, 6, () => `${uriOf(random)}\t${uriOf(random)}${date()}`);
  const text = Buffer.from(`${lines.join(random.pick(["\n", "\r\n"]))}\n`);
  return (random.rarely(2) ? random.damaged(text) : text).toString("utf8");
}

const WORDS = "mill museum garden stone river bridge tower lantern harbour market bread oven";

/** Returns records of captures: pages, errors, redirects and pages that name another address as theirs. */
function records(random) {
  return random.list(1, 12, (at) => {
    const [uri, other] = [uriOf(random), uriOf(random)];
    const year = 2010 + random.below(8);
    const status = random.pick([200, 200, 200, 301, 308, 302, 404]);
    const head =
      status > 300 && status < 400
        ? `HTTP/1.1 ${status} X\r\nLocation: ${random.rarely(8) ? random.text(2).replace(/[\r\n]/gu, "") : other}`
        : `HTTP/1.1 ${status} X`;
    const link = random.rarely(2) ? `<link rel=canonical href="${other}">` : "";
    const page = `<title>${random.pick(HOSTS)}</title>${link}<p>${WORDS} ${random.pick(["old", "new"])}</p>`;
    const block = `${head}\r\nContent-Type: text/html\r\n\r\n${page}`;
    return `WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: ${uri}\r\nWARC-Date: ${year}-01-01T00:00:${String(at).padStart(2, "0")}Z\r\nContent-Length: ${Buffer.byteLength(block)}\r\n\r\n${block}\r\n\r\n`;
  });
}

async function collected(options) {
  const run = await prepareRun(options);
  const results = [];
  for await (const result of run.results) results.push(result);
  return { results, tally: run.tally };
}

/** A capture is in one row whatever is joined, and all rows of a TimeMap have one key and one newest name. */
async function namesTarget(random, folder) {
  const input = `warc=${join(folder, "names.warc")}`;
  writeFileSync(join(folder, "names.warc"), records(random).join(""));
  const given = random.rarely(2)
    ? "auto"
    : await orMistake(() => readAliases(pairs(random), "pairs.tsv"));
  if (given === undefined) return;
  const groupBy = random.pick(["surt", "uri"]);
  const plain = await collected({ ...LEAN, groupBy, input });
  const joined = await collected({ ...LEAN, groupBy, input, aliases: given });
  const captures = ({ results }) =>
    results
      .map(({ capture }) => `${capture.mementoDatetime} ${capture.uriR}`)
      .sort()
      .join("\n");
  must(captures(plain) === captures(joined), "joining TimeMaps loses or makes captures");
  const names = new Map();
  for (const { key, uriT, capture } of joined.results) {
    const before = names.get(key) ?? { uriT, newest: capture.continuesAs };
    names.set(key, { ...before, newest: before.newest ?? capture.continuesAs });
    must(before.uriT === uriT, "a TimeMap with two URI-Ts");
    must(
      capture.continuesAs === undefined ||
        before.newest === undefined ||
        before.newest === capture.continuesAs,
      "a TimeMap with two newest names",
    );
  }
  const again = await collected({ ...LEAN, groupBy, input, aliases: given, memoryBytes: 1 });
  must(JSON.stringify(again.results) === JSON.stringify(joined.results), "memory changes results");
}

/** Every capture of the URIs of a seed is a row or is counted. */
async function seedLinesTarget(random, folder) {
  const between = () => random.pick([" | ", "\t", "  ", " |", "| ", " # "]);
  const line = () =>
    random.list(1, 3, () => uriOf(random)).reduce((all, uri) => all + between() + uri);
  const text = Buffer.from(`${random.list(1, 3, line).join("\n")}\n`);
  writeFileSync(join(folder, "seeds.txt"), random.rarely(2) ? random.damaged(text) : text);
  const seeds = await orMistake(() => readSeeds(join(folder, "seeds.txt")));
  if (seeds === undefined) return;
  for (const seed of seeds) {
    for (const uri of urisOfSeed(seed)) must(URL.canParse(uri), `a seed that is no URI: ${uri}`);
  }
  const given = records(random);
  writeFileSync(join(folder, "names.warc"), given.join(""));
  const input = `warc=${join(folder, "names.warc")}`;
  const { results, tally } = await collected({ ...LEAN, input, http: { seeds } });
  const rows = results.filter(({ kind }) => kind === "memento").length;
  const counted = [...tally.skipped.values()].reduce((sum, count) => sum + count, 0);
  must(rows + counted + tally.damage.length >= given.length, "a capture in no row and no count");
}

export const NAMES_OF_PAGES = [
  ["aliases", namesTarget],
  ["seed-lines", seedLinesTarget],
];
