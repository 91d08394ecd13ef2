import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runBin, temporaryFolder } from "../support/run-bin.js";
import { runToFile } from "../support/run-program.js";
import { rowsOf } from "../support/rows.js";

const WARC = "warc=fixtures/warcs/two-captures.warc";
const ONE_MEASURE = ["-i", WARC, "-tm", "bytecount", "--no-detect-languages"];

/** Returns the mementos of a JSON result, without their URIs. */
async function mementos(...args: string[]): Promise<Record<string, unknown>[]> {
  const { text } = await runToFile(args);
  const result = JSON.parse(text) as Record<string, Record<string, Record<string, unknown>>>;
  return Object.values(result).flatMap((timeMap) => Object.values(timeMap));
}

describe("options of OTMT 1.0.5, short and long", () => {
  it.each([
    ["-tm jaccard=0.5,cosine -ot csv", "--timemap-measures jaccard=0.5,cosine --output-type csv"],
    ["-tm jaccard=0.5,cosine -ot csv", "-tm=Jaccard=.5,COSINE -ot=csv"],
    ["-d unused -cf unused.sqlite", "--directory unused --cachefile=unused.sqlite"],
  ])("%s means the same as %s", async (short, long) => {
    const one = await runToFile(["-i", WARC, ...short.split(" ")]);
    expect((await runToFile([`--input=${WARC}`, ...long.split(" ")])).text).toBe(one.text);
  });

  it("reads two inputs given by -i as one collection", async () => {
    const { text } = await runToFile([
      ...ONE_MEASURE,
      "-i",
      "warc=fixtures/collection/saltmouth-2009-2013.warc.gz",
      "-ot",
      "jsonl",
    ]);
    const files = rowsOf<{ source: { file: string } }>(text).map(({ source }) => source.file);
    expect(new Set(files)).toEqual(
      new Set([
        "fixtures/warcs/two-captures.warc",
        "fixtures/collection/saltmouth-2009-2013.warc.gz",
      ]),
    );
  });

  it("leaves values out of the results that --no-... options switch off", async () => {
    const all = ["raw memento simhash value", "content length", "language"];
    const [full] = await mementos("-i", WARC);
    const [bare] = await mementos(
      "-i",
      WARC,
      "--no-compute-simhashes",
      "--no-compute-lengths",
      "--no-detect-languages",
    );
    expect(Object.keys(full!)).toEqual(expect.arrayContaining(all));
    expect(Object.keys(bare!).filter((name) => all.includes(name))).toEqual([]);
  });

  it("--offtopic-file and --ontopic-file write lists of URI-Ms", async () => {
    const folder = temporaryFolder();
    const [off, on] = [join(folder, "off.txt"), join(folder, "on.txt")];
    await runToFile(["-i", WARC, "--offtopic-file", off, "--ontopic-file", on]);
    const museum = "http://www.harbour-lantern-museum.example/";
    expect(readFileSync(off, "utf8")).toBe(`from-warc::20180127221845::${museum}\n`);
    expect(readFileSync(on, "utf8")).toBe(`from-warc::20090414101507::${museum}\n`);
  });

  it("--only limits the results to one topic status, but lists of URI-Ms stay complete", async () => {
    const list = join(temporaryFolder(), "on.txt");
    const { text } = await runToFile([
      ...["-i", "warc=fixtures/collection", "-ot", "jsonl", "--no-detect-languages"],
      ...["--only", "off-topic", "--ontopic-file", list],
    ]);
    const rows = rowsOf(text);
    expect(rows.length).toBeGreaterThan(20);
    for (const row of rows) expect(row["overall topic status"]).toBe("off-topic");
    expect(readFileSync(list, "utf8").trimEnd().split("\n").length).toBeGreaterThan(80);
  });

  it("--version prints the version of the package", async () => {
    const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
    expect(await runBin(["--version"], { process: true })).toMatchObject({
      stdout: `${version}\n`,
      stderr: "",
    });
  });
});

describe("messages", () => {
  it("writes results to standard output only, and the summary to standard error", async () => {
    const { status, stdout, stderr } = await runBin(["-i", "warc=fixtures/collection"], {
      process: true,
    });
    expect(status).toBe(0);
    expect(() => JSON.parse(stdout) as unknown).not.toThrow();
    expect(stderr).toMatch(
      /^123 mementos of 21 TimeMaps in \d+\.\d s \(\d+\/s\)\noff-topic: \d+ \(\d+\.\d %\)\n/u,
    );
    // Cosine and wordcount are in the results of the profile, but have no vote.
    expect(stderr.match(/^ {2}by .*$/gmu)).toHaveLength(1);
    expect(stderr).toContain("1 TimeMap with a single memento, so that nothing can be compared");
    expect(stderr).not.toContain("not in English");
    expect(stderr).toContain("could not be measured: 5");
    expect(stderr).toMatch(/not mementos: .*\b19 request record[^,]*, .*\b2 [^,]*image/u);
  });

  it("-q still prints warnings of damage", async () => {
    const folder = temporaryFolder();
    const empty = join(folder, "empty.warc");
    writeFileSync(empty, "");
    const { stderr } = await runBin(["-q", "-i", `warc=${empty}`]);
    expect(stderr).toMatch(
      /^warning: \S+empty\.warc, byte 0: [^\n]*\bempty\nnothing was judged: [^\n]*\n$/u,
    );
  });

  it("-v prints the settings, and the measures that could not be computed", async () => {
    const { stderr } = await runBin(["-v", "-i", "warc=fixtures/collection", "-tm", "wordcount"]);
    expect(stderr).toContain('"keyword":"wordcount"');
    expect(stderr).toContain(
      "from-warc::20131201211530::http://northquay-observatory.example/: wordcount: ",
    );
  });

  it("-l writes messages with their times to the log file", async () => {
    const log = join(temporaryFolder(), "run.log");
    const { stderr } = await runBin([...ONE_MEASURE, "-l", log]);
    expect(stderr).toBe("");
    expect(readFileSync(log, "utf8")).toMatch(
      /^\d{4}-\d\d-\d\dT\S+Z 2 mementos of 1 TimeMap in /mu,
    );
  });
});
