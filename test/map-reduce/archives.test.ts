import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startArchiveServer, type ArchiveServer } from "../support/archive-server/start.js";
import { temporaryFolder } from "../support/run-bin.js";
import { LEAN, difference, plain, sort, step } from "./steps.js";

let server: ArchiveServer;
beforeAll(async () => {
  server = await startArchiveServer();
});
beforeEach(() => server.reset());
afterAll(() => server.stop());

/** The fixture archive may be asked as fast as it answers. */
const FAST: readonly string[] = [...LEAN, "--rate", "6000/s", "--concurrency", "8"];

const seeds = ["n2.one", "n3.two", "n4.three", "n2.four", "n3.five"].map(
  (name) => `http://${name}.example/`,
);
const uriTs = (): string[] => seeds.map((seed) => `${server.origin}/web/timemap/link/${seed}`);

/** All URI-Ts as one input, whatever they hold. */
function listed(): string {
  const path = join(temporaryFolder(), "uri-ts.txt");
  writeFileSync(path, `${uriTs().join("\n")}\n`);
  return `timemap=@${path}`;
}

describe("TimeMaps of an archive", () => {
  it("as lines on standard input of map are the plain command's input", async () => {
    const expected = await plain(FAST, listed());
    expect(expected.trimEnd().split("\n")).toHaveLength(14);
    const mapped = await step(["map", ...FAST], { stdin: uriTs().join("\n") });
    expect(
      difference(await step(["reduce", ...LEAN], { stdin: sort(mapped) }), expected),
    ).toBeUndefined();
  });

  it("by one mapper each and a TimeMap that is not there: problems come first, as one run has them", async () => {
    await server.trouble({ match: "timemap/link/http://n3.two", do: "status", status: 404 });
    const expected = await plain(FAST, listed());
    const parts = await Promise.all(uriTs().map((uriT) => step(["map", uriT, ...FAST])));
    const resolved = await step(["resolve", ...LEAN], { stdin: parts.join("") });
    const results = await step(["reduce", ...LEAN], { stdin: sort(resolved) });
    expect(difference(results, expected)).toBeUndefined();
    expect(results.split("\n", 1)[0]).toContain("n3.two");
  });

  it("in shards are asked for once each, and merged are the plain command's bytes", async () => {
    const input = listed();
    const expected = await plain(FAST, input);
    await server.reset();
    const folder = temporaryFolder();
    const files = [];
    for (const k of [1, 2, 3]) {
      const path = join(folder, `${k}.jsonl`);
      writeFileSync(path, await plain([...FAST, "--shard", `${k}/3`], input));
      files.push(path);
    }
    expect(difference(await step(["merge", ...files]), expected)).toBeUndefined();
    const asked = (await server.log())
      .map(({ path }) => path)
      .filter((path) => !path.endsWith("/robots.txt"));
    expect([...new Set(asked)].sort()).toEqual([...asked].sort());
    expect(asked.filter((path) => path.includes("timemap/"))).toHaveLength(seeds.length);
  });
});
