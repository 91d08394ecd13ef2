import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { type DefaultTreeAdapterTypes, parse } from "parse5";
import { describe, expect, it } from "vitest";
import { zip } from "../../support/wacz-builder.js";
import { A_DATE, http, pageRecord, warcRecord } from "../../support/warc-builder.js";
import { temporaryFolder } from "../../support/run-bin.js";
import {
  type Answer,
  asCaptured,
  ask,
  resultsOf,
  reviewData,
  reviewing,
  WARC,
} from "./reviewing.js";

/** Runs `review` and calls `use` with a function that requests archived pages by URI-M. */
async function archivedPages(
  input: string,
  use: (
    show: (uriM: string, more?: string) => Promise<Answer>,
    uriMs: readonly string[],
    url: string,
    reportUrl: string,
  ) => Promise<void>,
  made: { readonly of?: string; readonly change?: (results: string) => string } = {},
): Promise<void> {
  const { results, decisions, uriMs } = await resultsOf(made.of ?? input);
  if (made.change !== undefined) writeFileSync(results, made.change(readFileSync(results, "utf8")));
  const { status, stderr } = await reviewing(
    [results, "--decisions", decisions, "-i", input],
    async ({ url }) => {
      const { archivedUrl = "" } = await reviewData(url);
      expect(archivedUrl).not.toBe("");
      await use(
        (uriM, more = "") => ask(`${archivedUrl}?uri=${encodeURIComponent(uriM)}${more}`),
        uriMs,
        archivedUrl,
        url,
      );
    },
  );
  expect([status, stderr]).toEqual([0, expect.stringContaining("open this in a browser")]);
}

/** A page with everything by which a browser opens connections despite a Content-Security-Policy. */
const CONTACTS = `<!DOCTYPE html><html><head><title>Tide tables</title>
<meta http-equiv="refresh" content="1;url=http://evil.example/"><meta name="viewport" content="width=800">
<link rel=preconnect href="http://evil.example/"><LINK
REL="dns-prefetch" href="//evil.example/"><link/rel=prerender href=http://evil.example/>
</head><body title="<a href='http://evil.example/'>"><h1>The tide tables</h1>
<a href="http://evil.example/" target="_self">link</a> <map><area href="http://evil.example/"></map>
<iframe src="http://evil.example/" srcdoc="<link rel=preconnect href=http://evil.example/>">an <iframe></iframe>
<svg><desc><IFrame/src="http://evil.example/"></IFrame></desc></svg>
<object data="http://evil.example/" type="text/html"><embed src="http://evil.example/">High water at six</object>
<noscript><iframe src="http://evil.example/"></iframe></noscript>
<p>Low water at noon</body></html>`;

/** Returns all elements of a page, parsed without scripts as in a sandbox. */
function elementsOf(html: string): DefaultTreeAdapterTypes.Element[] {
  const found: DefaultTreeAdapterTypes.Element[] = [];
  const visit = (node: DefaultTreeAdapterTypes.Node): void => {
    if ("tagName" in node) found.push(node);
    if ("childNodes" in node) node.childNodes.forEach(visit);
  };
  visit(parse(html, { scriptingEnabled: false }));
  return found;
}

/** Writes a WARC file with one page. */
function warcOf(body: string | Uint8Array, contentType = "text/html"): string {
  const path = join(temporaryFolder(), "page.warc");
  const response = http(body, { contentType });
  writeFileSync(path, warcRecord({ uri: "http://a.example/", date: A_DATE }, response));
  return path;
}

