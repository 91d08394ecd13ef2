import { describe, expect, it } from "vitest";
import { signs } from "../../../src/page/features/signs.js";
import { openPage } from "../../../src/page/page.js";
import { markOfAddress } from "../../../src/page/signs/forward-marks.js";

/** Returns the kind of the strongest sign of a page with its strength, or "none" for a page without a strong sign. */
function kindOf(html: string, refresh?: string): string {
  const [strongest] = signs.extract(openPage(Buffer.from(html), "text/html", { refresh }), {});
  return strongest === undefined || strongest.strength < 0.95 ? "none" : strongest.kind;
}

const script = (code: string): string => `<html><head><script>${code}</script></head></html>`;
const meta = (content: string): string =>
  `<html><meta http-equiv=refresh content="${content}"></html>`;

const TEXT = `<p>${"The mill museum is open from May to October, and the wheel turns on Sundays. ".repeat(3)}</p>`;

describe("pages without text that forward to an address which says what they are", () => {
  it.each([
    // The forms in which a script forwards.
    "onload=function(){location.href='/lander'}",
    `window.onload=function(){window.location.href="/lander"}`,
    "location = '/lander';",
    "location='/lander/';",
    "document.location.href = '/lander?oref=https%3A%2F%2Fa.example';",
    "window.top.location.replace('/lander')",
    "self.location.assign( '/lander' )",
    "location['href'] = '/lander'",
    "window['location']['href'] = '/lander'",
    "$(location).attr('href', '/lander')",
    "window.open('/lander', '_self')",
    "location.href = '\\/lander'",
    "location.href = '\\x2flander'",
    "location.href = `/lander`",
    "location.href = `${location.origin}/lander`",
    "location.href = location.protocol + '//' + location.host + '/lander'",
    "location.href = 'https://' + window.location.hostname + '/lander'",
    "location.replace('/lan' + 'der')",
    "var next = '/lander'; setTimeout(function () { location.href = next; }, 100)",
    "const way = 'lander'\nlocation.href = '/' + way + window.location.search",
    `setTimeout("location.href='/lander'", 10)`,
    // Other addresses of registrars and traders.
    "location.replace('http://ww1.mill.example/?sub1=20240503')",
    "location.replace('http://ww25.mill.example/')",
    "location.replace('http://mill.example/?ch=1&js=eyJhbGciOi&sid=5f1e')",
    "location.href='http://mill.example/q8xk2/?js=eyJhbGciOi'",
    "location.replace('http://mill.example/?ch=1&sid=a-b')",
    "location.href='https://www.hugedomains.com/domain_profile.cfm?d=mill.example'",
    "var redirect_link = 'http://mill.example/?'; function go() { window.location.replace(redirect_link + 'fp=-7'); } try { go() } catch (e) { go() }",
    "if (adBlockEnabled) { location.href = '/v7d0q1' } else { location.href = '/m2lp' }",
  ])("calls a page for sale whose script is %s", (code) => {
    expect(kindOf(script(code))).toBe("for-sale");
  });

  it.each([
    ["0;url=/lander", "for-sale"],
    ["0; URL='/lander'", "for-sale"],
    ["0,/lander", "for-sale"],
    ["0;/.well-known/sgcaptcha/?r=%2F&y=ipc:192.0.2.1", "bot-check"],
    ["5; URL='/?bm-verify=AAQAAAAN'", "bot-check"],
    ["1;url=/cgi-sys/defaultwebpage.cgi", "default-page"],
    ["0;url=http://mill.example/cgi-sys/suspendedpage.cgi", "suspended"],
    ["0;url=wp-admin/install.php", "starter"],
    ["0;url=/install/", "starter"],
    ["0;url=/installation/index.php", "starter"],
    ["0;url=/setup-config.php", "starter"],
    ["0;url=/404.html", "soft-404"],
    ["0;url=/error/404.php", "soft-404"],
    ["0;url=/maintenance.html", "maintenance"],
    ["0;url=/wartung.php", "maintenance"],
    ["0;url=/en-construction/", "maintenance"],
    ["0;url=/500.html", "error"],
    ["0;url=/wp-login.php", "login-wall"],
    ["0;url=/age-gate", "consent-wall"],
    ["0;url=https://mill.queue-it.net/?c=mill&e=sale", "waiting-room"],
  ])("reads the element meta and the header Refresh %j as %s", (content, kind) => {
    expect([kindOf(meta(content)), kindOf("", content)]).toEqual([kind, kind]);
  });

  it.each([
    `function toNumbers(d){return d} document.cookie="__test="+toHex(a)+"; path=/"; location.href="http://mill.example/?i=1";`,
    "document.cookie='beget=begetok; path=/'; location.reload();",
    "document.cookie = 'k=' + Date.now(); window.location.href = window.location.href;",
    "document.cookie = 'seen=yes'; location.href = '?again=1'",
    "document.cookie = 'seen=yes'; history.go(0)",
    "document.cookie = 'seen=yes'; location.replace(location.pathname + location.search)",
  ])("calls a page a wall that sets a cookie and lets in again: %s", (code) => {
    expect(kindOf(script(code))).toBe("bot-check");
  });

  it("does not count the text for browsers without scripts", () => {
    const noscript = `<body><noscript><p>${"Please enable scripts in your browser. ".repeat(5)}</p></noscript></body>`;
    expect(kindOf(script("location.href='/lander'") + noscript)).toBe("for-sale");
  });
});

