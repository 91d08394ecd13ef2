import { describe, expect, it } from "vitest";
import { siteLinks, type SiteLinks } from "../../../src/page/features/site-links.js";
import { pageOf } from "./page.js";

const links = (hrefs: readonly string[], head = ""): SiteLinks =>
  siteLinks.extract(pageOf(head + hrefs.map((href) => `<a href="${href}">x</a>`).join("")), {});

describe("the links of a page", () => {
  it("to its own site are paths without query, fragment and index file, each once", () => {
    const { paths } = links(["/About?x=1", "about#team", "/news/index.html", "/news/", "/"]);
    expect(paths).toEqual(["/", "/about", "/news"]);
  });

  it("that lead nowhere do not count", () => {
    const hrefs = ["#top", "javascript:void(0)", "mailto:a@b.example", "http://[", ""];
    expect(links(hrefs)).toEqual({ paths: [], externalShare: 0 });
  });

  it("to other hosts are a share", () => {
    expect(links(["/a", "/b", "/c", "http://other.example/d"]).externalShare).toBe(0.25);
  });

  it("to the host that the page gives as its own are its own", () => {
    const head = '<link rel="canonical" href="http://www.seed.example/">';
    const own = links(["/a", "http://seed.example/b", "http://x.example/c", "/d"], head);
    expect(own).toEqual({ paths: ["/a", "/b", "/d"], externalShare: 0.25 });
  });

  it("that are nearly all to one host are to its own", () => {
    const hrefs = ["http://seed.example/a", "http://seed.example/b", "http://x.example/"];
    expect(links(hrefs).paths).toEqual(["/a", "/b"]);
  });
});
