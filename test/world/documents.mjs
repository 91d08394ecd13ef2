/**
 * Runs every command line of README.md and docs/ on the example collection, in the order of each page. Leaves out
 * commands that need a host on the web, other software or a person, and docs/many-machines.md, whose commands the tests
 * of examples/ run.
 *   node test/world/documents.mjs
 */
import { spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = join(import.meta.dirname, "..", "..");
const COLLECTION = join(root, "fixtures", "collection");
const SMALL = join(COLLECTION, "saltmouth-2009-2013.warc.gz");
/** Matches commands that need the web, Docker or a person, or write to the user's home folder. */
const NOT_RUN =
  /https?:\/\/(?!localhost)|aws s3|\$similarity|archiveit=|wasapi=|--archive ia|@uris|@mementos|dir=work|docker|detect_off_topic review|~\/|candidates\.jsonl|warcs|made-web/u;

const text = (path) => readFileSync(join(root, path), "utf8");

/**
 * Returns the command lines of a page: those in its shell blocks, and those behind a prompt in blocks without a
 * language.
 */
function commandsOf(page) {
  const blocks = [...text(page).matchAll(/^```(sh|)\n([^]*?)^```/gmu)];
  return blocks.flatMap(([, kind, block]) => {
    const prompted = block.startsWith("$ ");
    if (kind === "" && !prompted) return [];
    const lines = block
      .replaceAll("\\\n", " ")
      .replaceAll(/\|\n\s*/gu, "| ")
      .split("\n");
    return lines
      .filter((line) => !prompted || line.startsWith("$ "))
      .map((line) => line.replace(/^\$ /u, "").trim())
      .filter((line) => /(?:^| )detect_off_topic /u.test(line));
  });
}

/** Fills a folder with files under the names that the documents use. */
function filesFor(folder) {
  const place = (...names) => join(folder, ...names);
  mkdirSync(place("crawls"));
  mkdirSync(place("bin"));
  mkdirSync(place("collections"));
  for (const name of readdirSync(COLLECTION).filter((each) => each.endsWith(".warc.gz")))
    cpSync(join(COLLECTION, name), place("crawls", name));
  for (const name of ["crawl", "other", "perf-2k", "a", "crawl1"])
    cpSync(SMALL, place(`${name}.warc.gz`));
  for (const name of ["b", "crawl2"])
    cpSync(join(root, "fixtures/warcs/two-captures.warc"), place(`${name}.warc.gz`));
  cpSync(join(root, "fixtures"), place("fixtures"), { recursive: true });
  cpSync(join(root, "examples"), place("examples"), { recursive: true });
  cpSync(join(COLLECTION, "labels.tsv"), place("gold.tsv"));
  cpSync(SMALL, place("FILE"));
  cpSync(join(root, "fixtures/documents/captures.warc"), place("crawl.warc.wet.gz"));
  writeFileSync(place("moves.tsv"), "http://old.example/\thttp://new.example/\n");
  writeFileSync(place("seeds.txt"), "http://www.brackenford-library.example/\n");
  const [, script = ""] = /```js\n([^]*?)```/u.exec(text("docs/extending.md"));
  writeFileSync(place("mine.mjs"), script.replace("linked", "mine"));
  const [, page = ""] = /```html\n([^]*?)```/u.exec(text("bench/notes/density.md"));
  writeFileSync(place("page.html"), page);
  const command = `#!/bin/sh\nexec "${process.execPath}" "${join(root, "bin", "detect_off_topic.js")}" "$@"\n`;
  writeFileSync(place("bin", "detect_off_topic"), command, { mode: 0o755 });
  const run = (line) => shell(folder, line);
  run("detect_off_topic -q -i warc=crawls/ -ot jsonl --explain -o out.jsonl");
  run(`detect_off_topic filter out.jsonl -i warc=crawls/ -o crawl.wacz`);
  run(`detect_off_topic filter out.jsonl -i warc=crawls/ -o collections/mine/`);
  run("detect_off_topic -q -i warc=crawls/ -tm cosine -o before.json");
  run("detect_off_topic -q -i warc=crawls/ -tm cosine -o after.json");
  const decided = readFileSync(place("out.jsonl"), "utf8")
    .split("\n")
    .flatMap((line) => /"URI-M":"([^"]+)"/u.exec(line)?.[1] ?? [])
    .slice(0, 60)
    .map((uriM) => `${uriM}\t1\tAnn\t2024-01-01T00:00:00Z\n`);
  for (const name of ["decisions", "march"])
    writeFileSync(place(`${name}.tsv`), `URI-M\tlabel\tby\tat\n${decided.join("")}`);
  for (const name of ["last", "run", "march", "june"])
    cpSync(place("out.jsonl"), place(`${name}.jsonl`));
}

function shell(folder, line) {
  const env = { ...process.env, PATH: `${join(folder, "bin")}:${process.env.PATH}` };
  return spawnSync("bash", ["-o", "pipefail", "-c", line], {
    cwd: folder,
    env,
    encoding: "utf8",
    input: "",
  });
}

const work = mkdtempSync(join(tmpdir(), "documents-"));
const prepared = join(work, "prepared");
mkdirSync(prepared);
filesFor(prepared);
let failed = 0;
let count = 0;
const pages = [
  "README.md",
  ...readdirSync(join(root, "docs"))
    .filter((name) => name.endsWith(".md") && name !== "many-machines.md")
    .map((name) => `docs/${name}`),
];
for (const page of pages) {
  const commands = commandsOf(page).filter((line) => !NOT_RUN.test(line));
  if (commands.length === 0) continue;
  const folder = join(work, page.replaceAll("/", "-"));
  cpSync(prepared, folder, { recursive: true });
  for (const line of commands) {
    count++;
    const { status, stderr } = shell(folder, line);
    // Status 4 means that compare found differences or that --fail-on is met.
    if (status === 0 || (status === 4 && / compare |--fail-on/u.test(line))) continue;
    failed++;
    console.error(
      `${page}: status ${status} of: ${line}\n${stderr.split("\n").slice(0, 3).join("\n")}`,
    );
  }
}
rmSync(work, { recursive: true });
console.log(`${count} command lines of ${pages.length} documents, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
