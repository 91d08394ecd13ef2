import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { temporaryFolder } from "./run-bin.js";

const build = fileURLToPath(new URL("../../build/", import.meta.url));

/** Returns the compiled modules that a command and its threads load, as paths below build/. */
export function modulesOf(...args: readonly string[]): readonly string[] {
  const coverage = mkdtempSync(join(temporaryFolder(), "coverage-"));
  execFileSync(process.execPath, [join(build, "cli", "main.js"), ...args], {
    env: { ...process.env, NODE_V8_COVERAGE: coverage },
    cwd: coverage,
  });
  const urls = readdirSync(coverage)
    .filter((name) => name.endsWith(".json"))
    .flatMap((name) => {
      const read: unknown = JSON.parse(readFileSync(join(coverage, name), "utf8"));
      return (read as { readonly result: readonly { readonly url: string }[] }).result;
    })
    .flatMap(({ url }) => (url.startsWith("file:") ? [relative(build, fileURLToPath(url))] : []));
  return urls.filter((path) => !path.startsWith(".."));
}
