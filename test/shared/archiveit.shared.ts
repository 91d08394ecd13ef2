import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readCollectionPage } from "../../src/read/archives/archive-it-pages.js";
import { sharedFolder } from "../support/shared.js";

const folder = sharedFolder();
const page = (id: number, number = 1): ReturnType<typeof readCollectionPage> =>
  readCollectionPage(
    readFileSync(`${folder ?? ""}/archiveit-pages/${id}/pages/${number}.html`, "utf8"),
  );

describe.skipIf(folder === undefined)("real pages of Archive-It", () => {
  it("recognises Archive-It's page of a collection that does not exist", () => {
    expect(page(2)).toMatchObject({ kind: "missing", seeds: [], hasNext: false });
  });

  it("recognises Archive-It's page of a collection without public content", () => {
    expect(page(12)).toMatchObject({ kind: "nothing-public", seeds: [] });
    expect(page(12).name).not.toBe("");
  });

  it("reads the seeds of Archive-It collections that fit on one page", () => {
    expect(page(6820)).toMatchObject({ kind: "seeds", hasNext: false });
    expect(page(6820).seeds).toHaveLength(4);
    expect(page(7000).seeds).toEqual([
      "ftp://ftp.lanet.lv/pub/",
      "ftp://ftp.lanet.lv/pub/sun-info/",
      "ftp://ftp.lanet.lv/pub/sun-info/white-papers/server_addons.ps",
    ]);
  });

  it("reads the first page of an Archive-It collection of two pages, and recognises an error page instead of the second", () => {
    expect(page(5728)).toMatchObject({
      kind: "seeds",
      name: "Social Media",
      hasNext: true,
      total: "104",
    });
    expect(new Set(page(5728).seeds).size).toBe(100);
    expect(page(5728, 2)).toMatchObject({ kind: "unknown", seeds: [] });
  });
});
