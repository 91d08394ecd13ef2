import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import * as zlib from "node:zlib";
import { build } from "esbuild";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import * as codecs from "../../src/base/platform/codecs.js";
import { seededRandom } from "../../src/base/math/random.js";
import { ROOT, temporaryFolder } from "../support/run-bin.js";
import { long } from "../support/thorough.js";
import { http, warcRecord } from "../support/warc-builder.js";
import { installedChromium, openReport, type OpenReport } from "./chromium.js";

const COLLECTION = join(ROOT, "fixtures", "collection");
/** Files that suffice for tests of the page itself. */
const SMALL = "saltmouth-2009-2013.warc.gz";
const FORMS = ["results.json", "results.csv", "results.jsonl", "report.html"] as const;
const isArchive = (name: string): boolean => /\.(?:w?arc(?:\.gz|\.zst)?|wacz)$/u.test(name);

/** Timeout that is far above the time on a busy machine. */
const FINISHED = { timeout: 100_000 };

const open = (options: Parameters<typeof openReport>[1] = {}): Promise<OpenReport> =>
  openReport(readFileSync(join(ROOT, "build", "detect_off_topic.html"), "utf8"), options);

/** Returns the output of the command for these files, run in their folder. */
function ofCommand(folder: string, names: readonly string[]): Map<string, string> {
  const out = temporaryFolder();
  execFileSync(
    process.execPath,
    [
      ...[join(ROOT, "bin", "detect_off_topic.js"), "-q"],
      ...names.flatMap((name) => ["-i", `warc=${name}`]),
      ...FORMS.flatMap((form) => ["-o", join(out, form)]),
    ],
    { cwd: folder },
  );
  return new Map(FORMS.map((form) => [form, readFileSync(join(out, form), "utf8")]));
}

/** Gives files to the page; resolves when it has finished. */
async function give(page: Page, folder: string, names: readonly string[]): Promise<void> {
  await page.setInputFiles(
    "#files",
    names.map((name) => join(folder, name)),
  );
  await page.locator("#saved a").first().waitFor(FINISHED);
}

/** Returns the files that the page offers to save. */
async function ofPage(page: Page): Promise<Map<string, string>> {
  const saved = new Map<string, string>();
  for (const link of await page.locator("a[download]").all()) {
    const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
    saved.set(download.suggestedFilename(), readFileSync(await download.path(), "utf8"));
  }
  return saved;
}

async function violations(page: Page): Promise<string[]> {
  const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
  await page.evaluate(readFileSync(axe, "utf8"));
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      readonly axe: { run(): Promise<{ violations: { id: string }[] }> };
    };
    return (await axe.run()).violations.map(({ id }) => id);
  });
}

const isAbsent = installedChromium() === undefined;

describe.skipIf(isAbsent)("the page that needs no installation", () => {
  it("writes the same bytes as the command on the page that needs no installation, without a request", async () => {
    const names = readdirSync(COLLECTION).filter(isArchive);
    const { page, troubles, requests } = await open();
    await give(page, COLLECTION, names);
    expect(await page.locator("#found").innerText()).toBe("27 of 123 captures are off-topic");
    expect(await ofPage(page)).toEqual(ofCommand(COLLECTION, names));
    expect({ troubles, requests }).toEqual({ troubles: [], requests: [] });
  });

  it("reads a damaged file before and after the damage on the page, and shows the position of the damage", async () => {
    const folder = temporaryFolder();
    const [name = ""] = readdirSync(COLLECTION).filter(isArchive);
    const bytes = readFileSync(join(COLLECTION, name));
    bytes.fill(0x55, bytes.length >> 1, (bytes.length >> 1) + 40);
    writeFileSync(join(folder, name), bytes.subarray(0, -20));
    const { page } = await open();
    await give(page, folder, [name]);
    await page.locator("#damage summary").click();
    expect(await page.locator("#damage li").allInnerTexts()).toEqual(
      expect.arrayContaining([expect.stringMatching(/byte \d+: .*gzip/u)]),
    );
    expect(await ofPage(page)).toEqual(ofCommand(folder, [name]));
  });

  it("writes the rows of the command for captures whose Brotli or Zstandard is cut off or damaged", async () => {
    const folder = temporaryFolder();
    const body = Buffer.from(`<p>${"The museum is open on Sunday. ".repeat(400)}</p>`);
    const zstd = Reflect.get(zlib, "zstdCompressSync") as typeof zlib.gzipSync | undefined;
    // The command reads Zstandard only with recent versions of Node.
    const codings = [["br", zlib.brotliCompressSync(body)] as const].concat(
      zstd === undefined ? [] : [["zstd", zstd(body)] as never],
    );
    const records = codings.flatMap(([coding, bytes]) => {
      const damaged = Buffer.from(bytes).fill(0xaa, bytes.length >> 1);
      return [bytes, bytes.subarray(0, -8), damaged].map((coded, at) =>
        warcRecord(
          { uri: "http://museum.example/", date: `201${at}-06-01T10:20:30Z` },
          http(coded, { fields: [["Content-Encoding", coding]] }),
        ),
      );
    });
    writeFileSync(join(folder, "coded.warc"), Buffer.concat(records));
    const { page } = await open();
    await give(page, folder, ["coded.warc"]);
    const expected = ofCommand(folder, ["coded.warc"]);
    expect(expected.get("results.csv")).toContain("cannot be decoded");
    expect(await ofPage(page)).toEqual(expected);
  });

  it("opens the report from the page, and the report works under the page's content security policy", async () => {
    const { page, troubles } = await open();
    await give(page, COLLECTION, readdirSync(COLLECTION).filter(isArchive));
    const [report] = await Promise.all([
      page.context().waitForEvent("page"),
      page.locator("a[target]").click(),
    ]);
    await report.locator(".to-do").waitFor();
    expect(await report.locator(".to-do").innerText()).toContain("123 captures");
    expect(troubles).toEqual([]);
  });

  it.each(long(["light"] as const, ["light", "dark"] as const))(
    "finds no accessibility violation with axe on the page, in %s",
    async (colorScheme) => {
      const { page } = await open({ colorScheme });
      expect(await violations(page)).toEqual([]);
      await give(page, COLLECTION, [SMALL]);
      expect(await violations(page)).toEqual([]);
    },
  );
});

