import { describe, expect, it } from "vitest";
import { forwardOf } from "../../src/page/html/forwards.js";
import { lostLetters } from "../../src/page/lost-letters.js";
import { openPage } from "../../src/page/page.js";

const pageOf = (html: string, charset = "utf-8"): ReturnType<typeof openPage> =>
  openPage(Buffer.from(html), `text/html; charset=${charset}`);

describe("a page as people see it", () => {
  it("has the text of the documents in its frames, also within one another", () => {
    const frame = `<iframe srcdoc="&lt;p&gt;The tide mill &amp;amp; its wheel">x</iframe>`;
    expect(pageOf(frame).bodyText).toContain("The tide mill & its wheel");
    const escaped = frame.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
    const outer = pageOf(`<iframe srcdoc="${escaped.replaceAll("<", "&lt;")}"></iframe>`);
    expect(outer.bodyText).toContain("The tide mill & its wheel");
  });

  it("is not readable where most letters were replaced, and the share is told", () => {
    const lost = pageOf(`<p>${"\ufffd".repeat(40)} mill</p>`);
    expect(lostLetters(lost)).toBe("the letters of the page are lost (91 % U+FFFD)");
    const inPlace = ["?????", "□□□□", "Áèáëèîòåêà", "Ëáïãñáöéêü"].map((word) =>
      `${word} `.repeat(9),
    );
    expect(inPlace.map((text) => lostLetters(pageOf(`<p>${text}</p>`)))).toEqual(
      ["question marks", "boxes", "letters of Latin-1", "letters of Latin-1"].map(
        (name) => `the letters of the page are lost (100 % ${name})`,
      ),
    );
    const words = pageOf(
      `<p>${"Être né à l’été, où ça? Œuvre créée, vöðvi, naïveté. ".repeat(9)}</p>`,
    );
    expect(lostLetters(words)).toBeUndefined();
    expect(lostLetters(pageOf(`<p>${"The tide mill ".repeat(9)}\ufffd\ufffd</p>`))).toBeUndefined();
  });

  it("without a text of its own leads where its header, element or script sends every browser", () => {
    const target = "https://post.example/a";
    const led = [
      `<meta http-equiv=refresh content="0;url=${target}">`,
      `<script>location.replace('https:\\/\\/post.example\\/a')</script>`,
      `<script>var u="${target}";window.location=u</script>`,
      `<script>top.location.href=decodeURIComponent('https%3A%2F%2Fpost.example%2Fa')</script>`,
    ];
    expect(led.map((html) => forwardOf(pageOf(html)))).toEqual(led.map(() => target));
    expect(forwardOf(pageOf(`<script>if (old) location="${target}"</script>`))).toBeUndefined();
    expect(
      forwardOf(pageOf(`${"<p>The tide mill stands on the quay.".repeat(9)}${led[0]}`)),
    ).toBeUndefined();
  });
});
