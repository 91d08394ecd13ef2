/** Tests of marked copies with other software: warcio, pywb, cdxj-indexer, py-wacz, zstd and the reader of ReplayWeb.page. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { installedPywb, type PywbServer, startPywb } from "../../pywb/pywb-server.js";
import { ROOT, runBin } from "../../support/run-bin.js";
import { arcFile, arcRecord, http, page } from "../../support/warc-builder.js";

const installed = (path: string): string =>
  execFileSync("sh", [fileURLToPath(new URL(path, import.meta.url))], { encoding: "utf8" }).trim();
const pywb = installedPywb() ?? "";
const waczTools = installed("../../read/warc/install-wacz-tools.sh");
const wabac = installed("install-wabac.sh");
for (const [name, path] of Object.entries({ pywb, "py-wacz": waczTools, wabac })) {
  if (path === "") process.stderr.write(`${name} is not available here: its tests are skipped\n`);
}

const COLLECTION = join(ROOT, "fixtures/collection");
const warcs = readdirSync(COLLECTION).filter((name) => name.endsWith(".warc.gz"));

/** A capture that is judged off-topic. */
const SEED = "http://www.harbour-lantern-museum.example/";
const BAD = "20180127221845";

interface Read {
  readonly captures: readonly {
    readonly found?: string;
    readonly status?: number;
    readonly text?: string;
  }[];
  readonly marked: readonly { readonly url: string; readonly mark: { readonly verdict: string } }[];
}