describe("archived pages in review", () => {
  it("shows archived pages without frames, resource hints or working links", async () => {
    const encodings: readonly [string, Uint8Array][] = [
      ["text/html; charset=utf-8", Buffer.from(CONTACTS)],
      ["text/html; charset=utf-16le", Buffer.from(CONTACTS, "utf16le")],
      // Escape sequences of this encoding are not characters: they hide a name from readers of the bytes.
      [
        "text/html; charset=iso-2022-jp",
        Buffer.from(CONTACTS.replace(/<(?=if|li)/giu, "<\u001b(B"), "latin1"),
      ],
    ];
    for (const [contentType, bytes] of encodings) {
      await archivedPages(`warc=${warcOf(bytes, contentType)}`, async (show, [uriM = ""]) => {
        const { body, headers } = await show(uriM);
        expect(headers["content-type"]).toBe("text/html; charset=utf-8");
        expect(headers["x-dns-prefetch-control"]).toBe("off");
        const elements = elementsOf(body);
        const names = new Set(elements.map(({ tagName }) => tagName.toLowerCase()));
        expect(["iframe", "frame", "object", "embed"].filter((name) => names.has(name))).toEqual(
          [],
        );
        const attributes = elements.flatMap(({ tagName, attrs }) =>
          attrs
            .filter(({ name }) => ["rel", "http-equiv", "target"].includes(name))
            .map(({ name, value }) => `${tagName} ${name}=${value}`),
        );
        expect([...new Set(attributes)].sort()).toEqual([
          "a target=_blank",
          "area target=_blank",
          "link rel=none",
          "meta http-equiv=none",
        ]);
        // Markup within an attribute stays within it.
        const whole = elements.find(({ tagName }) => tagName === "body");
        expect(whole?.attrs.map(({ name }) => name)).toEqual(["title"]);
        for (const shown of [
          "<title>Tide tables",
          "<h1>The tide tables",
          "High water",
          "Low water",
        ])
          expect(body).toContain(shown);
      });
    }
  });

  it("shows a page that follows damage in the same gzip member", async () => {
    const path = join(temporaryFolder(), "page.warc.gz");
    const bytes = Buffer.concat([Buffer.from("damaged\r\n\r\n"), pageRecord("a")]);
    writeFileSync(path, gzipSync(bytes));
    await archivedPages(`warc=${path}`, async (show, [uriM = ""]) => {
      expect((await show(uriM)).body).toContain("The page of a.");
    });
  });

  it("shows the archived bodies unchanged in a sandbox that runs no script and fetches nothing", async () => {
    await archivedPages(`warc=${WARC}`, async (show, uriMs) => {
      for (const uriM of uriMs) {
        const { status, headers, body } = await show(uriM);
        expect(status).toBe(200);
        // One of the two pages is Latin-1.
        const files = (["utf8", "latin1"] as const).map((encoding) => readFileSync(WARC, encoding));
        expect(files.some((file) => file.includes(asCaptured(body)))).toBe(true);
        const policy = String(headers["content-security-policy"]).split("; ");
        expect(policy.slice(0, 2)).toEqual(["sandbox", "default-src 'none'"]);
        expect(policy.join(" ")).not.toMatch(/script-src|allow-|https?:\/\/(?!127\.0\.0\.1)/u);
        expect(headers).toMatchObject({
          "referrer-policy": "no-referrer",
          "x-content-type-options": "nosniff",
        });
      }
      expect((await show("http://not.example/")).status).toBe(404);
    });
  });

  it("tells the title of an archived page", async () => {
    const page = warcOf(
      "<title>Tide\n &amp; time</title><svg><title>Wave</title></svg><p>High water",
    );
    await archivedPages(`warc=${page}`, async (_, [uriM = ""], __, url) => {
      const titleOf = async (of: string): Promise<string> =>
        (await ask(`${url}title?uri=${encodeURIComponent(of)}`)).body;
      expect([await titleOf(uriM), await titleOf("http://not.example/")]).toEqual([
        "Tide & time",
        "",
      ]);
    });
  });

  it("serves resources only under the secret address of a page, in a sandbox and never as a page", async () => {
    const path = join(temporaryFolder(), "page.warc");
    const record = (uri: string, contentType: string, body: string, statusLine?: string): Buffer =>
      warcRecord(
        { uri: `http://a.example/${uri}`, date: A_DATE },
        http(body, { contentType, statusLine }),
      );
    const page = `<link rel=stylesheet href=a.css><link rel=stylesheet href=b.css><link rel=stylesheet href=c.css>
<img src=d.svg><img src=e.png><p>The tide tables of the harbour`;
    const [css, html] = ["h1 { background: url(d.svg) }", "<script>alert(1)</script>"];
    const records = [
      record("", "text/html", page),
      record("a.css", "text/plain; charset=utf-8", css),
      record("b.css", "text/html", html),
      record("c.css", "text/css", css, "HTTP/1.1 404 Not Found"),
      record("d.svg", "image/svg+xml", `<svg xmlns="http://www.w3.org/2000/svg">${html}</svg>`),
      record("e.png", "text/html", html),
    ];
    writeFileSync(path, Buffer.concat(records));
    await archivedPages(`warc=${path}`, async (show, [uriM = ""], url) => {
      const { body } = await show(uriM);
      const addresses = [...body.matchAll(/"(\/[^"]+)"/gu)].map(([, each = ""]) => each);
      const got = await Promise.all(addresses.map((each) => ask(new URL(each, url).href)));
      expect(got.map(({ status, headers }) => [status, headers["content-type"]])).toEqual([
        [200, "text/css; charset=utf-8"],
        [404, "text/plain; charset=utf-8"],
        [404, "text/plain; charset=utf-8"],
        [200, "image/svg+xml"],
        [200, "application/octet-stream"],
      ]);
      for (const { status, headers } of got) {
        expect(headers).toMatchObject({
          "referrer-policy": "no-referrer",
          "x-content-type-options": "nosniff",
        });
        if (status === 200)
          expect(headers["content-security-policy"]).toBe("sandbox; default-src 'none'");
      }
      expect(got[0]!.body).toContain(addresses[3]);
      const [sheet = ""] = addresses;
      const asked = async (address: string, origin?: string): Promise<number> => {
        const headers: Record<string, string> = origin === undefined ? {} : { origin };
        return (await ask(new URL(address, url).href, { headers })).status;
      };
      expect(await asked(sheet, "null")).toBe(200);
      expect(await asked(sheet, "http://evil.example")).toBe(403);
      for (const other of [
        sheet.replace(/^\/./u, (start) => (start === "/-" ? "/_" : "/-")),
        sheet.replace("/1/style/", "/2/style/"),
        sheet.replace("/style/", "/script/"),
        sheet.replace("a.css", "missing.css"),
        sheet.replace("http%3A", "file%3A"),
        sheet.replace(/[^/]+$/u, "%2Fetc%2Fpasswd"),
        sheet.replace(/[^/]+$/u, "%E0%A4%A"),
      ])
        expect([other, await asked(other)]).toEqual([other, 404]);
    });
  });

  it("decodes pages among several records of a gzip member, and shows the original of a revisit", async () => {
    const folder = temporaryFolder();
    const path = join(folder, "crawl.warc.gz");
    const body = Buffer.from(`<p>${"The tide tables of the week. ".repeat(20)}`);
    const uri = "http://a.example/";
    const record = warcRecord(
      { uri, date: A_DATE, fields: [["WARC-Payload-Digest", "sha1:AAAA"]] },
      http(gzipSync(body), { fields: [["Content-Encoding", "gzip"]] }),
    );
    const revisit = warcRecord(
      {
        ...{ type: "revisit", uri, date: "2013-06-01T10:20:30Z" },
        fields: [
          ["WARC-Profile", "http://netpreserve.org/warc/1.0/revisit/identical-payload-digest"],
          ["WARC-Payload-Digest", "sha1:AAAA"],
          ["WARC-Refers-To-Target-URI", uri],
          ["WARC-Refers-To-Date", A_DATE],
        ],
      },
      http(""),
    );
    const other = pageRecord("other", { type: "metadata" });
    writeFileSync(
      path,
      Buffer.concat([gzipSync(Buffer.concat([other, record])), gzipSync(revisit)]),
    );
    await archivedPages(`warc=${path}`, async (show, uriMs) => {
      expect(uriMs).toHaveLength(2);
      for (const uriM of uriMs) expect((await show(uriM)).bytes).toEqual(body);
    });
  });

  it("shows only pages of the named files, even if the files have moved since the results were made", async () => {
    const folder = temporaryFolder();
    const moved = join(folder, "two-captures.warc");
    writeFileSync(moved, readFileSync(WARC));
    const show = async (file: string): Promise<number> => {
      let status = 0;
      await archivedPages(
        `warc=${moved}`,
        async (ask, uriMs) => {
          ({ status } = await ask(uriMs[0]!));
        },
        { of: `warc=${WARC}`, change: (results) => results.replaceAll(WARC, file) },
      );
      return status;
    };
    expect(await show(WARC)).toBe(200);
    expect(await show("/etc/passwd")).toBe(404);
    expect(await show(`../${folder}/other.warc`)).toBe(404);
  });

  it("shows pages of a WACZ with the screenshot that the crawl took", async () => {
    const folder = temporaryFolder();
    const path = join(folder, "crawl.wacz");
    const png = Buffer.from("\u{89}PNG not really", "latin1");
    const page = "<!DOCTYPE html><p>A page in a package, with words enough.";
    const picture = (kind: string, date: string, bytes: Uint8Array): Buffer =>
      gzipSync(
        warcRecord(
          {
            ...{ type: "resource", uri: `urn:${kind}:http://a.example/`, date },
            fields: [["Content-Type", "image/png"]],
          },
          bytes,
        ),
      );
    const bytes = zip([
      { name: "datapackage.json", bytes: Buffer.from("{}") },
      {
        name: "archive/data.warc.gz",
        bytes: gzipSync(warcRecord({ uri: "http://a.example/", date: A_DATE }, http(page))),
      },
      {
        name: "archive/screenshots.warc.gz",
        bytes: Buffer.concat([
          picture("thumbnail", A_DATE, Buffer.from("small")),
          picture("view", A_DATE, png),
          picture("view", "2019-01-01T00:00:00Z", Buffer.from("years later")),
        ]),
      },
    ]);
    writeFileSync(path, bytes);
    await archivedPages(`wacz=${path}`, async (show, uriMs) => {
      expect((await show(uriMs[0]!)).body).toBe(page);
      const shown = await show(uriMs[0]!, "&as=picture");
      expect([shown.headers["content-type"], shown.bytes]).toEqual(["image/png", png]);
    });
    await archivedPages(`warc=${WARC}`, async (show, uriMs) => {
      expect((await show(uriMs[0]!, "&as=picture")).status).toBe(204);
    });
  });
});
