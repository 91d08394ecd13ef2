import { describe, expect, it } from "vitest";
import { inStep } from "../../src/write/writing.js";

/** Yields the numbers from 1, and tells whether the reader has ended the source. */
function numbers(
  upTo: number,
  fails = false,
): { items: AsyncGenerator<number>; ended: () => boolean } {
  let ended = false;
  async function* items(): AsyncGenerator<number> {
    try {
      for (let number = 1; number <= upTo; number += 1) yield await Promise.resolve(number);
      if (fails) throw new Error("the source is damaged");
    } finally {
      ended = true;
    }
  }
  return { items: items(), ended: () => ended };
}

const into =
  (taken: number[], each: (number: number) => Promise<void> | void = () => undefined) =>
  async (items: AsyncIterable<number>): Promise<void> => {
    for await (const item of items) {
      taken.push(item);
      await each(item);
    }
  };

describe("several readers that stay in step", () => {
  it("each reader gets every item, and no reader is more than one item ahead of another", async () => {
    const [fast, slow]: [number[], number[]] = [[], []];
    let ahead = 0;
    const watched = into(fast, () => {
      ahead = Math.max(ahead, fast.length - slow.length);
    });
    await inStep(numbers(50).items, [
      watched,
      into(slow, async () => {
        for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
      }),
    ]);
    expect(fast).toEqual(slow);
    expect(fast).toHaveLength(50);
    expect(ahead).toBe(1);
  });

  it("a reader that stops early no longer delays the others", async () => {
    const [all, some]: [number[], number[]] = [[], []];
    await inStep(numbers(9).items, [
      into(all),
      async (items) => {
        for await (const item of items) if (some.push(item) === 3) break;
      },
    ]);
    expect(all).toHaveLength(9);
    expect(some).toEqual([1, 2, 3]);
  });

  it("an error of one reader ends all readers and the source, and is thrown", async () => {
    const { items, ended } = numbers(9);
    const other: number[] = [];
    const failing = into([], (number) => {
      if (number === 4) throw new Error("the disk is full");
    });
    await expect(inStep(items, [into(other), failing])).rejects.toThrow("the disk is full");
    expect(ended()).toBe(true);
    expect(other.length).toBeLessThanOrEqual(5);
  });
});
