import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROOT, runBin, temporaryFolder, type Ended } from "../support/run-bin.js";
import { startArchiveServer, type ArchiveServer } from "../support/archive-server/start.js";
import { expectOneLine, filesIn, LONG_PATH, longNamedWarc } from "./generated.js";

const MEMORY = ["--set", "memory=1K"];
const SETTINGS = [
  ...["-tm", "bytecount", ...MEMORY],
  ...["--no-detect-languages", "--no-compute-simhashes", "--no-compute-lengths"],
];
const FULL =
  /^detect_off_topic: the disk is full .*Free some space, or set TMPDIR to a larger disk/u;

/** Records of many TimeMaps and of one, more than the minimum memory of a run and than the disks below can hold. */
let warc: ReturnType<typeof longNamedWarc>;
let one: ReturnType<typeof longNamedWarc>;
beforeAll(async () => {
  warc = longNamedWarc({ mementos: 120 });
  one = longNamedWarc({ mementos: 75, mementosPerSeed: 75 });
  for (const { path } of [warc, one]) {
    writeFileSync(recordsOf(path), (await runBin(["map", path, ...SETTINGS])).stdout);
  }
});
afterAll(() => {
  warc.remove();
  one.remove();
});

const recordsOf = (path: string): string => join(path, "../map.tsv");

/** Runs a command line of bash in the repository with `args` as its arguments. */
function bash(script: string, args: readonly string[], TMPDIR: string): Ended {
  const ended = spawnSync("bash", ["-c", script, "bash", ...args], {
    cwd: ROOT,
    encoding: "utf8",
    env: { ...process.env, TMPDIR },
    maxBuffer: 1 << 28,
  });
  return { status: ended.status, signal: ended.signal, stdout: ended.stdout, stderr: ended.stderr };
}

/** Limits the size of files to 64 KiB. */
const LIMITED = `ulimit -f 64; exec ${process.execPath} bin/detect_off_topic.js "$@"`;

/** Gives temporary files a disk of 64 KiB that only this process sees, and lists the files left on it at the end. */
const SMALL_DISK = `mount -t tmpfs -o size=64k tmpfs "$TMPDIR"; ${process.execPath} bin/detect_off_topic.js "$@"; status=$?; ls -A "$TMPDIR"; exit $status`;
const canMount =
  spawnSync("unshare", ["-rm", "mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", "/mnt"]).status ===
  0;
if (!canMount)
  process.stdout.write("no file system may be mounted here: disk-full tests use ulimit only\n");

/** Workers of the run on the small disk. Without such a disk, the limit has to show the fault of threads too. */
const THREADS = ["2"];

const DISKS: readonly (readonly [
  name: string,
  run: (args: readonly string[], tmp: string) => Ended,
  workers: readonly string[],
])[] = [
  [
    "a limit on the size of files",
    (args, tmp) => bash(LIMITED, args, tmp),
    canMount ? ["0"] : ["0", ...THREADS],
  ],
  ...(canMount
    ? ([
        [
          "a small disk for temporary files",
          (args: readonly string[], tmp: string) =>
            bash(`exec unshare -rm bash -c '${SMALL_DISK}' bash "$@"`, args, tmp),
          THREADS,
        ],
      ] as const)
    : []),
];

describe.each(DISKS)("a full disk: %s", (_, run, numbers) => {
  it("a run that needs temporary files ends with status 5 and one line, and leaves no results or temporary files", () => {
    const folder = temporaryFolder();
    const temporary = join(folder, "tmp");
    mkdirSync(temporary);
    const output = join(folder, "results.jsonl");
    writeFileSync(output, "results of an earlier run\n");
    for (const workers of numbers) {
      const args = ["-q", "-i", `warc=${warc.path}`, "-ot", "jsonl", "-o", output, ...SETTINGS];
      expectOneLine(run([...args, "--workers", workers], temporary), 5, FULL);
      expect(filesIn(folder)).toEqual(["results.jsonl", "tmp"]);
      expect(readFileSync(output, "utf8")).toBe("results of an earlier run\n");
    }
  });

  it.each(["map", "resolve"])(
    "%s ends with status 5 and one line, and writes nothing",
    (command) => {
      const temporary = temporaryFolder();
      const input = command === "map" ? warc.path : recordsOf(warc.path);
      const settings = command === "map" ? SETTINGS : MEMORY;
      expectOneLine(run([command, input, ...settings], temporary), 5, FULL);
      expect(filesIn(temporary)).toEqual([]);
    },
  );

  it("a TimeMap that does not fit into memory ends the run with status 5 and one line", () => {
    const temporary = temporaryFolder();
    expectOneLine(run(["reduce", recordsOf(one.path), ...SETTINGS], temporary), 5, FULL);
    expect(filesIn(temporary)).toEqual([]);
  });
});

it("filter on a full disk names its output, and leaves nothing", async () => {
  const folder = temporaryFolder();
  const [saved, copy] = ["run.jsonl", "copy"].map((name) => join(folder, name));
  await runBin(["-q", "-i", `warc=${warc.path}`, "-o", saved!, ...SETTINGS]);
  const ended = bash(LIMITED, ["filter", saved!, "-i", `warc=${warc.path}`, "-o", copy!], folder);
  expectOneLine(ended, 5, /the disk is full .*Free some space for -o/u);
  expect(filesIn(folder)).toEqual(["run.jsonl"]);
});

describe("a full temporary disk with an input over HTTP", () => {
  let server: ArchiveServer;
  beforeAll(async () => {
    server = await startArchiveServer();
  });
  afterAll(() => server.stop());

  it.each([4, 16])(
    "a fetch of files of %i KiB ends with status 5 and one line if the temporary disk is full",
    (size) => {
      const temporary = temporaryFolder();
      const seed = `${server.origin}/web/timemap/link/http://n75.example/${LONG_PATH}`;
      const args = ["-q", "-i", `timemap=${seed}`, ...SETTINGS, "--workers", "0"];
      const fast = ["--rate", "60000/m", "--set", "concurrency=4"];
      const script = `ulimit -f ${size}; exec ${process.execPath} bin/detect_off_topic.js "$@" > /dev/null`;
      const ended = bash(script, [...args, ...fast], temporary);
      expectOneLine(ended, 5, FULL);
      expect(filesIn(temporary)).toEqual([]);
    },
  );
});

const full = "/dev/full";
describe.skipIf(!existsSync(full))("results on a full disk", () => {
  it("results that do not fit on a disk end the run with status 5 and one line", async () => {
    const args = ["-q", "-i", `warc=${warc.path}`, "-ot", "jsonl", "-o", full, ...SETTINGS];
    expectOneLine(
      await runBin(args, { process: true }),
      5,
      /^detect_off_topic: the disk is full \(no space left on device\)/u,
    );
  });

  it("every command that writes to a full standard output ends with status 5", () => {
    for (const args of [
      ["map", warc.path],
      ["-q", "-i", `warc=${warc.path}`],
    ]) {
      const script = `exec ${process.execPath} bin/detect_off_topic.js "$@" > ${full}`;
      const ended = bash(script, [...args, ...SETTINGS], temporaryFolder());
      expectOneLine(ended, 5, /^detect_off_topic: the disk is full \(no space left on device\)/u);
    }
  });
});
