import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { prepareRun, type DetectOptions, type MementoResult, type Tally } from "../../src/index.js";
import { QUICK, ROOT, runBin, temporaryFolder } from "../support/run-bin.js";
import { http, warcRecord, type HttpParts } from "../support/warc-builder.js";

const SEED = "http://seed.example/";
const TEXT = "The ferry across the estuary goes every hour, and on Sundays every other hour.";
const GOOD = `<html><body><p>${TEXT}</p></body></html>`;

/** Returns a capture of the seed in the given year. */
const capture = (year: number, body: string | Uint8Array, parts: HttpParts = {}): Buffer =>
  warcRecord({ uri: SEED, date: `${year}-01-01T00:00:00Z` }, http(body, parts));

function warcFile(...records: readonly Uint8Array[]): string {
  const path = join(temporaryFolder(), "a.warc");
  writeFileSync(path, Buffer.concat(records));
  return path;
}

interface Ran {
  readonly results: readonly MementoResult[];
  readonly tally: Tally;
}

async function run(path: string, options: Partial<DetectOptions> = {}): Promise<Ran> {
  const prepared = await prepareRun({
    input: `warc=${path}`,
    workers: 0,
    measures: "cosine,wordcount,bytecount,simhash-raw",
    ...options,
  });
  const results: MementoResult[] = [];
  for await (const result of prepared.results) {
    if (result.kind === "memento") results.push(result);
  }
  return { results, tally: prepared.tally };
}

/** Returns the results of three mementos, the second of which has a bad page, and checks that none is lost. */
async function between(
  body: string | Uint8Array,
  parts: HttpParts = {},
  options: Partial<DetectOptions> = {},
): Promise<MementoResult> {
  const path = warcFile(capture(2001, GOOD), capture(2002, body, parts), capture(2003, GOOD));
  const { results } = await run(path, options);
  expect(results.map(({ capture }) => capture.mementoDatetime.slice(0, 4))).toEqual([
    "2001",
    "2002",
    "2003",
  ]);
  expect(results[0]!.overall).toBe("on-topic");
  expect(results[2]!.overall).toBe("on-topic");
  return results[1]!;
}

const scores = ({ measures }: MementoResult): ReadonlyMap<string, number | string> =>
  new Map(
    measures.map(({ name, outcome }) => [
      name,
      "value" in outcome ? outcome.value.score : outcome.problem.message,
    ]),
  );

describe("files without mementos", () => {
  it.skipIf(process.platform === "win32")("reads a named pipe as a stream", () => {
    const folder = temporaryFolder();
    const command =
      `mkfifo ${folder}/pipe && (cat fixtures/warcs/two-captures.warc > ${folder}/pipe &) && ` +
      `${process.execPath} bin/detect_off_topic.js -i warc=${folder}/pipe -q -ot golddatafile ${QUICK.join(" ")}`;
    const { status, stdout } = spawnSync("sh", ["-c", command], {
      cwd: ROOT,
      encoding: "utf8",
      timeout: 60_000,
    });
    expect([status, stdout.trim().split("\n").length]).toEqual([0, 3]);
  });

  it("reports that a file is HTML instead of a WARC", async () => {
    const { stderr } = await runBin(["-i", "warc=fixtures/pages/camping/01-goats.html"]);
    expect(stderr).toMatch(/01-goats\.html[^\n]*looks like an HTML page/u);
  });

  it("a WARC without HTML gives no results, and the summary lists its contents", async () => {
    const path = warcFile(
      capture(2001, "GIF89a", { contentType: "image/gif" }),
      warcRecord(
        { type: "request", uri: SEED, date: "2001-01-01T00:00:00Z" },
        "GET / HTTP/1.1\r\n\r\n",
      ),
    );
    const { status, stdout, stderr } = await runBin(["-i", `warc=${path}`, "--workers", "0"]);
    expect([status, stdout]).toEqual([6, "{}\n"]);
    expect(stderr).toMatch(/not mementos: 1 [^,\n]*image[^,\n]*, 1 request record/u);
  });
});

