import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { QUICK, ROOT, runBin, temporaryFolder } from "../support/run-bin.js";

const WARC = "warc=fixtures/warcs/two-captures.warc";
const SEED = "http://www.harbour-lantern-museum.example/";

/** Runs a line of bash at the root of the repository. `$1` and so on are the words, and `$D` is the built command. */
function bash(line: string, ...words: readonly string[]) {
  const { status, stdout, stderr } = spawnSync("bash", ["-c", line, "bash", ...words], {
    cwd: ROOT,
    encoding: "utf8",
    // A run that waits for ever is a failure of its test.
    timeout: 60_000,
    env: { ...process.env, D: "node bin/detect_off_topic.js", NO_COLOR: "1" },
  });
  return { status, stdout, stderr };
}

describe("a pipe of the shell, <(COMMAND), instead of a file", () => {
  it("reads seeds from a pipe of the shell as from a file", async () => {
    const args = `-q -i ${WARC} ${QUICK.join(" ")} -ot jsonl`;
    const all = await runBin(args.split(" "));
    const piped = bash(`$D ${args} --seeds <(printf '%s\\n' ${SEED})`);
    expect(piped).toEqual({ status: 0, stdout: all.stdout, stderr: "" });
    const others = bash(`$D ${args} --seeds <(echo http://other.example/)`);
    expect(others.stdout).toContain("the seed http://other.example/ has no capture in the input");
  });
});

describe("an output that nobody reads", () => {
  it.each(["", "-v"])(
    "ends at the first signal, with standard output and messages full %s",
    (flag) => {
      // The second output tells when the run writes: it does so after the first one, which is full.
      const stopped = bash(
        `mkfifo "$1/full" "$1/read.jsonl"; exec 3<>"$1/full" 4<>"$1/read.jsonl"
      dd if=/dev/zero of="$1/full" bs=4096 oflag=nonblock 2>/dev/null
      $D ${flag} -i ${WARC} ${QUICK.join(" ")} -ot jsonl -o - -o "$1/read.jsonl" >&3 2>&3 &
      read -r line <&4; kill -TERM $!; wait $!`,
        temporaryFolder(),
      );
      expect(stopped.status).toBe(143);
    },
  );

  it("a log that is a pipe gets the messages", () => {
    const flags = `-i ${WARC} ${QUICK.join(" ")}`;
    const read = bash(`$D ${flags} -ot text -l >(cat >&2) >/dev/null; wait $!`);
    expect(read.stderr).toMatch(/Z 2 mementos of 1 TimeMap/u);
  });
});
