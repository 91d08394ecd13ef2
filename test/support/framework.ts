import { describe, expect, it } from "vitest";
import type { TestFramework } from "../../src/testing.js";

/**
 * Vitest for the published test kit. `it` adds an assertion of Vitest, because the suite fails a test without
 * assertions and the kit has assertions of its own.
 */
export const framework: TestFramework = {
  describe,
  it: (name, test) =>
    it(name, async () => {
      await expect(Promise.resolve().then(test)).resolves.toBeUndefined();
    }),
};
