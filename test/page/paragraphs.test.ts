import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readBodyText, makeParagraphs } from "../../src/page/text.js";
import { long, runs } from "../support/thorough.js";

const texts = (html: string): string[] =>
  makeParagraphs(html).map(({ text, joined = text }) => joined);

describe("the paragraphs of a page", () => {
  it.each([
    ["block tags separate them", "<body>a<div>b<p>c</div>d", ["a", "b", "c", "d"]],
    [
      "inline tags do not separate them",
      "<p>one <b>bold</b> <a href=x>word</a>.",
      ["one boldword."],
    ],
    ["one line break is a space, two are a boundary", "a<br>b<br> <br>c", ["a b", "c"]],
    [
      "head, scripts, styles and comments are not text",
      "<head><title>t</title><style>s</style></head><p>a<script>x</script>b<!-- c -->d",
      ["abd"],
    ],
    [
      "form controls are not text, but the text of forms is kept",
      "<form>a<select><option>x</select><textarea>y</textarea><button>z</button><input value=v>b</form>",
      ["ab"],
    ],
    [
      "objects and frames keep their alternative content",
      "<object data=x><p>a</p></object><iframe>b</iframe>",
      ["a", "b"],
    ],
    [
      "end tags may be omitted",
      "<ul><li>a<li>b</ul><dl><dt>c<dd>d</dl><p>e<p>f<table><tr><td>g<td>h",
      ["a", "b", "c", "d", "e", "f", "g", "h"],
    ],
    ["tags may be misnested", "<p><b>a<p>b</b>c</p></i>d", ["a", "bc", "d"]],
    [
      "entities are decoded",
      "<p>&lt;a&gt; &amp; &eacute;&#8211;&#x41;&nbsp;b &unknown; &copy 2009",
      ["<a> & é–A b &unknown; © 2009"],
    ],
    ["white space is normalised", "<p>  a\t\tb \n  c&nbsp;&nbsp;d\u0007\f e ", ["a b\nc d e"]],
    ["a NUL is white space", "<p>a\u0000b", ["a b"]],
    ["text without any tag is one paragraph", "just text", ["just text"]],
    [
      "text after </html> is kept",
      "<html><body><p>a</p></body></html>tail<p>b</p>",
      ["a", "tail", "b"],
    ],
    [
      "an unclosed head does not swallow the body",
      "<html><head><title>t</title><header>a</header><main>b</main>",
      ["ab"],
    ],
    ["Word's own paragraphs are paragraphs", "<body>a<o:p>b</o:p>c", ["a", "b", "c"]],
    ["a self-closed script hides nothing", '<body><script src="x"/>a', ["a"]],
    [
      "a style sheet between words does not separate them",
      "<p>a <link rel=stylesheet href=x>b",
      ["a b"],
    ],
    ["an empty page has no paragraph", "<html></html>", []],
    ["a line break alone is not a paragraph", "<p>a</p><br><p>b</p>", ["a", "b"]],
    [
      "frames have their alternative content",
      "<frameset><frame src=a><noframes><body><p>a</body></noframes></frameset>",
      ["a"],
    ],
    ["a second body changes nothing", "<body>a<body>b</body>c", ["abc"]],
  ])("cuts a page into paragraphs, because %s", (_, html, expected) => {
    expect(texts(html)).toEqual(expected);
  });

  it("finds path, links and headings of paragraphs", () => {
    const [heading, text] = makeParagraphs(
      "<html><body><h2>A <i>title</i></h2><div><p>to <a href=x>the 😀</a> and <b>on</b></p></div></body></html>",
    );
    expect(heading).toMatchObject({ domPath: "html.body.h2", isHeading: true });
    expect(text).toMatchObject({
      domPath: "html.body.div.p",
      isHeading: false,
      linkCharacters: 5,
    });
  });

  it.each([300, 10_000, long(50_000, 200_000)])(
    "reads all paragraphs of a page of %i nested elements in linear time",
    (depth) => {
      const html = `<body>${"<div>a".repeat(depth)}</b>${"</div>b".repeat(depth)}`;
      const paragraphs = makeParagraphs(html);
      expect(paragraphs).toHaveLength(2 * depth);
      expect(paragraphs[depth - 1]!.domPath.split(".")).toHaveLength(Math.min(depth + 2, 256));
    },
  );

  it.each(
    "<|&|a.|\"|<a|<a>|</a>|<p>|<b>|<b><p>|<i><table><td></i>|<br>|<!--|<![CDATA[|<a b='|<o:p>|&#x41;|<h1><br></h1>|<div></b>".split(
      "|",
    ),
  )("reads the paragraphs of 100 kilobytes of %j in linear time", (piece) => {
    const html = piece.repeat(Math.ceil(100_000 / piece.length));
    expect(makeParagraphs(html).length).toBeGreaterThanOrEqual(0);
    expect(readBodyText(html).length).toBeLessThanOrEqual(html.length);
  });

  const markup = fc
    .array(
      fc.oneof(
        fc.constantFrom(
          ..."html head body title p div br a b h1 li ul table tr td select option form script style iframe o:p x"
            .split(" ")
            .flatMap((name) => [`<${name}>`, `</${name}>`, `<${name}/>`]),
          "<!--",
          "-->",
          "&amp;",
          "&",
          "<",
          ">",
          '<link rel="stylesheet">',
          "<?x?>",
          " ",
          "\n",
        ),
        fc.string(),
      ),
    )
    .map((parts) => parts.join(""));

  it("reads any markup without an error, and returns no empty or untidy paragraph", () => {
    fc.assert(
      fc.property(markup, (html) => {
        for (const { text, linkCharacters, domPath } of makeParagraphs(html)) {
          expect(text.trim()).not.toBe("");
          expect(text).not.toMatch(/^[ \n]|[ \n]$|[ \n]{2}/u);
          expect(linkCharacters).toBeGreaterThanOrEqual(0);
          expect(typeof domPath).toBe("string");
        }
      }),
      { numRuns: runs(250) },
    );
  });
});

describe("all text of the body", () => {
  it("reads body text with one block per line, including form controls and spaces between tags", () => {
    const html =
      "<head><title>t</title></head><nav><a>Home</a> <a>News</a></nav><p>one\ntwo<script>x</script></p><button>Go</button><textarea>now</textarea>";
    expect(readBodyText(html)).toBe("Home News\none two\nGo\nnow");
  });
});
