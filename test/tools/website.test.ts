import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { buildWebsite } from "../../src/tools/website.js";
import { ROOT, temporaryFolder } from "../support/run-bin.js";

const folder = temporaryFolder();
const { problems } = buildWebsite(folder);

it("the documentation website has no dead link, and the menu reaches every document", () => {
  expect(problems).toEqual([]);
  const documents = ["", "design/", "api/"].flatMap((part) =>
    readdirSync(join(ROOT, "docs", part))
      .filter((name) => name.endsWith(".md") && name !== "README.md")
      .map((name) => `${part}${name.replace(/\.md$/u, ".html")}`),
  );
  expect(documents.filter((name) => !existsSync(join(folder, name)))).toEqual([]);
});

it("pages of the documentation website load nothing from another host", () => {
  const pages = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".html"),
  );
  expect(pages.length).toBeGreaterThan(30);
  for (const name of pages) {
    const html = readFileSync(join(folder, name), "utf8");
    expect(html).not.toMatch(/<(?:script|img|link|iframe)[^>]*(?:src|href)="(?:https?:)?\/\//u);
  }
});
