import fc from "fast-check";
import { expect, it } from "vitest";
import { Collector } from "../../../src/run/records/collect.js";
import { Join } from "../../../src/run/records/join.js";
import { isTarget, kindOfLine } from "../../../src/run/lines/lines.js";
import { RecordReader } from "../../../src/run/lines/record-reader.js";
import { finalLines, joinLines } from "../../../src/run/lines/resolve.js";
import { RunningTally } from "../../../src/run/setup/tally.js";
import type { Extractor } from "../../../src/run/records/extract.js";
import type { Capture, InputItem } from "../../../src/base/types.js";
import { capture, settings } from "../../support/records.js";

const { groupBy, groupCapturesBy, status, pages } = settings;
const STAMP = `0 ${groupBy},${groupCapturesBy},${status},${pages},`;

/** A feature whose value is the body of the page. All pages with the header Refresh are without text. */
const extractor: Extractor = {
  submit({ capture: of, body }, done) {
    const features = [JSON.stringify({ value: String(body.bytes[0]) })];
    done({ capture: of, features, ...(body.refresh && { forward: body.refresh }) });
    return Promise.resolve();
  },
  drain: () => Promise.resolve(),
  close: () => Promise.resolve(),
};

/** Returns the lines that a mapper writes for items. Without a stamp, they are the lines that a single run scores. */
async function map(items: readonly InputItem[], stamp?: string): Promise<string[]> {
  const join = new Join({ settings, tally: new RunningTally(), memoryBytes: 1e6, stamp });
  const collector = new Collector(join, { settings, extractor, stamp });
  for (const item of items) await collector.take(item);
  await collector.finish();
  const records = await join.finish();
  join.close();
  const lines = [...records.sorted()];
  records.close();
  return lines;
}

async function round(lines: readonly string[]): Promise<string[]> {
  const answers: string[] = [];
  // Lines of other processes carry their settings.
  const reader = new RecordReader();
  for await (const outcome of joinLines(lines.toSorted(), { reader })) {
    answers.push(outcome.line);
  }
  return answers;
}

/** Resolves the lines of several mappers in the rounds of an engine. */
async function inRounds(parts: readonly (readonly InputItem[])[]): Promise<string[]> {
  const mapped = (await Promise.all(parts.map((part) => map(part, STAMP)))).flat();
  const records = mapped.filter((line) =>
    ["record", "temporary", "reached"].includes(kindOfLine(line)),
  );
  const targets = mapped.filter((line) => isTarget(kindOfLine(line)));
  let searching = mapped.filter((line) => kindOfLine(line) === "looks");
  while (searching.length > 0) {
    const answers = await round([...targets, ...searching]);
    searching = answers.filter((line) => kindOfLine(line) === "looks");
    records.push(...answers.filter((line) => kindOfLine(line) !== "looks"));
  }
  records.push(...(await round(records)));
  const final: string[] = [];
  for await (const line of finalLines(records.toSorted())) final.push(line);
  return final;
}

/** Returns a record as a single run writes it. */
const bare = (line: string): string =>
  line.replace("\ttemporary\t", "\trecord\t").replace(`,"stamp":"${STAMP}"`, "");

const SITES = ["a", "b", "c"];
const site = fc.constantFrom(...SITES).map((name) => `http://${name}.example/`);
const year = fc.integer({ min: 2010, max: 2014 }).map((n) => `${n}-01-01T00:00:00Z`);
const digest = fc.option(fc.constantFrom("sha1:X", "sha1:Y"), { nil: undefined });
const recordId = fc.option(fc.constantFrom("urn:1", "urn:2"), { nil: undefined });
const contentType = fc.constantFrom("text/html", "image/png");

const defined = <T extends object>(given: T): T =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as T;

type Make = (more: Partial<Capture>, byte: number) => InputItem;
const item: fc.Arbitrary<Make> = fc.oneof(
  fc
    .record({
      uriR: site,
      mementoDatetime: year,
      digest,
      recordId,
      status: fc.constantFrom(200, 404),
    })
    .map((of): Make => (more, byte) => ({
      kind: "memento",
      capture: capture(defined({ ...of, ...more })),
      body: { bytes: Uint8Array.of(byte) },
    })),
  fc
    .record({ uriR: site, mementoDatetime: year, digest, recordId, refresh: site })
    .map(({ refresh, ...of }): Make => (more, byte) => ({
      kind: "memento",
      capture: capture(defined({ ...of, status: 200, ...more })),
      body: { bytes: Uint8Array.of(byte), refresh },
    })),
  fc.record({ uriR: site, mementoDatetime: year, digest, recordId }).map((of): Make => (more) => ({
    kind: "other",
    capture: capture(defined({ ...of, ...more })),
    reason: "image",
  })),
  fc.record({ uriR: site, mementoDatetime: year, contentType }).chain((of) =>
    fc
      .record({
        profile: fc.constantFrom(
          "identical-payload-digest" as const,
          "server-not-modified" as const,
        ),
        uriR: fc.option(site, { nil: undefined }),
        mementoDatetime: fc.option(year, { nil: undefined }),
        recordId,
        digest,
      })
      .map((target): Make => (more) => ({
        kind: "revisit",
        capture: capture({ ...of, ...more }),
        target: defined(target),
      })),
  ),
  fc
    .record({ uriR: site, mementoDatetime: year, location: fc.option(site, { nil: undefined }) })
    .map(({ location, ...of }): Make => (more) => ({
      kind: "redirect",
      capture: capture({ ...of, status: 302, ...more }),
      location,
    })),
);

it("rounds of resolve give the same records as a single mapper, for any division of captures between mappers", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(item, fc.integer({ min: 0, max: 2 })), { maxLength: 14 }),
      async (made) => {
        const placed = made.map(([make, part], i) => {
          const source = { file: `${part}.warc`, offset: i };
          return [make({ source }, i), part] as const;
        });
        const parts = [0, 1, 2].map((k) =>
          placed.flatMap(([each, part]) => (part === k ? [each] : [])),
        );
        const whole = await map(placed.map(([each]) => each));
        expect((await inRounds(parts)).map(bare)).toEqual(whole.map(bare));
      },
    ),
  );
});
