import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type PywbServer, servePywb } from "../pywb/pywb-server.js";
import { ROOT, runBin } from "../support/run-bin.js";
import { dateOf, isOffTopic, LINKED, SITES, startSites, VISITS } from "./changing-sites.js";
import { rowsOf } from "../support/rows.js";

/**
 * wget, warcio, pywb's recorder and py-wacz crawl sites that change; the verdict on each seed must match the state of
 * its site.
 */
const exists = (command: string): boolean => {
  try {
    execFileSync(command, ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
};
const installed = (script: string): string =>
  execFileSync("sh", [join(ROOT, script)], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  }).trim();
const hasWget = exists("wget");
const pywb = installed("test/pywb/install.sh");
const wacz = installed("test/read/warc/install-wacz-tools.sh");
for (const [name, is] of Object.entries({
  wget: hasWget,
  warcio: pywb !== "",
  "py-wacz": wacz !== "",
}))
  if (!is) process.stderr.write(`${name} are not available here: its tests are skipped\n`);

interface Row {
  readonly "URI-R": string;
  readonly "memento-datetime": string;
  readonly "overall topic status": string | null;
  readonly [name: string]: unknown;
}

let folder: string;
const hosts = [...SITES.keys()];
const run = promisify(execFile);

async function judged(...args: string[]): Promise<{ rows: Row[]; said: string }> {
  const { status, stdout, stderr } = await runBin([...args, "-ot", "jsonl"]);
  expect(stderr).not.toContain("bug");
  expect(status).toBe(0);
  return {
    rows: rowsOf(stdout),
    said: stderr,
  };
}

/**
 * Expects that every row of a first page has the verdict for its site, and that only pages that are gone are off-topic
 * besides.
 */
function expectTrue(rows: readonly Row[]): void {
  const seeds = rows.filter((row) => hosts.some((host) => row["URI-R"] === `http://${host}/`));
  const wrong = seeds.filter((row) => {
    const visit = Number(row["memento-datetime"].slice(0, 4)) - 2012;
    const isOff = row["overall topic status"] === "off-topic";
    return isOff !== isOffTopic(new URL(row["URI-R"]).hostname, visit);
  });
  expect(
    wrong.map((row) => [row["URI-R"], row["memento-datetime"], row["overall topic status"]]),
  ).toEqual([]);
  expect(seeds).toHaveLength(hosts.length * VISITS);
  const others = new Set(rows.map((row) => new URL(row["URI-R"]).pathname));
  expect([...others].filter((path) => path !== "/" && !LINKED.test(path))).toEqual([]);
}

/** Starts pywb, which records each visit in a collection of its own. */
function startRecorder(proxy: string): Promise<PywbServer> {
  const recorder = join(folder, "pywb");
  mkdirSync(recorder);
  writeFileSync(join(recorder, "config.yaml"), "recorder: live\ncollections:\n  live: $live\n");
  // A single Python process creates all collections.
  const init =
    "import sys; from pywb.manager.manager import main; [main(['init', n]) for n in sys.argv[1:]]";
  const names = Array.from({ length: VISITS }, (_, visit) => `visit${visit}`);
  execFileSync(join(pywb, "bin/python"), ["-c", init, ...names], {
    cwd: recorder,
    stdio: "ignore",
  });
  const script = join(ROOT, "test/crawls/record-with-pywb.py");
  return servePywb(pywb, recorder, "live", [join(pywb, "bin/python"), script, proxy]);
}

/** Requests what a browser requests of each recorded site: its page, an image, robots.txt; it also posts a form. */
async function recordVisit({ collection }: PywbServer, visit: number): Promise<void> {
  const record = new URL(`/visit${visit}/record/id_/`, collection).href;
  for (const host of hosts) {
    for (const path of ["", "lost.png", "robots.txt"])
      await (await fetch(`${record}http://${host}/${path}`)).arrayBuffer();
    const form = { method: "POST", body: new URLSearchParams({ name: "visitor" }) };
    await (await fetch(`${record}http://${host}/`, form)).arrayBuffer();
  }
}

/** Copies the files that pywb recorded, as they are and with the dates of the visits. */
function keepRecorded(): void {
  for (let visit = 0; visit < VISITS; visit += 1) {
    const archive = join(folder, "pywb", "collections", `visit${visit}`, "archive");
    const warcs = readdirSync(archive).map((name) => gunzipSync(readFileSync(join(archive, name))));
    const path = join(folder, `pywb-${visit}.warc`);
    writeFileSync(path, Buffer.concat(warcs));
    dated(path, visit);
  }
}

/** Replaces the dates in a crawl by those of the visits: a capture takes a moment, a collection years. */
function dated(path: string, visit: number): void {
  const text = readFileSync(path, "latin1");
  writeFileSync(
    path,
    text.replace(/^(WARC-Date: )[\d-]{10}T[\d:]{8}(?:\.\d+)?Z/gmu, `$1${dateOf(visit)}`),
    "latin1",
  );
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "dot-crawls-"));
  const sites = await startSites();
  const recorder = pywb === "" ? undefined : await startRecorder(sites.proxy);
  try {
    for (let visit = 0; visit < VISITS; visit += 1) {
      sites.visit = visit;
      if (hasWget) {
        const warc = join(folder, `wget-${visit}`);
        const options = "-q -r -l 1 -p --delete-after --no-warc-compression -e use_proxy=yes -e";
        const out = ["-P", join(folder, "files"), `--warc-file=${warc}`];
        const args = [...options.split(" "), `http_proxy=${sites.proxy}`, ...out];
        // Exit status 8 means that a server answered with an error, as these do.
        await run("wget", [...args, ...hosts.map((host) => `http://${host}/`)]).catch(
          (cause: unknown) => {
            if ((cause as { code?: unknown }).code !== 8) throw cause;
          },
        );
        dated(`${warc}.warc`, visit);
      }
      if (pywb !== "") {
        const warc = join(folder, `warcio-${visit}.warc`);
        const script = join(ROOT, "test/crawls/crawl-with-warcio.py");
        await run(join(pywb, "bin/python"), [script, sites.proxy, warc, ...hosts]);
        dated(warc, visit);
      }
      if (recorder !== undefined) await recordVisit(recorder, visit);
    }
  } finally {
    await recorder?.stop();
    await sites.close();
  }
  if (recorder !== undefined) keepRecorded();
}, 300_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const files = (prefix: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.startsWith(prefix) && name.endsWith(".warc"))
    .map((name) => join(folder, name));

