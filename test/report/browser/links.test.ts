import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { archiveHref } from "../../../src/report/browser/memento-text.js";
import { shortened, visible } from "../../../src/report/browser/words.js";
import { HOSTILE } from "../hostile.js";

describe("a link into an archive", () => {
  it("links a memento to its URI-M", () => {
    const uriM = "https://web.archive.org/web/20130202100000/http://seed.example/?a=b";
    expect(archiveHref(uriM)).toBe(uriM);
  });

  it.each([
    "from-warc::20130202100000::http://seed.example/",
    "javascript:alert(1)",
    "JAVASCRIPT:alert(1)//http://",
    "java\nscript:alert(1)",
    " javascript:alert(1)",
    "\u0001javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:x",
    "file:///etc/passwd",
    "blob:http://a.example/1",
    "//evil.example/",
    "http://",
    "",
  ])("returns no link for %j", (uri) => {
    expect(archiveHref(uri)).toBeUndefined();
  });

  it("returns only links with the schemes http and https, whatever a URI-M contains", () => {
    const scheme = fc.constantFrom("", "http://", "HTTPS://", "javascript:", "http:", " http://");
    fc.assert(
      fc.property(
        scheme,
        fc.oneof(fc.constantFrom(...HOSTILE), fc.webUrl(), fc.string()),
        (a, b) => {
          const href = archiveHref(a + b);
          if (href === undefined) return;
          expect(["http:", "https:"]).toContain(new URL(href).protocol);
        },
      ),
    );
  });
});

describe("a name on the page", () => {
  it("shows characters that hide text or change its direction", () => {
    expect(visible("http://a.example/\u202egnp.exe")).toBe("http://a.example/[U+202E]gnp.exe");
    expect(visible("a\nb\u0000\u200b\u2028")).toBe("a[U+000A]b[U+0000][U+200B][U+2028]");
    expect(visible("Münster 東京")).toBe("Münster 東京");
  });

  it("shortens a long name in its middle", () => {
    expect(shortened("http://seed.example/a/b/c/d", 15)).toBe("http://se…b/c/d");
    expect(shortened("short", 15)).toBe("short");
    fc.assert(
      fc.property(fc.string({ unit: "grapheme-ascii", minLength: 20 }), (text) => {
        expect(shortened(text, 12).length).toBe(12);
      }),
    );
  });
});
