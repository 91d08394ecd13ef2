import { describe, expect, it } from "vitest";
import { warc } from "../../src/read/inputs/warc.js";
import { sharedFolder } from "../support/shared.js";

const folder = sharedFolder();

/**
 * Items by kind, counted with the Python package warcio 1.8.1: responses by type and status, revisits, and other
 * records.
 */
const counts: readonly (readonly [file: string, counts: Readonly<Record<string, number>>])[] = [
  [
    "bench/dev/DEV-20080605195016-00000.warc.gz",
    { memento: 123, other: 32, revisit: 6, skipped: 32 },
  ],
  [
    "bench/dev/DEV-20170810150754-00001.warc.gz",
    { memento: 125, other: 34, revisit: 4, skipped: 39 },
  ],
  [
    "bench/dev/DEV-20201222181436-00002.warc.gz",
    { memento: 121, other: 28, revisit: 8, skipped: 44 },
  ],
  [
    "bench/dev/DEV-20220524144814-00003.warc.gz",
    { memento: 122, other: 23, revisit: 7, skipped: 43 },
  ],
  [
    "bench/dev/DEV-20231017065539-00004.warc.gz",
    { memento: 126, other: 25, revisit: 4, skipped: 30 },
  ],
  [
    "bench/dev-hard/DEV2-20081212223242-00000.warc.gz",
    { memento: 83, other: 10, redirect: 6, revisit: 7, skipped: 24 },
  ],
  [
    "bench/dev-hard/DEV2-20130624201550-00001.warc.gz",
    { memento: 81, other: 15, redirect: 10, revisit: 9, skipped: 23 },
  ],
  [
    "bench/dev-hard/DEV2-20150114202732-00002.warc.gz",
    { memento: 84, other: 18, redirect: 6, revisit: 7, skipped: 20 },
  ],
  [
    "bench/dev-hard/DEV2-20180213170940-00003.warc.gz",
    { memento: 84, other: 12, redirect: 12, revisit: 6, skipped: 30 },
  ],
  [
    "bench/dev-hard/DEV2-20200705043340-00004.warc.gz",
    { memento: 86, other: 19, redirect: 15, revisit: 4, skipped: 36 },
  ],
  [
    "bench/dev-hard/DEV2-20220405205919-00005.warc.gz",
    { memento: 82, other: 22, redirect: 7, revisit: 9, skipped: 19 },
  ],
  ["reference/e2e/5mementos.warc", { memento: 7, skipped: 1 }],
  ["reference/e2e/frogTest.warc", { memento: 1, other: 1, skipped: 4 }],
  ["reference/perf/perf-200.warc.gz", { memento: 200, skipped: 1 }],
  ["reference/perf/perf-2k.warc.gz", { memento: 2000, skipped: 1 }],
];

describe.skipIf(folder === undefined)("the records of real WARC files", () => {
  it.each(counts)(
    "yields as many items of %s as the Python package warcio counts",
    async (file, expected) => {
      const found = new Map<string, number>();
      const context = {
        signal: new AbortController().signal,
        maxPageBytes: 1 << 25,
        redirects: "follow" as const,
      };
      const sources = await warc.prepare([`${folder ?? ""}/${file}`]);
      for await (const { kind } of warc.read(sources, context)) {
        found.set(kind, (found.get(kind) ?? 0) + 1);
      }
      expect(Object.fromEntries(found)).toEqual(expected);
    },
  );
});
