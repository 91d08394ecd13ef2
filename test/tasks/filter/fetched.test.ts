import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { FAST, runHttp } from "../../cli-http/run-http.js";
import { startArchiveServer, type ArchiveServer } from "../../support/archive-server/start.js";
import { runBin, temporaryFolder } from "../../support/run-bin.js";
import { type Read, recordsIn } from "./filtering.js";

let server: ArchiveServer;
beforeAll(async () => {
  server = await startArchiveServer();
});
beforeEach(() => server.reset());
afterAll(() => server.stop());

interface Row {
  readonly "URI-R": string;
  readonly "URI-M": string;
  readonly "memento-datetime": string;
}

/** A working directory of five mementos, its results, and the output of filter. */
class Fetched {
  readonly folder = temporaryFolder();
  readonly work = join(this.folder, "work");
  readonly results = join(this.folder, "out.jsonl");
  readonly captures = join(this.folder, "captures");
  rows: readonly Row[] = [];

  async run(): Promise<this> {
    const input = `timemap=${server.origin}/web/timemap/link/http://seed1.example/`;
    const run = await runHttp(["-i", input, ...FAST, "-d", this.work]);
    writeFileSync(this.results, run.output);
    this.rows = run.rows as unknown as readonly Row[];
    return this;
  }

  async filter(...args: readonly string[]): Promise<string> {
    const { status, stderr } = await runBin([
      "filter",
      ...args,
      "-i",
      `dir=${this.work}`,
      "-o",
      this.captures,
    ]);
    if (status !== 0) throw new Error(stderr);
    return stderr;
  }

  /** Returns the records of the copy by date, since parallel requests finish in any order. */
  async records(): Promise<Read[]> {
    const archive = join(this.captures, "archive");
    const records = await recordsIn(...readdirSync(archive).map((name) => join(archive, name)));
    return records.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
  }
}

describe("filter -i dir=", () => {
  it("filter -i dir= writes fetched mementos as captures of the URI-R at the memento-datetime", async () => {
    const fetched = await new Fetched().run();
    expect(await fetched.filter()).toContain(": 5 captures; left out 0 mementos");
    const responses = (await fetched.records()).filter(({ type }) => type === "response");
    const dates = fetched.rows.map((row) => row["memento-datetime"]);
    expect(responses.map(({ uri }) => uri)).toEqual(fetched.rows.map((row) => row["URI-R"]));
    expect(
      responses.map(
        ({ date }) => `${date.slice(0, 10).replaceAll("-", "/")} ${date.slice(11, 19)} GMT`,
      ),
    ).toEqual(dates);

    const warc = await runHttp(["-i", `warc=${fetched.captures}`]);
    const said = (rows: readonly object[]): unknown[] =>
      rows.map((row) => {
        const {
          "URI-R": uriR,
          "memento-datetime": date,
          "timemap measures": measures,
          "content length": length,
        } = row as Record<string, unknown>;
        return { uriR, date, measures, length };
      });
    expect(said(warc.rows)).toEqual(said(fetched.rows));
  });

  it("filter -i dir= records the origin and date of each fetch in a metadata record", async () => {
    const fetched = await new Fetched().run();
    await fetched.filter();
    const records = await fetched.records();
    const about = records.filter(({ type, uri }) => type === "metadata" && uri.startsWith("http"));
    expect(about.map(({ text }) => /^uri-m: (.*)\r$/mu.exec(text)?.[1])).toEqual(
      fetched.rows.map((row) => row["URI-M"]),
    );
    for (const { text } of about) {
      expect(text).toMatch(/^fetched-at: 20\d\d-\d\d-\d\dT[\d:.]+Z\r$/mu);
      expect(text).toContain("fetched-as: <urn:uuid:");
    }
  });

  it("filter -i dir= removes the archive's banner from a page, and notes it", async () => {
    await server.trouble({ match: "20100131000000id_", do: "banner" });
    const fetched = await new Fetched().run();
    await fetched.filter();
    const records = await fetched.records();
    expect(
      records.filter(({ type, text }) => type === "response" && text.includes("WAYBACK")),
    ).toEqual([]);
    expect(records.filter(({ text }) => text.includes("note: the archive's banner"))).toHaveLength(
      1,
    );
  });

  it("filter -i dir= writes an archived redirect as a redirect to the original URI", async () => {
    await server.trouble({
      match: "20100302000000id_/http://seed1",
      do: "archived",
      status: 302,
      location: `${server.origin}/web/20100401000000/http://elsewhere.example/`,
    });
    const fetched = await new Fetched().run();
    await fetched.filter();
    const redirects = (await fetched.records()).filter(
      ({ status }) => status?.includes(" 302 ") === true,
    );
    expect(redirects.map(({ uri, date }) => [uri, date])).toEqual([
      ["http://seed1.example/", "2010-03-02T00:00:00Z"],
    ]);
    const { stdout } = await runBin([
      "-q",
      "-i",
      `warc=${fetched.captures}`,
      "-tm",
      "bytecount",
      "--workers",
      "0",
      "-ot",
      "jsonl",
    ]);
    expect(stdout).toMatch(
      /"redirect":\{"HTTP status":302,"URI-R":"http:\/\/elsewhere\.example\/"|redirects to http:\/\/elsewhere\.example\//u,
    );
  });

  it("filter -i dir= leaves out mementos that results and decisions call off-topic, by URI-M", async () => {
    const fetched = await new Fetched().run();
    const decisions = join(fetched.folder, "decisions.tsv");
    const [, second] = fetched.rows;
    const rows = fetched.rows.map((row) => `${row["URI-M"]}\t${row === second ? 0 : 1}\n`);
    writeFileSync(decisions, rows.join(""));
    const stderr = await fetched.filter(fetched.results, "--overrides", decisions);
    expect(stderr).toContain(": 4 captures; left out 1 memento");
    const records = await fetched.records();
    expect(records.filter(({ type }) => type === "response")).toHaveLength(4);
    expect(records.find(({ uri }) => uri === "urn:detect_off_topic:left-out")?.text).toContain(
      `${second!["URI-M"]}\t`,
    );
  });

  it("filter -i dir= refuses a folder other than a working directory", async () => {
    const args = ["filter", "-i", "dir=fixtures/warcs", "-o", join(temporaryFolder(), "x")];
    const { status, stderr } = await runBin(args);
    expect(stderr).toContain("fixtures/warcs");
    expect(status).toBe(2);
  });

  it("filter -i dir= refuses WARC files together with a working directory", async () => {
    const fetched = await new Fetched().run();
    const files = fetched.filter("-i", "warc=fixtures/collection");
    await expect(files).rejects.toThrow("files or working directories");
  });
});
