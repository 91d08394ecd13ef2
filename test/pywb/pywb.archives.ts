import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROOT, runBin } from "../support/run-bin.js";
import { installedPywb, startPywb, type PywbServer } from "./pywb-server.js";
import { rowsOf } from "../support/rows.js";

const pywb = installedPywb();
if (pywb === undefined)
  process.stderr.write("pywb are not available here: its tests are skipped\n");

const COLLECTION = join(ROOT, "fixtures/collection");
const warcsIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".warc.gz"))
    .map((name) => join(folder, name));

interface Row {
  readonly [name: string]: unknown;
  readonly "grouping key": string;
  readonly "memento-datetime": string;
}

/** Captures that pywb does not replay as they are in the WARC files, with the reason. */
const KNOWN: ReadonlyMap<string, string> = new Map([
  [
    "example,ferrymanpoint,weather)/ 2016/06/08 14:05:12 GMT",
    "two captures of one second have one URI-M",
  ],
  [
    "example,petal-relay)/ 2019/04/20 10:15:00 GMT",
    "a redirect is answered with the capture of a second later: refused, where the WARC file's leads back and is left out",
  ],
  [
    "example,petal-relay)/ 2023/09/02 16:10:08 GMT",
    "a redirect to what is not archived is 404, in other words than ours",
  ],
  [
    "net,example,tidewatch)/stations/kettleness 2015/06/30 18:13:52 GMT",
    "a server-not-modified revisit is answered with an empty 304",
  ],
  [
    "net,example,tidewatch)/stations/kettleness 2022/01/25 12:09:51 GMT",
    "a revisit that is known by its digest alone is answered with an earlier capture: refused",
  ],
]);

/**
 * Returns the scores of each capture by seed and datetime. Scores over a whole TimeMap are included only if none of its
 * captures is known to differ.
 */
function scores(file: string): Map<string, unknown> {
  const seeds = new Set([...KNOWN.keys()].map((name) => name.slice(0, name.indexOf(" "))));
  const found = new Map<string, unknown>();
  for (const row of rowsOf<Row>(readFileSync(file, "utf8"))) {
    const name = `${row["grouping key"]} ${row["memento-datetime"]}`;
    const { cosine, ...pairs } = (row["timemap measures"] ?? {}) as Record<string, unknown>;
    const measures = seeds.has(row["grouping key"]) ? pairs : { ...pairs, cosine };
    const one = {
      measures,
      error: row["access error"],
      length: row["content length"],
      language: row["language"],
      simhash: row["raw memento simhash value"],
    };
    found.set(name, found.has(name) ? [found.get(name), one] : one);
  }
  return found;
}

describe.skipIf(pywb === undefined)("a collection served by pywb", () => {
  const folder = mkdtempSync(join(tmpdir(), "dot-pywb-"));
  const directory = join(folder, "work");
  let server: PywbServer | undefined;
  beforeAll(async () => {
    server = await startPywb(pywb ?? "", folder, warcsIn(COLLECTION));
  }, 120_000);
  afterAll(async () => {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const measure = ["-tm", "cosine,wordcount,bytecount,jaccard,simhash-tf", "-ot", "jsonl", "-o"];

  it("gives the same scores for TimeMaps of pywb as for the WARC files of the collection", async () => {
    const seeds = new Set<string>();
    const manifest = JSON.parse(readFileSync(join(COLLECTION, "manifest.json"), "utf8")) as {
      readonly seeds: readonly {
        readonly uri: string;
        readonly captures: readonly { readonly uri?: string }[];
      }[];
    };
    for (const { uri, captures } of manifest.seeds) {
      for (const name of [uri, ...captures.map((capture) => capture.uri ?? uri)]) seeds.add(name);
    }
    const list = join(folder, "list.txt");
    const uriTs = [...seeds].map((seed) => `${server?.collection ?? ""}/timemap/link/${seed}`);
    writeFileSync(list, uriTs.join("\n"));
    const online = join(folder, "http.jsonl");
    const surt = ["--set", "group-by=surt"];
    const http = ["-i", `timemap=@${list}`, ...surt, "-d", directory, "--rate", "60000/m"];
    const run = await runBin([...http, "--set", "concurrency=4", ...measure, online]);
    expect(run.stderr).toContain("fetched: ");
    expect(run.status).toBe(0);
    const direct = join(folder, "warc.jsonl");
    expect((await runBin(["-i", `warc=${COLLECTION}`, ...measure, direct])).status).toBe(0);

    const fromWarcs = scores(direct);
    const fromPywb = scores(online);
    const names = new Set([...fromWarcs.keys(), ...fromPywb.keys()]);
    const differing = [...names].filter(
      (name) => JSON.stringify(fromWarcs.get(name)) !== JSON.stringify(fromPywb.get(name)),
    );
    expect(names.size).toBeGreaterThan(100);
    expect(differing.sort()).toEqual([...KNOWN.keys()].sort());
  }, 120_000);

  it("writes a working directory in which Python's warcio finds every digest and length correct", () => {
    for (const warc of warcsIn(directory)) {
      const reported = execFileSync(join(pywb ?? "", "bin/warcio"), ["check", "-v", warc], {
        encoding: "utf8",
      });
      expect(reported).toContain("digest pass");
      expect(reported).not.toMatch(/fail/iu);
    }
  });

  it("writes an index of the working directory with the same positions as pywb's indexer", () => {
    const places = (lines: string): string[] =>
      lines
        .split("\n")
        .flatMap((line) => {
          const fields = /\{.*\}$/u.exec(line)?.[0];
          if (fields === undefined) return [];
          const { url, offset, length } = JSON.parse(fields) as Record<string, unknown>;
          return [`${String(url)} ${String(offset)} ${String(length)}`];
        })
        .sort();
    const indexed = execFileSync(
      join(pywb ?? "", "bin/cdx-indexer"),
      ["-j", ...warcsIn(directory)],
      { encoding: "utf8", maxBuffer: 1 << 26 },
    );
    const ours = places(readFileSync(join(directory, "index.cdxj"), "utf8"));
    expect(ours.length).toBeGreaterThan(100);
    expect(places(indexed)).toEqual(ours);
  });
});
