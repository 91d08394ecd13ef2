import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HostQueue, patience } from "../../../src/read/http/host-queue.js";
import type { HostLimits } from "../../../src/read/http/limits.js";
import type { RequestClass } from "../../../src/read/types.js";
import { FakeClock } from "./support/fake-clock.js";

const rates = (timemap: number, playback = timemap): HostLimits["perMinute"] => ({
  timemap,
  api: timemap,
  playback,
});

interface Visit {
  readonly arrives: number;
  readonly takes: number;
  readonly requestClass: RequestClass;
}

interface Visited {
  readonly visit: Visit;
  readonly started: number;
  readonly ended: number;
}

/** Sends visits through a queue on a simulated clock and returns the time of each. */
async function schedule(
  limits: HostLimits,
  visits: readonly Visit[],
  { until = 3_600_000, lateMs = 0 } = {},
): Promise<readonly Visited[]> {
  const clock = new FakeClock(lateMs);
  const signal = new AbortController().signal;
  const queue = new HostQueue(limits, { pauses: patience, clock, signal });
  const done: Visited[] = [];
  for (const visit of visits) {
    void clock.sleep(visit.arrives).then(async () => {
      const admission = await queue.enter(visit.requestClass);
      if (!("startedAt" in admission)) return;
      await clock.sleep(visit.takes);
      done.push({ visit, started: admission.startedAt, ended: clock.now() });
      queue.leave();
    });
  }
  await clock.runUntil(until);
  return done.sort((a, b) => a.started - b.started);
}

const atOnce = (count: number, takes = 0, requestClass: RequestClass = "playback"): Visit[] =>
  Array.from({ length: count }, () => ({ arrives: 0, takes, requestClass }));

const starts = (visited: readonly Visited[]): number[] => visited.map(({ started }) => started);

describe("requests to one host", () => {
  it("sends the requests to a host at regular intervals", async () => {
    const visited = await schedule({ perMinute: rates(60), concurrency: 8 }, atOnce(4, 50));
    expect(starts(visited)).toEqual([0, 1000, 2000, 3000]);
  });

  it("never exceeds the rate or concurrency of a host, and keeps the order within a class", async () => {
    const visit = fc.record({
      arrives: fc.integer({ min: 0, max: 20_000 }),
      takes: fc.integer({ min: 0, max: 3000 }),
      requestClass: fc.constantFrom<RequestClass>("timemap", "playback", "api"),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(visit, { minLength: 1, maxLength: 30 }),
        fc.integer({ min: 1, max: 4 }),
        async (visits, concurrency) => {
          const limits = { perMinute: rates(60, 240), concurrency };
          const visited = await schedule(limits, visits);
          expect(visited.length).toBe(visits.length);
          for (const one of visited) {
            const { started } = one;
            const others = visited.filter((other) => other.started <= started);
            expect(others.filter(({ ended }) => ended > started).length).toBeLessThanOrEqual(
              concurrency,
            );
          }
          const pool = (name: "playback" | "lists"): number[] =>
            starts(
              visited.filter(
                ({ visit: v }) => (v.requestClass === "playback") === (name === "playback"),
              ),
            );
          for (const [times, interval] of [
            [pool("playback"), 250],
            [pool("lists"), 1000],
          ] as const) {
            for (const [index, time] of times.slice(1).entries()) {
              expect(time - times[index]!).toBeGreaterThanOrEqual(interval - 1e-6);
            }
          }
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe("a host that limits requests", () => {
  const open = (): { clock: FakeClock; queue: HostQueue; abort: AbortController } => {
    const clock = new FakeClock();
    const abort = new AbortController();
    const limits = { perMinute: rates(6000), concurrency: 4 };
    const queue = new HostQueue(limits, { pauses: patience, clock, signal: abort.signal });
    return { clock, queue, abort };
  };

  it("pauses for 1, 2, 4, 8 and 15 minutes when a host limits requests, and then gives up", async () => {
    const { clock, queue } = open();
    const times: number[] = [];
    let end = "";
    const visit = async (): Promise<void> => {
      for (;;) {
        const admission = await queue.enter("playback");
        if ("refusal" in admission) return;
        times.push(clock.now() / 60_000);
        const pause = queue.limited(admission.startedAt, undefined);
        if ("giveUp" in pause) {
          end = pause.giveUp;
          queue.giveUp(end);
        }
        queue.leave();
      }
    };
    void visit();
    await clock.runUntil(86_400_000);
    expect(times).toEqual([0, 1, 3, 7, 15, 30]);
    expect(end).toBe("it limited requests after each of 5 pauses");
    expect(await queue.enter("timemap")).toEqual({ refusal: end });
  });

  it("sends one request at a time after a pause until the host answers without a limit", async () => {
    const { clock, queue } = open();
    const first = await queue.enter("playback");
    if (!("startedAt" in first)) throw new Error("refused");
    queue.limited(first.startedAt, 5000);
    queue.leave();
    const admitted: number[] = [];
    for (let count = 0; count < 3; count += 1) {
      void queue.enter("playback").then(async (admission) => {
        if (!("startedAt" in admission)) return;
        admitted.push(clock.now());
        await clock.sleep(700);
        queue.answered(admission.startedAt);
        queue.leave();
      });
    }
    await clock.runUntil(60_000);
    expect(admitted).toEqual([5000, 5700, 5710]);
  });

  it("informs waiting requests that the host was given up or the run aborted", async () => {
    const { queue, abort } = open();
    const first = await queue.enter("playback");
    if (!("startedAt" in first)) throw new Error("refused");
    queue.limited(first.startedAt, 5000);
    const waiting = queue.enter("playback");
    abort.abort(new Error("stopped"));
    await expect(waiting).rejects.toThrow("stopped");
    expect(() => queue.enter("playback")).toThrow("stopped");
  });
});
