import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

/** Returns the rules of all pages: style sheets, and the constants STYLE of pages that commands write. */
function* styles(): Generator<readonly [string, string]> {
  for (const file of readdirSync("src", { recursive: true, encoding: "utf8" })) {
    if (file.startsWith("tools")) continue;
    if (file.endsWith(".css")) yield [file, readFileSync(join("src", file), "utf8")];
    if (!file.endsWith(".ts")) continue;
    const text = readFileSync(join("src", file), "utf8");
    const style = /const STYLE =([^]*?[`"]);\n/u.exec(text)?.[1];
    if (style !== undefined) yield [file, style];
  }
}

it("has four type sizes and six spacings on all pages", () => {
  const found = [...styles()];
  expect(found.length).toBeGreaterThan(7);
  const others = found.flatMap(([file, text]) => {
    const sizes = [...text.matchAll(/font-size:\s*([^;}]+)/gu)].map(([, value = ""]) => value);
    const spaces = [...text.matchAll(/(?:padding|margin|gap)(?:-[a-z]+)*:\s*([^;}]+)/gu)].flatMap(
      ([, value = ""]) => value.split(/\s+/u),
    );
    return [
      ...sizes.filter((size) => !/^var\(--text-(?:s|m|l|xl)\)$/u.test(size)),
      // Lines that lie on each other, hairlines and the edges of paper are not spacings.
      ...spaces.filter((space) => !/^(?:var\(--space-[1-6]\)|0|auto|-?[12]px|\d+mm)$/u.test(space)),
    ].map((value) => `${file}: ${value}`);
  });
  expect(others).toEqual([]);
});
