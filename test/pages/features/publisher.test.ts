import { describe, expect, it } from "vitest";
import { publisher } from "../../../src/pages/features/publisher.js";
import { openPage } from "../../../src/pages/page.js";

const of = (html: string) =>
  publisher.extract(openPage(Buffer.from(html), "text/html; charset=utf-8"), {});

describe("who publishes a page", () => {
  it("is shown by mail addresses, linked and written", () => {
    expect(
      of('<a href="mailto:Info@Kiln.example?subject=x">write</a><p>or ask press@kiln.example.</p>'),
    ).toEqual(["mail info@kiln.example", "mail press@kiln.example"]);
    expect(of("<p>9 @ 5, @home, a@b</p>")).toEqual([]);
  });

  it("is shown by accounts of other services, not by links to them", () => {
    const links = [
      "https://www.facebook.com/Kiln/",
      "https://x.com/",
      "https://kiln.example/facebook",
    ];
    expect(of(links.map((href) => `<a href="${href}">x</a>`).join(""))).toEqual([
      "account facebook.com/kiln",
    ]);
  });

  it("is shown by the holder of the copyright, without years, and by the name of the site", () => {
    expect(
      of(
        '<meta property="og:site_name" content="The Kiln"><p>© 2009–2013 Kiln Trust. All rights</p>',
      ),
    ).toEqual(["copyright kiln trust. all", "name the kiln"]);
  });
});
