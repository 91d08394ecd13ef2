import { spawn } from "node:child_process";
import { once } from "node:events";
import { createReadStream } from "node:fs";
import { mkdir, readdir, readFile, rm, stat, symlink, truncate, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { WARCParser } from "warcio";
import { UsageError } from "../../../src/base/errors.js";
import { readManifest } from "../../../src/read/http/directory/manifest.js";
import { openFetcher, type FetcherOptions } from "../../../src/read/http/fetcher.js";
import type { Outcome } from "../../../src/base/types.js";
import type { FetchedResponse, RequestClass } from "../../../src/read/types.js";
import { recordedUris, warcTexts, withDirectory } from "./support/directory.js";
import { ImpatientClock } from "./support/fake-clock.js";
import { answerOf, MEMENTO, startRawServer, type RawServer } from "./support/raw-server.js";

const LINK =
  'Link: <http://a.example/>; rel="original", <http://archive.example/timemap/link/http://a.example/>; rel="timemap"; type="application/link-format"';
const input = { keyword: "timemap", sources: ["http://archive.example/timemap"] };

let server: RawServer;
let answer: (target: string) => string | undefined;

beforeAll(async () => {
  server = await startRawServer((target) => answer(target));
});
beforeEach(() => {
  answer = (target) => answerOf("200 OK", `page of ${target}`, [MEMENTO, LINK]);
});
afterAll(() => server.close());

interface RunOutcome {
  readonly outcomes: readonly Outcome<FetchedResponse>[];
  /** Requests that reached the server. */
  readonly sent: readonly string[];
  readonly notices: readonly string[];
}

/** Runs a fetcher over paths of the server, from opening to closing. */
async function run(
  directory: string,
  paths: readonly string[],
  options: FetcherOptions & { readonly requestClass?: RequestClass } = {},
): Promise<RunOutcome> {
  const before = server.seen.length;
  const notices: string[] = [];
  const { requestClass = "playback", ...rest } = options;
  const fetcher = await openFetcher({
    record: { directory, input },
    clock: new ImpatientClock(),
    onNotice: (message) => notices.push(message),
    ...rest,
  });
  const outcomes: Outcome<FetchedResponse>[] = [];
  for (const path of paths) {
    outcomes.push(await fetcher.fetch({ uri: server.origin + path, requestClass }));
  }
  await fetcher.close();
  const sent = server.seen.slice(before).map(({ target }) => target);
  return { outcomes, sent, notices };
}

const problems = (outcomes: RunOutcome["outcomes"]): (string | undefined)[] =>
  outcomes.map((outcome) => ("problem" in outcome ? outcome.problem.message : undefined));

describe("a second run on a working directory", () => {
  it("gets the same answers from a working directory in a second run, and sends no request", async () => {
    await withDirectory(async (directory) => {
      const first = await run(directory, ["/1", "/2", "/3"]);
      const second = await run(directory, ["/3", "/2", "/1"]);
      expect(first.sent).toEqual(["/1", "/2", "/3"]);
      expect(second.sent).toEqual([]);
      expect(second.outcomes).toEqual([...first.outcomes].reverse());
    });
  });

  it("fetches in a second run the missing answers, the failed ones, and those that may have been temporary", async () => {
    await withDirectory(async (directory) => {
      answer = (target) => {
        if (target === "/wall")
          return answerOf("200 OK", "<html>verify", ["Content-Type: text/html"]);
        if (target === "/broken") return "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx";
        if (target === "/gone") return answerOf("404 Not Found");
        return answerOf("200 OK", "page", [MEMENTO]);
      };
      const paths = ["/1", "/wall", "/broken", "/gone"];
      const first = await run(directory, paths);
      expect(problems(first.outcomes)[2]).toContain("closed before the whole answer came");
      const offline = await run(directory, [...paths, "/2"], { offline: true });
      expect(offline.sent).toEqual([]);
      expect(offline.outcomes.slice(0, 4)).toEqual(first.outcomes);
      expect(problems(offline.outcomes)[4]).toBe("not in the working directory (--offline)");
      answer = () => answerOf("200 OK", "page", [MEMENTO]);
      const second = await run(directory, [...paths, "/2"]);
      expect(second.sent).toEqual(["/wall", "/broken", "/2"]);
    });
  });
});

describe("the WARC files", () => {
  it("writes a warcinfo, then request, metadata and response of each fetch, so that other tools can read the file", async () => {
    await withDirectory(async (directory) => {
      await run(directory, ["/1"], { contact: "mailto:ada@example.org" });
      const [name = ""] = (await warcTexts(directory)).keys();
      const records: { type: string; uri: unknown; text: string; refers: unknown; id: unknown }[] =
        [];
      const stream = createReadStream(join(directory, name));
      for await (const record of new WARCParser(stream)) {
        records.push({
          type: record.warcType,
          uri: record.warcTargetURI,
          text: await record.contentText(),
          refers: record.warcHeader("WARC-Refers-To"),
          id: record.warcHeader("WARC-Record-ID"),
        });
      }
      const [info, request, metadata, response] = records;
      expect(records.map(({ type }) => type)).toEqual([
        "warcinfo",
        "request",
        "metadata",
        "response",
      ]);
      expect(info?.text).toContain("detect-off-topic-working-directory: 1\r\n");
      expect(info?.text).toMatch(/http-header-user-agent: detect_off_topic.*ada@example\.org/u);
      expect(request?.uri).toBe(`${server.origin}/1`);
      expect(metadata?.text).toBe(
        [
          "request-class: playback",
          `uri-m: ${server.origin}/1`,
          "memento-datetime: 2017-11-24T15:13:15Z",
          "uri-r: http://a.example/",
          "uri-t: http://archive.example/timemap/link/http://a.example/",
          "",
        ].join("\r\n"),
      );
      expect(metadata?.refers).toBe(response?.id);
      expect(response?.text).toBe("page of /1");
    });
  });
});

describe("the remains of a killed run or a power failure", () => {
  it("keeps every complete response of a WARC file that was cut off at any byte, and continues the file", async () => {
    await withDirectory(async (directory) => {
      const paths = ["/1", "/2", "/3"];
      const whole = await run(directory, paths);
      const name = "detect_off_topic-00001.warc.gz";
      const path = join(directory, name);
      const bytes = await readFile(path);
      const ends = (await readFile(join(directory, "index.cdxj"), "latin1"))
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line.slice(line.indexOf("{"))) as Record<string, string>)
        .map(({ offset, length }) => Number(offset) + Number(length))
        .sort((a, b) => a - b);
      for (let cut = 0; cut < bytes.length; cut += 193) {
        await writeFile(path, bytes);
        await truncate(path, cut);
        await rm(join(directory, "index.cdxj"));
        const kept = ends.filter((end) => end <= cut).length;
        const { outcomes, sent } = await run(directory, paths);
        expect(sent).toEqual(paths.slice(kept));
        expect(problems(outcomes)).toEqual([undefined, undefined, undefined]);
        expect(outcomes.slice(0, kept)).toEqual(whole.outcomes.slice(0, kept));
        expect(await recordedUris(directory)).toEqual(paths.map((one) => server.origin + one));
        expect((await run(directory, paths)).sent).toEqual([]);
      }
    });
  });

  it("completes a missing, outdated or truncated index from the WARC files", async () => {
    await withDirectory(async (directory) => {
      const paths = ["/1", "/2", "/3"];
      const { outcomes } = await run(directory, paths);
      const path = join(directory, "index.cdxj");
      const index = await readFile(path, "latin1");
      for (const left of ["", index.slice(0, index.indexOf("\n") + 1), index.slice(0, -9)]) {
        await writeFile(path, left);
        const again = await run(directory, paths);
        expect(again.sent).toEqual([]);
        expect(again.outcomes).toEqual(outcomes);
        expect(await readFile(path, "latin1")).toBe(index);
      }
    });
  });

  it("ends a run as incomplete if the working directory is no longer writable", async () => {
    await withDirectory(async (directory) => {
      const fetcher = await openFetcher({
        record: { directory, input },
        clock: new ImpatientClock(),
        fileBytes: 1,
      });
      const get = (path: string): Promise<Outcome<FetchedResponse>> =>
        fetcher.fetch({ uri: server.origin + path, requestClass: "playback" });
      await get("/1");
      await rm(directory, { recursive: true });
      const before = server.seen.length;
      const outcomes = [await get("/2"), await get("/3")];
      expect(problems(outcomes)[1]).toMatch(/^cannot write to the working directory: .*same -d/u);
      expect(fetcher.statistics.incomplete).toBe(problems(outcomes)[0]);
      expect(server.seen.length).toBe(before + 1);
      await mkdir(directory);
      await fetcher.close();
    });
  });
});

