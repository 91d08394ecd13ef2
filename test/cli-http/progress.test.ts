import { describe, expect, it, vi } from "vitest";
import { progressLine, type ProgressLine } from "../../src/command/progress.js";
import type { RunProgress } from "../../src/run/setup/run-options.js";
import { QUICK, runBin } from "../support/run-bin.js";

it("erases the progress line before results are written, and does not draw it again", () => {
  const { isTTY } = process.stderr;
  const written: string[] = [];
  const write = vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    written.push(String(text));
    return true;
  });
  process.stderr.isTTY = true;
  try {
    const line = progressLine(true);
    const progress = { phase: "scoring", records: 9, mementos: 3, scored: 1 } as const;
    line.show(progress);
    expect(written.splice(0).join("")).toContain("scoring: 1 of 3 mementos");
    line.end();
    expect(written.splice(0)).toEqual(["\r\u{1b}[K"]);
    line.show(progress);
    line.clear();
    expect(written).toEqual([]);
  } finally {
    process.stderr.isTTY = isTTY;
    write.mockRestore();
  }
});

describe("progress in a log", () => {
  /** Runs with a clock of its own, where standard error is no terminal. Returns what is written. */
  async function inLog(work: (line: ProgressLine) => void, wanted = true): Promise<string[]> {
    const { isTTY } = process.stderr;
    const written: string[] = [];
    const write = vi.spyOn(process.stderr, "write").mockImplementation((text) => {
      written.push(String(text));
      return true;
    });
    process.stderr.isTTY = false;
    vi.useFakeTimers();
    try {
      work(progressLine(wanted));
      await vi.advanceTimersByTimeAsync(0);
    } finally {
      vi.useRealTimers();
      process.stderr.isTTY = isTTY;
      write.mockRestore();
    }
    return written;
  }

  const reading = (mementos: number): RunProgress => ({
    ...{ phase: "reading", records: 2 * mementos, mementos, scored: 0 },
    input: { bytesRead: mementos, bytesTotal: 1000 },
  });

  it("a log gets a line each 30 seconds, with what is done, the rate and the time left", async () => {
    const lines = await inLog((line) => {
      for (let second = 1; second <= 65; second += 1) {
        line.show(reading(10 * second));
        vi.advanceTimersByTime(1000);
      }
      line.clear();
    });
    expect(lines).toEqual([
      "reading (30 %): 600 records, 300 mementos, 10/s, 70 s left\n",
      "reading (60 %): 1200 records, 600 mementos, 10/s, 40 s left\n",
    ]);
  });
});

it("--set progress=json reports progress to programs, an object a line, even with -q", async () => {
  const args = ["-i", "warc=fixtures/warcs/two-captures.warc", "-q", "--set", "progress=json"];
  const { status, stderr } = await runBin([...args, ...QUICK]);
  expect(status).toBe(0);
  const states = stderr.trimEnd().split("\n");
  // The first state tells that all options and inputs have been accepted.
  expect(JSON.parse(states[0]!)).toEqual({ phase: "reading", records: 0, mementos: 0, scored: 0 });
  expect(JSON.parse(states[1]!)).toMatchObject({ phase: "reading", input: { bytesTotal: 8000 } });
  for (const state of states) expect(JSON.parse(state)).toHaveProperty("mementos");
});
