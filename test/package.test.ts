import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");

interface Packed {
  readonly files: readonly { readonly path: string }[];
}

/** What `npm install` would bring. */
function packed(): ReadonlySet<string> {
  const said = execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [one] = JSON.parse(said) as [Packed];
  return new Set(one.files.map(({ path }) => path));
}

describe("the package", () => {
  const files = packed();

  it("has the command, the library with its types, and nothing of how they were built", () => {
    for (const path of ["bin/detect_off_topic.js", "dist/index.js", "dist/index.d.ts"]) {
      expect(files).toContain(path);
    }
    expect(
      [...files].filter((path) => /tsbuildinfo|^(?:test|bench|fixtures)\//u.test(path)),
    ).toEqual([]);
  });

  it("has the source that each map of a declaration or of code leads to", () => {
    const maps = [...files].filter((path) => /\.d\.ts\.map$|\.js\.map$/u.test(path));
    expect(maps.length).toBeGreaterThan(0);
    const missing = maps.flatMap((path) => {
      const { sources } = JSON.parse(readFileSync(join(root, path), "utf8")) as {
        readonly sources: readonly string[];
      };
      return sources
        .map((source) => posix.join(posix.dirname(path), source))
        .filter((source) => !files.has(source));
    });
    expect(missing).toEqual([]);
  });
});
