import { describe, expect, it } from "vitest";
import { selfDescription } from "../../../src/page/features/self-description.js";
import { openPage } from "../../../src/page/page.js";

const of = (html: string) =>
  selfDescription.extract(openPage(Buffer.from(html), "text/html; charset=utf-8"), {});

describe("the self-description of a page", () => {
  it("describes a page by its title, site name, description and headings, reduced to letters and digits", () => {
    const { words } = of(
      '<title>Kiln-Trust</title><meta name="description" content="Öfen"><meta property="og:site_name" content="The Kiln"><p>Text first.</p><h1>Heading 2</h1>',
    );
    expect(words).toBe("kiln trust the kiln ofen heading 2 text first");
  });

  it("lists the hosts of absolute links and mail addresses, with the page's own host first", () => {
    const { hosts } = of(
      '<a href="/a">a</a><a href="http://www.other.example/x">x</a><a href="mailto:a@kiln.example">m</a><link rel="canonical" href="http://kiln.example/">',
    );
    expect(hosts).toEqual(["kiln.example", "other.example"]);
  });

  it("cuts the self-description after 2,000 characters and 60 hosts", () => {
    const links = Array.from({ length: 100 }, (_, at) => `<a href="http://h${at}.example/">x</a>`);
    const { words, hosts } = of(`<p>${"word ".repeat(10_000)}</p>${links.join("")}`);
    expect(words.length).toBe(1999);
    expect(hosts.length).toBe(60);
  });
});
