import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { warc } from "../../src/read/inputs/warc.js";
import { features } from "../../src/page/features/index.js";
import { Collector } from "../../src/run/collect.js";
import { bindFeatures, extractFeatures } from "../../src/run/extract.js";
import { Join } from "../../src/run/join.js";
import { PartsReader } from "../../src/run/read-in-threads.js";
import { RunningTally } from "../../src/run/run-options.js";
import { inlineExtractor } from "../../src/run/worker-pool.js";
import { Shuffle } from "../../src/base/shuffle.js";
import type { InputContext } from "../../src/read/types.js";
import { settings } from "../support/records.js";
import {
  arcFile,
  arcRecord,
  gzip,
  http,
  page,
  pageRecord,
  warcRecord,
} from "../support/warc-builder.js";
import { runs } from "../support/thorough.js";

const READER = new URL("../../dist/lib/reading-worker.js", import.meta.url);
const LOST = new URL("lost-reader.mjs", import.meta.url);
const LOST_LATER = new URL("lost-later.mjs", import.meta.url);
const folder = mkdtempSync(join(tmpdir(), "dot-parts-"));
afterAll(() => rmSync(folder, { recursive: true }));

const requests = [{ feature: "byte-count", options: {} }];
const limits = { maxPageBytes: 1 << 20, roomBytes: 1 << 24 };
const setup = { requests, language: "en", limits, settings };
const bound = bindFeatures(requests, features, "en");

interface Ways {
  readonly documentsOnly?: boolean;
  /** Undefined: as one input, not in parts. */
  readonly partBytes?: number;
  /** Undefined: in this thread. */
  readonly script?: URL;
  /** Whether this thread reads parts beside the others. */
  readonly readsHere?: boolean;
}

/** All that becomes of files: lines, counts, damage. */
async function outcome(paths: readonly string[], ways: Ways): Promise<unknown> {
  const { documentsOnly = true, partBytes, script, readsHere = false } = ways;
  const { signal } = new AbortController();
  const plain = { maxPageBytes: 1 << 20, redirects: "follow", documentsOnly } as const;
  const context: InputContext = { ...plain, signal };
  const shuffle = new Shuffle(1 << 24);
  const tally = new RunningTally();
  const joined = new Join({
    settings,
    shuffle,
    tally,
    memoryBytes: 1e6,
    onDamage: () => undefined,
  });
  const extractor = inlineExtractor((job) => extractFeatures(job, bound, limits));
  const collect = { settings, extractor };
  const collector = new Collector(joined, collect);
  const parts =
    partBytes === undefined ? undefined : warc.parts?.(paths, context, partBytes)?.found;
  if (parts === undefined) {
    for await (const item of warc.read(paths, context)) await collector.take(item);
  } else {
    const reader = new PartsReader(parts, {
      threads: 3,
      setup: { ...setup, context: plain },
      ...{ context, collect, join: joined },
      beside: readsHere ? collect : undefined,
      take: (item) => collector.take(item),
      ...(script === undefined ? { warmUpBytes: Infinity } : { script, warmUpBytes: 0 }),
      onItems: () => undefined,
    });
    await reader.run();
  }
  await joined.finish();
  joined.close();
  const lines = [...shuffle.sorted()];
  shuffle.close();
  const damage = tally.damage.map(({ source, message }) => [source, message]);
  return { lines, skipped: [...tally.skipped], damage };
}

function fileOf(bytes: Uint8Array, name = "a.warc.gz"): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

const id = (n: number): string =>
  `<urn:uuid:00000000-0000-4000-8000-${String(n).padStart(12, "0")}>`;

/** A request of the page of the same number, with or without a link to it. */
function requestRecord(n: number, method: string, links: boolean): Buffer {
  const block = `${method} / HTTP/1.1\r\nHost: p${n}.example\r\n\r\n`;
  const fields = links ? ([["WARC-Concurrent-To", id(n)]] as const) : [];
  return warcRecord({ type: "request", uri: `http://p${n}.example/`, fields }, block);
}

const recordOf = (n: number): Buffer =>
  pageRecord(
    `p${n}`,
    { fields: [["WARC-Record-ID", id(n)]] },
    page(`p${n}`, `page ${n} `.repeat(n % 40)),
  );

const infoOf = (fields: string): Buffer => warcRecord({ type: "warcinfo" }, `${fields}\r\n`);
const MARK = "detect-off-topic-working-directory: 1";

/** A page that holds a gzip member of another page, as it is. */
const deceptive = (n: number): Buffer =>
  gzipSync(
    pageRecord(`within${n}`, {}, `${page("outer")}${gzip(recordOf(n)).toString("latin1")}`),
    {
      level: 0,
    },
  );

