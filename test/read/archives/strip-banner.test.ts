import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stripBanner } from "../../../src/read/archives/strip-banner.js";

const prefix = "https://web.archive.org/web/";
const strip = (html: string): { html: string; note: string } | undefined => {
  const page = stripBanner(Buffer.from(html, "latin1"), prefix);
  return page && { html: Buffer.from(page.bytes).toString("latin1"), note: page.note };
};
const taken = "the archive's banner and rewriting were taken out of the page";

describe("an archive's banner on a page", () => {
  it("does not change a page without an archive's banner", () => {
    expect(strip("<html><script>var wayback = 1</script><p>BEGIN</p></html>")).toBeUndefined();
  });

  it("removes the Wayback toolbar, its scripts, its comments and its links from a page", () => {
    const html = `<html><head><script src="//archive.org/includes/athena.js" type="text/javascript"></script>
<script type="text/javascript">window.addEventListener('x',function(){__wm.init("https://web.archive.org/web")})</script>
<link rel="stylesheet" href="https://web-static.archive.org/_static/css/banner-styles.css" />
<!-- End Wayback Rewrite JS Include -->
<title>T</title></head><body><!-- BEGIN WAYBACK TOOLBAR INSERT -->
<div id="wm-ipp">Wayback</div>
<!-- END WAYBACK TOOLBAR INSERT --><p><a href="https://web.archive.org/web/20100513100000/http://a.example/">a</a>
<img src="/web/20100513100000im_/http://a.example/i.png"></p><script>mine()</script></body></html>
<!--
     FILE ARCHIVED ON 10:00:00 May 13, 2010 AND RETRIEVED FROM THE INTERNET ARCHIVE
-->
<!--
playback timings (ms):
  load: 1
-->`;
    const stripped = strip(html);
    expect(stripped?.note).toBe(taken);
    expect(stripped?.html.replace(/\s+/g, " ").trim()).toBe(
      '<html><head> <title>T</title></head><body><p><a href="http://a.example/">a</a> <img src="http://a.example/i.png"></p><script>mine()</script></body></html>',
    );
  });

  it("keeps all bytes of a page that do not come from the archive", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        // 0x3C begins tags and is left out, so that the page cannot contain an insertion of an archive.
        const page = bytes.map((byte) => (byte === 0x3c ? 0x20 : byte));
        const begin = Buffer.from(
          "<!-- BEGIN WAYBACK TOOLBAR INSERT -->x<!-- END WAYBACK TOOLBAR INSERT -->",
        );
        const stripped = stripBanner(Buffer.concat([page, begin]), undefined);
        expect(Buffer.from(stripped?.bytes ?? [])).toEqual(Buffer.from(page));
      }),
    );
  });

  it("removes a banner in linear time from a page that repeats the beginning of a banner", () => {
    for (const unit of [
      "<script>",
      "<link ",
      "<!-- BEGIN WAYBACK TOOLBAR INSERT -->",
      "<script src=/_static/js/",
    ]) {
      expect(strip(`${unit.repeat(50_000)}/_static/js/`)).toBeDefined();
    }
  });
});
