import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { UsageError } from "../../../src/base/errors.js";
import { goldtest } from "../../../src/extensions/otmt/goldtest.js";
import { startArchiveServer, type ArchiveServer } from "../../support/archive-server/start.js";
import { contextOf, itemsOf } from "../../read/inputs/plain-fetcher.js";

let server: ArchiveServer;
let folder: string;
beforeAll(async () => {
  server = await startArchiveServer();
  folder = await mkdtemp(join(tmpdir(), "gold-"));
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

describe("-i goldtest=FILE.tsv", () => {
  it("fetches each URI-M of a gold standard once, and reports the positions of rows without a URI-M", async () => {
    const file = join(folder, "gold.tsv");
    const uriM = `${server.origin}/1068/20100101000000/http://seed1.example/`;
    const head = "id\tdate\tURI\tlabel\n";
    const row = `1\t20100101000000\t${uriM}\t1\n`;
    await writeFile(file, `${head}${row}${row}2\t20100101000000\thttp://seed1.example/\t0\n`);
    const items = await itemsOf(goldtest.read([file], contextOf()));
    expect(items).toEqual([
      expect.objectContaining({
        kind: "memento",
        capture: {
          uriR: "http://seed1.example/",
          uriT: `${server.origin}/1068/timemap/link/http://seed1.example/`,
          uriM,
          mementoDatetime: "2010-01-01T00:00:00Z",
          status: 200,
          contentType: "text/html; charset=utf-8",
        },
      }),
      {
        kind: "damage",
        source: { file, offset: head.length + 2 * row.length },
        message: "row 4: not a URI-M of a web archive: http://seed1.example/",
      },
      { kind: "skipped", reason: "listed twice in its TimeMap" },
    ]);
  });

  it("rejects a missing gold standard as a usage error", async () => {
    await expect(goldtest.prepare([join(folder, "none.tsv")])).rejects.toThrow(UsageError);
    await expect(goldtest.prepare([])).rejects.toThrow(UsageError);
  });
});
