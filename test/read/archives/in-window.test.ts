import { describe, expect, it } from "vitest";
import { inWindow } from "../../../src/read/archives/window.js";

const collect = async <T>(values: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = [];
  for await (const value of values) all.push(value);
  return all;
};

describe("a window of running requests", () => {
  it("yields the results of tasks in a window as they arrive", async () => {
    const release = new Map<number, () => void>();
    const results = inWindow(
      [1, 2, 3],
      { size: 3 },
      (n) => new Promise<number>((resolve) => release.set(n, () => resolve(n))),
    );
    const first = results.next();
    while (release.size < 3) await Promise.resolve();
    for (const n of [3, 1, 2]) release.get(n)?.();
    expect([(await first).value, ...(await collect(results))]).toEqual([3, 1, 2]);
  });

  it("ends a window after an error in the work or in the source of tasks", async () => {
    await expect(
      collect(inWindow([1], { size: 2 }, () => Promise.reject(new Error("work")))),
    ).rejects.toThrow("work");
    function* failing(): Generator<number> {
      yield 1;
      throw new Error("tasks");
    }
    await expect(
      collect(inWindow(failing(), { size: 2 }, (n) => Promise.resolve(n))),
    ).rejects.toThrow("tasks");
  });

  it("does not delay other lanes by a lane whose tasks never end, and runs its tasks in turn", async () => {
    const release = new Map<string, () => void>();
    const underWay: string[] = [];
    const tasks = ["slow 1", "slow 2", "slow 3", "slow 4", "fast 1", "fast 2", "fast 3"];
    const results = inWindow(
      tasks,
      { size: 6, laneSize: 2, laneOf: (task) => task.slice(0, 4) },
      (task) => {
        underWay.push(task);
        return task.startsWith("fast")
          ? Promise.resolve(task)
          : new Promise<string>((resolve) => release.set(task, () => resolve(task)));
      },
    );
    const fast = [];
    for (let i = 0; i < 3; i += 1) fast.push((await results.next()).value);
    expect(fast).toEqual(["fast 1", "fast 2", "fast 3"]);
    expect(underWay.filter((task) => task.startsWith("slow"))).toEqual(["slow 1", "slow 2"]);
    release.get("slow 2")?.();
    expect((await results.next()).value).toBe("slow 2");
    const rest = collect(results);
    while (!release.has("slow 3")) await Promise.resolve();
    for (const task of ["slow 1", "slow 3"]) release.get(task)?.();
    while (!release.has("slow 4")) await Promise.resolve();
    release.get("slow 4")?.();
    expect((await rest).sort()).toEqual(["slow 1", "slow 3", "slow 4"]);
  });
});
