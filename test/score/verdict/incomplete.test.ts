import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import { runInside } from "../../support/run-inside.js";
import { type FieldList, http, type HttpParts, warcRecord } from "../../support/warc-builder.js";

const folder = mkdtempSync(join(tmpdir(), "incomplete-"));
afterAll(() => rmSync(folder, { recursive: true }));

const ROOMS =
  "sacks stones bells scales brushes carts ledgers hoppers bearings weights sieves".split(" ");
/** A page of many words. Each of its sentences has words that no other has. */
const GOOD =
  `<!doctype html><html lang="en"><head><title>Tidemill Museum Brackwater</title></head><body>` +
  `<h1>Tidemill Museum</h1><p>The museum on the quay of Brackwater shows how flour was ground by the sea.</p>` +
  ROOMS.map(
    (room, at) =>
      `<p>Room ${at} keeps the ${room} of the mill, its ${room}wright and ${room}yard.</p>`,
  ).join("") +
  `<p>Volunteers restored the sluice gates after the storm, and school children paint them green.</p></body></html>`;
/** A part of the page that shows nothing. */
const HEAD = GOOD.slice(0, 40);
/** A part of the page with words of it. */
const HALF = GOOD.slice(0, 700);

/** A capture of the site: its body and the parts of its records. */
interface Answer extends HttpParts {
  readonly body?: string | Uint8Array;
  readonly warc?: FieldList;
}

type Row = Readonly<Record<string, unknown>>;

let files = 0;
async function run(
  answers: readonly Answer[],
  args: readonly string[],
): Promise<{ stdout: string; stderr: string; status: number }> {
  const file = join(folder, `${(files += 1)}.warc`);
  const records = answers.map(({ body = GOOD, warc, ...parts }, at) =>
    warcRecord(
      { uri: "http://tidemill.example/", date: `${2010 + at}-03-04T05:06:07Z`, fields: warc ?? [] },
      http(body, parts),
    ),
  );
  writeFileSync(file, Buffer.concat(records));
  return runInside(["-i", `warc=${file}`, "--workers", "0", ...args]);
}

/** Returns the row of a capture between whole captures of the site. */
async function rowOf(answer: Answer, args: readonly string[] = []): Promise<Row> {
  const { stdout } = await run([{}, {}, answer, {}], ["-q", "-ot", "jsonl", ...args]);
  return JSON.parse(stdout.split("\n")[3]!) as Row;
}

const length = (bytes: number): HttpParts => ({ fields: [["Content-Length", String(bytes)]] });
const chunk = (text: string, size = text.length): string => `${size.toString(16)}\r\n${text}\r\n`;
const CHUNKED: FieldList = [["Transfer-Encoding", "chunked"]];
const GZIP: FieldList = [["Content-Encoding", "gzip"]];