describe.skipIf(!hasWget)("seven visits of wget", () => {
  it("judges every seed in seven visits of wget as its site requires, and counts other records without rows for them", async () => {
    const { rows, said } = await judged("-i", `warc=${files("wget").join(",")}`);
    expectTrue(rows);
    expect(said).toContain("robots.txt, favicon.ico, sitemap.xml and the like");
    expect(said).toContain("an error in place of an image, script or style");
  });

  it.skipIf(wacz === "")(
    "gives the same rows for a WACZ of seven visits of wget as for the WARC files, except for file and offset",
    async () => {
      const path = join(folder, "wget.wacz");
      await run(join(wacz, "bin/wacz"), ["create", "-o", path, ...files("wget")]);
      const strip = ({ rows }: { rows: Row[] }): unknown[] =>
        rows.map((row) =>
          Object.fromEntries(Object.entries(row).filter(([name]) => name !== "source")),
        );
      const packed = strip(await judged("-q", "-i", `wacz=${path}`));
      expect(packed).toEqual(strip(await judged("-q", "-i", `warc=${files("wget").join(",")}`)));
      expect(packed.length).toBeGreaterThan(hosts.length * VISITS);
    },
  );
});

describe.skipIf(pywb === "")("seven visits of a program that uses warcio", () => {
  it("judges every seed in seven visits of a warcio program as its site requires, without rows for answers to POST", async () => {
    const { rows, said } = await judged("-i", `warc=${files("warcio").join(",")}`);
    expectTrue(rows);
    expect(said).toContain("answer to a request other than GET");
  });
});

describe.skipIf(pywb === "")("seven visits recorded by pywb", () => {
  it("judges every seed in seven visits recorded by pywb as its site requires, without rows for answers to POST", async () => {
    const { rows, said } = await judged("-i", `warc=${files("pywb").join(",")}`);
    expectTrue(rows);
    expect(said).toContain("answer to a request other than GET");
  });
});
