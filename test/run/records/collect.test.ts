import { describe, expect, it } from "vitest";
import { Collector } from "../../../src/run/records/collect.js";
import { Join } from "../../../src/run/records/join.js";
import type { Extractor } from "../../../src/run/records/extract.js";
import { decodeLine } from "../../../src/run/lines/lines.js";
import { RunningTally } from "../../../src/run/setup/tally.js";
import type { Capture, InputItem } from "../../../src/base/types.js";
import type { FeatureRecord } from "../../../src/page/types.js";
import type { Settings } from "../../../src/score/settings/types.js";
import { capture, settings } from "../../support/records.js";

/** An extractor that returns the length of a body, and fails for the body "broken". */
const lengths: Extractor = {
  submit({ capture: of, body }, done) {
    const text = Buffer.from(body.bytes).toString();
    done(
      text === "broken"
        ? {
            capture: of,
            problem: { stage: "extract", message: "broken" },
            features: [],
          }
        : { capture: of, features: [JSON.stringify({ value: text.length })] },
    );
    return Promise.resolve();
  },
  drain: () => Promise.resolve(),
  close: () => Promise.resolve(),
};

async function run(
  items: readonly InputItem[],
  changed: Partial<Settings> = {},
): Promise<{ records: FeatureRecord[]; skipped: [string, number][] }> {
  const tally = new RunningTally();
  const chosen = { ...settings, ...changed };
  const join = new Join({
    settings: chosen,
    tally,
    memoryBytes: 1e6,
    onDamage: () => undefined,
  });
  const collector = new Collector(join, { settings: chosen, extractor: lengths });
  for (const item of items) await collector.take(item);
  await collector.finish();
  const joined = await join.finish();
  join.close();
  const records = [...joined.sorted()].map(decodeLine);
  joined.close();
  return { records, skipped: [...tally.skipped] };
}

const date = (year: number): string => `${year}-01-01T00:00:00Z`;
let offset = 0;
const of = (uriR: string, year: number, more: Partial<Capture> = {}): Capture => {
  offset += 100;
  return capture({
    uriR,
    mementoDatetime: date(year),
    source: { file: "a.warc", offset },
    ...more,
  });
};
const page = (
  uriR: string,
  year: number,
  text: string,
  more: Partial<Capture> = {},
): InputItem => ({
  kind: "memento",
  capture: of(uriR, year, more),
  body: { bytes: Buffer.from(text) },
});
const redirect = (
  uriR: string,
  year: number,
  location: string | undefined,
  more: Partial<Capture> = {},
): InputItem => ({
  kind: "redirect",
  capture: of(uriR, year, { status: 302, ...more }),
  location,
});
const revisit = (
  uriR: string,
  year: number,
  target: Partial<Extract<InputItem, { kind: "revisit" }>["target"]>,
  more: Partial<Capture> = {},
): InputItem => ({
  kind: "revisit",
  capture: of(uriR, year, more),
  target: { profile: "identical-payload-digest", ...target },
});

const without = (from: Capture, name: "contentType" | "status"): Capture =>
  Object.fromEntries(Object.entries(from).filter(([key]) => key !== name)) as unknown as Capture;

const A = "http://a.example/";
const B = "http://b.example/";

const values = (records: readonly FeatureRecord[]): unknown[] =>
  records.map(
    ({ problem, features: [first] }) => problem?.message ?? (first as { value: unknown }).value,
  );

describe("statuses that do not exist", () => {
  it("reports an interim status as an error and not as a page", async () => {
    const { records } = await run([page(A, 2010, "text", { status: 100 }), page(A, 2011, "text")]);
    expect(records.map(({ problem }) => problem?.message)).toEqual([
      "answered 100, which is not a status of a page (RFC 9110, section 15)",
      undefined,
    ]);
  });

  it.each([0, 7, 99])("takes an answer of status %i as a page without a status", async (status) => {
    const { records } = await run([page(A, 2010, "twelve bytes", { status })]);
    expect(values(records)).toEqual([12]);
    expect(records[0]?.capture.status).toBeUndefined();
    expect(records[0]?.capture.notes).toEqual([
      `HTTP status ${status}: the capture is taken as a page`,
    ]);
  });

  it.each([600, 999])("keeps the page of status %i, which is an error", async (status) => {
    const { records } = await run([page(A, 2010, "twelve bytes", { status })]);
    expect(values(records)).toEqual([12]);
    expect(records[0]?.capture).toMatchObject({
      status,
      notes: [`HTTP status ${status} is taken as an error, although it is none of RFC 9110`],
    });
  });
});