const stored = (n: number): Buffer => {
  const inner = Buffer.concat([http(page(`outer${n}`)), gzip(recordOf(n))]);
  const record = warcRecord(
    { uri: `http://outer${n}.example/`, date: "2012-06-01T10:20:30Z" },
    inner,
  );
  return gzipSync(record, { level: 0 });
};

const kinds: readonly ((n: number) => Buffer)[] = [
  (n) => gzip(recordOf(n)),
  (n) => Buffer.concat([gzip(recordOf(n)), gzip(requestRecord(n, "GET", true))]),
  (n) => Buffer.concat([gzip(recordOf(n)), gzip(requestRecord(n, "POST", true))]),
  (n) => Buffer.concat([gzip(requestRecord(n, "POST", false)), gzip(recordOf(n))]),
  (n) => gzip(requestRecord(n, "POST", false)),
  (n) => gzip(Buffer.concat([recordOf(n), requestRecord(n, "POST", true), recordOf(n + 1)])),
  (n) => gzip(warcRecord({ type: "metadata", uri: `http://p${n}.example/` }, "a: b\r\n")),
  (n) => gzip(pageRecord(`p${n}`, { type: "revisit", fields: [["WARC-Profile", "x"]] })),
  () => gzip(infoOf("software: by hand")),
  () => gzip(infoOf(MARK)),
  deceptive,
  stored,
  (n) => recordOf(n),
  (n) => gzip(arcRecord(`http://arc${n}.example/`, http(page(`arc${n}`)))),
  () => Buffer.from("neither a record nor a member"),
  (n) => gzip(recordOf(n)).subarray(0, -9),
  (n) => gzip(pageRecord(`p${n}`, { length: 7 })),
];

describe("files that are read in parts", () => {
  it("are the same lines, counts and damage, wherever the parts begin", async () => {
    const files = fc.array(fc.tuple(fc.nat(kinds.length - 1), fc.nat(30)), { maxLength: 25 });
    await fc.assert(
      fc.asyncProperty(
        files,
        fc.integer({ min: 40, max: 4000 }),
        fc.boolean(),
        async (made, partBytes, documentsOnly) => {
          const bytes = made.map(([kind, n]) => kinds[kind]!(n));
          const path = fileOf(Buffer.concat([gzip(recordOf(99)), ...bytes]));
          const expected = await outcome([path], { documentsOnly });
          expect(await outcome([path], { documentsOnly, partBytes })).toEqual(expected);
        },
      ),
      { numRuns: runs(60) },
    );
  });

  it("are the same where a page holds what looks like the beginning of a part", async () => {
    const bytes = Array.from({ length: 12 }, (_, n) =>
      n % 3 === 1 ? stored(n) : gzip(recordOf(n)),
    );
    const path = fileOf(Buffer.concat(bytes));
    const expected = await outcome([path], {});
    for (const partBytes of [100, 300, 700, 2000]) {
      expect(await outcome([path], { partBytes })).toEqual(expected);
    }
  });

  it("are the same where records are those of a working directory from some place on", async () => {
    const records = Array.from({ length: 20 }, (_, n) => gzip(recordOf(n)));
    records.splice(7, 0, gzip(infoOf(MARK)));
    records.splice(14, 0, gzip(infoOf("software: by hand")));
    const path = fileOf(Buffer.concat(records));
    const expected = await outcome([path], {});
    for (const partBytes of [200, 900]) {
      expect(await outcome([path], { partBytes })).toEqual(expected);
    }
  });

  it.each([
    ["several threads", READER, false],
    ["this thread beside others", READER, true],
    ["threads that stop at once", LOST, false],
  ])(
    "are the same in %s, several files and an ARC file among them",
    async (_, script, readsHere) => {
      const warcs = [0, 100].map((from) =>
        fileOf(
          Buffer.concat(Array.from({ length: 60 }, (_, n) => kinds[n % 3]!(from + n))),
          `${from}.warc.gz`,
        ),
      );
      const arc = [arcFile(1), arcRecord("http://arc.example/", http(page("arc")))];
      const paths = [...warcs, fileOf(Buffer.concat(arc), "a.arc")];
      const expected = await outcome(paths, {});
      expect(await outcome(paths, { partBytes: 3000, script, readsHere })).toEqual(expected);
    },
  );

  it("are the same where a thread stops within a part: what it has given is not read again", async () => {
    // Lines with such URIs are more than a thread gives at once.
    const long = "a".repeat(3000);
    const records = Array.from({ length: 400 }, (_, at) =>
      pageRecord("long", { uri: `http://long.example/${at}/${long}` }),
    );
    const paths = [fileOf(Buffer.concat(records), "long.warc")];
    const expected = await outcome(paths, {});
    expect(await outcome(paths, { partBytes: 1 << 22, script: LOST_LATER })).toEqual(expected);
  });
});
