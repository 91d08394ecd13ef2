import { describe, expect, it } from "vitest";
import type { TestFramework } from "../../src/testing.js";

/** Vitest for the test kit: every test here must expect something of vitest's. */
export const framework: TestFramework = {
  describe,
  it: (name, test) =>
    it(name, async () => {
      await expect(Promise.resolve().then(test)).resolves.toBeUndefined();
    }),
};