describe("a marked copy", () => {
  const folder = mkdtempSync(join(tmpdir(), "dot-marks-"));
  const path = (name: string): string => join(folder, name);
  const filesOf = (name: string): string[] =>
    readdirSync(path(`${name}/archive`)).map((each) => path(`${name}/archive/${each}`));
  const run = async (...args: readonly string[]): Promise<string> => {
    const { status, stderr } = await runBin(args);
    if (status !== 0 && status !== 3) throw new Error(stderr);
    return stderr;
  };
  const mark = async (input: string, name: string): Promise<string> => {
    await run("-q", "-i", input, "-o", path("out.jsonl"));
    return run("filter", path("out.jsonl"), "--mark", "-i", input, "-o", path(name));
  };
  const output = (command: string, ...args: readonly string[]): string => {
    const { status, stdout, stderr } = spawnSync(command, args, { encoding: "utf8" });
    expect([status, `${stdout}${stderr}`]).toEqual([
      0,
      expect.not.stringMatching(/fail\b|error/iu),
    ]);
    return stdout;
  };
  const withWabac = (file: string, captures: readonly (readonly [string, string])[]): Read =>
    JSON.parse(
      execFileSync("node", [fileURLToPath(new URL("wabac.mjs", import.meta.url)), wabac, file], {
        ...{ input: JSON.stringify(captures), encoding: "utf8", maxBuffer: 1 << 28 },
      }),
    ) as Read;
  beforeAll(async () => {
    await mark(`warc=${COLLECTION}`, "marked");
    await mark(`warc=${COLLECTION}`, "marked.wacz");
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.skipIf(pywb === "")("has no error in `warcio check`, with the marks", () => {
    const check = output(join(pywb, "bin/warcio"), "check", "-v", ...filesOf("marked"));
    expect(check.match(/> metadata\n +digest pass/gu)?.length).toBeGreaterThan(20);
  });

  it.skipIf(waczTools === "")("has the index of cdxj-indexer, besides the marks", () => {
    const made = output(join(waczTools, "bin/cdxj-indexer"), "-s", ...filesOf("marked"));
    const places = (lines: string): string[] =>
      lines.split("\n").flatMap((line) => {
        if (line === "" || /^(?:dns|urn):/u.test(line)) return [];
        const { offset, length, filename } = JSON.parse(line.slice(line.indexOf("{"))) as Record<
          string,
          string
        >;
        return [`${line.slice(0, line.indexOf("{"))}${filename!} ${offset!} ${length!}`];
      });
    expect(made).toContain("urn:detect_off_topic:mark:");
    const ours = readFileSync(path("marked/indexes/index.cdxj"), "utf8");
    expect(places(ours).sort()).toEqual(places(made).sort());
  });

  it.skipIf(waczTools === "")(
    "of a WACZ of py-wacz is valid by `wacz validate`, and has its pages and its index with new offsets",
    async () => {
      const pages = path("pages.jsonl");
      const head = '{"format":"json-pages-1.0","id":"pages","title":"Pages"}';
      const page = { id: "one", url: SEED, ts: "2018-01-27T22:18:45Z", title: "The museum" };
      writeFileSync(pages, `${head}\n${JSON.stringify(page)}\n`);
      const [made, marked] = [path("py.wacz"), path("py-marked.wacz")];
      const wacz = join(waczTools, "bin/wacz");
      output(
        wacz,
        "create",
        "-o",
        made,
        "-p",
        pages,
        "-t",
        ...warcs.map((name) => join(COLLECTION, name)),
      );
      expect(await mark(`wacz=${made}`, "py-marked.wacz")).toContain(
        "captures marked; nothing is left out",
      );
      for (const file of [marked, path("marked.wacz")]) {
        expect(output(wacz, "validate", "-f", file)).toContain("Validation succeeded");
      }
      const member = (file: string, name: string): Buffer =>
        execFileSync("unzip", ["-p", file, name]);
      const lines = member(marked, "pages/pages.jsonl").toString();
      expect(lines).toMatch(
        /"title": ?"The museum".*,"detect_off_topic":\{.*"verdict":"off-topic"/u,
      );
      const indexed = (text: string): string[] =>
        text
          .trimEnd()
          .split("\n")
          .filter((line) => !line.startsWith("!"));
      const before = indexed(gunzipSync(member(made, "indexes/index.cdx.gz")).toString());
      const after = indexed(member(marked, "indexes/index.cdx").toString());
      const withoutPlace = (line: string): string =>
        line.replace(/"offset": ?"?\d+"?/u, "").replaceAll(/\s/gu, "");
      expect(after.map(withoutPlace).sort()).toEqual(before.map(withoutPlace).sort());
      for (const line of after) {
        const { offset, length, filename, url } = JSON.parse(
          line.slice(line.indexOf("{")),
        ) as Record<string, string>;
        const start = Number(offset);
        const record = member(marked, `archive/${filename!}`).subarray(
          start,
          start + Number(length),
        );
        expect(gunzipSync(record).toString()).toContain(url);
      }
    },
  );

  it.skipIf(wabac === "")(
    "shows its pages in wabac.js, as WARC and as WACZ, with the verdicts in its list",
    () => {
      const captures = [[BAD, SEED]] as const;
      const file = path("marked/archive/saltmouth-2014-2018.warc.gz");
      const original = withWabac(join(COLLECTION, "saltmouth-2014-2018.warc.gz"), captures);
      expect(original.captures[0]).toMatchObject({ found: BAD, status: 200 });
      expect(withWabac(file, captures)).toEqual(original);
      const read = withWabac(path("marked.wacz"), captures);
      expect(read.captures).toEqual(original.captures);
      const seed = read.marked.filter(({ url }) => url === SEED);
      expect(seed.map((each) => each.mark.verdict)).toContain("off-topic");
    },
  );

  describe.skipIf(pywb === "")("in pywb", () => {
    let server: PywbServer | undefined;
    beforeAll(async () => {
      server = await startPywb(pywb, folder, filesOf("marked"));
    });
    afterAll(() => server?.stop());

    it("shows the page and not the mark, after `wb-manager add`", async () => {
      const answer = await fetch(`${server!.collection}/${BAD}id_/${SEED}`);
      expect(answer.headers.get("memento-datetime")).toBe("Sat, 27 Jan 2018 22:18:45 GMT");
      expect(await answer.text()).toMatch(/<html/iu);
      const timeMap = await (await fetch(`${server!.collection}/timemap/link/${SEED}`)).text();
      expect(timeMap.match(new RegExp(BAD, "gu"))).toHaveLength(1);
    });
  });

  it.skipIf(pywb === "")(
    "of ARC files has a WARC file beside them in which `warcio check` finds no error",
    async () => {
      const body = http(page("bad", "Buy pills."));
      const arc = Buffer.concat([arcFile(1), arcRecord("http://bad.example/", body)]);
      mkdirSync(path("arc"));
      writeFileSync(path("arc/a.arc"), arc);
      await run("-q", "-i", `warc=${path("arc")}`, "-o", path("arc.jsonl"));
      writeFileSync(path("arc.tsv"), "http://bad.example/\t0\n");
      const decided = ["--overrides", path("arc.tsv"), "-i", `warc=${path("arc")}`];
      await run("filter", path("arc.jsonl"), "--mark", ...decided, "-o", path("arc-marked"));
      expect(readFileSync(path("arc-marked/archive/a.arc")).equals(arc)).toBe(true);
      const beside = path("arc-marked/archive/detect-off-topic-marks.warc.gz");
      expect(output(join(pywb, "bin/warcio"), "check", "-v", beside)).toMatch(
        /> metadata\n +digest pass/u,
      );
    },
  );

  it.skipIf(spawnSync("zstd", ["--version"]).status !== 0)(
    "of Zstandard files is what zstd reads, also with a dictionary",
    async () => {
      const original = gunzipSync(readFileSync(join(COLLECTION, warcs[0]!)));
      const records = original
        .toString("latin1")
        .split(/(?=^WARC\/1\.\d\r\n)/mu)
        .map((record) => Buffer.from(record, "latin1"));
      mkdirSync(path("parts"));
      for (const [i, record] of records.entries()) writeFileSync(path(`parts/${i}`), record);
      const parts = records.map((_, i) => path(`parts/${i}`));
      execFileSync("zstd", ["-q", "--train", ...parts, "-o", path("dictionary"), "--maxdict=8192"]);
      const dictionary = readFileSync(path("dictionary"));
      const skippable = Buffer.from([0x5d, 0x2a, 0x4d, 0x18, 0, 0, 0, 0]);
      skippable.writeUInt32LE(dictionary.length, 4);
      for (const with_ of [[], ["-D", path("dictionary")]]) {
        const frames = records.map((input) =>
          execFileSync("zstd", ["-q", "-c", ...with_], { input }),
        );
        mkdirSync(path("zst"), { recursive: true });
        const whole = Buffer.concat([
          ...(with_.length === 0 ? [] : [skippable, dictionary]),
          ...frames,
        ]);
        writeFileSync(path("zst/a.warc.zst"), whole);
        await mark(`warc=${path("zst")}`, "zst-marked");
        const copy = path("zst-marked/archive/a.warc.zst");
        const read = execFileSync("zstd", ["-q", "-d", "-c", ...with_, copy], {
          maxBuffer: 1 << 28,
        });
        expect(
          read.toString("latin1").match(/^WARC-Target-URI: urn:detect_off_topic:mark:/gmu)?.length,
        ).toBeGreaterThan(3);
        expect(
          read
            .toString("latin1")
            .replaceAll(
              /WARC\/1\.1\r\nWARC-Type: metadata\r\nWARC-Record-ID: [^]*?\r\n\r\n\{"URI-M".*\}\r\n\r\n/gu,
              "",
            ),
        ).toBe(original.toString("latin1"));
        rmSync(path("zst-marked"), { recursive: true });
      }
    },
  );
});
