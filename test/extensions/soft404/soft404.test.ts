import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { load } from "js-yaml";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { uriShapeOf } from "../../../src/extensions/soft404/uri-shape.js";
import { madeCrawl, type MadePage, warcOf } from "../../support/made-crawl.js";
import { runInside } from "../../support/run-inside.js";
import { stopInMidRun } from "../../support/stopped-run.js";
import { long } from "../../support/thorough.js";
import { http, warcRecord } from "../../support/warc-builder.js";

let folder = "";
const at = (name: string): string => join(folder, name);
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "dot-soft404-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Group {
  readonly host: string;
  readonly kind?: string;
  readonly URIs: number;
  readonly captures: number;
  readonly bytes: number;
  readonly rules: readonly string[];
  readonly "URIs of rules": number;
  readonly members: readonly { readonly "URI-R": string; readonly "memento-datetime": string }[];
}
interface Found {
  readonly pages: number;
  readonly groups: readonly Group[];
}

async function run(...args: readonly string[]): Promise<string> {
  const { status, stdout, stderr } = await runInside([...args, "--workers", "0"]);
  if (status !== 0) throw new Error(`${status}: ${stderr}`);
  return stdout;
}

async function find(file: string, ...more: readonly string[]): Promise<Found> {
  return JSON.parse(
    await run("soft404", "-q", "-i", `warc=${file}`, "-ot", "json", ...more),
  ) as Found;
}

const made = new Map<number, Promise<Found>>();
/** The groups of a made crawl, which is written as made-SEED.warc. */
function found(seed: number): Promise<Found> {
  const known = made.get(seed);
  if (known !== undefined) return known;
  writeFileSync(at(`made-${seed}.warc`), warcOf(madeCrawl(seed), seed));
  const groups = find(at(`made-${seed}.warc`));
  made.set(seed, groups);
  return groups;
}

/** Every third page of a made crawl, for tests of what all its groups have in common. */
const third = madeCrawl(1).filter((_, at) => at % 3 === 0);

/** Writes these pages in an order that depends on the seed, and returns the path. */
function thirdIn(seed: number): string {
  const path = at(`third-${seed}.warc`);
  writeFileSync(path, warcOf(third, seed));
  return path;
}

const record = (uri: string, html: string, date = "2018-01-27T22:18:45Z"): Buffer =>
  warcRecord({ uri, date }, http(html));
const notFound = (uri: string): Buffer =>
  record(
    uri,
    "<title>Not found</title><p>Sorry, the page that you look for was not found on this server.</p>",
  );

const bytesOf = (pages: readonly MadePage[]): number =>
  pages.reduce((sum, { html }) => sum + Buffer.byteLength(html), 0);

let ofThird: Promise<Found> | undefined;
/** The groups of these pages, which are found once. */
const foundInThird = (): Promise<Found> => (ofThird ??= find(thirdIn(1)));

