import { join } from "node:path";
import { defineConfig } from "vitest/config";

const setupFiles = ["test/support/property-seed.ts"];

/** Far beyond what anything takes on a busy machine: a time-out tells of a hang, never of speed. */
const timeouts = { testTimeout: 120_000, hookTimeout: 120_000 };

/**
 * Many tests start processes, servers and browsers. On a busy machine one of them now and then answers too late: such a
 * test runs once more, and the log says so. What fails twice is a failure.
 */
const retry = 1;

/** Commands that tests start keep what Node has compiled here, not in the temporary folders that tests look at. */
const env = { NODE_COMPILE_CACHE: join(import.meta.dirname, "build", "compile-cache") };

/** A test that asserts nothing fails: one that asserts in a loop over a list that became empty too. */
const expect = { requireAssertions: true, poll: { timeout: 60_000 } };

/** Long streams, kill loops, memory that runs out: what takes long and is about the process as a whole. */
const stress = [
  "test/pressure/**/*.test.ts",
  "test/http/kill.test.ts",
  "test/warc/large.test.ts",
  "test/warc/stream.test.ts",
];

/** One file after the other in a process that stays: what is loaded and compiled is loaded and compiled once. */
const isolate = false;

export default defineConfig({
  test: {
    // Many tests wait for processes that they start; by default one core would be kept free.
    maxWorkers: "100%",
    // What one run has made of the sources serves the next: projects, and other versions of Node.
    experimental: { fsModuleCache: true },
    projects: [
      // The suite needs nothing outside the repository.
      {
        test: {
          name: "suite",
          include: ["test/**/*.test.ts"],
          exclude: stress,
          isolate,
          retry,
          env,
          expect,
          setupFiles,
          ...timeouts,
        },
      },
      { test: { name: "stress", include: stress, retry, env, expect, setupFiles, ...timeouts } },
      // Needs other software (pywb from PyPI, GNU parallel); tests say so where it is not installed.
      {
        test: {
          name: "archives",
          include: ["test/**/*.archives.ts"],
          retry,
          isolate,
          env,
          expect,
          ...timeouts,
        },
      },
      // Needs a Chromium that is installed; says so where there is none.
      {
        test: {
          name: "browser",
          include: ["test/**/*.browser.ts"],
          retry,
          isolate,
          env,
          expect,
          ...timeouts,
        },
      },
      // Compares with the reference's results for real pages too; every test says so when ../shared is absent.
      {
        test: {
          name: "shared",
          include: ["test/**/*.shared.ts", "test/reference/*.test.ts"],
          env: { ...env, REFERENCE: "whole" },
          isolate,
          retry,
          expect,
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
});
