import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { COLLECTION, FILES, difference, plain, sort, step } from "../../run/map-reduce/steps.js";

const folder = mkdtempSync(join(tmpdir(), "dot-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const SETTINGS = ["-cm", "all", "-tm", "cosine,wordcount"];
const file = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

/** Records and topic of the collection, made once. */
let records: Promise<string> | undefined;
let topic: Promise<string> | undefined;
const mapped = (): Promise<string> => (records ??= step(["map", ...FILES, ...SETTINGS]));
const built = (): Promise<string> =>
  (topic ??= step(["topic", "build", "-q", "-i", `warc=${COLLECTION}`, "-cm", "all"]));

describe(
  "map | sort | fit, then reduce, gives the bytes of the plain command",
  { timeout: 180_000 },
  () => {
    it("map | sort | fit, then reduce, gives the same bytes as a single run with the topic of the collection", async () => {
      const stdin = sort(await mapped());
      const fitted = await step(["fit", "-q", ...SETTINGS], { stdin });
      expect(fitted).toBe(await built());
      const path = file("topic.json", fitted);
      const reduced = await step(["reduce", ...SETTINGS, "--topic", path], { stdin });
      const expected = await plain(SETTINGS);
      expect(expected).toContain('"collection measures"');
      expect(difference(reduced, expected)).toBeUndefined();
    });
  },
);
