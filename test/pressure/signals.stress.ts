import { type ChildProcess } from "node:child_process";
import { createReadStream, mkdirSync, readFileSync, statSync, watch, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runBin, temporaryFolder, type Ended } from "../support/run-bin.js";
import { filesIn, longNamedWarc } from "./generated.js";

/** All signals end a run by the same function, so each stage is tested with only one of them. */
const SIGTERM = {
  signal: "SIGTERM",
  status: 143,
  kill: (child: ChildProcess): void => void child.kill("SIGTERM"),
};
const SIGINT = {
  signal: "SIGINT",
  status: 130,
  kill: (child: ChildProcess): void => void child.kill("SIGINT"),
};
type Stop = typeof SIGTERM;
const MEMORY = ["--set", "memory=1K"];
const SETTINGS = [
  ...["-tm", "cosine", ...MEMORY],
  ...["--no-detect-languages", "--no-compute-simhashes", "--no-compute-lengths"],
];

let warc: ReturnType<typeof longNamedWarc>;
let mapped: string;
beforeAll(async () => {
  warc = longNamedWarc({ mementos: 1000 });
  mapped = join(warc.path, "../map.tsv");
  const few = longNamedWarc({ mementos: 150 });
  const { stdout } = await runBin(["map", few.path, ...SETTINGS]);
  few.remove();
  writeFileSync(mapped, stdout);
});
afterAll(() => warc.remove());

/** Calls back once when a file under a folder fulfils a condition. */
function once(folder: string, fulfils: () => boolean, then: () => void): void {
  const watcher = watch(folder, { recursive: false }, () => {
    if (!fulfils()) return;
    watcher.close();
    then();
  });
}

/** Checks that a run stopped cleanly: status, one line, no temporary files, the earlier results untouched. */
function expectCleanStop(ended: Ended, { signal, status }: Stop, folder: string): void {
  expect({ status: ended.status, signal: ended.signal }).toEqual({ status, signal: null });
  expect(ended.stderr).toMatch(
    new RegExp(`^detect_off_topic: stopped by ${signal}, [^\\n]*\\n$`, "u"),
  );
  expect(filesIn(folder)).toEqual(["results.jsonl", "tmp"]);
  expect(readFileSync(join(folder, "results.jsonl"), "utf8")).toBe("results of an earlier run\n");
}

/** Returns a folder for temporary files beside results of an earlier run. */
function prepared(): { readonly folder: string; readonly TMPDIR: string; readonly output: string } {
  const folder = temporaryFolder();
  const TMPDIR = join(folder, "tmp");
  mkdirSync(TMPDIR);
  const output = join(folder, "results.jsonl");
  writeFileSync(output, "results of an earlier run\n");
  return { folder, TMPDIR, output };
}

describe("a signal stops a run cleanly", () => {
  it("a signal stops a run cleanly while it reads from a pipe that sends nothing", async () => {
    const stop = SIGTERM;
    const { folder, TMPDIR, output } = prepared();
    const half = readFileSync(warc.path).subarray(0, 500_000);
    const ended = await runBin(["-q", "-i", "warc=-", "-o", output, ...SETTINGS], {
      env: { TMPDIR },
      onStart(child) {
        // More than any pipe holds, so the command is reading once all of it has been accepted.
        child.stdin?.write(half, () => stop.kill(child));
      },
    });
    expectCleanStop(ended, stop, folder);
  });

  for (const workers of ["0", "2"]) {
    it(`a signal stops a run cleanly while ${workers} workers extract and records go to disk`, async () => {
      const stop = workers === "0" ? SIGINT : SIGTERM;
      const { folder, TMPDIR, output } = prepared();
      const args = ["-q", "-i", `warc=${warc.path}`, "-o", output, "--workers", workers];
      const ended = await runBin([...args, ...SETTINGS], {
        env: { TMPDIR },
        onStart(child) {
          once(
            TMPDIR,
            () => filesIn(TMPDIR).length > 0,
            () => stop.kill(child),
          );
        },
      });
      expectCleanStop(ended, stop, folder);
    });
  }

  it("a signal stops a run cleanly after part of the results has been written", async () => {
    const stop = SIGINT;
    const { folder, TMPDIR, output } = prepared();
    const partial = (): string | undefined =>
      filesIn(folder).find((name) => name.includes(".partial-"));
    const size = (name: string | undefined): number =>
      name === undefined ? 0 : (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0);
    const args = ["-q", "-i", `warc=${warc.path}`, "-ot", "jsonl", "-o", output, ...SETTINGS];
    const ended = await runBin(args, {
      env: { TMPDIR },
      onStart(child) {
        once(
          folder,
          () => size(partial()) > 0,
          () => stop.kill(child),
        );
      },
    });
    expectCleanStop(ended, stop, folder);
  });

  it("a signal stops reduce cleanly while it scores its input", async () => {
    const stop = SIGTERM;
    const { folder, TMPDIR } = prepared();
    const ended = await runBin(["reduce", ...SETTINGS], {
      env: { TMPDIR },
      onStart(child) {
        if (child.stdin !== null) createReadStream(mapped).pipe(child.stdin, { end: false });
        child.stdout?.once("data", () => stop.kill(child));
      },
    });
    expectCleanStop(ended, stop, folder);
    expect(ended.stderr).toContain("its output is not whole");
  });

  it("a signal stops resolve cleanly while it reads, and stops map and resolve cleanly while they write", async () => {
    const stop = SIGINT;
    for (const args of [
      ["map", warc.path, ...SETTINGS],
      ["resolve", mapped, ...MEMORY],
    ]) {
      const { folder, TMPDIR } = prepared();
      const ended = await runBin(args, {
        env: { TMPDIR },
        onStart(child) {
          child.stdout?.once("data", () => stop.kill(child));
        },
      });
      expectCleanStop(ended, stop, folder);
    }
    const { folder, TMPDIR } = prepared();
    const ended = await runBin(["resolve", ...MEMORY], {
      env: { TMPDIR },
      onStart(child) {
        if (child.stdin !== null) createReadStream(mapped).pipe(child.stdin, { end: false });
        once(
          TMPDIR,
          () => filesIn(TMPDIR).length > 0,
          () => stop.kill(child),
        );
      },
    });
    expectCleanStop(ended, stop, folder);
    expect(ended.stdout).toBe("");
  });
});

describe("a second signal", () => {
  it("a second signal ends the process at once", async () => {
    const { TMPDIR } = prepared();
    const ended = await runBin(["-q", "-i", `warc=${warc.path}`, ...SETTINGS], {
      env: { TMPDIR },
      onStart(child) {
        once(
          TMPDIR,
          () => filesIn(TMPDIR).length > 0,
          () => {
            child.kill("SIGTERM");
            child.kill("SIGINT");
          },
        );
      },
    });
    expect([130, 143]).toContain(ended.status);
  });
});
