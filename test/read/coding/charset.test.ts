import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeText } from "../../../src/read/coding/charset.js";

const latin1 = (text: string): Buffer => Buffer.from(text, "latin1");
const utf8 = (text: string): Buffer => Buffer.from(text, "utf8");

describe("the charset of a page", () => {
  it("prefers the charset of a byte order mark, and removes the mark from the text", () => {
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("café", "utf16le")]);
    expect(decodeText(utf16, "text/html; charset=iso-8859-1")).toMatchObject({
      html: "café",
      name: "utf-16le",
      from: "bom",
    });
    expect(decodeText(utf8("\ufeffcafé"), undefined)).toMatchObject({ html: "café", from: "bom" });
    const bigEndian = Buffer.concat([
      Buffer.from([0xfe, 0xff]),
      Buffer.from("é", "utf16le").swap16(),
    ]);
    expect(decodeText(bigEndian, undefined)).toMatchObject({ html: "é", name: "utf-16be" });
  });

  it.each([
    ["text/html; charset=iso-8859-1", "windows-1252"],
    ["text/html;Charset=UTF-8", "utf-8"],
    ['text/html; charset="koi8-r"; x=y', "koi8-r"],
    ["text/html; charset='shift_jis'", "shift_jis"],
    ["text/html; charset = gb2312 ", "gbk"],
  ])("prefers the charset in the HTTP header %j to the page's own declaration", (header, name) => {
    const page = latin1('<meta charset="windows-1251">x');
    expect(decodeText(page, header)).toMatchObject({ name, from: "header" });
  });

  it.each([
    ["text/html", "detected"],
    [undefined, "detected"],
    ["text/html; charset=utf-8", "detected"],
    ["text/html; charset=windows-1252", "detected"],
  ])("reads UTF-16 without a byte order mark under the header %j", (header, from) => {
    for (const text of ["<p>Lamps of the harbour, café", "Лампы и линзы в музее", "<p>灯台</p>"]) {
      const little = Buffer.from(text, "utf16le");
      expect(decodeText(little, header)).toMatchObject({ html: text, name: "utf-16le", from });
      const big = Buffer.from(text, "utf16le").swap16();
      expect(decodeText(big, header)).toMatchObject({ html: text, name: "utf-16be", from });
    }
  });

  it("reads UTF-16 in the order of its bytes, whichever the header names", () => {
    const big = Buffer.from("<p>café</p>", "utf16le").swap16();
    expect(decodeText(big, "text/html; charset=utf-16")).toMatchObject({ html: "<p>café</p>" });
    expect(decodeText(big, "text/html; charset=utf-16be").notes).toEqual([]);
    const noMarkup = Buffer.from("灯台のランプ", "utf16le");
    expect(decodeText(noMarkup, "text/html; charset=utf-16le").html).toBe("灯台のランプ");
  });

  it.each([
    ["<html><p>Lamps", "windows-1252"],
    ["Lamps of the harbour", "windows-1252"],
    ["<meta charset=utf-8><p>café", "utf-8"],
    ["Lamps, café", "utf-8"],
  ])("reads a page with a byte for each letter under the header utf-16: %s", (html, name) => {
    for (const charset of ["utf-16", "utf-16le", "utf-16be"]) {
      const decoded = decodeText(utf8(html), `text/html; charset=${charset}`);
      expect(decoded).toMatchObject({ html, name });
      expect(decoded.notes).toHaveLength(1);
    }
    const old = decodeText(latin1("<html><p>café des lampes"), "text/html; charset=utf-16");
    expect(old.html).toBe("<html><p>café des lampes");
  });

  it.each([
    ["<meta charset=koi8-r>", "koi8-r"],
    ["<META CHARSET='KOI8-R' />", "koi8-r"],
    ['<meta content="text/html; charset=koi8-r" http-equiv="Content-Type">', "koi8-r"],
    ['<meta/charset="koi8-r">', "koi8-r"],
    ["<!-- <meta charset=big5> --><meta charset=koi8-r>", "koi8-r"],
    ["<!--><meta charset=koi8-r>", "koi8-r"],
    ['<p title="<meta charset=big5>"><meta charset=koi8-r>', "koi8-r"],
    ["<metal charset=big5><meta charset=koi8-r>", "koi8-r"],
    ['<meta content="charset=big5"><meta charset=koi8-r>', "koi8-r"],
    ["<? charset=big5 ?><meta charset=koi8-r>", "koi8-r"],
    ["<meta charset=utf-16>", "utf-8"],
    ["<meta charset=x-user-defined>", "windows-1252"],
    ["<meta charset=bogus><meta charset=koi8-r>", "koi8-r"],
    ['<?xml version="1.0" encoding="koi8-r"?><html>', "koi8-r"],
    [`${"<p>pad</p>".repeat(500)}<meta charset=koi8-r>`, "koi8-r"],
  ])("reads the charset from the page: %s", (html, name) => {
    expect(decodeText(latin1(html), undefined)).toMatchObject({ name, from: "meta" });
  });

  it.each([
    "<!-- <meta charset=koi8-r>",
    "<meta charset",
    '<meta charset="koi8-r',
    "<meta charset=>",
    "charset=koi8-r",
  ])("finds no charset in %j", (html) => {
    expect(decodeText(latin1(html), undefined).from).toBe("default");
  });

  it("uses the charset that the archive guessed if there is no other declaration", () => {
    expect(decodeText(latin1("x\xe9"), undefined, "windows-1251")).toMatchObject({
      html: "xй",
      from: "detected",
    });
    expect(decodeText(utf8("é"), undefined, "nonsense").notes).toHaveLength(1);
  });

  it("uses UTF-8 if the bytes are valid UTF-8, even if the last character is cut off", () => {
    expect(decodeText(utf8("<p>naïve café"), undefined)).toMatchObject({
      html: "<p>naïve café",
      name: "utf-8",
      from: "detected",
    });
    expect(decodeText(utf8("<p>naïve 日本").subarray(0, -1), undefined).html).toBe(
      "<p>naïve 日\ufffd",
    );
  });

  it("uses windows-1252 for ASCII and for an empty page", () => {
    expect(decodeText(latin1("<p>plain"), "text/html")).toMatchObject({
      html: "<p>plain",
      name: "windows-1252",
      from: "default",
    });
    expect(decodeText(new Uint8Array(), undefined)).toMatchObject({ html: "", from: "default" });
  });

  it("detects the charset from the bytes if there is no declaration", () => {
    const russian = new TextDecoder("windows-1251");
    const bytes = Buffer.from(
      Array.from("Музей открыт ежедневно кроме понедельника с девяти часов утра ", (letter) => {
        for (let byte = 0; byte < 256; byte++)
          if (russian.decode(Uint8Array.of(byte)) === letter) return byte;
        return 0x20;
      }),
    );
    expect(decodeText(bytes, undefined)).toMatchObject({ name: "windows-1251", from: "detected" });
    expect(decodeText(bytes, undefined).html).toContain("Музей открыт");
  });

  it("reads iso-8859-1 as windows-1252, including its quotation marks and euro sign", () => {
    expect(
      decodeText(latin1("\x93smart\x94 \x80 \x81 \x9f"), "text/html; charset=iso-8859-1").html,
    ).toBe("“smart” € \u0081 Ÿ");
  });

  it("decodes all 256 bytes of windows-1252 by the WHATWG index", () => {
    const assigned = "€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ";
    const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    const { html } = decodeText(bytes, "text/html; charset=windows-1252");
    expect(html).toHaveLength(256);
    expect(html.slice(0x80, 0xa0).replace(/\p{Cc}/gu, "")).toBe(assigned);
    expect(html.slice(0xa0)).toBe(latin1(html.slice(0xa0)).toString("latin1"));
  });

  it("turns the lines of Hebrew in visual order, but not those that are only declared so", () => {
    const text =
      "<p>המוזיאון עומד על הרציף ומראה כיצד נטחן הקמח בכוח הים במשך ארבע מאות שנה</p>\n<p>שעות הפתיחה, 1987</p>";
    const bytesOf = (html: string): Uint8Array =>
      Uint8Array.from(html, (each) =>
        each >= "א" ? each.charCodeAt(0) - 0x5d0 + 0xe0 : each.charCodeAt(0),
      );
    const visual = text.replace(/[א-ת][א-ת ,]*[א-ת]/gu, (line) =>
      Array.from(line).reverse().join(""),
    );
    for (const [html, charset] of [
      [visual, "iso-8859-8"],
      [text, "iso-8859-8-i"],
      [text, "iso-8859-8"],
      [text, "windows-1255"],
    ] as const) {
      expect(decodeText(bytesOf(html), `text/html; charset=${charset}`).html).toBe(text);
    }
  });

  it("decodes an empty body without a header", () => {
    const pieces = ["<meta ", "charset", "=", '"', "'", "utf-8", ">", "<!--", "-->", "/", " ", "é"];
    const markup = fc
      .array(fc.constantFrom(...pieces, "<?xml encoding="))
      .map((parts) => new Uint8Array(utf8(parts.join(""))));
    fc.assert(
      fc.property(
        fc.oneof(fc.uint8Array({ maxLength: 500 }), markup),
        fc.option(fc.string(), { nil: undefined }),
        fc.option(fc.string(), { nil: undefined }),
        (bytes, header, guess) => {
          expect(typeof decodeText(bytes, header, guess).html).toBe("string");
        },
      ),
    );
  });
});
