import { describe, expect, it } from "vitest";
import { absoluteLinks } from "../../../src/extensions/topic/collect/web.js";
import { outlinks } from "../../../src/page/features/outlinks.js";
import { pageOf } from "./page.js";

describe("the outgoing links of a page", () => {
  it("extracts each outgoing link once, and no links to the same page", () => {
    const html = `<title> A \n page</title><base href="/b/"><a href="x#one"><a href=" x "><a href="#top"><area href="y">`;
    const found = outlinks.extract(pageOf(html), {});
    expect(found).toEqual({ title: "A page", base: "/b/", links: ["x", "y"] });
    expect(outlinks.isValue?.(found)).toBe(true);
  });

  it("extracts at most a thousand outgoing links", () => {
    const html = Array.from({ length: 3000 }, (_, at) => `<a href="/${at}">`).join("");
    expect(outlinks.extract(pageOf(html), {}).links).toHaveLength(1000);
  });

  it("resolves links against the page's base, even if the base is relative itself", () => {
    const uri = "http://a.example/dir/page";
    expect(absoluteLinks(["x", "/y", "//b.example/z"], "", uri)).toEqual([
      ...["http://a.example/dir/x", "http://a.example/y", "http://b.example/z"],
    ]);
    expect(absoluteLinks(["x"], "/b/", uri)).toEqual(["http://a.example/b/x"]);
    expect(absoluteLinks(["x"], "http://[", uri)).toEqual(["http://a.example/dir/x"]);
  });

  it("drops links that cannot lead to a page", () => {
    const links = [
      ...["mailto:a@b.example", "javascript:1", "http://[", "ftp://a.example/", "data:,x"],
      ...[
        "http://user:secret@a.example/",
        "/picture.JPG?x=1",
        "/style.css",
        `/${"x".repeat(3000)}`,
      ],
    ];
    expect(absoluteLinks(links, "", "http://a.example/")).toEqual([]);
  });
});
