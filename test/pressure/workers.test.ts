import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import type { ExtractJob, ExtractResult } from "../../src/run/extract.js";
import { Pool } from "../../src/run/worker-pool.js";
import { capture } from "../support/records.js";

const SETUP = {
  requests: [],
  language: "en",
  limits: { maxPageBytes: 1 << 20, roomBytes: 1 << 20 },
};
const CRASHING = new URL("crashing-worker.mjs", import.meta.url);

let pool: Pool;
afterEach(() => pool.close());

/** A page that holds nothing but a text. */
function job(text: string, number: number): ExtractJob {
  const uriR = `http://seed.example/${number}`;
  return { capture: capture({ uriR }), body: { bytes: Buffer.from(text) } };
}

/** Has texts read as pages; what came of each, in the order of the texts. */
async function readAll(texts: readonly string[], workers: number): Promise<ExtractResult[]> {
  pool = new Pool(workers, SETUP, { script: CRASHING, heapBytes: 32 * 2 ** 20 });
  const results = new Map<number, ExtractResult>();
  for (const [i, text] of texts.entries()) {
    await pool.submit(job(text, i), (result) => {
      if (results.has(i)) throw new Error(`page ${i} came twice`);
      results.set(i, result);
    });
  }
  await pool.drain();
  return texts.map((_, i) => {
    const result = results.get(i);
    if (result === undefined) throw new Error(`nothing came of page ${i}`);
    return result;
  });
}

const PAGES = Array.from({ length: 60 }, (_, i) => `page ${i}`);
/** Large enough to fill a batch of its own. */
const LARGE = "x".repeat(1 << 20);

describe("a page that stops a worker", () => {
  for (const [how, said] of [
    ["crash", "a page made the worker crash"],
    ["exit", "it exited"],
    ["memory", "reaching memory limit"],
  ] as const) {
    for (const workers of [1, 2]) {
      it(`is the one that is reported, and all others are read (${how}, ${workers} workers)`, async () => {
        const texts = [
          ...PAGES.slice(0, 20),
          how,
          ...PAGES.slice(20, 40),
          LARGE,
          ...PAGES.slice(40),
        ];
        const results = await readAll(texts, workers);
        for (const [i, result] of results.entries()) {
          expect(result.capture.uriR).toBe(`http://seed.example/${i}`);
          if (texts[i] === how) {
            expect(result.problem?.stage).toBe("extract");
            expect(result.problem?.message).toContain("reading this page stopped a worker");
            expect(result.problem?.message).toContain(said);
          } else {
            expect(result.problem).toBeUndefined();
            expect(result.features).toEqual([JSON.stringify({ value: texts[i] })]);
          }
        }
      });
    }
  }

  it("does so however many there are", async () => {
    const texts = PAGES.map((text, i) => (i % 5 === 0 ? "crash" : text));
    const results = await readAll(texts, 2);
    expect(results.map(({ problem }) => problem !== undefined)).toEqual(
      texts.map((text) => text === "crash"),
    );
  });
});

describe("pages that arrive while all workers are busy", () => {
  it("are read in the thread that hands them out, but for those that may grow there", async () => {
    const large = "y".repeat(200_000);
    const readHere: ExtractJob[] = [];
    pool = new Pool(1, SETUP, {
      script: CRASHING,
      helpsOut: true,
      here(given) {
        readHere.push(given);
        return { capture: given.capture, features: [] };
      },
    });
    const done = new Map<string, number>();
    const bodies: ExtractJob["body"][] = Array.from({ length: 60 }, (_, i) => ({
      bytes: i % 7 < 3 ? gzipSync(i % 7 < 2 ? LARGE + large : large) : Buffer.from(large),
      ...(i % 7 !== 1 && { contentEncoding: i % 7 < 3 ? "gzip" : "identity" }),
      ...(i % 7 === 5 && { bytes: Buffer.from(LARGE + large) }),
      ...(i % 7 === 6 && { transferEncoding: "chunked" }),
    }));
    for (const [i, body] of bodies.entries()) {
      await pool.submit({ ...job("", i), body }, ({ capture: { uriR } }) =>
        done.set(uriR, (done.get(uriR) ?? 0) + 1),
      );
    }
    await pool.drain();
    expect([...done.values()]).toEqual(bodies.map(() => 1));
    const kinds = new Set(readHere.map(({ body }) => bodies.indexOf(body) % 7));
    expect([...kinds].sort()).toEqual([2, 3, 4, 6]);
  });
});

describe("a worker that cannot be started", () => {
  it("is a failure of the run, and no page is blamed", async () => {
    pool = new Pool(1, SETUP, { script: new URL("no-such-worker.mjs", import.meta.url) });
    const reading = (async (): Promise<void> => {
      for (const [i, text] of PAGES.entries()) {
        await pool.submit(job(text, i), () => expect.unreachable());
      }
      await pool.drain();
    })();
    await expect(reading).rejects.toThrow("a worker thread cannot be started");
  });
});
