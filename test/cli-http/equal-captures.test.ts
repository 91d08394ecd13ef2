import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { bySameContent } from "../../src/read/captures/same-content.js";
import { startArchiveServer, type ArchiveServer } from "../support/archive-server/start.js";
import { temporaryFolder } from "../support/run-bin.js";
import { errors, FAST, runHttp, type HttpRun } from "./run-http.js";

let server: ArchiveServer;
beforeAll(async () => {
  server = await startArchiveServer();
});
beforeEach(() => server.reset());
afterAll(() => server.stop());

/**
 * A seed with five captures. The first and third are equal, the second and fourth are equal, and the fifth is
 * different.
 */
const SEED = "http://equal.example/";
const run = (form: string, ...args: readonly string[]): Promise<HttpRun> =>
  runHttp(["-i", `timemap=${server.origin}/web/timemap/${form}/${SEED}`, ...FAST, ...args]);
const fetched = async (): Promise<readonly string[]> =>
  (await server.log()).flatMap(({ path }) => /\/(\d{8})000000id_\//u.exec(path)?.[1] ?? []).sort();

describe("captures with equal digests in the TimeMap", () => {
  it.each(["wayback", "cdx", "cdxjindex"])(
    "fetches only one of several captures with equal digests in a TimeMap in the format %s",
    async (form) => {
      const { rows, status } = await run(form);
      expect(await fetched()).toEqual(["20100101", "20100131", "20100501"]);
      expect(status).toBe(0);
      expect(rows.map((row) => row["revisit"])).toEqual([
        undefined,
        undefined,
        {
          "HTTP status": 200,
          "URI-M": `${server.origin}/web/20100101000000/${SEED}`,
          "URI-R": SEED,
          "memento-datetime": "2010-01-01T00:00:00Z",
        },
        expect.objectContaining({ "memento-datetime": "2010-01-31T00:00:00Z" }),
        undefined,
      ]);
      expect(rows.map((row) => row["URI-M"])).toEqual(
        ["20100101", "20100131", "20100302", "20100401", "20100501"].map(
          (day) => `${server.origin}/web/${day}000000/${SEED}`,
        ),
      );
    },
  );

  it("fetches the next capture of equal digest if the archive does not answer with the first", async () => {
    await server.trouble({ match: "20100101000000id_", do: "no-memento-datetime" });
    const failed = await run("wayback");
    expect(await fetched()).toEqual(["20100101", "20100131", "20100302", "20100501"]);
    expect(errors(failed)).toHaveLength(1);
    expect(failed.rows.map((row) => "revisit" in row)).toEqual([false, false, false, true, false]);
  });

  it("fetches every capture of equal digest if the archive answers with another capture", async () => {
    await server.trouble({
      match: "20100131000000id_",
      do: "memento-datetime",
      value: "Sun, 31 Jan 2010 00:00:09 GMT",
    });
    await run("wayback");
    expect(await fetched()).toEqual(["20100101", "20100131", "20100401", "20100501"]);
  });

  it("gives the same bytes at any concurrency, and fetches no capture a second time in a run continued with -d", async () => {
    const directory = join(temporaryFolder(), "d");
    await run("cdx", "-d", directory, "--to", "201001");
    expect(await fetched()).toEqual(["20100101", "20100131"]);
    await server.reset();
    const continued = await run("cdx", "-d", directory);
    expect(await fetched()).toEqual(["20100501"]);
    await server.reset();
    const again = await run("cdx", "-d", directory, "--offline");
    expect(await server.log()).toEqual([]);
    expect(again.output).toBe(continued.output);
    const slow = await run("cdx", "--set", "concurrency=1");
    expect(slow.output).toBe(continued.output);
  });
});

describe("groups of captures with equal content", () => {
  const at = (name: string, digest?: string, status?: number): object => ({ name, digest, status });
  const groups = (...captures: object[]): string[] =>
    bySameContent(
      captures as { name: string; digest?: string; status?: number }[],
      (each) => each,
    ).map((group) => group.map(({ name }) => name).join(""));

  it("have one digest and status, revisits have the digest alone, and redirects are never grouped", () => {
    expect(groups(at("a", "X", 200), at("b", "X", 404), at("c", "X", 200), at("d", "X"))).toEqual([
      "ac",
      "bd",
    ]);
    const others = [at("a", "X", 302), at("b", "X", 302), at("c"), at("d")];
    expect(groups(...others)).toEqual(["a", "b", "c", "d"]);
  });
});