describe("a working directory in use", () => {
  it("refuses a working directory in use in one line with the process that uses it", async () => {
    await withDirectory(async (directory) => {
      const fetcher = await openFetcher({ record: { directory, input } });
      const second = openFetcher({ record: { directory, input } });
      await expect(second).rejects.toThrow(UsageError);
      await expect(second).rejects.toThrow(`in use by process ${process.pid} on ${hostname()}`);
      await fetcher.close();
      await run(directory, ["/1"]);
    });
  });

  it("takes over the lock of a dead process, even if another process has its number now", async () => {
    await withDirectory(async (directory) => {
      const child = spawn(process.execPath, ["--eval", "0"]);
      await once(child, "exit");
      const holder = { host: hostname(), started: "2026-01-01T00:00:00Z", birth: "", id: "x" };
      await run(directory, []);
      for (const stale of [
        { ...holder, pid: child.pid },
        ...(process.platform === "linux" ? [{ ...holder, pid: process.pid, birth: "1" }] : []),
      ]) {
        await writeFile(join(directory, "lock"), JSON.stringify(stale));
        expect(problems((await run(directory, ["/1"])).outcomes)).toEqual([undefined]);
        expect(await readdir(directory)).not.toContain("lock");
      }
    });
  });
});

describe("a working directory in which someone else placed links", () => {
  it("does not overwrite the targets of links at the names of the manifest and of copied files", async () => {
    await withDirectory(async (directory) => {
      await mkdir(directory);
      const precious = join(directory, ".precious");
      await writeFile(precious, "precious");
      const source = join(directory, ".timemap");
      await writeFile(source, "a TimeMap", { mode: 0o600 });
      await mkdir(join(directory, "given"));
      await symlink(precious, join(directory, "given", "1"));
      const made = { keyword: "timemap", sources: [source] };
      const manifest = { software: "detect_off_topic/0", format: 1, created: "", input: made };
      await writeFile(join(directory, "detect_off_topic.json"), JSON.stringify(manifest));
      await symlink(precious, join(directory, "detect_off_topic.json.new"));
      const input = { ...made, takesFiles: true } as const;
      await (await openFetcher({ record: { directory, input } })).close();
      expect(await readFile(precious, "utf8")).toBe("precious");
      const copy = join(directory, "given", "1");
      expect(await readFile(copy, "utf8")).toBe("a TimeMap");
      expect((await stat(copy)).mode & 0o777).toBe(0o600);
    });
    await withDirectory(async (directory) => {
      await mkdir(directory);
      const precious = join(directory, ".precious");
      await writeFile(precious, "precious");
      await symlink(precious, join(directory, "detect_off_topic.json.new"));
      await run(directory, []);
      expect(await readFile(precious, "utf8")).toBe("precious");
    });
  });
});

describe("a working directory of another input", () => {
  it("refuses a working directory of another input, but ignores the order of sources", async () => {
    await withDirectory(async (directory) => {
      const made = { keyword: "timemap", sources: ["http://a.example/", "http://b.example/"] };
      const open = async (keyword: string, sources: readonly string[]): Promise<void> => {
        const fetcher = await openFetcher({ record: { directory, input: { keyword, sources } } });
        await fetcher.close();
      };
      await open(made.keyword, made.sources);
      await open(made.keyword, [...made.sources].reverse());
      expect(await readManifest(directory)).toEqual(made);
      await expect(open("archiveit", ["7877"])).rejects.toThrow(
        `${directory} was made for -i timemap=http://a.example/ (and 1 more), not for -i archiveit=7877: use another directory for it.`,
      );
      expect(await readdir(directory)).not.toContain("lock");
    });
  });
});
