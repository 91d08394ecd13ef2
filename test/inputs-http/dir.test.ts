import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { UsageError } from "../../src/errors.js";
import { openFetcher } from "../../src/http/fetcher.js";
import { dir } from "../../src/inputs/dir.js";
import { timemap } from "../../src/inputs/timemap.js";
import type { InputContext, InputItem } from "../../src/types.js";
import { withDirectory } from "../http/support/directory.js";
import { startArchiveServer, type ArchiveServer } from "../support/archive-server/start.js";

let archive: ArchiveServer;
beforeAll(async () => {
  archive = await startArchiveServer();
});
afterAll(() => archive.stop());

const base: InputContext = {
  signal: new AbortController().signal,
  maxPageBytes: 1 << 20,
  redirects: "follow",
};

async function collect(items: AsyncIterable<InputItem>): Promise<InputItem[]> {
  const all: InputItem[] = [];
  for await (const item of items) all.push(item);
  // Mementos come in the order in which they arrive.
  return all.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

/** Reads a TimeMap of the fixture archive into a working directory. */
async function fetchInto(directory: string): Promise<InputItem[]> {
  const sources = await timemap.prepare([
    `${archive.origin}/web/timemap/link/http://harbour.example/`,
  ]);
  const fetcher = await openFetcher({
    record: { directory, input: { keyword: "timemap", sources } },
    limits: { perMinute: { timemap: 6e6, playback: 6e6 }, concurrency: 4 },
  });
  const items = await collect(timemap.read(sources, { ...base, fetcher }));
  await fetcher.close();
  return items;
}

describe("the input dir", () => {
  it("gives what the run that made the directory gave, and asks no archive", async () => {
    await withDirectory(async (directory) => {
      const online = await fetchInto(directory);
      expect(online.filter(({ kind }) => kind === "memento").length).toBeGreaterThan(1);
      const sent = (await archive.log()).length;
      const offline = await collect(dir.read(await dir.prepare([directory]), base));
      expect(offline).toEqual(online);
      expect((await archive.log()).length).toBe(sent);
    });
  });

  it("a directory that -d did not make, or that is for an unknown input, is the user's mistake", async () => {
    await withDirectory(async (directory) => {
      await expect(dir.prepare([directory])).rejects.toThrow(UsageError);
      await expect(dir.prepare([])).rejects.toThrow(UsageError);
      await fetchInto(directory);
      const manifest = join(directory, "detect_off_topic.json");
      const text = await readFile(manifest, "utf8");
      await writeFile(manifest, text.replace('"timemap"', '"gopher"'));
      await expect(dir.prepare([directory])).rejects.toThrow(/-i gopher=/u);
    });
  });
});
