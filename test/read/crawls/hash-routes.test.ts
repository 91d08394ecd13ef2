import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { warc } from "../../../src/read/inputs/warc.js";
import { QUICK, runBin, temporaryFolder } from "../../support/run-bin.js";
import { http, page, PACKINGS, warcRecord } from "../../support/warc-builder.js";
import { wacz } from "../../support/wacz-builder.js";
import { rowsOf } from "../../support/rows.js";

const APP = "https://app.example/";
const SHELL =
  '<!DOCTYPE html><html><head><title>App</title></head><body><div id="app"></div><noscript>Enable scripts.</noscript></body></html>';

/** Returns sixty words that no other view has. */
const words = (view: string): string =>
  Array.from(
    { length: 60 },
    (_, i) => `${view}${String.fromCodePoint(97 + (i % 26), 97 + Math.floor(i / 26))}`,
  ).join("\n");

const at = (year: number, minute = 0): string =>
  `${year}-05-01T${String(10 + Math.floor(minute / 60))}:${String(minute % 60).padStart(2, "0")}:00Z`;

const shell = (date: string, uri = APP, parts: object = {}): Buffer =>
  warcRecord({ uri, date, ...parts }, http(SHELL));

const text = (view: string, date: string, content = words(view)): Buffer =>
  warcRecord(
    {
      type: "resource",
      uri: `urn:text:${APP}${view === "" ? "" : `#/${view}`}`,
      date,
      fields: [["Content-Type", "text/plain"]],
    },
    content,
  );

const list = (...pages: readonly object[]): string =>
  [{ format: "json-pages-1.0", id: "pages" }, ...pages]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join("");

/** Returns a page of a page list. */
const visit = (view: string, ts: unknown, content?: string): object => ({
  url: `${APP}#/${view}`,
  ts,
  seed: true,
  ...(content !== undefined && { text: content }),
});

const inWacz = (records: readonly Buffer[], pages: string = list()): Buffer =>
  wacz(
    { "data.warc.gz": PACKINGS["gzip per record"](records) },
    { deflate: true, files: { "pages/pages.jsonl": pages } },
  );