describe("pages without such a sign", () => {
  it.each([
    ["a page with a text of its own", `${script("location.href='/lander'")}${TEXT}`],
    [
      "a page with a text that links there",
      `<a href="/install/">Install</a><a href="/404.html">404</a>${TEXT}`,
    ],
    ["a forward to another page of the site", script("location.href='/en/home'")],
    [
      "a forward whose path only contains such a word",
      meta("0;url=/history/parking-in-1904/installation"),
    ],
    ["a forward to the article 404", meta("0;url=/news/404")],
    ["the mirror ww2 of a site", meta("0;url=http://ww2.mill.example/")],
    [
      "an application that asks for a login only if it needs one",
      script("if (!token) { location.href = '/login' }"),
    ],
    [
      "an application that shows a page on errors",
      script("start().then(draw); window.onerror = function () { location.href = '/404.html' }"),
    ],
    ["a comparison", script("var isLander = location.href == '/lander'")],
    [
      "a page that only loads itself again",
      "<script>setTimeout(function () { location.reload() }, 60000)</script>",
    ],
    ["a page that shows the next picture after two minutes", meta("120;url=/lander")],
    ["a page with a frame that is a part of it", '<iframe src="/login"></iframe>'],
  ])("finds none on %s", (_, html) => {
    expect(kindOf(html)).not.toMatch(/for-sale|bot-check|starter|soft-404|maintenance|login-wall/u);
  });

  it("takes little time for pages that were written to take long", () => {
    const variables = Array.from({ length: 400 }, (_, at) => `v${at}=v${at + 1}+v${at + 2};`).join(
      "",
    );
    const hostile = [
      `${variables}location=v0+v1`,
      "location=".repeat(1_000),
      `location=${"'a'+".repeat(2_000)}`,
      `location=\`${"${a}".repeat(120)}\`;`.repeat(60),
      `location=${"(".repeat(9_000)}`,
      `location='${"\\".repeat(9_000)}`,
    ];
    for (const code of hostile) expect(kindOf(script(code))).not.toBe("for-sale");
  });
});

describe("addresses of redirects", () => {
  it.each([
    ["http://ww1.mill.example./?usid=18&utid=27", "for-sale", true],
    ["http://mill.example/LANDER", "for-sale", true],
    ["http://mill.example//cgi-sys/suspendedpage.cgi", "suspended", true],
    ["http://mill.example/shop/wp-admin/setup-config.php?step=1", "starter", true],
    ["http://mill.example/install", "starter", false],
    ["http://mill.example/coming-soon", "maintenance", false],
  ])("reads %s as %s", (uri, kind, isCertain) => {
    expect(markOfAddress(uri)).toEqual({ kind, isCertain });
  });

  it.each([
    "http://mill.example/",
    "http://mill.example/docs/install",
    "http://mill.example/?page=2",
    "mailto:a@mill.example",
    "http://[",
    "",
  ])("reads nothing in %j", (uri) => expect(markOfAddress(uri)).toBeUndefined());
});
