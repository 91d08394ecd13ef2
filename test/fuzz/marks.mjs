/**
 * Targets for `filter --mark`: a marked copy of odd and damaged files has the rows of the original, and a damaged copy gives
 * no decision that was not made.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { readOverrides } from "../../build/command/marked-files.js";
import { runProgram } from "../../build/cli/program.js";
import { packagesOf, verifyPackage } from "../../build/read/warc/wacz.js";
import { expectingMistakes, must } from "./checks.mjs";

/** Runs a command without its output. */
async function command(args) {
  const { stdout, stderr } = process;
  const writes = [stdout.write, stderr.write];
  const swallow = (_, ...more) => {
    more.find((one) => typeof one === "function")?.();
    return true;
  };
  stdout.write = swallow;
  stderr.write = swallow;
  try {
    return await expectingMistakes(() => runProgram(args));
  } finally {
    [stdout.write, stderr.write] = writes;
  }
}

function record(type, at, fields, block) {
  const head = [
    ...["WARC/1.0", `WARC-Type: ${type}`, `WARC-Target-URI: http://p${at}.example/`],
    `WARC-Date: 2012-06-01T10:${String(20 + at)}:30Z`,
    ...fields,
    ...["Content-Type: application/http", `Content-Length: ${block.length}`],
  ];
  return Buffer.from(`${head.join("\r\n")}\r\n\r\n${block}\r\n\r\n`);
}

/** Returns the records of a page: its capture with or without a record ID, and what else may stand beside it. */
function recordsOf(random, at) {
  const id = (number) => `<urn:uuid:00000000-0000-4000-8000-00000000${number}0${10 + at}>`;
  const page = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>Page ${at}</p>`;
  const own = random.rarely(3) ? [] : [`WARC-Record-ID: ${id(1)}`];
  const related = [`WARC-Concurrent-To: ${id(1)}`, `WARC-Record-ID: ${id(2)}`];
  const besides = [
    record("request", at, related, "GET / HTTP/1.1\r\n\r\n"),
    record("metadata", at, related, "a: b\r\n"),
    record("metadata", at, [], "urn:detect_off_topic:mark:"),
  ];
  return [
    ...random.list(0, 1, () => random.pick(besides)),
    record("response", at, own, page),
    ...random.list(0, 2, () => random.pick(besides)),
  ];
}

function zstdFrame(bytes) {
  const head = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0xa0, 0, 0, 0, 0, 0, 0, 0]);
  head.writeUInt32LE(bytes.length, 5);
  head.writeUIntLE((bytes.length << 3) | 1, 9, 3);
  return Buffer.concat([head, bytes]);
}

const PACKINGS = [
  (records) => [Buffer.concat(records), "a.warc"],
  (records) => [Buffer.concat(records.map((each) => gzipSync(each))), "a.warc.gz"],
  (records) => [gzipSync(Buffer.concat(records)), "a.warc.gz"],
  (records) => [Buffer.concat(records.map(zstdFrame)), "a.warc.zst"],
  (records) => [zstdFrame(Buffer.concat(records)), "a.warc.zst"],
];

const TOKENS = [
  ...["\r\n\r\n", "WARC/1.1\r\nWARC-Type: metadata\r\n", "Content-Length: 5\r\n", "\x1f\x8b\x08"],
  ...["WARC-Target-URI: urn:detect_off_topic:mark:x\r\n", '{"verdict":"off-topic"}', "on-topic"],
];

const LEAN = ["-q", "-tm", "bytecount", "--no-detect-languages", "--workers", "0", "-ot", "jsonl"];

/** Returns URI-M and length of each memento. Returns undefined after a mistake. */
async function rowsOf(input, out) {
  const status = await command(["-i", input, ...LEAN, "-o", out]);
  if (status === undefined) return undefined;
  const lines = readFileSync(out, "utf8").trimEnd().split("\n").slice(1);
  return lines.flatMap((line) => {
    const { "URI-M": uriM, "content length": length } = JSON.parse(line);
    return uriM === undefined ? [] : [`${uriM} ${length}`];
  });
}

async function marksTarget(random, folder) {
  const path = (name) => join(folder, name);
  const packing = random.pick(PACKINGS);
  const [whole, name] = packing(random.list(1, 6, (at) => recordsOf(random, at)).flat());
  const bytes = random.rarely(2) ? random.damaged(whole, TOKENS) : whole;
  writeFileSync(path(name), bytes);
  const before = await rowsOf(`warc=${path(name)}`, path("before.jsonl"));
  if (before === undefined || before.length === 0) return;
  const known = new Set(before.map((row) => row.split(" ")[0]));
  writeFileSync(path("all.tsv"), [...known].map((uriM) => `${uriM}\t0\n`).join(""));
  const decided = ["--overrides", path("all.tsv"), "-i", `warc=${path(name)}`, "-o", path("copy")];
  const status = await command(["filter", path("before.jsonl"), "--mark", ...decided]);
  if (status !== undefined) {
    must(status === 0, `status ${status}`);
    const after = await rowsOf(`warc=${path(`copy/archive/${name}`)}`, path("after.jsonl"));
    must(`${after}` === `${before}`, `rows of the copy: ${after} instead of ${before}`);
    if (bytes === whole) {
      const { labels } = await readOverrides(path("copy"));
      must([...labels.keys()].sort().join() === [...known].sort().join(), "a decision is lost");
    }
    const files = readdirSync(path("copy/archive"));
    const touched = path(`copy/archive/${random.pick(files)}`);
    writeFileSync(touched, random.damaged(readFileSync(touched), TOKENS));
    const read = await expectingMistakes(() => readOverrides(path("copy")));
    for (const [uriM, label] of read?.labels ?? []) {
      must(label === "off-topic" && known.has(uriM), `${uriM} ${label} was never decided`);
    }
  }
  for (const each of [name, "before.jsonl", "after.jsonl", "all.tsv", "copy"]) {
    rmSync(path(each), { recursive: true, force: true });
  }
}

/** Marks a WACZ, damaged or not. The copy must have its rows and right digests. */
export async function markPackage(wacz, folder) {
  const [results, copy, after] = ["b.jsonl", "copy.wacz", "after.jsonl"].map((name) =>
    join(folder, name),
  );
  const before = await rowsOf(`wacz=${wacz}`, results);
  if (before === undefined || before.length === 0) return;
  const decisions = join(folder, "all.tsv");
  writeFileSync(decisions, before.map((row) => `${row.split(" ")[0]}\t0\n`).join(""));
  const args = ["--mark", "--overrides", decisions, "-i", `wacz=${wacz}`, "-o", copy];
  const status = await command(["filter", results, ...args]);
  must(status === 0 || status === undefined, `status ${status}`);
  if (status === 0) {
    const rows = await rowsOf(`wacz=${copy}`, after);
    must(`${rows}` === `${before}`, `rows of the marked WACZ: ${rows} instead of ${before}`);
    for await (const found of packagesOf(copy)) {
      for await (const { message } of verifyPackage(found)) must(false, message);
    }
  }
  for (const each of [results, copy, after, decisions]) rmSync(each, { force: true });
}

export const MARKS = [["marks", marksTarget]];
