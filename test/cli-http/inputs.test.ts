import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startArchiveServer, type ArchiveServer } from "../support/archive-server/start.js";
import { temporaryFolder } from "../support/run-bin.js";
import { errors, FAST, runHttp } from "./run-http.js";

let server: ArchiveServer;
beforeAll(async () => {
  server = await startArchiveServer();
});
beforeEach(() => server.reset());
afterAll(() => server.stop());

const timeMapOf = (seed: string): string =>
  `timemap=${server.origin}/web/timemap/link/http://${seed}/`;
const archiveIt = (id: string): string[] => [
  ...["-i", `archiveit=${id}`, ...FAST],
  ...["--set", `archiveit-uri=${server.origin}`],
];

describe("inputs over HTTP, from the command line to the output", () => {
  it("gives a row for every memento of a TimeMap, and finds the suspended account off-topic", async () => {
    const { status, rows, stderr } = await runHttp(["-i", timeMapOf("seed1.example"), ...FAST]);
    expect(rows.map((row) => row["overall topic status"])).toEqual([
      ...Array<string>(4).fill("on-topic"),
      "off-topic",
    ]);
    expect(rows[4]).toMatchObject({
      "URI-M": `${server.origin}/web/20100501000000/http://seed1.example/`,
      "compared with": `${server.origin}/web/20100101000000/http://seed1.example/`,
    });
    expect(stderr).toContain("fetched: 6 requests");
    expect(status).toBe(0);
  });

  it.each([
    ["1001", 15],
    ["1002", 15],
    ["1004", 15],
  ])(
    "writes for Archive-It collection %s, which has public seeds, %i rows of judged mementos",
    async (id, count) => {
      const { status, rows } = await runHttp(archiveIt(id));
      expect(rows.length).toBe(count);
      expect(rows.every((row) => "timemap measures" in row)).toBe(true);
      expect(status).toBe(0);
    },
  );

  it("--seeds chooses TimeMaps before their mementos are fetched, and a seed without a TimeMap gets an error row", async () => {
    const file = join(temporaryFolder(), "seeds.txt");
    await writeFile(file, "http://seed2.example/\nhttp://nobody.example/\n");
    const folder = temporaryFolder();
    const lists = ["seed1.example", "seed2.example"].flatMap((seed) => ["-i", timeMapOf(seed)]);
    const run = await runHttp([...lists, "--seeds", file, ...FAST, "-d", join(folder, "work")]);
    expect(new Set(run.rows.flatMap((row) => row["URI-R"] ?? []))).toEqual(
      new Set(["http://seed2.example/"]),
    );
    expect(errors(run)).toEqual(["the seed http://nobody.example/ has no capture in the input"]);
    expect(run.stderr).toContain("fetched: 6 requests");
    const again = await runHttp(["-i", `dir=${join(folder, "work")}`, "--seeds", file]);
    expect(again.output).toBe(run.output);
    const auto = await runHttp([...lists, "--seeds", "auto"]);
    expect(auto.status).toBe(2);
    expect(auto.stderr).toMatch(/--seeds auto: this input names no seeds/u);
  });

  it("judges the URI-Ms of a gold standard", async () => {
    const file = join(temporaryFolder(), "gold.tsv");
    const row = (ts: string): string =>
      `1\t${ts}\t${server.origin}/web/${ts}/http://seed1.example/\t1\n`;
    await writeFile(file, `id\tdate\tURI\tlabel\n${row("20100101000000")}${row("20100501000000")}`);
    const { status, rows } = await runHttp(["-i", `goldtest=${file}`, ...FAST]);
    expect(rows.map((one) => one["overall topic status"])).toEqual(["on-topic", "off-topic"]);
    expect(status).toBe(0);
  });
});

describe("problems of an archive", () => {
  it.each([
    ["6", "an HTML page instead of the TimeMap", { do: "html" }],
    ["6", "status 404 instead of the TimeMap", { do: "status", status: 404 }],
    ["6", "status 404 instead of mementos", { match: "id_/", do: "status", status: 404 }],
    ["5", "a bot check instead of the TimeMap", { do: "pow" }],
    ["5", "a bot check instead of mementos", { match: "id_/", do: "pow" }],
    ["5", "status 403 to every request", { do: "status", status: 403 }],
  ])("exits with status %s if the archive answers with %s", async (status, _, trouble) => {
    await server.trouble({ match: "timemap/link/", ...trouble });
    const args = ["-i", timeMapOf("seed1.example"), ...FAST, "-q"];
    const run = await runHttp([...args, "--strict", "--fail-on", "off-topic"]);
    expect(run.status).toBe(Number(status));
    if (status === "6") expect(run.stderr).toMatch(/^nothing was judged: /mu);
    else expect(run.stderr).toMatch(/127\.0\.0\.1:\d+ answered with (?:a bot check|status 403)/u);
  });

  it("reports a capture for which the archive returns another one, and judges it with --set substituted=keep", async () => {
    const to = `${server.origin}/web/20100401000000id_/http://seed1.example/`;
    await server.trouble({ match: "20100501000000id_", do: "redirect", to });
    const refused = await runHttp(["-i", timeMapOf("seed1.example"), ...FAST]);
    expect(errors(refused)).toEqual([
      `the archive answered with another capture: 2010-04-01T00:00:00Z, ${to}`,
    ]);
    expect(refused.stderr).toContain("answered with another capture: 1 (--set substituted");
    const keep = ["-i", timeMapOf("seed1.example"), ...FAST, "--set", "substituted=keep"];
    const kept = await runHttp(keep);
    expect(errors(kept)).toEqual([]);
    expect(kept.rows[4]).toMatchObject({
      "memento-datetime": "2010/05/01 00:00:00 GMT",
      "overall topic status": "on-topic",
      substitute: { "URI-M": to },
    });
    expect(kept.stderr).toContain("answered with another capture: 1 (--set substituted");
  });
});

describe("mistakes of the user", () => {
  it.each([
    ["timemap=ftp://archive.example/timemap", /"ftp" is not a scheme of URI-Ts/u],
    ["timemap=no/such/file", /no such file/u],
    ["archiveit=seven", /seven/u],
    ["dir=missing", /missing/u],
  ])("rejects -i %s in one line with status 2, and fetches nothing", async (input, message) => {
    const { status, stderr, output } = await runHttp(["-i", input, ...FAST]);
    expect(stderr).toMatch(/^detect_off_topic: [^\n]+\n$/u);
    expect(stderr).toMatch(message);
    expect(output).toBe("");
    expect(status).toBe(2);
    expect(await server.log()).toEqual([]);
  });

  it.each([
    ["--rate", "fast"],
    ["--from", "soon"],
  ])("rejects the option %s with the value %s in one line with status 2", async (...option) => {
    const { status, stderr } = await runHttp(["-i", timeMapOf("n1.example"), ...option]);
    expect(stderr).toMatch(/^detect_off_topic: [^\n]+\n$/u);
    expect(status).toBe(2);
  });

  it("rejects --offline without a working directory", async () => {
    const { status, stderr } = await runHttp(["-i", timeMapOf("n1.example"), "--offline"]);
    expect(stderr).toMatch(/name it with -d/u);
    expect(status).toBe(2);
  });
});
