import { readFile } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { turn, Turns, untilAborted } from "../../src/run/until-aborted.js";

async function* counting(): AsyncGenerator<number> {
  for (let number = 0; ; number += 1) yield await Promise.resolve(number);
}

describe("items until the run is stopped", () => {
  it("all of them, when it is not", async () => {
    const source = (async function* () {
      yield* await Promise.resolve([1, 2, 3]);
    })();
    const seen: number[] = [];
    for await (const item of untilAborted(source, new AbortController().signal)) seen.push(item);
    expect(seen).toEqual([1, 2, 3]);
  });

  it("a source that works without a pause is stopped by a timer", async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new Error("stopped")), 1);
    await expect(
      (async () => {
        for await (const item of untilAborted(counting(), controller.signal))
          expect(item).toBeGreaterThanOrEqual(0);
      })(),
    ).rejects.toThrow("stopped");
  });

  it("a source that says nothing is not waited for", async () => {
    const controller = new AbortController();
    const silent: AsyncIterable<number> = {
      [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => undefined) }),
    };
    const reading = untilAborted(silent, controller.signal).next();
    controller.abort(new Error("stopped"));
    await expect(reading).rejects.toThrow("stopped");
  });

  it("a reader that has enough ends its source", async () => {
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

  it("an error of the source is passed on", async () => {
    const source = (async function* (): AsyncGenerator<number> {
      yield await Promise.resolve(1);
      throw new Error("the disk is full");
    })();
    const reading = untilAborted(source, new AbortController().signal);
    await reading.next();
    await expect(reading.next()).rejects.toThrow("the disk is full");
  });
});

it("work between promises alone lets timers through", async () => {
  const turns = new Turns();
  const timer = new AbortController();
  setTimeout(() => timer.abort(), 1);
  while (!timer.signal.aborted) await turns.take();
  expect(timer.signal.aborted).toBe(true);
});

it("a signal that comes while input is looked at is heard within one turn", async () => {
  let heard = false;
  const hear = (): void => void (heard = true);
  process.once("SIGUSR2", hear);
  onTestFinished(() => void process.off("SIGUSR2", hear));
  await new Promise((resolve) => readFile(fileURLToPath(import.meta.url), resolve));
  process.kill(process.pid, "SIGUSR2");
  await turn();
  expect(heard).toBe(true);
});
