import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { UsageError } from "../../../src/base/errors.js";
import { timemap } from "../../../src/read/inputs/timemap.js";
import type { InputItem } from "../../../src/base/types.js";
import type { HttpInputOptions, InputContext } from "../../../src/read/types.js";
import { startArchiveServer, type ArchiveServer } from "../../support/archive-server/start.js";
import { until } from "../../cli-http/run-http.js";
import { contextOf, itemsOf, plainFetcher } from "./plain-fetcher.js";

let server: ArchiveServer;
beforeAll(async () => {
  server = await startArchiveServer();
});
beforeEach(() => server.reset());
afterAll(() => server.stop());

const seed = "http://seed1.example/";
const datetimes = ["2010-01-01", "2010-01-31", "2010-03-02", "2010-04-01", "2010-05-01"].map(
  (day) => `${day}T00:00:00Z`,
);

const read = async (
  path: string,
  more: Partial<InputContext> = {},
): Promise<readonly InputItem[]> =>
  itemsOf(timemap.read([path.startsWith("/") ? server.origin + path : path], contextOf(more)));
const readWith = (path: string, http: HttpInputOptions): Promise<readonly InputItem[]> =>
  read(path, { http });
const mementos = (items: readonly InputItem[]): (InputItem & { kind: "mementos" | "memento" })[] =>
  items.filter((item) => item.kind === "memento");
const datesOf = (items: readonly InputItem[]): string[] =>
  mementos(items).map(({ capture }) => capture.mementoDatetime);
const messages = (items: readonly InputItem[]): string[] =>
  items.flatMap((item) => ("problem" in item ? [item.problem.message] : []));
const textOf = (item: InputItem | undefined): string => {
  if (item?.kind !== "memento") throw new Error(`no memento but ${item?.kind ?? "nothing"}`);
  const { bytes, contentEncoding } = item.body;
  return Buffer.from(contentEncoding === "gzip" ? gunzipSync(bytes) : bytes).toString();
};
/** The third memento of the seed, whose answers tests change. */
const third = `20100302000000id_/${seed}`;