describe("an empty first memento", () => {
  const path = (): string => warcFile(capture(2001, ""), capture(2002, GOOD), capture(2003, GOOD));

  it("an empty first memento makes every score a problem and prevents verdicts", async () => {
    const { results, tally } = await run(path(), { measures: "cosine,bytecount" });
    expect(results).toHaveLength(3);
    for (const result of results) {
      expect(result.overall).toBeUndefined();
      for (const message of scores(result).values()) {
        expect(message).toMatch(/^the first memento cannot be compared with: /u);
      }
    }
    expect(tally).toMatchObject({ measurementErrors: 3, withoutFirst: 1 });
  });

  it("--set first=usable selects the earliest memento with content as the first", async () => {
    const { results } = await run(path(), { measures: "cosine,bytecount", first: "usable" });
    expect(results.map(({ overall }) => overall)).toEqual(["off-topic", "on-topic", "on-topic"]);
    expect(results[0]!.comparedWith).toBe(results[1]!.uriM);
  });
});

describe("pages that are hard to read", () => {
  it("a page larger than --set max-page-size is an error in the output", async () => {
    const bad = await between(`<p>${"long ".repeat(50_000)}</p>`, {}, { maxPageSize: 100_000 });
    expect(bad.problem?.message).toMatch(/more than the 100000 .*--set max-page-size|larger/u);
    expect(bad.overall).toBeUndefined();
  });

  it("a gzip bomb is an error in the output", async () => {
    const bomb = gzipSync(Buffer.alloc(100_000_000, " "));
    expect(bomb.length).toBeLessThan(100_000);
    const bad = await between(bomb, { fields: [["Content-Encoding", "gzip"]] });
    expect(bad.problem).toMatchObject({ stage: "extract" });
    expect(bad.problem?.message).toMatch(/more than|larger/u);
  });

  it("broken gzip is read as far as possible or becomes an error, and is never lost", async () => {
    const half = gzipSync(GOOD.repeat(100)).subarray(0, 60);
    const bad = await between(half, { fields: [["Content-Encoding", "gzip"]] });
    expect(bad.problem !== undefined || (bad.capture.notes ?? []).length > 0).toBe(true);
  });

  it("a page nested 10,000 levels deep keeps its text", async () => {
    const deep = `${"<div>".repeat(10_000)}<p>${TEXT}</p>${"</div>".repeat(10_000)}`;
    expect(scores(await between(deep)).get("cosine")).toBeCloseTo(1, 9);
    expect(scores(await between("<div>".repeat(10_000) + TEXT)).get("cosine")).toBeCloseTo(1, 9);
  });

  it("a page that is binary data is counted as what it is", async () => {
    const noise = Uint8Array.from({ length: 20_000 }, (_, i) => (i * i * 31 + (i >> 3)) & 0xff);
    const path = warcFile(capture(2001, GOOD), capture(2002, noise), capture(2003, GOOD));
    const { results, tally } = await run(path);
    expect(results.map(({ overall }) => overall)).toEqual(["on-topic", "on-topic"]);
    expect([...tally.skipped]).toContainEqual(["not HTML: binary data declared as text/html", 1]);
  });
});

describe("a URI-R with terminal escapes", () => {
  const path = (): string =>
    warcFile(
      warcRecord(
        { uri: `${SEED}\u{1b}]0;owned\u{7}\u{1b}[31m"'`, date: "2001-01-01T00:00:00Z" },
        http(GOOD),
      ),
    );

  it("terminal escapes in a URI-R reach the terminal as visible text", async () => {
    const { stdout, stderr } = await runBin(["-v", "-i", `warc=${path()}`, "-ot", "text"]);
    expect((stdout + stderr).replaceAll("\n", "")).not.toMatch(/\p{Cc}/u);
    expect(stdout).toContain(SEED);
    expect(stdout).toContain("1 memento, 0 off-topic");
  });
});

it("a record with a wrong length is reported with its position, and --strict fails", async () => {
  const image = warcRecord(
    { uri: "http://seed.example/i", date: "2010-01-01T00:00:00Z", length: 5 },
    http("PNG", { contentType: "image/png" }),
  );
  const path = warcFile(capture(2010, GOOD), image, capture(2011, GOOD));
  const { status, stderr } = await runBin(["-i", `warc=${path}`, ...QUICK, "--strict"]);
  expect(stderr).toContain(
    `warning: ${path}, byte ${capture(2010, GOOD).length}: a response record declares 5 bytes: the `,
  );
  expect(stderr).toContain("damaged places in the input: 1");
  expect(status).toBe(3);
});