/** Writes files to a folder of their own, and returns the folder. */
function filed(files: Readonly<Record<string, Uint8Array | string>>): string {
  const folder = temporaryFolder();
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

interface Row {
  readonly "URI-R": string;
  readonly "memento datetime"?: string;
  readonly "overall topic status"?: string;
  readonly "access error"?: string;
  readonly notes?: readonly string[];
  readonly problem?: string;
}

const RENDERED = ["--text", "rendered"];
const COSINE = [...QUICK, "-tm", "cosine=0.15"];

async function run(
  ...args: readonly string[]
): Promise<{ readonly rows: Row[]; readonly stderr: string; readonly status: number | null }> {
  const { stdout, stderr, status } = await runBin([...COSINE, "-ot", "jsonl", ...args]);
  return { rows: rowsOf<Row>(stdout), stderr, status };
}

/** Returns the verdicts of the rows by URI-R, in the order of time. */
function verdicts(rows: readonly Row[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const row of rows) {
    const sign = row["overall topic status"] === "off-topic" ? "x" : ".";
    found[row["URI-R"]] = (found[row["URI-R"]] ?? "") + sign;
  }
  return found;
}

/** A crawl of two views, of which the second is an error page if `isBroken`. */
const both = (year: number, { isBroken = false, turned = false } = {}): readonly Buffer[] => {
  const views = turned ? ["chess", "mill"] : ["mill", "chess"];
  return views.flatMap((view, i) => [
    shell(at(year, 2 * i)),
    text(view, at(year, 2 * i), isBroken && view === "chess" ? words("error") : words(view)),
  ]);
};

const CHESS = `${APP}#/chess`;
const MILL = `${APP}#/mill`;
const EXPECTED = { [CHESS]: "..x", [MILL]: "..." };

describe("hash routes with texts of their own", () => {
  it("are seeds of their own, each compared with its own text, whatever the order of files and records", async () => {
    const crawls = [both(2023), both(2024, { turned: true }), both(2025, { isBroken: true })];
    const folder = filed({
      "c.wacz": inWacz(crawls[0]!),
      "b.wacz": inWacz(crawls[1]!.toReversed()),
      "a.wacz": inWacz(crawls[2]!),
    });
    const forward = await run("-i", `wacz=${folder}`, ...RENDERED);
    expect(verdicts(forward.rows)).toEqual(EXPECTED);
    const files = ["a", "c", "b"].map((name) => join(folder, `${name}.wacz`)).join(",");
    expect((await run("-i", `wacz=${files}`, ...RENDERED)).rows).toEqual(forward.rows);
    const threads = await run("-i", `wacz=${folder}`, ...RENDERED, "--workers", "2");
    expect(threads.rows).toEqual(forward.rows);
  });

  it("give the same rows by map, sort and reduce, with a mapper for each file", async () => {
    const files = {
      "2023.wacz": inWacz(both(2023)),
      "2024.wacz": inWacz(both(2024, { turned: true })),
      "2025.wacz": inWacz(both(2025, { isBroken: true })),
    };
    const folder = filed(files);
    let lines: string[] = [];
    for (const name of Object.keys(files)) {
      const mapped = await runBin(["map", `wacz=${join(folder, name)}`, ...COSINE, ...RENDERED]);
      lines = [...lines, ...mapped.stdout.split("\n").filter((line) => line !== "")];
    }
    const stdin = `${lines.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))).join("\n")}\n`;
    const reduced = await runBin(["reduce", ...COSINE, ...RENDERED, "-ot", "jsonl"], { stdin });
    const plain = await run("-i", `wacz=${folder}`, ...RENDERED);
    expect(rowsOf(reduced.stdout)).toEqual(plain.rows);
  });

  it.each([
    ["once", (year: number): Buffer[] => [shell(at(year))]],
    [
      "once, and a revisit in the other crawls",
      (year: number): Buffer[] =>
        year === 2023
          ? [shell(at(year))]
          : [
              warcRecord(
                { type: "revisit", uri: APP, date: at(year), fields: [["WARC-Profile", PROFILE]] },
                http(""),
              ),
            ],
    ],
  ])("share a page that each crawl captured %s", async (_, shells) => {
    const crawl = (year: number, chess = words("chess")): Buffer =>
      inWacz([...shells(year), text("chess", at(year, 200), chess), text("mill", at(year, 90))]);
    const folder = filed({
      "2023.wacz": crawl(2023),
      "2024.wacz": crawl(2024),
      "2025.wacz": crawl(2025, words("error")),
    });
    const { rows } = await run("-i", `wacz=${folder}`, ...RENDERED);
    expect(verdicts(rows)).toEqual(EXPECTED);
  });

  it("take their texts from page lists, with and without a time, and by the seeds that these name", async () => {
    const crawl = (year: number, ts: unknown, chess = words("chess")): Buffer =>
      inWacz(
        [shell(at(year)), shell(at(year, 2))],
        list(visit("mill", ts, words("mill")), visit("chess", ts, chess)),
      );
    const folder = filed({
      "2023.wacz": crawl(2023, at(2023)),
      "2024.wacz": crawl(2024, undefined),
      "2025.wacz": crawl(2025, Date.parse(at(2025)), words("error")),
    });
    const seeds = join(filed({ "seeds.txt": `${MILL}\n${CHESS}\n` }), "seeds.txt");
    for (const choice of [[], ["--seeds", "auto"], ["--seeds", seeds]]) {
      const { rows, status } = await run("-i", `wacz=${folder}`, ...RENDERED, ...choice);
      expect([verdicts(rows), status]).toEqual([EXPECTED, 0]);
    }
    const one = join(filed({ "one.txt": MILL }), "one.txt");
    const { rows, stderr } = await run("-i", `wacz=${folder}`, ...RENDERED, "--seeds", one);
    expect(verdicts(rows)).toEqual({ [MILL]: "..." });
    expect(stderr).toContain("capture of a page that is not a seed");
  });

  it("count further requests for their page, and texts without a capture of it", async () => {
    const folder = filed({
      "a.wacz": inWacz([...both(2023), shell(at(2023, 5)), text("mill", "2010-01-01T00:00:00Z")]),
    });
    const { rows, stderr } = await run("-i", `wacz=${folder}`, ...RENDERED);
    expect(verdicts(rows)).toEqual({ [CHESS]: ".", [MILL]: "." });
    expect(stderr).toContain(
      "1 further capture of a page whose hash routes have texts of their own",
    );
    expect(stderr).toContain("1 text of a hash route without a capture of its page within a day");
  });

  it("leave a capture without a text of its own to the page, and say which routes have none", async () => {
    const folder = filed({
      "a.wacz": inWacz([shell(at(2023)), text("mill", at(2023))], list(visit("chess", at(2023)))),
    });
    const { rows } = await run("-i", `wacz=${folder}`, ...RENDERED);
    expect(verdicts(rows)).toEqual({ [APP]: ".", [MILL]: "." });
    expect(rows.find((row) => row["URI-R"] === APP)?.notes).toEqual([
      `no text of its own: ${CHESS}`,
    ]);
  });

  it("are not the page to which another seed redirects", async () => {
    const old = "http://old.example/";
    const redirect = (year: number): Buffer =>
      warcRecord(
        { uri: old, date: at(year) },
        http("", { statusLine: "HTTP/1.1 301 Moved", fields: [["Location", APP]] }),
      );
    const folder = filed({
      "2023.wacz": inWacz([redirect(2023), ...both(2023)]),
      "2024.wacz": inWacz([redirect(2024), ...both(2024, { turned: true })]),
    });
    const { rows } = await run("-i", `wacz=${folder}`, ...RENDERED);
    expect(verdicts(rows)).toEqual({ [old]: "..", [APP]: "....", [CHESS]: "..", [MILL]: ".." });
  });

  it("are judged up to a thousand of one capture, and the others are counted", async () => {
    const views = Array.from({ length: 1003 }, (_, i) => `v${i}`);
    const folder = filed({
      "a.warc": Buffer.concat([shell(at(2023)), ...views.map((view) => text(view, at(2023)))]),
    });
    const counts = new Map<string, number>();
    const context = {
      ...{ signal: new AbortController().signal, maxPageBytes: 1 << 25, wantsRendered: true },
      redirects: "follow",
    } as const;
    for await (const item of warc.read([join(folder, "a.warc")], context)) {
      const kind = item.kind === "skipped" ? item.reason : item.kind;
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
    expect(Object.fromEntries(counts)).toEqual({
      memento: 1000,
      "further hash route of one capture (more than 1,000, or than 256 MB of its page)": 3,
      "resource record of something that is not a page": 1003,
    });
  });

  it("keep their shared page in a clean copy, and lose a page that only an off-topic one has", async () => {
    const [mine, theirs] = [
      { id: "urn:uuid:00000000-0000-4000-8000-000000000001" },
      { id: "urn:uuid:00000000-0000-4000-8000-000000000002" },
    ];
    const input = filed({
      "2023.wacz": inWacz([shell(at(2023)), text("mill", at(2023)), text("chess", at(2023))]),
      "2024.wacz": inWacz([
        shell(at(2024), APP, mine),
        text("mill", at(2024)),
        shell(at(2024, 30), APP, theirs),
        text("chess", at(2024, 30), words("error")),
      ]),
      "2025.wacz": inWacz([
        shell(at(2025)),
        text("mill", at(2025)),
        text("chess", at(2025), words("error")),
      ]),
    });
    const folder = temporaryFolder();
    const results = join(folder, "out.jsonl");
    const found = await runBin([...COSINE, ...RENDERED, "-i", `wacz=${input}`, "-o", results]);
    expect(found.status).toBe(0);
    const clean = join(folder, "clean");
    const filtered = await runBin(["filter", results, "-i", `wacz=${input}`, "-o", clean]);
    expect([filtered.status, filtered.stderr]).toEqual([0, expect.any(String)]);
    const index = readFileSync(join(clean, "indexes/index.cdxj"), "utf8").trimEnd().split("\n");
    expect(index.map((line) => line.split(" ")[1])).toEqual(
      ["2023", "2024", "2025"].map((year) => `${year}0501100000`),
    );
  });

  it("take decisions on their seed, and only these", async () => {
    const folder = filed({ "a.wacz": inWacz(both(2023)), "b.wacz": inWacz(both(2024)) });
    const decisions = join(filed({ "d.tsv": `${CHESS}\t0\n` }), "d.tsv");
    const { rows } = await run("-i", `wacz=${folder}`, ...RENDERED, "--overrides", decisions);
    expect(verdicts(rows)).toEqual({ [CHESS]: "xx", [MILL]: ".." });
  });
});

const PROFILE = "http://netpreserve.org/warc/1.1/revisit/server-not-modified";

describe("hash routes without texts of their own", () => {
  const crawl = (year: number): Buffer =>
    inWacz(
      [shell(at(year)), shell(at(year, 2))],
      list(visit("mill", at(year)), visit("chess", at(year, 2))),
    );

  it.each([[[]], [RENDERED]])("are one seed with %j, and a line says so once", async (choice) => {
    const folder = filed({ "2023.wacz": crawl(2023), "2024.wacz": crawl(2024) });
    const { rows, stderr, status } = await run(
      ...["-i", `wacz=${folder}`, "--seeds", "auto"],
      ...choice,
    );
    expect([verdicts(rows), status]).toEqual([{ [APP]: "...." }, 0]);
    const lines = stderr.split("\n").filter((line) => line.includes("no text of their own"));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(MILL);
    expect(lines[0]?.includes("Give --text rendered")).toBe(choice.length === 0);
  });

  it("are one seed of one list, without a line if the list names only one of them", async () => {
    const folder = filed({ "2023.wacz": crawl(2023), "2024.wacz": crawl(2024) });
    const seeds = join(filed({ "seeds.txt": CHESS }), "seeds.txt");
    const { rows, stderr } = await run("-i", `wacz=${folder}`, "--seeds", seeds);
    expect(verdicts(rows)).toEqual({ [APP]: "...." });
    expect(stderr).not.toContain("no text of their own");
  });

  it("are reported if a seed without a route has captures only of its routes", async () => {
    const folder = filed({ "a.wacz": inWacz(both(2023)) });
    const seeds = join(filed({ "seeds.txt": APP }), "seeds.txt");
    const { stderr, status } = await run("-i", `wacz=${folder}`, "--seeds", seeds, ...RENDERED);
    expect(status).toBe(6);
    expect(stderr).toContain(`the seed ${APP} has captures only of its hash routes`);
    const prefix = await run(
      ...["-i", `wacz=${folder}`, "--seeds", seeds, "--match", "prefix"],
      ...RENDERED,
    );
    expect(verdicts(prefix.rows)).toEqual({ [CHESS]: ".", [MILL]: "." });
  });
});

describe("a fragment that is a place in the page", () => {
  it.each(["#section-2", "#top", "#:~:text=mill", "#", "#/"])(
    "is the same seed as the page: %s",
    async (fragment) => {
      const uri = `${APP}${fragment}`;
      const rendered = (year: number, date: string): Buffer =>
        warcRecord(
          { type: "resource", uri: `urn:text:${year === 2023 ? APP : uri}`, date },
          words("mill"),
        );
      const folder = filed({
        "a.warc": Buffer.concat(
          [2023, 2024].flatMap((year) => [shell(at(year)), rendered(year, at(year))]),
        ),
      });
      const { stdout } = await runBin([
        ...COSINE,
        ...RENDERED,
        "-i",
        `warc=${folder}`,
        "-ot",
        "text",
      ]);
      expect(stdout).toContain(`${APP}  (2 mementos, 0 off-topic`);
      expect(stdout.match(/the text is what a browser showed/gu)).toHaveLength(2);
    },
  );

  it("leaves the rows of pages with markup as they are, also with a route in their URI", async () => {
    const folder = filed({
      "a.warc": Buffer.concat([
        warcRecord({ uri: MILL, date: at(2023) }, http(page("mill", words("mill")))),
        warcRecord({ uri: CHESS, date: at(2023, 2) }, http(page("chess", words("chess")))),
        warcRecord({ uri: MILL, date: at(2024) }, http(page("mill", words("mill")))),
        warcRecord({ uri: CHESS, date: at(2024, 2) }, http(page("chess", words("chess")))),
      ]),
    });
    const { rows } = await run("-i", `warc=${folder}`);
    expect(verdicts(rows)).toEqual({ [CHESS]: "..", [MILL]: ".." });
  });
});
