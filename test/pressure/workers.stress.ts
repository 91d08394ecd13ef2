import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT, temporaryFolder } from "../support/run-bin.js";
import { long } from "../support/thorough.js";
import { page, pageRecord } from "../support/warc-builder.js";

/** A measure whose feature fills the heap of a worker thread for certain pages, or when certain mementos are scored. */
const HUNGRY = `
import { isMainThread } from "node:worker_threads";
function fill() {
  const held = [];
  for (;;) held.push(new Array(100_000).fill(held));
}
const feature = {
  keyword: "hungry-length",
  extract(page) {
    if (!isMainThread && page.html.includes("fills a heap")) fill();
    return page.html.length;
  },
};
export default {
  keyword: "hungry",
  feature,
  score(first, memento) {
    if (!isMainThread && (memento === 1007 || memento === 4007)) fill();
    return memento === first ? 0 : 1;
  },
};
`;

interface Row {
  readonly "URI-R": string;
  readonly "access error"?: string;
}

/** Leaves out what the threads would compute beside that measure. */
const CHEAP = ["--no-detect-languages", "--no-compute-simhashes"];

/** Runs a command with that measure in a small heap and returns its output. */
function run(args: readonly string[], stdin: Uint8Array = Buffer.alloc(0)): Promise<string> {
  const plugin = join(temporaryFolder(), "hungry.mjs");
  writeFileSync(plugin, HUNGRY);
  const command = ["--max-old-space-size=80", join(ROOT, "bin/detect_off_topic.js"), ...args];
  const all = [...command, "--plugin", plugin, "-tm", "hungry=0.5", "-q", ...CHEAP];
  return new Promise((resolve, reject) => {
    const child = execFile(
      process.execPath,
      all,
      { maxBuffer: 1 << 28 },
      (error, stdout, stderr) => {
        if (error === null) resolve(stdout);
        else reject(new Error(stderr, { cause: error }));
      },
    );
    // A command that reads files, or fails, does not read its standard input.
    child.stdin?.on("error", () => undefined).end(stdin);
  });
}

/** Pages with some text each, and one so large that it is read only in a separate thread. */
function crawl(fill: readonly number[]): Buffer {
  const words = "the ferry across the estuary goes every hour ".repeat(400);
  const records = Array.from({ length: 150 }, (_, at) => {
    const text = fill.includes(at) ? `fills a heap ${words.repeat(70)}` : `${words}${at}`;
    return pageRecord(`p${at}`, {}, page(`p${at}`, text));
  });
  return Buffer.concat(records);
}

describe("a page that exhausts the heap of a worker thread", () => {
  const INPUTS: [what: string, isFile: boolean, fill: number[]][] = [
    ["a file", true, [20, 140]],
    ["standard input", false, [70, 71]],
  ];
  it.each(long(INPUTS.slice(0, 1), INPUTS))(
    "a page that exhausts the heap of a worker is the only error row with one worker and with three (%s)",
    async (_, isFile, fill) => {
      const bytes = crawl(fill);
      const path = join(temporaryFolder(), "crawl.warc");
      writeFileSync(path, bytes);
      const outcome = async (threads: number): Promise<Row[]> => {
        const args = [
          "-i",
          `warc=${isFile ? path : "-"}`,
          "-ot",
          "jsonl",
          "--workers",
          String(threads),
        ];
        const [, ...lines] = (await run(args, bytes)).trimEnd().split("\n");
        return lines.map((line) => JSON.parse(line) as Row);
      };
      const expected = await outcome(0);
      const seeds = fill.map((at) => `http://p${at}.example/`);
      for (const workers of long([3], [1, 3])) {
        const rows = await outcome(workers);
        expect(rows.length).toBe(150);
        for (const [at, row] of rows.entries()) {
          const isFilling = seeds.some((seed) => JSON.stringify(row).includes(seed));
          if (!isFilling) expect(row).toEqual(expected[at]);
          else
            expect(row["access error"]).toMatch(
              /^reading this page stopped a worker: .*memory limit/u,
            );
        }
      }
    },
  );
});

describe("a TimeMap that exhausts the heap of a scoring thread", () => {
  it("the main thread scores a TimeMap that exhausts the heap of a scoring thread, with the same results", async () => {
    const folder = temporaryFolder();
    const path = join(folder, "many.warc");
    const records = Array.from({ length: 4_500 }, (_, at) => {
      const date = new Date(Date.UTC(2010, 0, 1 + (at % 3))).toISOString().replace(".000Z", "Z");
      return pageRecord(`p${Math.floor(at / 3)}`, { date }, `<p>${"a".repeat(at)}</p>`);
    });
    writeFileSync(path, Buffer.concat(records));
    const lines = await run(["map", path]);
    const [alone, inThreads] = ["0", "3"].map((workers) =>
      run(["reduce", "--workers", workers], Buffer.from(lines)),
    );
    const results = await inThreads!;
    expect(results.split("\n").length).toBeGreaterThan(4_500);
    expect(results === (await alone!)).toBe(true);
  });
});
