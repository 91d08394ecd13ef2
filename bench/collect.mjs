/**
 * Crawls a generated web of 5,000 pages (bench/made-web.mjs), served as an archive on loopback. Prints harvest rate,
 * recall and precision after 500 visits for each order of the queue, and checks that a crawl killed with SIGKILL and
 * continued writes the same bytes.
 *
 *     node bench/collect.mjs [PAGES] [VISITS]
 */
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serveWeb, writeWeb } from "./made-web.mjs";

const [pages, visits] = [Number(process.argv[2] ?? 5000), Number(process.argv[3] ?? 500)];
const folder = mkdtempSync(join(tmpdir(), "collect-"));
const at = (name) => join(folder, name);
const bin = join(import.meta.dirname, "..", "bin", "detect_off_topic.js");
writeWeb(folder, pages);
const core = ["--core", `warc=${at("core.warc")}`, "--set", "recognise=0.65", "-q"];
execFileSync(process.execPath, [bin, "topic", "build", ...core, "-o", at("topic.json")]);
const labels = readFileSync(at("labels.tsv"), "utf8").trimEnd().split("\n");
const relevant = new Set(
  labels.flatMap((row) => (row.endsWith("\t1") ? [row.split("\t")[0]] : [])),
);
const { server, port } = await serveWeb(pages);

/** Runs a crawl and returns its output, or `undefined` if it was to be killed after `killAfter` requests. */
async function crawl(name, args, killAfter) {
  const common = ["--topic", at("topic.json"), "--start", at("starts.txt"), "--set", "near=2015"];
  const polite = [
    "--rate",
    "1000/s",
    "--set",
    "concurrency=4",
    "--set",
    `visits=${String(visits)}`,
    "-q",
  ];
  const archive = ["--archive", `http://127.0.0.1:${port}/web/`, "-o", at(name)];
  const child = spawn(process.execPath, [
    ...[bin, "collect", ...common, ...polite, ...archive, ...args],
  ]);
  let requests = 0;
  const count = () => ++requests === killAfter && child.kill("SIGKILL");
  server.on("request", count);
  await new Promise((resolve) => child.on("close", resolve));
  server.off("request", count);
  return killAfter === undefined ? readFileSync(at(name), "utf8") : undefined;
}

for (const order of ["best", "mean", "breadth"]) {
  const [, ...candidates] = (await crawl("found", ["--set", `order=${order}`]))
    .trimEnd()
    .split("\n");
  const rows = candidates.map((line) => JSON.parse(line));
  const hits = rows.filter((row) => relevant.has(row["URI-R"])).length;
  process.stdout.write(
    `${order}: ${rows.length} candidates, ${hits} of them on-topic; harvest ${(hits / visits).toFixed(2)}, ` +
      `recall ${(hits / relevant.size).toFixed(2)}, precision ${(hits / rows.length).toFixed(2)}\n`,
  );
}
const whole = await crawl("whole", []);
await crawl("killed", ["-d", at("work")], visits);
const resumed = await crawl("resumed", ["-d", at("work")]);
process.stdout.write(
  `killed and continued: ${resumed === whole ? "the same bytes" : "OTHER BYTES"}\n`,
);
server.close();
rmSync(folder, { recursive: true });
process.exit(resumed === whole ? 0 : 1);
