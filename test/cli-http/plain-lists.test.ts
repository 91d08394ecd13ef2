import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { parseArchive, timeMapUri } from "../../src/read/archives/known-archives.js";
import { uriM } from "../../src/read/inputs/uri-m.js";
import { uriR } from "../../src/read/inputs/uri-r.js";
import { startArchiveServer, type ArchiveServer } from "../support/archive-server/start.js";
import { runBin, temporaryFolder } from "../support/run-bin.js";
import { FAST, runHttp, type HttpRun } from "./run-http.js";

let server: ArchiveServer;
beforeAll(async () => {
  server = await startArchiveServer();
});
beforeEach(() => server.reset());
afterAll(() => server.stop());

const archive = (): readonly string[] => ["--archive", `${server.origin}/web/`];
const file = (...lines: readonly string[]): string => {
  const path = join(temporaryFolder(), "list.txt");
  writeFileSync(path, `${lines.join("\n")}\n`);
  return path;
};
const uris = ({ rows }: HttpRun, name: string): unknown[] => [
  ...new Set(rows.map((row) => row[name])),
];

describe("-i uri-r=", () => {
  it("-i uri-r= gives the rows of the archive's TimeMaps of the URIs", async () => {
    const seeds = ["http://seed1.example/", "http://seed2.example/x,y"];
    const timeMaps = seeds.map((seed) => `${server.origin}/web/timemap/link/${seed}`);
    const plain = await runHttp([
      "-i",
      `${uriR.keyword}=${seeds.join(",")}`,
      ...archive(),
      ...FAST,
    ]);
    const direct = await runHttp(["-i", `timemap=${timeMaps.join(",")}`, ...FAST]);
    expect(plain.rows).toHaveLength(10);
    expect(plain.output).toBe(direct.output);
  });

  it("-i uri-r= with --match asks the CDX service, and makes a TimeMap of each URI-R", async () => {
    const input = ["-i", "uri-r=http://seed1.example/", ...archive(), "--match", "prefix", ...FAST];
    const whole = await runHttp(input);
    const pages = ["", "a.html", "b.html"].map((name) => `http://seed1.example/${name}`);
    expect(uris(whole, "URI-R")).toEqual(pages);
    expect(uris(whole, "URI-T")).toEqual(
      pages.map((page) => `${server.origin}/web/timemap/link/${page}`),
    );
  });

  it.each([
    [["-i", "uri-r=http://a.example/"], "--archive ia"],
    [["-i", "uri-r=ftp://a.example/", "--archive", "ia"], "not a URI"],
  ])("rejects the arguments of -i uri-r= %j with status 2", async (args, message) => {
    const { status, stderr } = await runBin(args);
    expect(stderr).toContain(message);
    expect(status).toBe(2);
  });
});

describe("-i uri-m=", () => {
  const uriMs = (): string[] =>
    ["20100101", "20100302"].map(
      (day) => `${server.origin}/web/${day}000000/http://seed1.example/`,
    );

  it("-i uri-m= fetches the raw mementos as one TimeMap for each URI-R and archive", async () => {
    const other = `${server.origin}/other/20100101000000/http://seed1.example`;
    const list = file(...uriMs(), other);
    const run = await runHttp(["-i", `${uriM.keyword}=@${list}`, ...FAST]);
    expect(run.rows.map((row) => row["URI-M"]).sort()).toEqual([...uriMs(), other].sort());
    expect(uris(run, "URI-T")).toHaveLength(2);
    expect((await server.log()).every(({ path }) => path.includes("id_/"))).toBe(true);
  });

  it("-i uri-m= reports a URI without a timestamp in an error row", async () => {
    const { rows, stderr } = await runHttp([
      "-i",
      `uri-m=${uriMs()[0]!},${server.origin}/ABCD-1234`,
      ...FAST,
    ]);
    expect(stderr).toContain("/ABCD-1234 is not a URI-M with a timestamp");
    expect(rows).toHaveLength(2);
  });
});

it("--seeds chooses among TimeMaps with --match", async () => {
  const list = file("http://a.example/");
  const timeMaps = ["http://a.example/x", "http://b.example/"].map(
    (seed) => `${server.origin}/web/timemap/link/${seed}`,
  );
  const input = ["-i", `timemap=${timeMaps.join(",")}`, "--seeds", list, "--match", "host"];
  const run = await runHttp([...input, ...FAST]);
  expect(uris(run, "URI-R")).toEqual(["http://a.example/x"]);
});

describe("--archive", () => {
  it.each(["cdx", "cdxjindex", "wayback"])(
    "--archive provides the mementos of a saved %s TimeMap without URI-Ms",
    async (form) => {
      const uriT = `${server.origin}/web/timemap/${form}/http://seed1.example/`;
      const saved = file(await (await fetch(uriT)).text());
      const run = await runHttp(["-i", `timemap=${saved}`, ...archive(), ...FAST]);
      expect(run.rows.map((row) => row["URI-M"])).toEqual(
        ["20100101", "20100131", "20100302", "20100401", "20100501"].map(
          (day) => `${server.origin}/web/${day}000000/http://seed1.example/`,
        ),
      );
      const alone = await runHttp(["-i", `timemap=${saved}`, ...FAST]);
      expect(alone.stderr).toContain("--archive");
    },
  );

  it.each([
    "https://wayback.example/collection/",
    "https://wayback.example/collection",
    "https://wayback.example/collection/timemap/link/",
  ])("--archive takes the beginning of URI-Ms or URI-Ts: %s", (text) => {
    const archive = parseArchive(text);
    expect(timeMapUri(archive, "http://a.example/$&?b")).toBe(
      "https://wayback.example/collection/timemap/link/http://a.example/$&?b",
    );
    expect(timeMapUri(archive, "http://a.example/?b", "host")).toMatch(
      /^https:\/\/wayback\.example\/collection\/cdx\?url=http%3A%2F%2Fa\.example%2F%3Fb&matchType=host&/u,
    );
  });
});
