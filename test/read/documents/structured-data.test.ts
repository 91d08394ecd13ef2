import { describe, expect, it } from "vitest";
import { readDocuments } from "../../../src/read/documents/read-document.js";
import { openPage } from "../../../src/page/page.js";

const LIMITS = { maxBytes: 1 << 20 };

/** Returns the format of a text, and the HTML that is made of it, or why it cannot be read. */
async function read(text: string | Buffer): Promise<readonly [string, string]> {
  const [document] = await readDocuments(Buffer.from(text as string), LIMITS);
  if ("trouble" in document!) return ["trouble", document.trouble];
  return [document!.format, Buffer.from(document!.page).toString().split("\n").slice(2).join("\n")];
}

describe("feeds", () => {
  it("have the titles and texts of RSS, with HTML that is text in it", async () => {
    const rss = `<?xml version="1.0"?><!-- made by hand --><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/">
      <channel><title>Harbour &amp; lamps</title><link>http://a.example/</link><description>News</description>
      <item><title>A lens</title><guid>77</guid><pubDate>Mon, 06 Sep 2010</pubDate>
        <description>&lt;p&gt;Cut &lt;b&gt;glass&lt;/b&gt;&lt;/p&gt;</description>
        <content:encoded><![CDATA[<p>Far out to sea</p>]]></content:encoded></item></channel></rss>`;
    expect(await read(rss)).toEqual([
      "feed",
      "<h2>Harbour &amp; lamps</h2>\n<div>News</div>\n<h2>A lens</h2>\n" +
        "<div><p>Cut <b>glass</b></p></div>\n<div><p>Far out to sea</p></div>\n",
    ]);
  });

  it("have the titles and texts of Atom, with elements of XHTML, and of RSS 1.0", async () => {
    const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><title>Lamps</title><id>urn:x</id>
      <entry><title type="text">1 &lt; 2</title><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">Whale <i>oil</i></div></content></entry></feed>`;
    const [format, html] = await read(atom);
    expect([format, html]).toEqual([
      "feed",
      "<h2>Lamps</h2>\n<h2>1 &lt; 2</h2>\n<div><div>Whale <i>oil</i></div></div>\n",
    ]);
    const rdf = `<rdf:RDF xmlns:rdf="r"><item><title>One</title></item></rdf:RDF>`;
    expect(await read(rdf)).toEqual(["feed", "<h2>One</h2>\n"]);
  });

  it("are an error, and no run without end, if their elements have no end", async () => {
    const [is, why] = await read(`<rss><channel>${"<item>".repeat(100_000)}${"</item>".repeat(9)}`);
    expect([is, why]).toEqual(["trouble", "its elements are more than 1000 deep"]);
  });

  it("are read in the encoding of their declaration and with a byte order mark", async () => {
    const latin = Buffer.from(
      `<?xml version="1.0" encoding="ISO-8859-1"?><rss><title>Gezeitenstationsführung</title></rss>`,
      "latin1",
    );
    expect(await read(latin)).toEqual(["feed", "<h2>Gezeitenstationsführung</h2>\n"]);
    expect(await read("\u{feff}<rss><title>Lamps</title></rss>")).toEqual([
      "feed",
      "<h2>Lamps</h2>\n",
    ]);
  });
});

describe("JSON", () => {
  it("has its strings, without names of members, URIs, numbers, dates and digests", async () => {
    const json = JSON.stringify({
      ...{
        title: "A lens",
        url: "https://a.example/lens",
        updated: "2010-09-06T01:02:03Z",
        id: "9f86d081884c7d65",
      },
      ...{
        count: 7,
        isOld: true,
        body: "<p>Cut <b>glass</b></p>",
        tags: ["lamp & oil", null, ["sea"]],
      },
    });
    expect(await read(json)).toEqual([
      "json",
      "<div>A lens</div>\n<div><p>Cut <b>glass</b></p></div>\n<div>lamp &amp; oil</div>\n<div>sea</div>\n",
    ]);
    expect((await read(` [{"a": "b"}]`))[0]).toBe("json");
  });

  it("that is cut off is damaged, and prose in brackets is text", async () => {
    expect(await read(`{"a": "b`)).toEqual(["trouble", "the JSON is damaged"]);
    expect((await read("[Lamps] of the coast"))[0]).toBe("text");
    expect((await read("{lamps} of the coast"))[0]).toBe("text");
  });
});

it("nested JSON takes linear time and no stack, and no script of a feed is run", async () => {
  const deep = 20_000;
  expect((await read(`${'{"a":['.repeat(deep)}"end"${"]}".repeat(deep)}`))[1]).toBe(
    "<div>end</div>\n",
  );
  const [, page] = await read(
    `<rss><title>&lt;script&gt;alert(1)&lt;/script&gt;Lamps</title></rss>`,
  );
  const opened = openPage(Buffer.from(page), "text/html");
  expect(opened.paragraphs.map(({ text }) => text).join(" ")).toBe("Lamps");
});
