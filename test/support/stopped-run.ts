import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { lastOfQuick } from "./quick.js";
import { ROOT, temporaryFolder } from "./run-bin.js";
import { http, warcRecord } from "./warc-builder.js";

interface Stopped {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stderr: string;
  /** Files in its folder before it was stopped, and after. */
  readonly during: readonly string[];
  readonly after: readonly string[];
}

/** A path that fills the memory for records quickly. */
const LONG_PATH = "estuary/".repeat(200);

/** A crawl without end. A run that reads it goes on until it is stopped. */
function* endlessCrawl(): Generator<Buffer> {
  const words = "the ferry across the estuary goes every hour ".repeat(10);
  for (let number = 0; ; number += 1) {
    const uri = `http://seed${number}.example/${LONG_PATH}`;
    yield warcRecord({ uri, date: "2010-01-01T00:00:00Z" }, http(`<p>${words} ${number}</p>`));
  }
}

/**
 * Runs a command over a crawl without end, and stops it once it has made its temporary files, which it makes in the
 * folder in which it also writes its output.
 */
export function stopInMidRun(
  by: NodeJS.Signals,
  command: (folder: string) => readonly string[],
): Promise<Stopped> {
  const folder = temporaryFolder();
  const child = spawn(
    process.execPath,
    [
      "bin/detect_off_topic.js",
      ...lastOfQuick(command(folder)),
      "-i",
      "warc=-",
      "--set",
      "memory=1K",
    ],
    { cwd: ROOT, env: { ...process.env, TMPDIR: folder }, stdio: ["pipe", "ignore", "pipe"] },
  );
  let stderr = "";
  child.stderr.on("data", (text: Buffer) => (stderr += text.toString("utf8")));
  // The command stops reading when it is stopped.
  child.stdin.on("error", () => undefined);
  let during: string[] = [];
  const isInItsMiddle = (): boolean => {
    during = readdirSync(folder);
    return during.some((name) => name.startsWith("detect_off_topic-"));
  };
  const crawl = endlessCrawl();
  const feed = (cause?: Error | null): void => {
    // A command that has ended by itself reads no more.
    if (cause || child.exitCode !== null || child.signalCode !== null) return;
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
