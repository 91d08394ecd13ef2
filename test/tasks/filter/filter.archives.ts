/** Tests of filtered collections with other software: Python's warcio and pywb. */
import { execFileSync, spawnSync } from "node:child_process";
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { installedPywb, servePywb, type PywbServer } from "../../pywb/pywb-server.js";
import { sha1Digest } from "../../../src/read/warc/digest.js";
import { startArchiveServer } from "../../support/archive-server/start.js";
import { ROOT, runBin } from "../../support/run-bin.js";
import { A_DATE, http, page, pageRecord, warcRecord } from "../../support/warc-builder.js";
import { Collection } from "./filtering.js";

const pywb = installedPywb();
if (pywb === undefined) process.stderr.write("pywb is not available here: its tests are skipped\n");

const COLLECTION = join(ROOT, "fixtures/collection");
const warcs = readdirSync(COLLECTION).filter((name) => name.endsWith(".warc.gz"));

/** A page of the collection with captures from before and after it was replaced by another one. */
const SEED = "http://www.harbour-lantern-museum.example/";
const GOOD = "20140918174559";
const BAD = "20180127221845";

describe.skipIf(pywb === undefined)("a filtered collection", () => {
  const folder = mkdtempSync(join(tmpdir(), "dot-filter-"));
  const results = join(folder, "out.jsonl");
  const collections = join(folder, "collections");
  const filter = async (...args: readonly string[]): Promise<void> => {
    const { status, stderr } = await runBin([
      "filter",
      results,
      "-i",
      `warc=${COLLECTION}`,
      ...args,
    ]);
    if (status !== 0) throw new Error(stderr);
  };
  beforeAll(async () => {
    await runBin(["-q", "-i", `warc=${COLLECTION}`, "-o", results]);
    mkdirSync(join(collections, "by-index/archive"), { recursive: true });
    mkdirSync(join(collections, "by-index/indexes"));
    for (const name of warcs)
      copyFileSync(join(COLLECTION, name), join(collections, "by-index/archive", name));
    await filter("--as", "cdxj", "-o", join(collections, "by-index/indexes/index.cdxj"));
    await filter("-o", join(collections, "copy"));
    cpSync(join(collections, "by-index"), join(collections, "by-rules"), { recursive: true });
    const { stdout } = await runBin([
      "filter",
      results,
      "-q",
      "--only",
      "off-topic",
      "-i",
      `warc=${COLLECTION}`,
      "--as",
      "cdxj",
    ]);
    const index = readFileSync(join(collections, "by-index/indexes/index.cdxj"), "utf8");
    const all = [...new Set(`${index}${stdout}`.trimEnd().split("\n"))].sort();
    writeFileSync(join(collections, "by-rules/indexes/index.cdxj"), `${all.join("\n")}\n`);
    mkdirSync(join(collections, "by-rules/acl"));
    await filter("-q", "--as", "aclj", "-o", join(collections, "by-rules/acl/access-rules.aclj"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("filter writes a collection in which `warcio check` finds no error", () => {
    const archive = join(collections, "copy/archive");
    const files = readdirSync(archive).map((name) => join(archive, name));
    const check = spawnSync(join(pywb ?? "", "bin/warcio"), ["check", "-v", ...files], {
      encoding: "utf8",
    });
    expect(check.stdout).toContain("digest pass");
    expect(`${check.stdout}${check.stderr}`).not.toMatch(/fail|error/iu);
    expect(check.status).toBe(0);
  });

  it("filter writes a revisit as a full response in which `warcio check` finds no error", async () => {
    const body = page("bad", "Buy pills.");
    const digest = ["WARC-Payload-Digest", sha1Digest(Buffer.from(body))] as const;
    const original = pageRecord("bad", { fields: [digest] }, body);
    const fields = [
      ["WARC-Profile", "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest"],
      ["WARC-Refers-To-Target-URI", "http://bad.example/"],
      ["WARC-Refers-To-Date", A_DATE],
      digest,
    ] as const;
    const revisit = { type: "revisit", uri: "http://good.example/", date: A_DATE, fields };
    const of = new Collection({
      "a.warc": Buffer.concat([original, warcRecord(revisit, http(""))]),
    });
    await of.clean({ "http://bad.example/": "0", "http://good.example/": "1" });
    const check = spawnSync(join(pywb ?? "", "bin/warcio"), ["check", "-v", of.own], {
      encoding: "utf8",
    });
    expect(check.stdout).toMatch(/> response\n\s+digest pass\n/u);
    expect(`${check.stdout}${check.stderr}`).not.toMatch(/fail|error/iu);
    expect(check.status).toBe(0);
  });

  it("filter writes fetched mementos as captures in which `warcio check` finds no error", async () => {
    const server = await startArchiveServer();
    const [work, captures] = [join(folder, "work"), join(folder, "captures")];
    const timeMap = `timemap=${server.origin}/web/timemap/link/http://seed1.example/`;
    await runBin([
      "-q",
      "-i",
      timeMap,
      "--rate",
      "60000/m",
      "-d",
      work,
      "-o",
      join(folder, "work.jsonl"),
    ]);
    await server.stop();
    expect((await runBin(["filter", "-q", "-i", `dir=${work}`, "-o", captures])).stderr).toBe("");
    const files = readdirSync(join(captures, "archive")).map((name) =>
      join(captures, "archive", name),
    );
    const check = spawnSync(join(pywb ?? "", "bin/warcio"), ["check", "-v", ...files], {
      encoding: "utf8",
    });
    expect(check.stdout).toMatch(/> response\n\s+digest pass\n/u);
    expect(`${check.stdout}${check.stderr}`).not.toMatch(/fail|error/iu);
    const index = readFileSync(join(captures, "indexes/index.cdxj"), "utf8");
    expect(
      index
        .trimEnd()
        .split("\n")
        .every((line) => line.startsWith("example,seed1)/ 20")),
    ).toBe(true);
  });

  it("filter writes the same index as pywb's own indexer", () => {
    const archive = join(collections, "copy/archive");
    const files = readdirSync(archive).map((name) => join(archive, name));
    const made = execFileSync(join(pywb ?? "", "bin/cdx-indexer"), ["-j", "-s", ...files], {
      encoding: "utf8",
    });
    const places = (lines: string): string[] =>
      lines
        .split("\n")
        .flatMap((line) => {
          const at = line.indexOf("{");
          if (at < 0) return [];
          const { offset, length, filename, status, mime } = JSON.parse(line.slice(at)) as Record<
            string,
            string
          >;
          // pywb also indexes records that are not pages.
          if (/^(?:dns|urn):/u.test(line)) return [];
          const what = `${offset!} ${length!} ${status ?? ""} ${mime!.toLowerCase()}`;
          return [`${line.slice(0, at)}${filename!} ${what}`];
        })
        .sort();
    const ours = readFileSync(join(collections, "copy/indexes/index.cdxj"), "utf8");
    expect(places(ours)).toEqual(places(made));
  });

  describe("a filtered collection served by pywb", () => {
    let server: PywbServer | undefined;
    beforeAll(async () => {
      server = await servePywb(pywb ?? "", folder, "copy");
    });
    afterAll(() => server?.stop());

    it.each(["copy", "by-index", "by-rules"])(
      "pywb shows the good capture and not the bad one (%s)",
      async (name) => {
        const collection = new URL(name, server!.collection).href;
        const shown = async (date: string): Promise<string | null> => {
          const { headers } = await fetch(`${collection}/${date}mp_/${SEED}`);
          return headers.get("memento-datetime");
        };
        expect(await shown(GOOD)).toBe("Thu, 18 Sep 2014 17:45:59 GMT");
        expect(await shown(BAD)).toMatch(/ GMT$/u);
        expect(await shown(BAD)).not.toBe("Sat, 27 Jan 2018 22:18:45 GMT");
        const timeMap = await (await fetch(`${collection}/timemap/link/${SEED}`)).text();
        expect(timeMap).toContain(GOOD);
        expect(timeMap).not.toContain(BAD);
      },
    );
  });
});
