import { mkdir, readFile, rename, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { UsageError } from "../../../src/base/errors.js";
import { openFetcher } from "../../../src/read/http/fetcher.js";
import { dir } from "../../../src/read/inputs/dir.js";
import { inputs } from "../../../src/read/inputs/index.js";
import { timemap } from "../../../src/read/inputs/timemap.js";
import type { InputItem } from "../../../src/base/types.js";
import type { InputContext } from "../../../src/read/types.js";
import { withDirectory } from "../http/support/directory.js";
import "../../support/all-extensions.js";
import { startArchiveServer, type ArchiveServer } from "../../support/archive-server/start.js";

let archive: ArchiveServer;
beforeAll(async () => {
  archive = await startArchiveServer();
});
afterAll(() => archive.stop());

const base: InputContext = {
  signal: new AbortController().signal,
  maxPageBytes: 1 << 20,
  redirects: "follow",
  inputOf: (keyword) => Promise.resolve(inputs.find((input) => input.keyword === keyword)),
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
    limits: { rate: { timemap: 6e6, playback: 6e6 }, concurrency: 4 },
  });
  const items = await collect(timemap.read(sources, { ...base, fetcher }));
  await fetcher.close();
  return items;
}

const read = async (directory: string): Promise<InputItem[]> =>
  collect(dir.read(await dir.prepare([directory]), base));

describe("the input dir", () => {
  it("reads a working directory with the same results as the run that made it, without requests to an archive", async () => {
    await withDirectory(async (directory) => {
      const online = await fetchInto(directory);
      expect(online.filter(({ kind }) => kind === "memento").length).toBeGreaterThan(1);
      const sent = (await archive.log()).length;
      const offline = await read(directory);
      expect(offline).toEqual(online);
      expect((await archive.log()).length).toBe(sent);
    });
  });

  it("rejects a directory that -d did not make, or that is for an unknown input, as a usage error", async () => {
    await withDirectory(async (directory) => {
      await expect(dir.prepare([directory])).rejects.toThrow(UsageError);
      await expect(dir.prepare([])).rejects.toThrow(UsageError);
      await fetchInto(directory);
      const manifest = join(directory, "detect_off_topic.json");
      const text = await readFile(manifest, "utf8");
      await writeFile(manifest, text.replace('"timemap"', '"gopher"'));
      await expect(read(directory)).rejects.toThrow(/-i gopher=/u);
    });
  });

  it.each(["timemap", "goldtest"])(
    "reads no file outside of a foreign working directory that was made for -i %s=",
    async (keyword) => {
      await withDirectory(async (directory) => {
        const secret = join(dirname(directory), "secret.txt");
        await writeFile(secret, "a secret");
        await mkdir(directory);
        const manifest = join(directory, "detect_off_topic.json");
        const named = (source: string): string =>
          JSON.stringify({ format: 1, created: "", input: { keyword, sources: [source] } });
        for (const source of [secret, "../secret.txt", "given/../../secret.txt"]) {
          await writeFile(manifest, named(source));
          await expect(read(directory)).rejects.toThrow(/no copy. Give that file again/u);
        }
        // A link leads outside too.
        await mkdir(join(directory, "given"));
        await symlink(secret, join(directory, "given", "1"));
        await expect(read(directory)).rejects.toThrow(UsageError);
        await rename(secret, join(directory, "inside.txt"));
        await writeFile(manifest, named(join(directory, "inside.txt")));
        expect(await read(directory)).toHaveLength(1);
      });
    },
  );
});