describe("the decoders of the page", () => {
  let browsers: typeof codecs & { readonly prepareCodecs: () => Promise<void> };
  const outcomeOf = (work: () => unknown): unknown => {
    try {
      return work();
    } catch (cause) {
      return (cause as Error).message;
    }
  };

  beforeAll(async () => {
    const file = join(ROOT, "build", "codecs-of-browsers.mjs");
    await build({
      entryPoints: [join(ROOT, "src", "web", "platform", "codecs.ts")],
      outfile: file,
      bundle: true,
      format: "esm",
      platform: "node",
      external: ["@bokuweb/zstd-wasm"],
      loader: { ".wasm": "binary" },
      logLevel: "silent",
    });
    browsers = (await import(file)) as typeof browsers;
    await browsers.prepareCodecs();
  });

  it("decodes gzip and deflate in the browser as Node does, complete, cut off and damaged", () => {
    const whole = zlib.gzipSync("a page, ".repeat(5000));
    const damaged = Buffer.from(whole).fill(0xaa, 60, 64);
    for (const bytes of [whole, whole.subarray(0, -20), damaged, Buffer.concat([whole, whole])]) {
      for (const isPartial of [false, true]) {
        const choices = { most: 1e6, isPartial };
        expect(outcomeOf(() => browsers.gunzip(bytes, choices))).toEqual(
          outcomeOf(() => codecs.gunzip(bytes, choices)),
        );
      }
    }
    expect(browsers.inflateFront(whole.subarray(10), 1e6)).toEqual(
      codecs.inflateFront(whole.subarray(10), 1e6),
    );
    expect(browsers.crc32(whole)).toBe(codecs.crc32(whole));
  });

  const PADDED = "padded";

  it("decodes Brotli in the browser as Node does: cut off at any byte, with any byte damaged, and random bytes", () => {
    const text = Array.from({ length: 300 }, (_, at) => String.fromCharCode(97 + ((at * at) % 23)));
    const whole = zlib.brotliCompressSync(text.join(""));
    const random = seededRandom(1);
    const noise = (length: number): Buffer =>
      Buffer.from(Array.from({ length }, () => Math.floor(random() * 256)));
    const inputs = Array.from(whole, (byte, at) => [
      whole.subarray(0, at),
      Buffer.from(whole).fill(byte ^ (1 << Math.floor(random() * 8)), at, at + 1),
      Buffer.concat([whole, noise(at % 5)]),
      noise(1 + (at % 40)),
      // Window sizes that only some decoders accept.
      Buffer.concat([Buffer.from([0x11 | (at & 0x80)]), noise(at)]),
    ]).flat();
    for (const bytes of inputs) {
      for (const isPartial of [false, true]) {
        const choices = { most: 1e6, isPartial };
        const given = (decoders: typeof codecs): string | undefined => {
          try {
            return Buffer.from(decoders.unbrotli(bytes, choices)).toString("hex");
          } catch (cause) {
            // Node refuses other bits than 0 after the end of the data (RFC 7932, section 10), and the page does not.
            return /PADDING/u.test(String((cause as NodeJS.ErrnoException).code))
              ? PADDED
              : undefined;
          }
        };
        if (given(codecs) === PADDED) continue;
        expect([bytes.toString("hex"), given(browsers)]).toEqual([
          bytes.toString("hex"),
          given(codecs),
        ]);
      }
    }
  });
});
