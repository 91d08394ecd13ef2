import { describe, expect, it } from "vitest";
import { siteLinks, type SiteLinks } from "../../../src/page/features/site-links.js";
import { pageOf } from "./page.js";

const links = (hrefs: readonly string[], head = ""): SiteLinks =>
  siteLinks.extract(pageOf(head + hrefs.map((href) => `<a href="${href}">x</a>`).join("")), {});

describe("the links of a page", () => {
  it("lists the distinct paths of the page's own site without query, fragment and index file", () => {
    const { paths } = links(["/About?x=1", "about#team", "/news/index.html", "/news/", "/"]);
    expect(paths).toEqual(["/", "/about", "/news"]);
  });

  it("ignores links that lead nowhere", () => {
    const hrefs = ["#top", "javascript:void(0)", "mailto:a@b.example", "http://[", ""];
    expect(links(hrefs)).toEqual({ paths: [], externalShare: 0 });
  });

  it("computes the share of links to other hosts", () => {
    expect(links(["/a", "/b", "/c", "http://other.example/d"]).externalShare).toBe(0.25);
  });

  it("counts links to the host that the page names as its own as links to its own site", () => {
    const head = '<link rel="canonical" href="http://www.seed.example/">';
    const own = links(["/a", "http://seed.example/b", "http://x.example/c", "/d"], head);
    expect(own).toEqual({ paths: ["/a", "/b", "/d"], externalShare: 0.25 });
  });

  it("assumes that the host of most links is the page's own site", () => {
    const hrefs = ["http://seed.example/a", "http://seed.example/b", "http://x.example/"];
    expect(links(hrefs).paths).toEqual(["/a", "/b"]);
  });
});
