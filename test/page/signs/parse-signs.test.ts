import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { UsageError } from "../../../src/base/errors.js";
import { signTable } from "../../../src/page/signs/sign-table.js";
import { parseSigns } from "../../../src/page/signs/parse-signs.js";
import { testCases } from "../../support/cases.js";

/** The kinds of a file of signs, or the message about it. */
async function outcomeOf(text: string, file: string): Promise<string> {
  try {
    const { kinds } = await parseSigns(text, file);
    return `${JSON.stringify(kinds, null, 2)}\n`;
  } catch (cause) {
    if (!(cause instanceof UsageError)) throw cause;
    return `${cause.message}\n`;
  }
}

testCases("signs-files", (bytes, file) => outcomeOf(bytes.toString("utf8"), file));

it("reads all kinds and phrases of signs.json", async () => {
  const text = readFileSync("src/page/signs/signs.json", "utf8");
  const { kinds } = await parseSigns(text, "signs.json");
  expect(kinds.map(({ kind, title }) => [kind, title])).toEqual(
    signTable.map(({ kind, title }) => [kind, title]),
  );
  for (const [at, { strong = {} }] of signTable.entries()) {
    expect(kinds[at]!.strong).toEqual([...new Set(Object.values(strong).flat())]);
  }
});

it.each([
  ["100,000 open brackets", "[".repeat(100_000), "nesting exceeded"],
  ["50,000 nested lists", "- ".repeat(50_000), "nesting exceeded"],
  ["3 MB", `[${'"x",'.repeat(750_000)}`, "larger than 1 MB"],
  [
    "a phrase of 900,000 characters",
    `- kind: a\n  strong: {en: [${"x".repeat(900_000)}]}`,
    "200 char",
  ],
  ["no text", "\u{fffd}PNG\r\n\u{1a}\n\0", "is not allowed"],
])("refuses %s in one line", async (_, text, message) => {
  const said = await outcomeOf(text, "hostile.yaml");
  expect(said).toContain(message);
  expect(said).toMatch(/^hostile\.yaml[^\n]{10,250}\n$/u);
});

it("the JSON schema in docs has the same members, limits and names as the reader", async () => {
  const { items } = JSON.parse(readFileSync("docs/signs.schema.json", "utf8")) as {
    readonly items: {
      readonly properties: Readonly<Record<string, { pattern?: string; maxLength?: number }>>;
    };
  };
  const message = await outcomeOf("- x: 1", "f");
  expect(message).toContain(`Choose from: ${Object.keys(items.properties).join(", ")}.`);
  const { kind, title } = items.properties;
  const isTaken = async (text: string): Promise<boolean> =>
    (await outcomeOf(text, "f")).startsWith("[");
  for (const name of ["a", "a-1", "a".repeat(40), "a".repeat(41), "A", "1a", "a b"]) {
    const taken = await isTaken(`- kind: "${name}"\n  strong: {en: [ab]}`);
    expect(`${name} ${taken}`).toBe(`${name} ${new RegExp(kind!.pattern!, "u").test(name)}`);
  }
  for (const length of [title!.maxLength!, title!.maxLength! + 1]) {
    const taken = await isTaken(`- {kind: a, title: ${"t".repeat(length)}, strong: {en: [ab]}}`);
    expect(taken).toBe(length === title!.maxLength);
  }
});
