import { execFile, spawnSync } from "node:child_process";
import { chmod, copyFile, mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startArchiveServer, type ArchiveServer } from "../support/archive-server/start.js";
import { ROOT, temporaryFolder } from "../support/run-bin.js";
import { errors, FAST, runHttp, until, type HttpRun } from "./run-http.js";

let server: ArchiveServer;
beforeAll(async () => {
  server = await startArchiveServer();
});
beforeEach(() => server.reset());
afterAll(() => server.stop());

const timeMapOf = (seed: string): string =>
  `timemap=${server.origin}/web/timemap/link/http://${seed}/`;
const requests = async (): Promise<number> => (await server.log()).length;

/** Returns the rows without the columns that only rows of WARC files have. */
const withoutSource = ({ rows }: HttpRun): unknown[] =>
  rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).filter(([name]) => name !== "source" && name !== "WARC-Record-ID"),
    ),
  );

describe("a working directory", () => {
  it("gives the same rows by -i dir= and -i warc= as over HTTP, without requests to the archive", async () => {
    const directory = join(temporaryFolder(), "d");
    await server.trouble({ match: "20100131000000id_", do: "no-memento-datetime" });
    await server.trouble({
      match: "20100302000000id_/http://seed1",
      do: "archived",
      status: 302,
      location: `${server.origin}/web/20100401000000/http://elsewhere.example/`,
    });
    await server.trouble({ match: "20100401000000id_/http://seed1", do: "banner" });
    const input = ["-i", timeMapOf("seed1.example")];
    const online = await runHttp([...input, ...FAST, "-d", directory]);
    expect(online.rows.length).toBe(5);
    expect(errors(online).length).toBe(1);
    const asked = await requests();
    for (const again of [
      ["-i", `dir=${directory}`],
      ["-i", `warc=${directory}`],
      [...input, "-d", directory, "--offline"],
    ]) {
      const run = await runHttp(again);
      expect(withoutSource(run)).toEqual(withoutSource(online));
      expect(run.status).toBe(0);
    }
    expect(await requests()).toBe(asked);
  });

  it("reads a WARC file of a working directory as captures of the URI-R at the memento-datetime, not at the time of fetching", async () => {
    const folder = temporaryFolder();
    const directory = join(folder, "d");
    const online = await runHttp(["-i", timeMapOf("seed1.example"), ...FAST, "-d", directory]);
    const [name = ""] = (await readdir(directory)).filter((one) => one.endsWith(".warc.gz"));
    const moved = join(folder, "moved.warc.gz");
    await copyFile(join(directory, name), moved);
    const run = await runHttp(["-i", `warc=${moved}`]);
    expect(withoutSource(run)).toEqual(withoutSource(online));
    expect(run.rows[0]).toMatchObject({ source: { file: moved } });
  });
});

/** Root may write to any folder, so a test run by root starts the command as another user. */
const AS_OTHER = process.getuid?.() === 0 ? ["setpriv", "--reuid=65534", "--clear-groups"] : [];
const canBeOther =
  process.platform !== "win32" &&
  (AS_OTHER.length === 0 ||
    spawnSync(AS_OTHER[0]!, [...AS_OTHER.slice(1), process.execPath, "--version"]).status === 0);

it.skipIf(!canBeOther).each(["one below it"])(
  "reports in one line a working directory that may not be written: %s",
  async (which) => {
    const parent = temporaryFolder();
    await chmod(parent, 0o755);
    const directory = join(parent, "d");
    await mkdir(directory);
    const input = ["-i", timeMapOf("n1.example"), ...FAST];
    if (which === "one with a manifest") await runHttp([...input, "-d", directory]);
    await chmod(directory, 0o555);
    const d = which === "one below it" ? join(directory, "below") : directory;
    const [file, ...words] = [...AS_OTHER, process.execPath, "bin/detect_off_topic.js"];
    // Meanwhile this process must see which connections the server closes.
    const ended = promisify(execFile)(file, [...words, ...input, "-d", d], { cwd: ROOT });
    const { code, stderr } = await ended.then(
      () => ({ code: 0, stderr: "" }),
      (cause: unknown) => cause as { readonly code: number; readonly stderr: string },
    );
    expect(stderr).toMatch(/^detect_off_topic: [^\n]*directory [^\n]*permission denied[^\n]*\n$/u);
    expect(stderr).toContain(d);
    expect(code).toBe(2);
  },
);

describe("interrupted runs", () => {
  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)(
    "keeps fetched files after %s, and refuses a second run in the same directory during the first",
    async (name, status) => {
      const args = ["-i", timeMapOf("seed1.example"), ...FAST, "-d", join(temporaryFolder(), "d")];
      await server.trouble({ match: "20100302000000id_", do: "stall" });
      let second: HttpRun | undefined;
      const stopped = await runHttp(args, {
        onStart: (child) => {
          void until(async () => (await requests()) >= 5)
            .then(async () => {
              second = await runHttp(args);
            })
            .then(() => child.kill(name));
        },
      });
      expect(second?.stderr).toMatch(/^detect_off_topic: [^\n]*in use[^\n]*\n$/u);
      expect(second?.status).toBe(5);
      expect(stopped.status).toBe(status);
      expect(stopped.output).toBe("");
      expect(stopped.stderr).toMatch(
        /no output file was written; what was fetched is kept in \S+: run the same command again to continue\n$/u,
      );
      await server.reset();
      const finished = await runHttp(args);
      expect(finished.status).toBe(0);
      expect(errors(finished)).toEqual([]);
      // The request that stalled and those in flight with it are sent again.
      expect(await requests()).toBeGreaterThanOrEqual(1);
      expect(await requests()).toBeLessThanOrEqual(4);
    },
  );
});

describe("rate limits of an archive", () => {
  const args = (): string[] => ["-i", timeMapOf("seed1.example"), ...FAST];

  it("waits as long as Retry-After of status 429 says, then fetches every memento", async () => {
    await server.trouble({
      ...{ match: "20100302000000id_", do: "status", status: 429 },
      ...{ retryAfter: "1", times: 1 },
    });
    const run = await runHttp([...args(), "--set", "concurrency=1"]);
    expect(run.stderr).toMatch(/answered 429: waiting \d s\./u);
    expect(errors(run)).toEqual([]);
    expect(run.status).toBe(0);
    const log = await server.log();
    const limited = log.findIndex(({ path }) => path.includes("20100302000000id_"));
    expect(log[limited + 1]!.at - log[limited]!.at).toBeGreaterThanOrEqual(990);
  });
});
