import { readFile } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { turn, Turns, untilAborted } from "../../../src/run/setup/until-aborted.js";

async function* counting(): AsyncGenerator<number> {
  for (let number = 0; ; number += 1) yield await Promise.resolve(number);
}

describe("untilAborted", () => {
  it("yields all items if the signal is never aborted", async () => {
    const source = (async function* () {
      yield* await Promise.resolve([1, 2, 3]);
    })();
    const seen: number[] = [];
    for await (const item of untilAborted(source, new AbortController().signal)) seen.push(item);
    expect(seen).toEqual([1, 2, 3]);
  });

  it("stops a source that works without a pause if a timer aborts the signal", async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new Error("stopped")), 1);
    await expect(
      (async () => {
        for await (const item of untilAborted(counting(), controller.signal))
          expect(item).toBeGreaterThanOrEqual(0);
      })(),
    ).rejects.toThrow("stopped");
  });

  it("ends the source when the reader stops early", async () => {
    let ended = false;
    const source = (async function* () {
      try {
        yield* counting();
      } finally {
        ended = true;
      }
    })();
    for await (const item of untilAborted(source, new AbortController().signal)) {
      if (item === 2) break;
    }
    expect(ended).toBe(true);
  });
});

it("Turns let timers run during work that only awaits resolved promises", async () => {
  const turns = new Turns();
  const timer = new AbortController();
  setTimeout(() => timer.abort(), 1);
  while (!timer.signal.aborted) await turns.take();
  expect(timer.signal.aborted).toBe(true);
});

it("handles a signal within one turn if the signal arrives while the event loop polls for input", async () => {
  let heard = false;
  const hear = (): void => void (heard = true);
  process.once("SIGUSR2", hear);
  onTestFinished(() => void process.off("SIGUSR2", hear));
  await new Promise((resolve) => readFile(fileURLToPath(import.meta.url), resolve));
  process.kill(process.pid, "SIGUSR2");
  await turn();
  expect(heard).toBe(true);
});
