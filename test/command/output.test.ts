import { execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runProgram } from "../../src/cli/program.js";
import { openOutput, withOutputs } from "../../src/command/output.js";
import { QUICK, ROOT, runBin, temporaryFolder } from "../support/run-bin.js";

const INPUT = ["-q", "-i", "warc=fixtures/warcs/two-captures.warc", ...QUICK];

describe("outputs that cannot be written", () => {
  const refused = (path: string): Promise<number> => runProgram([...INPUT, "-o", path]);

  it("refuses before the run an output in a folder that does not exist", async () => {
    await expect(refused("missing/out.json")).rejects.toThrow(
      "-o missing/out.json cannot be written (no such file or directory). Give",
    );
  });

  it("refuses before the run a folder as output", async () => {
    const folder = temporaryFolder();
    await expect(refused(folder)).rejects.toThrow(`-o ${folder} is a folder.`);
    await expect(refused(`${folder}/new/`)).rejects.toThrow(`-o ${folder}/new/ is a folder.`);
  });

  it("refuses before the run a list of URI-Ms that cannot be written, and creates no output", async () => {
    const folder = temporaryFolder();
    await expect(
      runProgram([...INPUT, "-o", join(folder, "out"), "--ontopic-file", "missing/on.txt"]),
    ).rejects.toThrow("--ontopic-file missing/on.txt cannot be written");
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe("complete outputs", () => {
  it("leaves an existing file unchanged until the output is complete", async () => {
    const folder = temporaryFolder();
    const path = join(folder, "out.json");
    writeFileSync(path, "before");
    chmodSync(path, 0o600);
    const output = openOutput(path);
    await output.write("after");
    expect(readFileSync(path, "utf8")).toBe("before");
    await output.commit();
    expect(readFileSync(path, "utf8")).toBe("after");
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(["out.json"]);
  });

  it("leaves no files after a run that fails", async () => {
    const folder = temporaryFolder();
    const files = ["out", "off", "on"].map((name) => [join(folder, name), "-o"] as const);
    const run = withOutputs(files, async ([output]) => {
      await output!.write("half of it");
      expect(readdirSync(folder)).toHaveLength(3);
      throw new Error("no more");
    });
    await expect(run).rejects.toThrow("no more");
    expect(readdirSync(folder)).toEqual([]);
  });

  it("writes an output even if a killed run left its temporary file", async () => {
    const path = join(temporaryFolder(), "out");
    await openOutput(path).write("killed here");
    const second = openOutput(path);
    await second.write("whole");
    await second.commit();
    expect(readFileSync(path, "utf8")).toBe("whole");
  });

  it.each([true, false])("keeps a link and writes its target, which exists: %s", async (exists) => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "elsewhere"));
    if (exists) writeFileSync(join(folder, "elsewhere/real"), "before");
    symlinkSync("real", join(folder, "elsewhere/other"));
    symlinkSync("elsewhere/other", join(folder, "link"));
    const output = openOutput(join(folder, "link"));
    await output.write("after");
    await output.commit();
    expect(lstatSync(join(folder, "link")).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(folder, "elsewhere/real"), "utf8")).toBe("after");
  });
});

describe("outputs that are not regular files", () => {
  it.each(["-", "/dev/stdout", "/dev/fd/1"])("writes to standard output for %s", async (name) => {
    const { stdout } = await runBin([...INPUT, "-o", name]);
    expect(Object.keys(JSON.parse(stdout) as object)).toHaveLength(1);
    expect(existsSync(join(ROOT, "-"))).toBe(false);
  });

  it("writes to the file behind /dev/stdout, and keeps the link", () => {
    const out = join(temporaryFolder(), "out");
    execFileSync(
      "sh",
      [
        "-c",
        'exec "$@" > "$OUT"',
        "sh",
        process.execPath,
        "bin/detect_off_topic.js",
        ...INPUT,
        "-o",
        "/dev/stdout",
      ],
      {
        cwd: ROOT,
        env: { ...process.env, OUT: out },
      },
    );
    expect(() => JSON.parse(readFileSync(out, "utf8")) as unknown).not.toThrow();
    expect(lstatSync("/dev/stdout").isSymbolicLink()).toBe(true);
  });

  it("writes to a named pipe that has a reader", async () => {
    const pipe = join(temporaryFolder(), "pipe");
    execFileSync("mkfifo", [pipe]);
    const reader = spawn("cat", [pipe]);
    const read: Buffer[] = [];
    reader.stdout.on("data", (bytes: Buffer) => read.push(bytes));
    const closed = new Promise((resolve) => reader.on("close", resolve));
    expect((await runBin([...INPUT, "-o", pipe])).status).toBe(0);
    await closed;
    expect(() => JSON.parse(Buffer.concat(read).toString("utf8")) as unknown).not.toThrow();
    expect(statSync(pipe).isFIFO()).toBe(true);
  });
});

it("stops waiting for the reader of a named pipe if the output is discarded", async () => {
  const pipe = join(temporaryFolder(), "pipe");
  execFileSync("mkfifo", [pipe]);
  const output = openOutput(pipe);
  const writing = output.write("nobody reads it");
  output.discard();
  await expect(writing).rejects.toThrow("aborted");
});

describe("a reader that stops early", () => {
  it("ends a run quietly if the reader stops early, and leaves no files", async () => {
    const temporary = temporaryFolder();
    const command = `"$NODE" bin/detect_off_topic.js -i warc=fixtures/collection -ot jsonl --set memory=1K --offtopic-file "$TMPDIR/off" | head -n 1; echo "status $?"`;
    const { stdout, stderr } = await new Promise<{ stdout: string; stderr: string }>((resolve) => {
      const child = spawn("bash", ["-c", `set -o pipefail; ${command}`], {
        cwd: ROOT,
        env: { ...process.env, NODE: process.execPath, TMPDIR: temporary },
      });
      let stdout = "";
      let stderr = "";
      child.stdout.on("data", (text: Buffer) => (stdout += text.toString("utf8")));
      child.stderr.on("data", (text: Buffer) => (stderr += text.toString("utf8")));
      child.on("close", () => resolve({ stdout, stderr }));
    });
    const [line = "", status] = stdout.trimEnd().split("\n");
    expect(JSON.parse(line)).toHaveProperty("settings");
    expect(status).toBe("status 0");
    expect(stderr).toBe("");
    expect(readdirSync(temporary)).toEqual([]);
  });
});
