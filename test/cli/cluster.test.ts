import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../support/run-bin.js";
import { runInside } from "../support/run-inside.js";
import { pageRecord } from "../support/warc-builder.js";

it("cluster -ot text has a line for each cluster, and no character of a page that cannot be seen", async () => {
  const file = join(temporaryFolder(), "pages.warc");
  const list = (items: number): string => `<ul class="c">${"<li>x".repeat(items)}</ul>`;
  writeFileSync(
    file,
    Buffer.concat([
      pageRecord("a", {}, list(20)),
      pageRecord("b", {}, list(21)),
      pageRecord("c\u{202e}", {}, "<table><tr><td>x</table>"),
    ]),
  );
  const { stdout } = await runInside(["cluster", "-q", "-i", `warc=${file}`, "-ot", "text"]);
  const lines = stdout.split("\n");
  expect(lines[0]).toBe("3 mementos in 2 clusters");
  expect(lines[2]).toBe(" cluster mementos    seeds  first       last        medoid");
  expect(lines[3]).toMatch(/^ +1 +2 +2 {2}\d{4}-\d\d-\d\d {2}\d{4}-\d\d-\d\d {2}\S+$/u);
  expect(lines[4]).toMatch(/^ +2 +1 +1 {2}/u);
  expect(stdout).not.toContain("\u{202e}");
});
