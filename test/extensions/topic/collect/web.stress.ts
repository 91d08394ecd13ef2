import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { runProgram } from "../../../../src/cli/program.js";
import { parseCandidates } from "../../../../src/extensions/topic/collect/candidates.js";
import { UsageError } from "../../../../src/base/errors.js";
import { runProcess } from "../../../support/run-bin.js";
import { makeWeb, type MadeWeb, type ServedWeb, serveWeb } from "./made-web.js";

const PAGES = 250;
const folder = mkdtempSync(join(tmpdir(), "dot-test-"));
let web: MadeWeb;
let served: ServedWeb;
beforeAll(async () => {
  web = await makeWeb(folder, PAGES);
  served = await serveWeb(PAGES);
});
afterAll(() => {
  served.server.close();
  rmSync(folder, { recursive: true, force: true });
});

const FAST = ["--rate", "1000/s", "--set", "concurrency=4"];
const out = (name: string): string => join(folder, name);

/** Runs `collect` with an output file of this name and returns the text of the file. */
async function written(name: string, args: readonly string[], status = 0): Promise<string> {
  const all = ["collect", "-q", "--topic", web.topic, ...FAST, ...args, "-o", out(name)];
  expect(await runProgram(all)).toBe(status);
  return readFileSync(out(name), "utf8");
}

const ofArchive = (visits: number, ...more: string[]): string[] => [
  ...["--archive", `${served.origin}/web/`, "--set", "near=2015-01", "--start", web.starts],
  ...["--set", `visits=${String(visits)}`, ...more],
];

describe("collect over an archive", () => {
  it("finds more pages of the topic in an archive than breadth-first search finds with as many pages", async () => {
    const found = async (...args: string[]): Promise<number> =>
      parseCandidates(await written("a", ofArchive(40, ...args)), "a").candidates.filter((each) =>
        web.relevant.has(each["URI-R"]),
      ).length;
    expect(await found()).toBeGreaterThan(1.3 * (await found("--set", "order=breadth")));
  });

  it("records the captures nearest to the date", async () => {
    const { candidates } = parseCandidates(await written("b", ofArchive(4)), "b");
    expect(candidates[0]).toMatchObject({ "memento-datetime": "2015-06-01T12:00:00Z" });
    expect(candidates[0]!["URI-M"]).toBe(
      `${served.origin}/web/20150601120000id_/${candidates[0]!["URI-R"]}`,
    );
  });

  it("continues after kill -9, ends with the same bytes, and requests nothing twice", async () => {
    const whole = await written("whole", ofArchive(40));
    const work = out("work");
    const args = ["collect", "--topic", web.topic, ...FAST, ...ofArchive(40, "-d", work)];
    const asked: string[] = [];
    let stop: (() => void) | undefined;
    const count = ({ url = "" }: IncomingMessage): void => {
      asked.push(url);
      if (asked.length === 50) stop?.();
    };
    served.server.on("request", count);
    onTestFinished(() => void served.server.off("request", count));
    const { signal } = await runProcess([...args, "-o", out("killed")], {
      onStart: (child) => (stop = () => child.kill("SIGKILL")),
    });
    expect(signal).toBe("SIGKILL");
    stop = undefined;
    expect(await written("resumed", ofArchive(40, "-d", work))).toBe(whole);
    // Requests that were open when the process was killed are sent again.
    expect(asked.length).toBeLessThan(80 + 2 * 4 + 1);
    expect(await written("offline", ofArchive(40, "-d", work, "--offline"))).toBe(whole);
  });
});

describe("mistakes of collect over archives", () => {
  it.each([
    [["--archive", "ia"], "Say near which one"],
    [["--archive", "ia", "--set", "near=2015"], "nowhere to begin"],
    [["--start", "http://a.example/"], "nothing to search"],
  ])("reports the mistake in the options of collect %j in one line", async (args, message) => {
    const outcome = await runProgram(["collect", "--topic", web.topic, ...args]).catch(
      (cause: unknown) => cause,
    );
    expect(outcome).toBeInstanceOf(UsageError);
    expect((outcome as UsageError).message).toContain(message);
    expect((outcome as UsageError).message).not.toContain("\n");
  });
});
