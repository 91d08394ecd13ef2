import { join, relative } from "node:path";
import type { Plugin, ResolvedConfig } from "vite";
import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import type { ProjectConfig } from "vitest/node";

/** Builds what is older than its sources. */
const globalSetup = "test/support/build.mjs";

const setupFiles = ["test/support/property-seed.ts", "test/support/extensions.ts"];

/** Far beyond what anything takes on a busy machine: a time-out tells of a hang, never of speed. */
const timeouts = { testTimeout: 120_000, hookTimeout: 120_000 };

/** Commands that tests start keep what Node has compiled here, not in the temporary folders that tests look at. */
const env = { NODE_COMPILE_CACHE: join(import.meta.dirname, "build", "compile-cache") };

/** A test that asserts nothing fails: one that asserts in a loop over a list that became empty too. */
const expect = { requireAssertions: true, poll: { timeout: 60_000 } };

/** One file after the other in a process that stays: what is loaded and compiled is loaded and compiled once. */
const isolate = false;

/**
 * Vitest lists the built-in modules of the Node that runs, and what it has made of the sources for one list does not serve
 * another. Here each is asked for as `node:...`, which needs no list.
 */
const sameOnEachNode = {
  name: "same-on-each-node",
  configResolved({ environments }: ResolvedConfig) {
    for (const { resolve } of Object.values(environments))
      Object.assign(resolve, { builtins: [/^node:/u], external: [] });
  },
};

/**
 * A test that imports a source gets what the compiler has made of it in build/ (globalSetup). Node loads that by itself,
 * threads included, which takes a third of the time that Vitest needs for a source, and the code runs as fast as for users.
 * Sources of pages for browsers are not compiled there.
 */
const compiledSources: Plugin = {
  name: "compiled-sources",
  enforce: "pre",
  resolveId(source, importer) {
    if (importer === undefined || !/^\..*\.js$/u.test(source)) return undefined;
    const path = relative(join(import.meta.dirname, "src"), join(importer, "..", source));
    return /^\.\.|^report\/browser\/|^web\//u.test(path)
      ? undefined
      : join(import.meta.dirname, "build", path);
  },
};

/** What all projects have. */
const project = ({ env: more, ...test }: ProjectConfig): TestProjectInlineConfiguration => ({
  plugins: [sameOnEachNode, compiledSources],
  test: {
    globalSetup,
    setupFiles,
    expect,
    server: { deps: { external: [/\/build\//u] } },
    ...timeouts,
    ...test,
    env: { ...env, ...more },
  },
});

export default defineConfig({
  test: {
    // Many tests wait for processes that they start; by default one core would be kept free.
    maxWorkers: "100%",
    // Vitest itself sees no sources, but what is compiled of them.
    forceRerunTriggers: [...configDefaults.forceRerunTriggers, "**/src/**/*.ts"],
    // What one run has made of the sources serves the next: projects, and other versions of Node.
    experimental: { fsModuleCache: true },
    projects: [
      // The suite needs nothing outside the repository.
      project({
        name: "suite",
        include: ["test/**/*.test.ts"],
        isolate,
      }),
      // What takes long, is about a process as a whole, or runs the package as users have it.
      project({ name: "stress", include: ["test/**/*.stress.ts"] }),
      // Needs other software (pywb from PyPI, GNU parallel); tests say so where it is not installed.
      project({ name: "archives", include: ["test/**/*.archives.ts"], isolate }),
      // Needs a Chromium that is installed; says so where there is none.
      project({ name: "browser", include: ["test/**/*.browser.ts"], isolate }),
      // Compares with the reference's results for real pages too; every test says so when ../shared is absent.
      project({
        name: "shared",
        include: ["test/**/*.shared.ts", "test/reference/*.test.ts"],
        isolate,
        env: { REFERENCE: "whole" },
        testTimeout: 600_000,
        hookTimeout: 600_000,
      }),
    ],
  },
});
