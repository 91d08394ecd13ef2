import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { zip } from "../support/wacz-builder.js";
import { A_DATE, http, pageRecord, warcRecord } from "../support/warc-builder.js";
import { temporaryFolder } from "../support/run-bin.js";
import { type Answer, ask, resultsOf, reviewData, reviewing, WARC } from "./reviewing.js";

/** Runs `review` and asks for what archives hold of URI-Ms. */
async function archivedPages(
  input: string,
  use: (
    show: (uriM: string, more?: string) => Promise<Answer>,
    uriMs: readonly string[],
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
      );
    },
  );
  expect([status, stderr]).toEqual([0, expect.stringContaining("open this in a browser")]);
}

describe("archived pages in review", () => {
  it("are the bodies as they were captured, in a sandbox that runs and fetches nothing", async () => {
    await archivedPages(`warc=${WARC}`, async (show, uriMs) => {
      for (const uriM of uriMs) {
        const { status, headers, bytes } = await show(uriM);
        expect(status).toBe(200);
        expect(readFileSync(WARC).includes(bytes)).toBe(true);
        const policy = String(headers["content-security-policy"]).split("; ");
        expect(policy.slice(0, 2)).toEqual(["sandbox", "default-src 'none'"]);
        expect(policy.join(" ")).not.toMatch(/script-src|allow-|https?:\/\/(?!127\.0\.0\.1)/u);
        expect(headers).toMatchObject({
          "referrer-policy": "no-referrer",
          "x-content-type-options": "nosniff",
        });
      }
      expect((await show(uriMs[0]!)).headers["content-type"]).toBe("text/html; charset=ISO-8859-1");
      expect((await show("http://not.example/")).status).toBe(404);
    });
  });

  it("are found where several records stand in one member, codings undone, and of a revisit those of its original", async () => {
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

  it("come from the files that were named, wherever those stood when the results were made", async () => {
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

  it("are read within a WACZ, with the picture that the crawl kept", async () => {
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
