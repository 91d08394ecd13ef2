import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readCsv } from "../../support/read-csv.js";
import { temporaryFolder } from "../../support/run-bin.js";
import { runInside } from "../../support/run-inside.js";
import { http, warcRecord } from "../../support/warc-builder.js";

const club = (news: string): string =>
  `<title>Saltmouth Chess Club</title><div class="club"><h1>Saltmouth Chess Club</h1>
   <p>We meet each Tuesday in the old lifeboat house and play until ten. ${news}</p></div>`;
const DEALER = `<title>Prices of used cars</title><div class="grid"><h1>Compare offers near you</h1>
   <p>Find a dealer, see what your vehicle is worth today, and order a history report.</p></div>`;

interface Row {
  readonly "overall topic status": string;
  readonly evidence: { readonly doubt: string };
}

/** Seed, pages (one for each year) and options of a run with an unsure capture, with the reason. */
const CASES: Readonly<
  Record<
    string,
    readonly [seed: string, pages: readonly string[], options: readonly string[], reason: RegExp]
  >
> = {
  "a page that only forwards within its host": [
    "http://site-12.example/",
    ['<meta http-equiv="refresh" content="0; url=/2012/">', club("The junior cup is ours.")],
    [],
    /content is on another page of its host/u,
  ],
  "a page of frames": [
    "http://site-12.example/",
    [
      '<frameset cols="20%,80%"><frame src="menu.html"></frameset>',
      club("The junior cup is ours."),
    ],
    [],
    /content is on another page of its host/u,
  ],
  "a probability in the range of doubt": [
    "http://site-12.example/",
    [club("The junior cup is ours."), club("A lecture on endgames.")],
    ["--abstain", "0-.9"],
    /range of doubt, 0 to 0\.9/u,
  ],
  "no capture that can be compared with": [
    "http://site-12.example/",
    ['<title>x</title><img src="a.png">', '<title>x</title><img src="b.png">'],
    [],
    /no capture of the seed can be compared with/u,
  ],
  "no capture that names the seed": [
    "http://saltmouthchess.org/",
    [DEALER, DEALER],
    [],
    /names the seed, and neither does this one/u,
  ],
  "no capture that names the seed, whose host ends in a dot": [
    "http://saltmouthchess.org./",
    [DEALER, DEALER],
    [],
    /names the seed, and neither does this one/u,
  ],
};

describe("--explain for an unsure capture", () => {
  it.each(Object.entries(CASES))(
    "gives the reason in each form of output: %s",
    async (_, [seed, pages, options, reason]) => {
      const file = join(temporaryFolder(), "crawl.warc");
      const records = pages.map((page, at) =>
        warcRecord(
          { uri: seed, date: `${2001 + at}-05-01T00:00:00Z` },
          http(`<html>${page}</html>`),
        ),
      );
      writeFileSync(file, Buffer.concat(records));
      const run = async (type: string): Promise<string> => {
        const args = ["-q", "-i", `warc=${file}`, "-ot", type, "--explain", "--workers", "0"];
        return (await runInside([...args, ...options])).stdout;
      };
      const lines = (await run("jsonl")).trimEnd().split("\n");
      const unsure = lines
        .map((line) => JSON.parse(line) as Row)
        .find((row) => row["overall topic status"] === "unsure");
      const doubt = unsure!.evidence.doubt;
      expect(doubt).toMatch(reason);
      expect(await run("json")).toContain(`"doubt": ${JSON.stringify(doubt)}`);
      expect(await run("text")).toContain(`unsure: ${doubt}`);
      const [names, ...rows] = readCsv(await run("csv"));
      expect(rows.map((row) => row[names!.indexOf("Doubt")])).toContain(doubt);
    },
  );

  it("is silent about captures with a verdict", async () => {
    const file = join(temporaryFolder(), "crawl.warc");
    const record = (at: number): Buffer =>
      warcRecord({ uri: "http://site-12.example/", date: `${at}-05-01T00:00:00Z` }, http(club("")));
    writeFileSync(file, Buffer.concat([record(2001), record(2002)]));
    const { stdout } = await runInside([
      "-q",
      "-i",
      `warc=${file}`,
      "-ot",
      "jsonl",
      "--explain",
      "--workers",
      "0",
    ]);
    expect(stdout).not.toContain("doubt");
  });
});
