import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { QUICK, runProcess, temporaryFolder } from "../support/run-bin.js";

const RUN = ["-i", "warc=fixtures/warcs/two-captures.warc", ...QUICK, "-q"];
/** Prints the variables; no path contains the separator. */
const SHOW = ["STATUS", "SUMMARY", "RESULTS", "RESULTS_2"]
  .map((name) => `printf '%s|' "$DETECT_OFF_TOPIC_${name}"`)
  .join("; ");

describe.skipIf(process.platform === "win32")("--hook", () => {
  it("--hook runs its command once after the output was written and passes absolute paths, whatever characters they contain", async () => {
    const folder = join(temporaryFolder(), `a "b" 'c' $(touch d)\n;e`);
    mkdirSync(folder);
    const at = (name: string): string => join(folder, name);
    const outputs = ["-o", at("one.json"), "-o", at("two.csv"), "--summary", at("figures")];
    const hook = `test -s "$DETECT_OFF_TOPIC_RESULTS" && test -s "$DETECT_OFF_TOPIC_SUMMARY" && ${SHOW}`;
    const { status, stdout, stderr } = await runProcess([...RUN, ...outputs, "--hook", hook]);
    expect({ status, stdout }).toEqual({ status: 0, stdout: "" });
    expect(stderr).toContain(`0|${at("figures")}|${at("one.json")}|${at("two.csv")}|`);
    expect(existsSync("d")).toBe(false);
  });

  it("--hook gets an empty variable for standard output, and its own output goes to standard error", async () => {
    const env = { DETECT_OFF_TOPIC_RESULTS_2: "of another run" };
    const { stdout, stderr } = await runProcess([...RUN, "--hook", SHOW], { env });
    expect(stderr).toContain("0||||");
    expect(JSON.parse(stdout)).toBeTypeOf("object");
  });

  it("--hook sees the environment of the run and its own variables, and no options", async () => {
    const out = ["-o", join(temporaryFolder(), "out.json")];
    const { status, stderr } = await runProcess([...RUN, ...out, "--hook", "env"]);
    expect(status).toBe(0);
    const shells = ["NO_COLOR", "PWD", "OLDPWD", "SHLVL", "_"];
    const own = stderr
      .split("\n")
      .flatMap((line) => /^([A-Z_]+)=/u.exec(line)?.[1] ?? [])
      .filter((name) => !(name in process.env) && !shells.includes(name));
    expect(own.sort()).toEqual(
      ["RESULTS", "STATUS", "SUMMARY"].map((name) => `DETECT_OFF_TOPIC_${name}`),
    );
  });

  it("a --hook command that fails gives one line and exit status 7, and the output stays", async () => {
    const out = join(temporaryFolder(), "out.json");
    const { status, stderr } = await runProcess([...RUN, "-o", out, "--hook", "exit 3"]);
    expect(status).toBe(7);
    expect(stderr).toBe("--hook failed: its exit status is 3. All output was written.\n");
    expect(existsSync(out)).toBe(true);
  });

  it("--hook of compare gets status 4 if there are differences", async () => {
    const folder = temporaryFolder();
    const run = (name: string, status: string): string => {
      const results = {
        "http://t.example/": { "http://m.example/": { "overall topic status": status } },
      };
      writeFileSync(join(folder, name), JSON.stringify(results));
      return join(folder, name);
    };
    const files = [run("before.json", "on-topic"), run("after.json", "off-topic")];
    const out = join(folder, "out");
    const hook = `${SHOW}; cp "$DETECT_OFF_TOPIC_RESULTS" "$DETECT_OFF_TOPIC_RESULTS.copy"`;
    const { status, stderr } = await runProcess(["compare", ...files, "-o", out, "--hook", hook]);
    expect([status, stderr]).toEqual([4, `4||${out}||`]);
    expect(readFileSync(`${out}.copy`)).toEqual(readFileSync(out));
  });

  it("--hook gets the verdict changes of a run with a history on standard input, with links, and need not read them", async () => {
    const history = ["--history", join(temporaryFolder(), "known")];
    const replay = ["--replay", "https://wayback.example/my/"];
    const out = ["-o", join(temporaryFolder(), "out.jsonl")];
    const run = (file: string, hook: string): ReturnType<typeof runProcess> => {
      const input = ["-i", `warc=fixtures/collection/saltmouth-${file}.warc.gz`];
      return runProcess([...input, ...history, ...replay, ...out, "-q", "--hook", hook]);
    };
    expect(await run("2009-2013", "exec <&-; true")).toMatchObject({ status: 0, stderr: "" });
    const { stderr } = await run("2014-2018", "cat");
    const lines = stderr.split("\n");
    expect(lines[0]).toBe("5 seeds are newly off-topic:");
    expect(lines).toContain(
      "  http://www.harbour-lantern-museum.example/ is off-topic since 2018-01-27T22:18:45Z: spam, probability 0.993  https://wayback.example/my/20180127221845/http://www.harbour-lantern-museum.example/",
    );
    expect(lines[6]).toBe("1 seed is on-topic again:");
    expect(await run("2014-2018", "cat")).toMatchObject({ status: 0, stderr: "" });
  });

  it("--hook does not run if the command ends with a usage mistake", async () => {
    const { status, stderr } = await runProcess(["-i", "warc=/nowhere", "--hook", "echo ran"]);
    expect(status).toBe(2);
    expect(stderr).not.toContain("ran\n");
  });

  it.each([
    ["detect", "sleep 1000"],
    ["compare", "trap '' INT; sleep 1000 & wait"],
  ])(
    "a --hook of %s that hangs is ended with its children when the run is interrupted",
    async (command, hang) => {
      const folder = temporaryFolder();
      const out = join(folder, "out.json");
      writeFileSync(join(folder, "run.json"), '{"http://t.example/":{"http://m.example/":{}}}');
      const file = join(folder, "run.json");
      const args = command === "detect" ? RUN : ["compare", file, file];
      // The test sees the process as ended only after the hook has closed standard error, too.
      const { status, stderr } = await runProcess(
        [...args, "-o", out, "--hook", `echo pid $$; ${hang}`],
        {
          onStart(child) {
            child.stderr?.on("data", (text: Buffer) => {
              if (text.toString("utf8").includes("pid")) child.kill("SIGINT");
            });
          },
        },
      );
      expect(status).toBe(130);
      expect(stderr).toContain("stopped by SIGINT, the hook was ended; all output was written");
      expect(existsSync(out)).toBe(true);
    },
  );
});
