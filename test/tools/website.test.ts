import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { buildWebsite } from "../../src/tools/website.js";
import { ROOT, temporaryFolder } from "../support/run-bin.js";

it("the documentation website has every document, no dead link, and no file of another host", () => {
  const folder = temporaryFolder();
  expect(buildWebsite(folder).problems).toEqual([]);
  const documents = ["", "design/", "api/"].flatMap((part) =>
    readdirSync(join(ROOT, "docs", part))
      .filter((name) => name.endsWith(".md") && name !== "README.md")
      .map((name) => `${part}${name.replace(/\.md$/u, ".html")}`),
  );
  expect(documents.filter((name) => !existsSync(join(folder, name)))).toEqual([]);
  for (const name of documents) {
    const html = readFileSync(join(folder, name), "utf8");
    expect(html).not.toMatch(/<(?:script|img|link|iframe)[^>]*(?:src|href)="(?:https?:)?\/\//u);
  }
});