describe("a crawl of 300 pages of one template with a calendar, a faceted search, session ids and soft 404s", () => {
  it.each(long([1], [1, 2]))(
    "finds groups of soft 404s and traps with precision .99 and recall .90 by bytes (seed %i)",
    async (seed) => {
      const pages = madeCrawl(seed);
      const { groups } = await found(seed);
      const listed = new Set(groups.flatMap(({ members }) => members.map((each) => each["URI-R"])));
      const traps = pages.filter(({ trap }) => trap !== undefined);
      const right = bytesOf(traps.filter(({ uri }) => listed.has(uri)));
      const precision = right / bytesOf(pages.filter(({ uri }) => listed.has(uri)));
      const recall = right / bytesOf(traps);
      expect(precision).toBeGreaterThanOrEqual(0.99);
      expect(recall).toBeGreaterThanOrEqual(0.9);
      expect(groups.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(
        bytesOf(pages.filter(({ uri }) => listed.has(uri))),
      );
      expect(groups.filter(({ kind }) => kind !== undefined).map(({ kind }) => kind)).toEqual([
        "soft 404",
      ]);

      const rules = groups.flatMap((group) => group.rules.map((rule) => new RegExp(rule)));
      const isExcluded = ({ uri }: MadePage): boolean => rules.some((rule) => rule.test(uri));
      expect(pages.filter((page) => page.trap === undefined && isExcluded(page))).toEqual([]);
      expect(traps.filter(isExcluded)).toHaveLength(traps.length);
    },
  );

  it("finds the same groups for any order of the records, with little memory", async () => {
    const { groups } = await foundInThird();
    expect(groups.length).toBeGreaterThan(2);
    expect((await find(thirdIn(9), "--set", "memory=100K")).groups).toEqual(groups);
  });

  it("writes the groups as text and CSV, and as rules that Heritrix and Browsertrix read", async () => {
    const small = Array.from({ length: 6 }, (_, i) => notFound(`http://site.example/gone/${i}`));
    writeFileSync(at("small.warc"), Buffer.concat(small));
    const { groups } = await find(at("small.warc"));
    const rules = groups.flatMap((group) => group.rules);
    expect(rules.length).toBeGreaterThan(0);
    const as = (form: string): Promise<string> =>
      run("soft404", "-q", "-i", `warc=${at("small.warc")}`, "-ot", form);
    const text = await as("text");
    expect(text).toContain(`one of ${groups[0]!.URIs} URIs of site.example`);
    for (const rule of rules) expect(text).toContain(rule);
    expect((await as("csv")).split("\n").length).toBe(groups.length + 2);
    expect(load(await as("browsertrix"))).toEqual({ exclude: rules });
    const xml = await as("heritrix");
    const values = [...xml.matchAll(/<value>(.*?)<\/value>/gu)].map(([, value]) =>
      value!.replace(/&#(\d+);/gu, (_, code: string) => String.fromCharCode(Number(code))),
    );
    expect(values).toEqual(rules);
  });
});

describe("--soft404", () => {
  it("--soft404 makes listed captures off-topic with the reason in --explain, and changes no other capture", async () => {
    const input = thirdIn(1);
    const listed = await foundInThird();
    writeFileSync(at("traps.json"), JSON.stringify(listed));
    const judge = (...more: readonly string[]): Promise<string> =>
      run("-q", "-i", `warc=${input}`, "-ot", "jsonl", "-tm", "cosine=0.15", ...more);
    const statuses = (text: string): Map<string, string> =>
      new Map(
        text
          .split("\n")
          .filter((line) => line.includes('"URI-R"'))
          .map((line) => JSON.parse(line) as Record<string, string>)
          .map((row) => [row["URI-R"]!, row["overall topic status"]!]),
      );
    const [before, text] = [
      statuses(await judge()),
      await judge("--soft404", at("traps.json"), "--explain"),
    ];
    const after = statuses(text);
    for (const { uri, trap } of third) {
      expect([uri, after.get(uri)]).toEqual([
        uri,
        trap === undefined ? before.get(uri) : "off-topic",
      ]);
    }
    const { URIs = 0 } = listed.groups.find(({ kind }) => kind === "soft 404") ?? {};
    expect(URIs).toBeGreaterThan(60);
    expect(text).toContain(`one of ${URIs} URIs of site.example with nearly one text (soft 404)`);
    expect(text).toContain('"measure":"soft404"');
  });

  it("--soft404 gives the same bytes by map | reduce as by one run, with the learned combination and with threads", async () => {
    writeFileSync(
      at("small.warc"),
      Buffer.concat(Array.from({ length: 6 }, (_, n) => notFound(`http://a.example/p${n}x`))),
    );
    await run(
      "soft404",
      "-q",
      "-i",
      `warc=${at("small.warc")}`,
      "-ot",
      "json",
      "-o",
      at("small.json"),
    );
    const plain = await run(
      "-q",
      "-i",
      `warc=${at("small.warc")}`,
      "-ot",
      "jsonl",
      "--soft404",
      at("small.json"),
    );
    expect(plain.match(/"overall topic status":\s*"off-topic"/gu)).toHaveLength(6);
    const threads = await runInside([
      "-q",
      "-i",
      `warc=${at("small.warc")}`,
      "-ot",
      "jsonl",
      "--soft404",
      at("small.json"),
      "--workers",
      "2",
    ]);
    expect(threads.stdout).toBe(plain);
    writeFileSync(at("records"), await run("map", at("small.warc")));
    expect(await run("reduce", at("records"), "--soft404", at("small.json"))).toBe(plain);
  });
});

describe("hostile and odd crawls", () => {
  it("finds nothing in a crawl of a single URI, or in a crawl of real errors", async () => {
    const error = Buffer.from(
      "HTTP/1.1 404 Not Found\r\nContent-Type: text/html\r\n\r\n<p>Sorry, the page was not found here.</p>",
    );
    const crawls = {
      one: Array.from({ length: 9 }, (_, n) =>
        record(
          "http://a.example/",
          "<p>The same page again and again.</p>",
          `20${10 + n}-01-01T00:00:00Z`,
        ),
      ),
      errors: Array.from({ length: 9 }, (_, n) =>
        warcRecord({ uri: `http://a.example/${n}`, date: "2018-01-27T22:18:45Z" }, error),
      ),
    };
    for (const [name, records] of Object.entries(crawls)) {
      writeFileSync(at(`${name}.warc`), Buffer.concat(records));
      expect([name, (await find(at(`${name}.warc`))).groups]).toEqual([name, []]);
    }
    expect(await run("soft404", "-q", "-i", `warc=${at("one.warc")}`, "-ot", "browsertrix")).toBe(
      "exclude: []\n",
    );
  });

  it.each([
    ["is not a WARC file", Buffer.from("This is not a WARC file.\n".repeat(9))],
    ["has no page", warcRecord({ uri: "dns:a.example", date: "2018-01-27T22:18:45Z" }, "x")],
  ])("finds nothing and ends with status 6 for an input that %s", async (_, bytes) => {
    writeFileSync(at("empty.warc"), bytes);
    const words = ["soft404", "-q", "-i", `warc=${at("empty.warc")}`, "-ot", "json"];
    const { status, stdout, stderr } = await runInside(words);
    expect([status, stderr]).toEqual([6, expect.stringContaining("nothing was judged")]);
    expect(JSON.parse(stdout)).toMatchObject({ groups: [] });
  });

  it("escapes hosts and paths, so that no URI adds a line or a rule", async () => {
    const hosts = [
      "http://a.example",
      "http://[2001:db8::1]:8080",
      "http://user:secret@b.example",
      "http://xn--bcher-kva.example",
    ];
    const odd = [
      "/a'b: [x]",
      "/(a|b)*+{2}^$",
      "/x\\y",
      '/<tag>&amp;"',
      "/#frag",
      "/%0a- '.*'",
      "/\u2028line",
      "/*/..;/",
      "/a%2Fb%20c",
    ];
    const uris = hosts.flatMap((host) =>
      odd.flatMap((path) => Array.from({ length: 6 }, (_, n) => `${host}${path}?p'[${n}]=${n}`)),
    );
    writeFileSync(at("odd.warc"), Buffer.concat(uris.map(notFound)));
    const { groups } = await find(at("odd.warc"));
    const rules = groups.flatMap((group) => group.rules);
    expect(rules.length).toBeGreaterThan(2);
    expect(rules.filter((rule) => /%\\d|[^*+?.$)\]]$/u.test(rule))).toEqual([]);
    for (const rule of rules) expect(rule).toMatch(/^\^https\?:\/\/[\x21-\x7e]*\$$/u);
    const yaml = await run("soft404", "-q", "-i", `warc=${at("odd.warc")}`, "-ot", "browsertrix");
    expect(load(yaml)).toEqual({ exclude: rules });
    expect(yaml + JSON.stringify(groups.map(({ host }) => host))).not.toContain("secret");
    const compiled = rules.map((rule) => new RegExp(rule));
    const isMatched = (uri: string): boolean => compiled.some((rule) => rule.test(uri));
    expect(uris.map((uri) => uriShapeOf(uri)!.href).filter((uri) => !isMatched(uri))).toEqual([]);
    expect(isMatched("http://other.example/")).toBe(false);
    expect(isMatched("http://axexample/a'b:%20[x]?p'[1]=1")).toBe(false);
  });

  it("leaves no output and no temporary files if it is stopped", async () => {
    const { status, after } = await stopInMidRun("SIGTERM", (to) => [
      ...["soft404", "-ot", "json", "-o", join(to, "out.json")],
    ]);
    expect([status, after]).toEqual([143, []]);
  });
});
