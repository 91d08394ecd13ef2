import { describe, expect, it } from "vitest";
import { identity } from "../../../src/page/features/identity.js";
import { openPage } from "../../../src/page/page.js";

const identityOf = (html: string, type = "text/html"): readonly string[] =>
  identity.extract(openPage(Buffer.from(html), type), {});

describe("identity", () => {
  it.each([
    ["the segments of the title", "<title>Tides | Harbour Museum</title>", "Harbour Museum"],
    ["segments between dashes", "<title>Tides – Harbour Museum - Saltmouth</title>", "Saltmouth"],
    ["segments after a colon", "<title>Harbour Museum: Tides</title>", "Harbour Museum"],
    [
      "the name of the site",
      '<meta property="og:site_name" content="Lantern House">',
      "Lantern House",
    ],
    [
      "the holder of the copyright",
      "<p>© 1998-2019 Saltmouth Trust. All rights reserved.</p>",
      "Saltmouth Trust",
    ],
    [
      "the holder before the year",
      "<p>Copyright (c) by Saltmouth Trust, 2019</p>",
      "Saltmouth Trust",
    ],
    [
      "the domain of a mail address",
      "<p>Write to info@Museum.example.org today</p>",
      "@museum.example.org",
    ],
    [
      "the domain of a mail link",
      '<a href="mailto:keeper@museum.example?subject=x">us</a>',
      "@museum.example",
    ],
    [
      "the whole address at a provider",
      "<p>lantern.house@gmail.com</p>",
      "lantern.house@gmail.com",
    ],
    [
      "an account in a social network",
      '<a href="https://www.facebook.com/pages/LanternHouse/123">f</a>',
      "facebook.com/lanternhouse",
    ],
    ["an account behind a sign", '<a href="//youtube.com/@Lantern">y</a>', "youtube.com/lantern"],
    [
      "a Mastodon account",
      '<a href="https://social.example/@lantern">m</a>',
      "social.example/lantern",
    ],
    ["a telephone number", "<p>Tel.: +44 (0)1632 960-123</p>", "tel. 32960123"],
    ["a telephone link", '<a href="tel:01632960123">call</a>', "tel. 32960123"],
    ["the account of analytics", "<script>ga('create', 'UA-1234567-3')</script>", "UA-1234567"],
    [
      "the tag of analytics",
      '<script src="https://www.googletagmanager.com/gtag/js?id=G-AB12CD34"></script>',
      "G-AB12CD34",
    ],
    ["the tag manager", "<script>(w,d,'GTM-ABC123')</script>", "GTM-ABC123"],
    [
      "the account of advertising",
      '<script>client="ca-pub-1234567890123456"</script>',
      "ca-pub-1234567890123456",
    ],
    ["the file of the logo", '<img src="/files/lantern-logo.png?v=3">', "lantern-logo.png"],
  ])("finds %s", (_, html, token) => {
    expect(identityOf(html)).toContain(token);
  });

  it.each([
    ["titles that many sites have", "<title>Home | Welcome</title>"],
    [
      "buttons to share a page",
      '<a href="https://www.facebook.com/sharer.php?u=x">s</a><a href="https://twitter.com/intent/tweet">t</a>',
    ],
    [
      "logos with the usual name",
      '<img src="/img/logo.png"><img src="data:image/png;base64,logo">',
    ],
    ["dates", "<p>(12/05/2019) - 13.05.2019</p>"],
    ["words that look like identifiers", "<p>UA-boats and GTM- and G-force</p>"],
  ])("leaves out %s", (_, html) => {
    expect(identityOf(html)).toEqual([]);
  });

  it("finds what the foot of a long page says", () => {
    const long = "<p>Herring were landed on Monday.</p>".repeat(3_000);
    expect(identityOf(`<title>Fish</title>${long}<p>© 2001 Saltmouth Trust</p>`)).toEqual([
      "Fish",
      "Saltmouth Trust",
    ]);
  });
});