describe("revisits", () => {
  it("gives a revisit the content of the capture with the target's URI and date, in any order of the input", async () => {
    const { records } = await run([
      revisit(A, 2012, { uriR: A, mementoDatetime: date(2010) }),
      page(A, 2010, "twelve bytes"),
    ]);
    expect(values(records)).toEqual([12, 12]);
    expect(records[1]?.capture.via).toMatchObject({ kind: "revisit", mementoDatetime: date(2010) });
  });

  it("finds the target of a revisit by record ID, or else by payload digest under any URI", async () => {
    const { records } = await run([
      page(B, 2009, "four", { recordId: "urn:1", digest: "sha1:X" }),
      revisit(A, 2010, { recordId: "urn:1" }),
      revisit(A, 2011, { recordId: "urn:absent", digest: "sha1:X" }),
    ]);
    expect(values(records)).toEqual([4, 4, 4]);
  });

  it("gives a server-not-modified revisit the content of the newest earlier capture of the seed with status 200", async () => {
    const { records } = await run([
      page(A, 2009, "1", {}),
      page("https://www.a.example/", 2010, "22"),
      page(A, 2011, "333", { status: 404 }),
      page(A, 2013, "4444"),
      revisit(A, 2012, { profile: "server-not-modified" }, { status: 304 }),
    ]);
    expect(values(records)).toEqual([1, 2, 3, 2, 4]);
    expect(records[3]?.capture.status).toBe(200);
  });

  it("reports a revisit without a target as an access error that lists the attempted ways to find the target", async () => {
    const { records } = await run([revisit(A, 2012, { uriR: B, mementoDatetime: date(2010) })]);
    expect(values(records)).toEqual([
      "revisit of a capture that is not in the input (http://b.example/ of 2010-01-01T00:00:00Z)",
    ]);
  });

  it("counts revisits of images without reporting them", async () => {
    const image = of(A, 2010, { contentType: "image/png", recordId: "urn:9" });
    const { records, skipped } = await run([
      { kind: "other", capture: image, reason: "image/png" },
      revisit(A, 2012, { recordId: "urn:9" }),
      revisit(A, 2013, { digest: "sha1:?" }, { contentType: "image/png" }),
    ]);
    expect(records).toEqual([]);
    expect(skipped).toContainEqual(["revisit of something that is not a page", 2]);
  });

  it("skips revisits with --set revisits=skip", async () => {
    const { records, skipped } = await run([revisit(A, 2012, {})], { revisits: "skip" });
    expect(records).toEqual([]);
    expect(skipped).toHaveLength(1);
  });
});

