import { spawn } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runProgram } from "../../src/cli/program.js";
import { QUICK, ROOT, runBin, temporaryFolder } from "../support/run-bin.js";
import { pageRecord } from "../support/warc-builder.js";
import { runToFile } from "../support/run-program.js";

/** 123 mementos, 24 off-topic (19.5 %), one that could not be had, five that could not be measured. */
const COLLECTION = ["-i", "warc=fixtures/collection", "--no-detect-languages"];
/** Two mementos, none off-topic by bytes. */
const QUIET = ["-i", "warc=fixtures/warcs/two-captures.warc", ...QUICK];

const status = async (...args: string[]): Promise<number> => (await runToFile(args)).status;

describe("the exit status of a finished run", () => {
  it.each([
    ["0 whatever was found", [], 0],
    ["3 under --strict when a memento could not be had or measured", ["--strict"], 3],
    ["4 when a memento is off-topic under --fail-on off-topic", ["--fail-on", "off-topic"], 4],
    ["4 when the share of off-topic mementos is above", ["--fail-on", "off-topic=19.5%"], 4],
    ["0 when it is not above", ["--fail-on", "off-topic=19.6%"], 0],
    ["3 before 4", ["--strict", "--fail-on=off-topic"], 3],
  ])("%s", async (_, args, expected) => {
    expect(await status(...COLLECTION, ...args)).toBe(expected);
  });

  it("0 under --strict and --fail-on when all is well", async () => {
    expect(await status(...QUIET, "--strict", "--fail-on", "off-topic")).toBe(0);
  });

  it("2 before everything else", async () => {
    await expect(
      runProgram([...COLLECTION, "--strict", "--fail-on", "off-topic", "-tm", "no-such-measure"]),
    ).rejects.toThrow("unknown measure");
  });

  it("is that of the process", async () => {
    const failing = [...QUIET, "-tm", "cosine", "--fail-on", "off-topic"];
    expect((await runBin(failing)).status).toBe(4);
  });
});

/** A crawl without end: a run that reads it is in its middle until it is stopped. */
function* endlessCrawl(): Generator<Buffer> {
  const words = "the ferry across the estuary goes every hour ".repeat(200);
  for (let number = 0; ; number += 1) {
    yield pageRecord(`seed${number}`, {}, `<p>${words} ${number}</p>`);
  }
}

interface Stopped {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stderr: string;
  /** What stood in its folders before it was stopped, and after. */
  readonly during: readonly string[];
  readonly after: readonly string[];
}

/** Stops a run that has begun its output and its temporary files. */
function stopInMidRun(by: NodeJS.Signals, workers: string): Promise<Stopped> {
  const folder = temporaryFolder();
  const child = spawn(
    process.execPath,
    [
      "bin/detect_off_topic.js",
      ...["-i", "warc=-", "-o", join(folder, "out.json"), "--memory", "1K"],
      ...["--offtopic-file", join(folder, "off.txt"), ...QUICK, "--workers", workers],
    ],
    { cwd: ROOT, env: { ...process.env, TMPDIR: folder }, stdio: ["pipe", "ignore", "pipe"] },
  );
  let stderr = "";
  child.stderr.on("data", (text: Buffer) => (stderr += text.toString("utf8")));
  // It stops reading when it is stopped.
  child.stdin.on("error", () => undefined);
  let during: string[] = [];
  const isInItsMiddle = (): boolean => {
    during = readdirSync(folder);
    return during.some((name) => name.startsWith("detect_off_topic-"));
  };
  const crawl = endlessCrawl();
  const feed = (): void => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    if (isInItsMiddle()) child.kill(by);
    else child.stdin.write(crawl.next().value, feed);
  };
  feed();
  return new Promise((resolve) => {
    child.on("close", (status, signal) => {
      resolve({ status, signal, stderr, during, after: readdirSync(folder) });
    });
  });
}

describe("a run that is stopped", () => {
  it.each([
    ["SIGINT", 130, "0"],
    ["SIGTERM", 143, "0"],
    ["SIGINT", 130, "2"],
  ] as const)(
    "by %s ends with %i and leaves nothing (%s workers)",
    async (by, expected, workers) => {
      const { status, stderr, during, after } = await stopInMidRun(by, workers);
      expect(during.filter((name) => name.includes(".partial-"))).toHaveLength(2);
      expect(stderr).toBe(`detect_off_topic: stopped by ${by}, no output file was written\n`);
      expect(status).toBe(expected);
      expect(after).toEqual([]);
    },
  );

  it("by SIGKILL leaves no file of the output's name", async () => {
    const { signal, after } = await stopInMidRun("SIGKILL", "0");
    expect(signal).toBe("SIGKILL");
    expect(after).not.toContain("out.json");
    expect(after).not.toContain("off.txt");
  });
});

describe("a Node that is too old", () => {
  const onNode = (version: string): ReturnType<typeof runBin> =>
    runBin(["--version"], {
      env: { NODE_OPTIONS: "--import ./test/support/old-node.mjs", TEST_NODE_VERSION: version },
    });
  const { engines } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
    readonly engines: { readonly node: string };
  };

  it.each(["8.17.0", "18.20.8", "20.18.3"])(
    "is named, with the one needed: %s",
    async (version) => {
      expect(await onNode(version)).toMatchObject({
        status: 2,
        stdout: "",
        stderr: `detect_off_topic: needs Node ${engines.node.slice(2)} or later, this is v${version}.\n`,
      });
    },
  );

  it.each(["20.19.0", "22.0.0", "101.0.0"])("is not %s", async (version) => {
    expect(await onNode(version)).toMatchObject({ status: 0, stderr: "" });
  });
});
