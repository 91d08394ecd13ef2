import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { findSeeds } from "../../../src/read/archives/archive-it.js";
import { UsageError } from "../../../src/base/errors.js";
import { archiveit } from "../../../src/read/inputs/archiveit.js";
import type { InputItem } from "../../../src/base/types.js";
import type { HttpInputOptions } from "../../../src/read/types.js";
import { startArchiveServer, type ArchiveServer } from "../../support/archive-server/start.js";
import { contextOf, itemsOf, plainFetcher } from "./plain-fetcher.js";

let server: ArchiveServer;
beforeAll(async () => {
  server = await startArchiveServer();
});
beforeEach(() => server.reset());
afterAll(() => server.stop());

const bases = (): Required<NonNullable<HttpInputOptions["archiveIt"]>> => ({
  collections: server.origin,
  partner: server.origin,
  wayback: server.origin,
});
const seeds = async (id: string): Promise<unknown> => {
  const found = await findSeeds(id, plainFetcher(), bases());
  if ("problem" in found) return found;
  return { value: { seeds: [...found.value.seeds], warnings: found.value.warnings } };
};
const read = (id: string, http: HttpInputOptions = {}): Promise<readonly InputItem[]> =>
  itemsOf(archiveit.read([id], contextOf({ http: { archiveIt: bases(), ...http } })));
const uris = (...numbers: number[]): string[] => numbers.map((n) => `http://seed${n}.example/`);

describe("the seeds of an Archive-It collection", () => {
  it("reads the seeds of a collection from the pages of the partner API, including inactive ones but no private or deleted ones", async () => {
    expect(await seeds("1001")).toEqual({
      value: { seeds: uris(1, 2, 5), warnings: [] },
    });
  });

  it("reads the seeds of a collection from all its public pages if there is no API", async () => {
    expect(await seeds("1004")).toMatchObject({
      value: {
        seeds: ["http://seed1.example/", "http://seed2.example/?a=1&b=2", "http://seed3.example/"],
        warnings: [],
      },
    });
  });

  for (const [id, message] of [
    ["1005", "Archive-It collection 1005 is private: none of its 1 seed can be seen by the public"],
    [
      "1006",
      "Archive-It collection 1006 (Collection 1006) has no public seed: it is empty, or all of it is private",
    ],
    ["1007", "there is no Archive-It collection 1007"],
    [
      "1013",
      "the seeds of Archive-It collection 1013 are unavailable: the partner API counts 5 seeds and gave 0: " +
        "the rest is not read; its public pages show none",
    ],
  ] as const) {
    it(`reports a collection without seeds: ${message}`, async () => {
      expect(await seeds(id)).toEqual({ problem: { stage: "access", message } });
    });
  }
});

describe("-i archiveit=ID", () => {
  it("reads the TimeMap of every seed in an Archive-It collection, and requests nothing twice", async () => {
    const items = await read("1001");
    const captures = items.flatMap((item) => (item.kind === "memento" ? [item.capture] : []));
    expect(captures).toHaveLength(15);
    expect(new Set(captures.map(({ uriT }) => uriT))).toEqual(
      new Set(uris(1, 2, 5).map((seed) => `${server.origin}/1001/timemap/link/${seed}`)),
    );
    const paths = (await server.log()).map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
  });

  it("restricts an Archive-It collection to --seeds, and reports a seed that the collection does not have", async () => {
    const items = await read("1001", { seeds: [...uris(2), "http://other.example/"] });
    expect(items.filter(({ kind }) => kind === "memento")).toHaveLength(5);
    expect(items.filter(({ kind }) => kind === "missed-timemap")).toEqual([
      {
        kind: "missed-timemap",
        uriT: `${server.origin}/1001/timemap/link/http://other.example/`,
        problem: {
          stage: "access",
          message: "http://other.example/ is not a public seed of Archive-It collection 1001",
        },
      },
    ]);
  });

  it("accepts the number or the URI of an Archive-It collection, and rejects anything else as a usage error", async () => {
    expect(
      await archiveit.prepare(["7877,https://archive-it.org/collections/2950", "7877"]),
    ).toEqual(["7877", "2950"]);
    await expect(archiveit.prepare(["sevens"])).rejects.toThrow(UsageError);
    await expect(archiveit.prepare([""])).rejects.toThrow(UsageError);
  });
});
