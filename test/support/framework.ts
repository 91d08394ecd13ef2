import { describe, expect, it } from "vitest";
import type { TestFramework } from "../../src/testing.js";

/**
 * Vitest for the published test kit. The kit's assertions are not Vitest's, so `it` adds one: the suite fails a test
 * without assertions.
 */
export const framework: TestFramework = {
  describe,
  it: (name, test) =>
    it(name, async () => {
      await expect(Promise.resolve().then(test)).resolves.toBeUndefined();
    }),
};