describe("redirects", () => {
  it("skips and counts redirects within one TimeMap", async () => {
    const { records, skipped } = await run([redirect(A, 2010, "https://www.a.example/")]);
    expect(records).toEqual([]);
    expect(skipped).toEqual([["redirect within its own TimeMap", 1]]);
  });

  it("skips and counts redirects within one TimeMap even if an archive has followed them", async () => {
    const via = { uriR: "https://www.a.example/", mementoDatetime: date(2010) };
    const archived = page(A, 2010, "moved", { via: { ...via, kind: "redirect", status: 301 } });
    // Without an archived status, the archive itself returned another capture of the same page.
    const nearest = page(A, 2011, "nearest", { via: { ...via, kind: "redirect" } });
    const { records, skipped } = await run([archived, nearest]);
    expect(records.map(({ capture: { mementoDatetime } }) => mementoDatetime)).toEqual([
      date(2011),
    ]);
    expect(skipped).toEqual([["redirect within its own TimeMap", 1]]);
  });

  it("gives a redirect to another site the capture of the target that is nearest in time", async () => {
    const { records } = await run([
      page(B, 2009, "1"),
      page(B, 2014, "22", { status: 404 }),
      redirect(A, 2013, B),
    ]);
    const [first] = records;
    expect(first?.capture).toMatchObject({
      uriR: A,
      status: 404,
      via: { kind: "redirect", status: 302, uriR: B, mementoDatetime: date(2014) },
    });
    expect(values(records)).toEqual([2, 1, 2]);
  });

  it("follows redirects through other redirects and revisits", async () => {
    const C = "http://c.example/";
    const { records } = await run([
      redirect(A, 2010, B),
      redirect(B, 2010, C),
      revisit(C, 2010, { uriR: C, mementoDatetime: date(2008) }),
      page(C, 2008, "333"),
    ]);
    expect(values(records)).toEqual([3, 3, 3, 3]);
  });

  it("reports circular redirects as access errors", async () => {
    const { records } = await run([redirect(A, 2010, B), redirect(B, 2010, A)]);
    expect(values(records)).toEqual([
      "its redirects lead in a circle",
      "its redirects lead in a circle",
    ]);
  });

  it("follows a redirect to the capture of exactly its target rather than to a nearer one of the same seed", async () => {
    const { records } = await run([
      page("http://b.example/", 2010, "1", { mementoDatetime: "2010-01-01T00:00:01Z" }),
      page("https://b.example/", 2010, "22", { mementoDatetime: "2010-01-01T00:05:00Z" }),
      redirect(A, 2010, "https://b.example/"),
    ]);
    expect(values(records)).toEqual([2, 1, 2]);
  });

  it("follows a redirect to the page of a second rather than to the redirect of the same second", async () => {
    const { records, skipped } = await run([
      redirect(A, 2010, B),
      redirect(B, 2010, A),
      page(A, 2010, "1"),
    ]);
    expect(values(records)).toEqual([1, 1]);
    expect(skipped).toEqual([["redirect within its own TimeMap", 1]]);
  });

  it("follows it to the nearer one if exactly its target was captured in another crawl", async () => {
    const { records } = await run([
      page("http://b.example/", 2010, "1"),
      page("https://b.example/", 2019, "22"),
      redirect(A, 2010, "https://b.example/"),
    ]);
    expect(values(records)).toEqual([1, 1, 2]);
  });

  it("reports endless redirects among a few seeds, however many there are", async () => {
    const second = (at: number): Partial<Capture> => ({
      mementoDatetime: new Date(Date.UTC(2010, 0, 1) + 1000 * at).toISOString(),
    });
    const items = Array.from({ length: 60 }, (_, at) =>
      redirect(at % 2 === 0 ? A : B, 2010, at % 2 === 0 ? B : A, second(at)),
    );
    const { records } = await run(items);
    expect(new Set(values(records))).toEqual(new Set(["more than 10 redirects"]));
    expect(records).toHaveLength(60);
  });

  it("finds the target of a redirect in the other encoding of its URI", async () => {
    const { records } = await run([
      page("http://b.example/caf%E9", 2010, "1"),
      redirect(A, 2010, "http://b.example/caf%C3%A9"),
      page("http://c.example/caf%C3%A9", 2010, "22"),
      redirect(A, 2011, "http://c.example/caf%E9"),
    ]);
    expect(values(records)).toEqual([1, 2, 1, 2]);
  });

  it("reports redirects without a target in the input, or without a Location, as access errors", async () => {
    const { records } = await run([redirect(A, 2010, B), redirect(A, 2011, undefined)]);
    expect(values(records)).toEqual([
      "redirects to http://b.example/, which is not in the input",
      "redirects without saying where (no usable Location header)",
    ]);
  });

  it("reports for a redirect to an unreadable page why the page could not be read", async () => {
    const { records } = await run([page(B, 2010, "broken"), redirect(A, 2010, B)]);
    expect(values(records)).toEqual([
      "the capture that it redirects to could not be read: broken",
      "broken",
    ]);
  });
});

describe("captures that are mementos", () => {
  it("accepts no error page as a memento with --set status=2xx, even after a redirect", async () => {
    const { records, skipped } = await run(
      [page(A, 2010, "1"), page(A, 2011, "2", { status: 404 })],
      { status: "2xx" },
    );
    expect(values(records)).toEqual([1]);
    expect(skipped).toEqual([["answered 404 (--set status=2xx)", 1]]);
  });

  it("accepts only responses that are declared as text/html as mementos with --pages text/html", async () => {
    const undeclared = without(of(A, 2012), "contentType");
    const saved = without(of(A, 2013), "status");
    const { records } = await run(
      [
        page(A, 2010, "1", { contentType: "text/html; charset=utf-8" }),
        page(A, 2011, "2", { contentType: "application/xhtml+xml" }),
        { kind: "memento", capture: undeclared, body: { bytes: Buffer.from("3") } },
        { kind: "memento", capture: saved, body: { bytes: Buffer.from("4") } },
      ],
      { pages: "text/html" },
    );
    expect(values(records)).toEqual([1]);
  });
});
