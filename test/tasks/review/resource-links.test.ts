import { describe, expect, it } from "vitest";
import { linkedPage } from "../../../src/tasks/review/linked-page.js";
import { ResourceLinks } from "../../../src/tasks/review/resource-links.js";

const links = (): ResourceLinks => new ResourceLinks("/s/1/", "http://a.example/dir/page.html");

/** Returns a text with the addresses of the server as the kind and the URI in brackets. */
const readable = (text: string): string =>
  text.replace(
    /\/s\/1\/(style|image|font)\/([^"\s#,&]+)/gu,
    (_, kind: string, uri: string) => `[${kind} ${decodeURIComponent(uri)}]`,
  );

const css = (text: string): string => readable(links().inCss(text));
const html = (text: string): string => readable(linkedPage(text, links()));

describe("links to the resources of an archived page", () => {
  it.each([
    ["a { b: url(c.png) }", 'a { b: url("[image http://a.example/dir/c.png]") }'],
    ["a{b:URL( '/c(1).png' )}", 'a{b:url("[image http://a.example/c(1).png]")}'],
    ['@import "d.css" print;', '@import url("[style http://a.example/dir/d.css]") print;'],
    ["@import url(//b.example/d.css);", '@import url("[style http://b.example/d.css]");'],
    [
      "@font-face { src: url(e.eot?#x) } f { g: url(h.svg#i) }",
      '@font-face { src: url("[font http://a.example/dir/e.eot?]#x") } f { g: url("[image http://a.example/dir/h.svg]#i") }',
    ],
    ["a{b:url(\\63 .p\\6eg)}", 'a{b:url("[image http://a.example/dir/c.png]")}'],
    ["/* url(c.png) */ a::after{content:'url(c.png)'}", undefined],
    ["a{b:url(data:image/png;base64,AAAA)}", undefined],
    ["a{b:url(c.png", undefined],
    ['a{b:"unended}\nc{d:url(e)}', 'a{b:"unended}\nc{d:url("[image http://a.example/dir/e]")}'],
  ])("gives the references of the style sheet %j their addresses", (given, expected = given) => {
    expect(css(given)).toBe(expected);
  });

  it.each([
    ["<img src=c.png>", '<img src="[image http://a.example/dir/c.png]" src=c.png>'],
    [
      '<img srcset="c.png 1x, d,e.png 2x,f.png">',
      '<img srcset="[image http://a.example/dir/c.png] 1x, [image http://a.example/dir/d,e.png] 2x,[image http://a.example/dir/f.png]" srcset="c.png 1x, d,e.png 2x,f.png">',
    ],
    [
      '<base href="//b.example/x/"><base href="//c.example/"><body background="&#99;.png">',
      '<base href="//b.example/x/"><base href="//c.example/"><body background="[image http://b.example/x/c.png]" background="&#99;.png">',
    ],
    [
      '<link href="c.css" rel="StyleSheet" media="print&quot;">',
      '<style media="print&quot;">@import url("[style http://a.example/dir/c.css]");</style>',
    ],
    ['<link rel="alternate stylesheet" href="c.css"><link rel=icon href=d.ico>', undefined],
    [
      `<p style='a:url("c.png")'>`,
      `<p style="a:url(&quot;[image http://a.example/dir/c.png]&quot;)" style='a:url("c.png")'>`,
    ],
    ["<!-- <img src=c.png> --><script>'<img src=c.png>'</script>", undefined],
    ["<img src='data:,'><img src=javascript:x><img src=ftp://b.example/>", undefined],
  ])("gives the references of the page %j their addresses", (given, expected = given) => {
    expect(html(given)).toBe(expected);
  });

  it("answers a limited number of references, so that a page does not grow without bound", () => {
    const images = "<img src=c.png>".repeat(50_000);
    const answered = (page: string): number => linkedPage(page, links()).split("/s/1/").length - 1;
    expect(answered(images)).toBe(50_000);
    expect(answered(`<base href="/${"x/".repeat(1_900)}">${images}`)).toBeLessThan(2_000);
  });

  it("leaves out a base of megabytes, which would be parsed again for each reference", () => {
    expect(html(`<base href="/${"x".repeat(1e6)}/"><img src=c.png>`)).toContain(
      "[image http://a.example/dir/c.png]",
    );
  });
});
