import { describe, expect, it } from "vitest";
import { collectionId } from "../../../src/read/archives/archive-it.js";
import { readCollectionPage } from "../../../src/read/archives/archive-it-pages.js";
import { UsageError } from "../../../src/base/errors.js";

describe("the number of a collection", () => {
  for (const value of [
    "7877",
    "https://archive-it.org/collections/7877",
    "http://www.archive-it.org/collections/7877/?page=2",
    "https://archive-it.org/collections/7877.json",
    "https://partner.archive-it.org/958/collections/7877/seeds",
    "https://wayback.archive-it.org/7877/20100101000000/http://x.example/",
  ]) {
    it(`reads the collection number 7877 in ${value}`, () =>
      expect(collectionId(value)).toBe("7877"));
  }
  for (const value of [
    "",
    "seven",
    "78a",
    "-1",
    "7.5",
    "https://archive-it.org/explore",
    "http://x.example/7877",
  ]) {
    it(`rejects "${value}", because it is not an Archive-It collection`, () =>
      expect(() => collectionId(value)).toThrow(UsageError));
  }
});

describe("the public page of a collection", () => {
  const entity = (html: string): string => `<div class="grid_8 omega entity-meta">${html}</div>`;
  const nothing =
    '<div id="all-search-results"><h2>There is no public content available for this Collection yet. Please check back soon!</h2></div>';

  it("reads the seeds of a public collection page, and whether there is a next page", () => {
    const page = readCollectionPage(
      `${entity('<h1><a href="/collections/1"> A  name </a></h1>')}<div class="paginator"><a href="?page=2&amp;totalResultCount=104" id="pageNext">Next</a></div>
<div class="result-item"><h3 class="url">Title: T</h3><h3 class="url">URL: <a title="http://a.example/?x=1&amp;y=2" href="z">a...</a></h3></div>`,
    );
    expect(page).toEqual({
      kind: "seeds",
      name: "A name",
      seeds: ["http://a.example/?x=1&y=2"],
      total: "104",
      hasNext: true,
    });
  });

  it("distinguishes a missing collection from a collection without public content", () => {
    expect(readCollectionPage(entity("<h2>Not Found</h2>") + nothing).kind).toBe("missing");
    expect(readCollectionPage(entity("<h1>A name</h1>") + nothing).kind).toBe("nothing-public");
    expect(readCollectionPage("<html><title>Session Verification</title></html>").kind).toBe(
      "unknown",
    );
  });
});