describe("a TimeMap over HTTP", () => {
  for (const form of ["link", "json", "cdxj", "wayback", "cdx", "cdxjindex"]) {
    it(`fetches the raw form of every memento of a TimeMap in the form ${form}, with its description`, async () => {
      const uriT = `${server.origin}/web/timemap/${form}/${seed}`;
      const items = await read(uriT);
      expect(datesOf(items)).toEqual(datetimes);
      expect(items[0]).toMatchObject({
        kind: "memento",
        capture: {
          uriR: seed,
          uriT,
          uriM: `${server.origin}/web/20100101000000/${seed}`,
          status: 200,
          contentType: "text/html; charset=utf-8",
        },
      });
      expect(textOf(items[0])).toContain("edition number 1");
      expect(textOf(items[0])).not.toContain("WAYBACK TOOLBAR");
    });
  }

  for (const collection of ["paged", "index", "loop"]) {
    it(`reads each page of the TimeMap of ${collection} once, and no memento twice`, async () => {
      const items = await read(`/${collection}/timemap/link/${seed}`);
      expect(datesOf(items)).toEqual(datetimes);
      const paths = (await server.log()).map(({ path }) => path);
      expect(new Set(paths).size).toBe(paths.length);
    });
  }

  it("fetches the first memento, and the range, limit or sample of a TimeMap", async () => {
    const path = `/web/timemap/link/${seed}`;
    expect(datesOf(await readWith(path, { from: "201003", to: "201004" }))).toEqual(
      [0, 2, 3].map((i) => datetimes[i]),
    );
    expect(datesOf(await readWith(path, { limit: 2 }))).toEqual(datetimes.slice(0, 2));
    expect(datesOf(await readWith(path, { sample: 3 }))).toEqual(
      [0, 2, 4].map((i) => datetimes[i]),
    );
    const [first] = await readWith(path, { from: "201005" });
    expect(first).toMatchObject({
      capture: { notes: [expect.stringContaining("the first memento") as string] },
    });
  });

  it("fetches the mementos of a TimeMap in a file from their archive", async () => {
    const folder = await mkdtemp(join(tmpdir(), "timemap-"));
    try {
      const file = join(folder, "copy.link");
      const uriT = `${server.origin}/web/timemap/link/${seed}`;
      await writeFile(file, await (await fetch(uriT)).text());
      const items = await itemsOf(timemap.read([file], contextOf()));
      expect(datesOf(items)).toEqual(datetimes);
      expect(mementos(items)[0]?.capture.uriT).toBe(uriT);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

it("reports another answer than a TimeMap", async () => {
  await server.trouble({ match: "/timemap/", do: "status", status: 403 });
  const uriT = `${server.origin}/web/timemap/link/${seed}`;
  const message = `${uriT}: the archive answered 403 with an HTML page ("Service trouble")`;
  const problem = { stage: "access", message };
  expect(await read(uriT)).toEqual([{ kind: "missed-timemap", uriT, problem }]);
});

describe("wrong answers for mementos", () => {
  const readThird = async (
    trouble: Readonly<Record<string, unknown>>,
    more: Partial<InputContext> = {},
  ): Promise<InputItem> => {
    await server.trouble({ match: third, ...trouble });
    const items = await read(`/web/timemap/link/${seed}`, more);
    const found = items.find(
      (item) => "capture" in item && item.capture.uriM?.includes("20100302000000"),
    );
    return found ?? items.find(({ kind }) => kind === "skipped")!;
  };
  const missed: readonly (readonly [string, Readonly<Record<string, unknown>>, string])[] = [
    ["not archived", { do: "status", status: 404 }, "not archived (404)"],
    ["withheld", { do: "status", status: 451 }, "withheld by the archive for legal reasons (451)"],
    ["refused", { do: "status", status: 429 }, "the archive refuses more requests for now (429)"],
    [
      "a bot wall at 200",
      { do: "pow" },
      'no memento (no Memento-Datetime): status 200, HTML, a bot check ("Session Verification")',
    ],
    [
      "a login page",
      { do: "body", status: 403, body: "<html><title>Sign in</title><input type=password></html>" },
      'the archive forbids access (embargo, exclusion or a private collection) (403): HTML, a login page ("Sign in")',
    ],
    [
      "an exclusion at 200",
      { do: "body", body: "<html><p>This URL has been excluded</p></html>" },
      "no memento (no Memento-Datetime): status 200, HTML, excluded from the archive",
    ],
    [
      "without Memento-Datetime",
      { do: "no-memento-datetime" },
      'no memento (no Memento-Datetime): status 200, an HTML page ("Festival")',
    ],
    [
      "with a Memento-Datetime that is not a date",
      { do: "memento-datetime", value: `Tue, 02 "Mar" \u0085 ${"x".repeat(500)}` },
      `no memento (unreadable Memento-Datetime "Tue, 02 \\"Mar\\" \ufffd ${"x".repeat(104)}..."): status 200, an HTML page ("Festival")`,
    ],
    [
      "with an empty Memento-Datetime",
      { do: "memento-datetime", value: "" },
      'no memento (unreadable Memento-Datetime ""): status 200, an HTML page ("Festival")',
    ],
  ];
  for (const [what, trouble, message] of missed) {
    it(`writes a row for a memento if the archive answers with ${what}`, async () => {
      expect(await readThird(trouble)).toMatchObject({
        kind: "missed",
        capture: { uriR: seed, mementoDatetime: "2010-03-02T00:00:00Z" },
        problem: { stage: "access", message },
      });
    });
  }

  for (const status of [404, 429, 503]) {
    it(`treats an archived ${status} as data`, async () => {
      expect(await readThird({ do: "archived", status })).toMatchObject({
        kind: "memento",
        capture: { status },
      });
    });
  }

  it("follows an archived redirect to the raw form of its memento", async () => {
    const location = `${server.origin}/web/20100401000000/http://elsewhere.example/`;
    const item = await readThird({ do: "archived", status: 301, location });
    expect(item).toMatchObject({
      kind: "memento",
      capture: {
        mementoDatetime: "2010-03-02T00:00:00Z",
        status: 200,
        via: {
          kind: "redirect",
          status: 301,
          uriR: "http://elsewhere.example/",
          mementoDatetime: "2010-04-01T00:00:00Z",
          uriM: `${server.origin}/web/20100401000000id_/http://elsewhere.example/`,
        },
      },
    });
  });

  it.each(["http://moved.example/new", "//moved.example/new"])(
    "follows an archived redirect to %s, which pywb does not rewrite, to the same URI-R in the archive",
    async (location) => {
      expect(await readThird({ do: "archived", status: 302, location })).toMatchObject({
        capture: {
          uriR: seed,
          via: { status: 302, uriR: "http://moved.example/new" },
        },
      });
    },
  );

  const substituted = (mementoDatetime: string, uriM: string): object => ({
    uriM: `${server.origin}/web/20100302000000/${seed}`,
    mementoDatetime: "2010-03-02T00:00:00Z",
    via: { kind: "substitute", uriR: seed, mementoDatetime, uriM },
  });

  it("writes a row for another capture than the requested one after a redirect without Memento-Datetime, or judges and marks it on request", async () => {
    const to = `${server.origin}/web/20100401000000id_/${seed}`;
    const capture = substituted("2010-04-01T00:00:00Z", to);
    const item = await readThird({ do: "redirect", to });
    const message = `the archive answered with another capture: 2010-04-01T00:00:00Z, ${to}`;
    expect(item).toMatchObject({ kind: "missed", capture, problem: { stage: "access", message } });
    await server.reset();
    const kept = await readThird({ do: "redirect", to }, { substituted: "keep" });
    expect(kept).toMatchObject({ kind: "memento", capture });
  });

  it("does not follow an archived redirect that is another capture itself", async () => {
    const to = `${server.origin}/web/20100401000000id_/${seed}`;
    const location = `${server.origin}/web/20100501000000/http://elsewhere.example/`;
    await server.trouble({
      match: `20100401000000id_/${seed}`,
      do: "archived",
      status: 302,
      location,
    });
    expect(await readThird({ do: "redirect", to })).toMatchObject({
      kind: "missed",
      capture: { via: { kind: "substitute", mementoDatetime: "2010-05-01T00:00:00Z" } },
    });
  });

  it.each<[string, Readonly<Record<string, unknown>>, InputContext["redirects"], string]>([
    ["304", { status: 304 }, "follow", "304 (not modified), without a page"],
    ["304", { status: 304 }, "skip", "304 (not modified), without a page"],
    ["302 without Location", { status: 302 }, "follow", "302 without saying where it leads"],
  ])(
    "writes a row for an archived %s, because it is not a page (%j, redirects %s)",
    async (_, answer, redirects, reported) => {
      const item = await readThird({ do: "archived", ...answer }, { redirects });
      expect(item).toMatchObject({ kind: "missed" });
      expect(messages([item])[0]).toContain(reported);
    },
  );

  it("removes an archive's banner from a memento, and adds a note", async () => {
    const item = await readThird({ do: "banner" });
    expect(textOf(item)).not.toMatch(/WAYBACK TOOLBAR|wm-ipp|_static/);
    expect(textOf(item)).toContain('<a href="http://other.example/">');
    expect(item).toMatchObject({
      capture: { notes: ["the archive's banner and rewriting were taken out of the page"] },
    });
  });

  it("reports a page above the size limit instead of measuring it", async () => {
    const items = await read(`/web/timemap/link/${seed}`, { maxPageBytes: 10 });
    expect(messages(items)).toHaveLength(5);
    expect(messages(items)[0]).toMatch(/^the body has \d+ bytes, more than 10$/);
  });

  it("stops reading TimeMaps when the run is aborted", async () => {
    const abort = new AbortController();
    await server.trouble({ match: "id_/", do: "stall" });
    const items = itemsOf(
      timemap.read(
        [`${server.origin}/web/timemap/link/${seed}`],
        contextOf({ signal: abort.signal, fetcher: plainFetcher(abort.signal) }),
      ),
    );
    await until(async () => (await server.log()).some(({ path }) => path.includes("id_/")));
    abort.abort();
    await expect(items).rejects.toThrow();
  });
});

describe("-i timemap=...", () => {
  for (const value of [
    "",
    "ftp://a.example/",
    "http://",
    "http://[x/",
    "/no/such/file",
    "@/no/such/list",
  ]) {
    it(`rejects "${value}" as a usage error in one line`, async () => {
      await expect(timemap.prepare([value])).rejects.toThrow(UsageError);
      await expect(timemap.prepare([value])).rejects.toThrow(/^[^\n]+$/);
    });
  }
});
