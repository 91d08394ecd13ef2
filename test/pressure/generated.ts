import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { ROOT, type Ended } from "../support/run-bin.js";
import { http, page, warcRecord } from "../support/warc-builder.js";

/** Properties of generated mementos; see bench/generate.mjs. */
interface Generated {
  readonly mementos: number;
  readonly mementosPerSeed?: number;
  readonly wordsPerPage?: number;
}

/** Returns a WARC file of generated mementos in a folder of its own, which the caller removes. */
export function generatedWarc({ mementos, ...options }: Generated): {
  readonly path: string;
  remove(): void;
} {
  const folder = mkdtempSync(join(tmpdir(), "dot-generated-"));
  const path = join(folder, "generated.warc.gz");
  const script = `import { generateWarc } from "./bench/generate.mjs"; generateWarc(${JSON.stringify(path)}, ${mementos}, ${JSON.stringify(options)});`;
  execFileSync(process.execPath, ["--input-type=module", "-e", script], { cwd: ROOT });
  return { path, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** The path of a URI-R, which a record contains several times, so that a short page makes a large record. */
export const LONG_PATH = "a".repeat(7_000);

/** Same as {@link generatedWarc}, for short pages with long URI-Rs. Each becomes a record of 30 kB with little work. */
export function longNamedWarc({ mementos, mementosPerSeed = 1 }: Generated): {
  readonly path: string;
  remove(): void;
} {
  const folder = mkdtempSync(join(tmpdir(), "dot-generated-"));
  const path = join(folder, "generated.warc");
  const records = Array.from({ length: mementos }, (_, at) => {
    const uri = `http://seed${Math.floor(at / mementosPerSeed)}.example/${LONG_PATH}`;
    const date = new Date(Date.UTC(2012, 0, 1 + at)).toISOString().replace(".000Z", "Z");
    return warcRecord({ uri, date }, http(page(`edition ${at}`)));
  });
  writeFileSync(path, Buffer.concat(records));
  return { path, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Checks that a run ended with this status and one line of explanation, without standard output. */
export function expectOneLine(
  { status, stdout, stderr }: Ended,
  expected: number,
  line: RegExp,
): void {
  expect({ status, stdout }).toEqual({ status: expected, stdout: "" });
  expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  expect(stderr).toMatch(line);
}

/** Returns the paths of all files in a folder and below. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
}
