import { describe, expect, it } from "vitest";
import { UsageError } from "../../../src/base/errors.js";
import { inOrder } from "../../../src/run/lines/in-order.js";

const lines = [
  "!\tt\t-\t{}",
  "a)/\t1\tx\t{}",
  "a)/\t1\tx\t{}",
  "a)/\t2\ta\t{}",
  "b)/\t1\ta\t{}",
  "~\t1\ta\t{}",
];

async function through(given: readonly string[]): Promise<string[]> {
  const out: string[] = [];
  for await (const line of inOrder(given)) out.push(line);
  return out;
}

describe("the order of lines from other processes", () => {
  it("inOrder yields sorted lines unchanged, including equal ones", async () => {
    expect(await through(lines)).toEqual(lines);
  });

  it.each([1, 3, 4, 5])("inOrder refuses lines if line %i is in the wrong place", async (at) => {
    await expect(through([lines[at]!, ...lines.filter((_, i) => i !== at)])).rejects.toThrow(
      UsageError,
    );
  });

  it("the error for unsorted lines shows the misplaced line and how to sort", async () => {
    await expect(through([lines[3]!, lines[1]!])).rejects.toThrow(
      'the records are not sorted: "a)/ 1" comes after "a)/ 2". Sort them with LC_ALL=C sort.',
    );
  });
});
