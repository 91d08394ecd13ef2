// Pictures of captures at full size: 1,000 captures in 20 minutes, a killed run that is continued, and pages that hang.
// The browser tests show that no request leaves the machine.
//   node test/world/pictures.mjs FOLDER [PART...]
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { deflateSync, crc32 } from "node:zlib";
import { warcRecord } from "../../fixtures/building/records.mjs";

const folder = resolve(process.argv[2]);
const parts = process.argv.slice(3);
mkdirSync(folder, { recursive: true });
const bin = resolve("bin/detect_off_topic.js");

/** Runs the command and returns its standard error. */
function run(...args) {
  const ended = spawnSync(process.execPath, [bin, ...args], { encoding: "utf8" });
  if (ended.status !== 0) throw new Error(`${args.join(" ")}: ${ended.status} ${ended.stderr}`);
  return ended.stderr;
}

const index = (name) => JSON.parse(readFileSync(join(folder, name, "pictures.json"), "utf8"));
const check = (holds, what) => {
  if (!holds) throw new Error(what);
  console.log(`ok: ${what}`);
};

/** Returns a PNG of noise in one colour. */
function png(width, height, seed) {
  const chunk = (type, data) => {
    const content = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(content));
    return Buffer.concat([length, content, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const rows = Buffer.alloc((3 * width + 1) * height);
  for (let at = 0; at < rows.length; at += 1) {
    rows[at] = at % (3 * width + 1) === 0 ? 0 : (at * (seed + 7)) % 251;
  }
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

const response = (uri, date, type, body) =>
  warcRecord({
    ...{ version: "1.1", type: "response", date, uri },
    fields: [["Content-Type", "application/http; msgtype=response"]],
    block: Buffer.concat([
      Buffer.from(`HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\n\r\n`),
      Buffer.from(body),
    ]),
  }).bytes;

/** Writes a collection of sites in which every page has a style and four pictures of its own. */
function writeSites(path, sites, captures) {
  const records = [];
  for (let site = 0; site < sites; site += 1) {
    const home = `http://site-${site}.example/`;
    for (let capture = 0; capture < captures; capture += 1) {
      const date = `${2005 + capture}0101000000`;
      const pictures = [0, 1, 2, 3].map((n) => `<img src="/picture-${n}.png" width="200">`);
      const words = Array.from({ length: 400 }, (_, n) => `word${(n * (site + 3)) % 211}`);
      const page =
        `<!DOCTYPE html><title>Site ${site}</title><link rel="stylesheet" href="/style.css">` +
        `<h1>Site ${site} in ${2005 + capture}</h1>${pictures.join("")}` +
        `<table><tr><td class="menu">Home<br>News<td><p>${words.join(" ")}<p>${words.reverse().join(" ")}</table>`;
      const hue = (37 * site + 11 * capture) % 360;
      const style = `body { background: hsl(${hue} 40% 90%) } .menu { background: hsl(${hue} 60% 60%); width: 200px }`;
      records.push(
        response(home, date, "text/html; charset=utf-8", page),
        response(`${home}style.css`, date, "text/css", style),
        ...[0, 1, 2, 3].map((n) =>
          response(`${home}picture-${n}.png`, date, "image/png", png(320, 240, site + n)),
        ),
      );
    }
  }
  writeFileSync(path, Buffer.concat(records));
}

const PARTS = { killed, hanging, large };
for (const [name, part] of Object.entries(PARTS)) {
  if (parts.length === 0 || parts.includes(name)) await part();
}

/** Checks that a run that is killed twice gives the same index as one that is not. */
async function killed() {
  const small = join(folder, "small.warc");
  writeSites(small, 10, 4);
  const smallResults = join(folder, "small.jsonl");
  run("-q", "-i", `warc=${small}`, "-ot", "jsonl", "-o", smallResults);
  run("pictures", smallResults, "-i", `warc=${small}`, "-o", join(folder, "whole"));
  for (const pictures of [5, 20]) {
    const args = [
      bin,
      "pictures",
      smallResults,
      "-i",
      `warc=${small}`,
      "-o",
      join(folder, "killed"),
    ];
    const child = spawn(process.execPath, args, { stdio: "ignore" });
    const ended = once(child, "exit");
    const made = () => {
      try {
        return readdirSync(join(folder, "killed")).filter((name) => name.endsWith(".webp")).length;
      } catch {
        return 0;
      }
    };
    while (made() < pictures && child.exitCode === null) await wait(20);
    child.kill("SIGKILL");
    await ended;
    check(
      !readdirSync(join(folder, "killed")).includes("pictures.json"),
      "a killed run has no index",
    );
  }
  const continued = run(
    "pictures",
    smallResults,
    "-i",
    `warc=${small}`,
    "-o",
    join(folder, "killed"),
  );
  check(/\((?:[1-9]|1\d|2[0-4]) pages drawn\)/u.test(continued), "a killed run is continued");
  check(
    JSON.stringify(index("killed").captures) === JSON.stringify(index("whole").captures),
    "a continued run has the same index",
  );
}

/** Checks that a page that hangs costs its limit only. */
async function hanging() {
  const warc = join(folder, "hanging.warc");
  const text = "The tide tables of the harbour, high water at six. ".repeat(20);
  writeFileSync(
    warc,
    Buffer.concat([
      ...[1, 2].map((n) =>
        response(
          `http://hang-${n}.example/`,
          "20120101000000",
          "text/html",
          `${text}<script>for (;;);</script>`,
        ),
      ),
      ...[1, 2, 3, 4].map((n) =>
        response(
          `http://good-${n}.example/`,
          "20120101000000",
          "text/html",
          `<h1>${n}</h1>${text}`,
        ),
      ),
    ]),
  );
  const hangingResults = join(folder, "hanging.jsonl");
  run("-q", "-i", `warc=${warc}`, "-ot", "jsonl", "-o", hangingResults);
  const before = performance.now();
  run(
    ...["pictures", hangingResults, "-i", `warc=${warc}`, "-o", join(folder, "hanging")],
    ...["--set", "scripts=true", "--set", "page-seconds=2", "--workers", "1"],
  );
  const hung = (performance.now() - before) / 1000;
  console.log(`hanging pages: ${hung.toFixed(1)} s`);
  for (const { uriM, file, problem } of index("hanging").captures) {
    const isGood = uriM.includes("good");
    check(isGood === (file !== undefined), `${uriM}: ${file ?? problem}`);
  }
}

/** Checks that 1,000 captures take less than 20 minutes. */
async function large() {
  const warc = join(folder, "large.warc");
  writeSites(warc, 100, 10);
  const largeResults = join(folder, "large.jsonl");
  run("-q", "-i", `warc=${warc}`, "-ot", "jsonl", "-o", largeResults);
  const started = performance.now();
  run(
    "pictures",
    largeResults,
    "-i",
    `warc=${warc}`,
    "-o",
    join(folder, "large"),
    "--workers",
    "2",
  );
  const minutes = (performance.now() - started) / 60_000;
  const drawn = index("large").captures.filter(({ file }) => file !== undefined).length;
  check(drawn === 1000, `${drawn} of 1,000 captures in ${minutes.toFixed(1)} minutes`);
  check(minutes < 20, "1,000 captures take less than 20 minutes");
}
