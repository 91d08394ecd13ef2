import { describe, expect, it } from "vitest";
import { GONE, type GoneKind } from "../../src/base/gone.js";
import { runInside } from "../support/run-inside.js";

const RUN = ["-i", "warc=fixtures/warcs/two-captures.warc"];

interface Row {
  readonly kind: GoneKind;
  readonly name: string;
  readonly instead: string;
}

const ROWS: readonly Row[] = Object.entries(GONE).flatMap(([kind, things]) =>
  Object.entries(things).map(([name, instead]) => ({ kind: kind as GoneKind, name, instead })),
);

/** Values of `--as` are those of a copy. */
const before = ({ name }: Row): readonly string[] =>
  name.startsWith("--as ") ? ["filter", "fixtures/golden/none.json"] : RUN;

/** Returns the words with which a user would ask for something. */
function wordsFor(row: Row): readonly string[] {
  const { kind, name } = row;
  if (kind === "command") return [name];
  if (kind === "input") return ["-i", `${name}=fixtures`];
  if (kind === "address") return ["-i", `warc=${name}//bucket/crawl.warc.gz`];
  if (kind === "setting") return [...before(row), "--set", `${name}=1`];
  if (kind === "measure") return [...before(row), "-tm", name];
  if (kind === "output type") {
    return [...before(row), ...(name.startsWith(".") ? ["-o", `gone${name}`] : ["-ot", name])];
  }
  if (kind === "environment variable") return RUN;
  if (kind === "value" && name.includes(" ") && !name.startsWith("-")) return name.split(" ");
  if (kind === "value" && !name.startsWith("-")) return [...before(row), "--set", name];
  return [...before(row), ...name.split(" ")];
}

describe("what is gone", () => {
  it.each(ROWS)("the $kind $name is named in one line that says what to do", async (row) => {
    const { kind, name, instead } = row;
    const variables = kind === "environment variable" ? { [name]: "1" } : {};
    const { status, stdout, stderr } = await runInside(wordsFor(row), "", variables);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toContain(`${name} `);
    expect(stderr.endsWith(`. ${instead}\n`)).toBe(true);
    expect(stderr.trim().split("\n")).toHaveLength(1);
    expect(instead).toMatch(/^[A-Z].*\.$/u);
  });
});
