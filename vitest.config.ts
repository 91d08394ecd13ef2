import { defineConfig } from "vitest/config";

const setupFiles = ["test/support/property-seed.ts"];

/** Far beyond what anything takes on a busy machine: a time-out tells of a hang, never of speed. */
const timeouts = { testTimeout: 120_000, hookTimeout: 120_000 };

export default defineConfig({
  test: {
    // Most tests wait for processes that they start; by default one core would be kept free.
    maxWorkers: "100%",
    projects: [
      // The suite needs nothing outside the repository.
      { test: { name: "suite", include: ["test/**/*.test.ts"], setupFiles, ...timeouts } },
      // Needs other archive software (pywb from PyPI); tests say so where it cannot be had.
      { test: { name: "archives", include: ["test/**/*.archives.ts"], ...timeouts } },
      // Needs a Chromium that is installed; says so where there is none.
      { test: { name: "browser", include: ["test/**/*.browser.ts"], ...timeouts } },
      // Compares with the reference's own results; every test says so when ../shared is absent.
      {
        test: {
          name: "shared",
          include: ["test/**/*.shared.ts"],
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
});