describe("a capture of which only a part is stored", () => {
  const cut: [string, Answer, string][] = [
    [
      "the Content-Length is larger than the body",
      { body: HEAD, ...length(6000) },
      "Content-Length says 6,000 bytes, 40 are stored",
    ],
    [
      "nothing of the body is there",
      { body: "", ...length(6000) },
      "Content-Length says 6,000 bytes, 0 are stored",
    ],
    [
      "the crawler says so",
      { body: HEAD, warc: [["WARC-Truncated", "time"]] },
      "the crawler cut this capture off (time)",
    ],
    [
      "the crawler divided it into segments",
      { body: HEAD, warc: [["WARC-Segment-Number", "1"]] },
      "only segment 1 of this capture",
    ],
    [
      "the last chunk is missing",
      { body: chunk(HEAD), fields: CHUNKED },
      "Transfer-Encoding: the chunked body ends before its last chunk",
    ],
    [
      "the body ends within a chunk",
      { body: chunk(HEAD, 4000), fields: CHUNKED },
      "Transfer-Encoding: the chunked body ends before its last chunk",
    ],
    [
      "the gzip data end early",
      { body: gzipSync(GOOD).subarray(0, 60), fields: GZIP },
      "Content-Encoding: gzip cut off or damaged",
    ],
  ];

  it.each(cut)(
    "is unsure and never blank if %s, and --explain says why",
    async (_, answer, reason) => {
      const row = await rowOf(answer, ["--explain"]);
      expect(row).toMatchObject({
        "overall topic status": "unsure",
        "page kind": "incomplete",
        "effective status": 200,
        fault: "unreadable",
        evidence: {
          doubt: "only a part of the page is stored, and that part is too small to compare",
          "page kind": { kind: "incomplete", marks: [expect.stringContaining(reason)] },
        },
      });
      expect(row["notes"]).toContainEqual(expect.stringContaining(reason));
    },
  );

  const whole: [string, Answer][] = [
    ["whose body is larger than its Content-Length", length(500)],
    [
      "that is stored decoded, with the headers of its gzip form",
      { fields: [...GZIP, ["Content-Length", "99999"]] },
    ],
    [
      "that has a Content-Length beside Transfer-Encoding: chunked",
      { body: `${chunk(GOOD)}0\r\n\r\n`, fields: [...CHUNKED, ["Content-Length", "99999"]] },
    ],
    ["that ends with its end tag, whatever its server announced", length(99_999)],
    ["that ends with its end tag and lacks the last chunk", { body: chunk(GOOD), fields: CHUNKED }],
  ];

  it.each(whole)("is not said of a page %s", async (_, answer) => {
    expect(await rowOf(answer)).toMatchObject({
      "overall topic status": "on-topic",
      "page kind": "page",
      fault: "none",
    });
  });

  it("is on-topic if most of its words are those of the page", async () => {
    const row = await rowOf({ body: HALF, ...length(6000) });
    expect(row).toMatchObject({
      "overall topic status": "on-topic",
      "page kind": "incomplete",
      fault: "none",
    });
  });

  it("is compared like a whole page if much text is there, with a note", async () => {
    const other = `<html><title>Prices of used cars</title>${Array.from({ length: 120 }, (_, at) => `<p>car${at}x dealer${at}y</p>`).join("")}`;
    const row = await rowOf({ body: other, warc: [["WARC-Truncated", "length"]] });
    expect(row).toMatchObject({ "overall topic status": "off-topic", "page kind": "page" });
    expect(row["notes"]).toEqual(["the crawler cut this capture off (length)"]);
  });

  it("is off-topic with the kind of a strong sign, which what is missing cannot contradict", async () => {
    const body =
      "<html><head><title>Account suspended</title></head><body><h1>This account has been suspended</h1>";
    expect(await rowOf({ body, ...length(6000) })).toMatchObject({
      "overall topic status": "off-topic",
      "page kind": "suspended",
    });
  });

  it("is unsure, and never off-topic, by the votes of chosen measures", async () => {
    const args = ["-tm", "bytecount"];
    const off = await rowOf({ body: HEAD, ...length(6000) }, args);
    const on = await rowOf({ body: GOOD.slice(0, -20), ...length(6000) }, args);
    expect([off["overall topic status"], on["overall topic status"]]).toEqual([
      ...["unsure", "on-topic"],
    ]);
  });

  it("is judged as in OTMT with its profile", async () => {
    const args = ["--profile", "otmt-1.0.5", "-tm", "wordcount"];
    const row = await rowOf({ body: HEAD, ...length(6000) }, args);
    expect(row["overall topic status"]).toBe("off-topic");
    expect(row["page kind"]).toBeUndefined();
  });

  it("is the reference memento only if no whole capture exists", async () => {
    const part: Answer = { body: HALF, ...length(6000) };
    const firstOf = async (answers: readonly Answer[]): Promise<unknown> => {
      const { stdout } = await run(answers, ["-q", "-ot", "text"]);
      return /(\d{4})-.*\(first memento/u.exec(stdout)?.[1];
    };
    expect(await firstOf([part, {}, {}])).toBe("2011");
    expect(await firstOf([part, part, part])).toBe("2010");
  });

  it("is counted in the closing lines, the summary and the table of seeds", async () => {
    const summary = join(folder, "summary.json");
    const answers = [{}, { body: HEAD, ...length(6000) }, {}];
    const { stdout, stderr } = await run(answers, ["-ot", "seeds", "--summary", summary]);
    expect(stderr).toContain("incomplete: 1 (33.3 %), only a part of the page is stored\n");
    expect(stdout).toContain("incomplete captures: 1");
    expect(JSON.parse(readFileSync(summary, "utf8"))).toMatchObject({
      incomplete: 1,
      unsure: 1,
      offTopic: 0,
    });
  });
});
