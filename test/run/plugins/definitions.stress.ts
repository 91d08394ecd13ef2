import { cpSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runProcess, ROOT } from "../../support/run-bin.js";
import { folderWith } from "../../support/folders.js";
import { moduleOf, QUICK_RUN, withPlugin } from "./modules.js";

/** A measure that scores all mementos alike, an input that refuses its source, and a remover. */
const pluginFrom = (copy: string): string => `
  import { defineRemover, NotDefined, UsageError } from ${JSON.stringify(copy)};
  export default [
    {
      keyword: "mine",
      feature: { keyword: "sizes", extract: ({ bytes }) => bytes.length },
      score(first, memento) {
        if (memento < first * 2) throw new NotDefined("it is small");
        return 1;
      },
    },
    {
      keyword: "nowhere",
      prepare() { throw new UsageError("nowhere is closed."); },
      async *read() {},
    },
    defineRemover({ keyword: "shorter", extract: (page) => page.bodyText.slice(0, 100) }),
  ];`;

describe("several definitions of a plug-in", () => {
  it("a measure, an input and a remover are accepted, with the same bytes from several workers", async () => {
    const path = moduleOf(pluginFrom("detect-off-topic"));
    const args = ["-tm", "mine=0.5,cosine", "--boilerplate", "shorter", "-ot", "csv"];
    const alone = await withPlugin(path, "-q", ...QUICK_RUN, ...args);
    const { status, stdout } = alone;
    expect([status, alone.stderr]).toEqual([0, ""]);
    expect(stdout).toContain("Memento Measurement Error,it is small");
    const listed = await withPlugin(path, "list");
    expect(listed.stdout).toMatch(/^ {2}mine\b/mu);
    expect(listed.stdout).toContain("shorter");
    const threads = [...QUICK_RUN, "--workers", "2"];
    expect((await withPlugin(path, ...threads, ...args)).stdout).toBe(stdout);
  });
});

describe("a plug-in with a copy of this package of its own", () => {
  it("its errors and definitions are known like those of this copy", async () => {
    const copy = folderWith({});
    for (const name of ["package.json", "dist", "data"]) {
      cpSync(join(ROOT, name), join(copy, name), { recursive: true });
    }
    const path = moduleOf(pluginFrom(join(copy, "dist", "lib", "index.js")));
    const { status, stdout } = await withPlugin(
      ...[path, ...QUICK_RUN, "-tm", "mine=0.5,cosine", "-ot", "csv"],
    );
    expect(status).toBe(0);
    expect(stdout).toContain("Memento Measurement Error,it is small");
    const refused = await runProcess(["--plugin", path, "-i", "nowhere=here"]);
    expect([refused.status, refused.stderr]).toEqual([2, "detect_off_topic: nowhere is closed.\n"]);
  });
});
