import { describe, expect, it } from "vitest";
import { wacz } from "../../support/wacz-builder.js";
import {
  http,
  page,
  pageRecord,
  type RecordParts,
  warcRecord,
} from "../../support/warc-builder.js";
import { at, Collection, good, id, recordsIn, uriM } from "./filtering.js";

describe("revisits of captures that are left out", () => {
  const digest = "sha1:ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const original = pageRecord(
    "bad",
    { date: at(2013), fields: [["WARC-Payload-Digest", digest], ...id("bad-2013")!] },
    page("bad", "Buy pills."),
  );
  const revisit = (fields: RecordParts["fields"], head: Buffer | string): Buffer =>
    warcRecord(
      {
        type: "revisit",
        uri: "http://good.example/",
        date: at(2014),
        fields: [["WARC-Payload-Digest", digest], ...fields!, ...id("revisit")!],
      },
      head,
    );
  const identical = [
    "WARC-Profile",
    "http://netpreserve.org/warc/1.0/revisit/identical-payload-digest",
  ] as const;
  const head = http("", {
    statusLine: "HTTP/1.1 200 Fine",
    fields: [
      ["X-Own", "yes"],
      ["Content-Length", "7"],
    ],
  });

  it.each([
    [
      "by URI and date",
      [
        identical,
        ["WARC-Refers-To-Target-URI", "http://bad.example/"],
        ["WARC-Refers-To-Date", at(2013)],
      ],
    ],
    ["by record ID", [identical, ["WARC-Refers-To", "<urn:uuid:bad-2013>"]]],
    ["by its digest", [identical]],
  ] as const)(
    "writes a revisit as a full response if its original, named %s, is left out",
    async (_, fields) => {
      const bytes = Buffer.concat([good(), revisit(fields, head), original]);
      const packed = wacz({ "a.warc": bytes }, { deflate: true });
      for (const [name, file] of [["a.warc", bytes] as const, ["a.wacz", packed] as const]) {
        const collection = new Collection({ [name]: file });
        const { stderr } = await collection.clean({
          [uriM(2013, "bad")]: "0",
          [uriM(2014, "good")]: "1",
        });
        expect(stderr).toContain("1 revisit written in full");
        expect(collection.copy("a.warc").equals(good())).toBe(true);
        const response = (await recordsIn(collection.own)).at(-1);
        expect(response).toMatchObject({
          type: "response",
          id: "urn:uuid:revisit",
          uri: "http://good.example/",
          date: at(2014),
          status: "HTTP/1.1 200 Fine",
        });
        expect(response?.text).toBe(page("bad", "Buy pills."));
      }
    },
  );

  it("gives a full response made from a revisit the head of the original if the revisit has no head or status 304", async () => {
    const profile = [
      "WARC-Profile",
      "http://netpreserve.org/warc/1.0/revisit/server-not-modified",
    ] as const;
    const to = [
      ["WARC-Refers-To-Target-URI", "http://bad.example/"],
      ["WARC-Refers-To-Date", at(2013)],
    ] as const;
    const notModified = http("", { statusLine: "HTTP/1.1 304 Not Modified", contentType: null });
    const collection = new Collection({
      "a.warc": Buffer.concat([good(), original, revisit([profile, ...to], notModified)]),
    });
    await collection.clean({ [uriM(2013, "bad")]: "0", [uriM(2014, "good")]: "1" });
    expect((await recordsIn(collection.own)).at(-1)).toMatchObject({
      type: "response",
      status: "HTTP/1.1 200 OK",
    });
  });

  it("writes a revisit of a page as a full response with the page's body, not that of a redirect in the same second", async () => {
    const [plain, secure] = ["http://bad.example/", "https://bad.example/"];
    const to = { statusLine: "HTTP/1.1 301 Moved", fields: [["Location", secure]] } as const;
    const redirected = warcRecord({ uri: plain, date: at(2013), fields: id("r") }, http("", to));
    const shown = warcRecord(
      { uri: secure, date: at(2013), fields: id("p") },
      http(page("bad", "Buy pills.")),
    );
    const fields = [
      identical,
      ["WARC-Refers-To-Target-URI", secure],
      ["WARC-Refers-To-Date", at(2013)],
    ] as const;
    for (const files of [
      [redirected, shown],
      [shown, redirected],
    ]) {
      const bytes = Buffer.concat([good(), ...files, revisit(fields, head)]);
      const collection = new Collection({ "a.warc": bytes });
      await collection.clean({ [plain]: "0", "http://good.example/": "1" });
      expect((await recordsIn(collection.own)).at(-1)?.text).toBe(page("bad", "Buy pills."));
    }
  });

  it("does not write a revisit without a verdict as a full response, since the body of its original is off-topic", async () => {
    const again = (year: number, to: number): Buffer =>
      warcRecord(
        {
          type: "revisit",
          uri: "http://bad.example/",
          date: at(year),
          fields: [
            identical,
            ["WARC-Refers-To-Target-URI", "http://bad.example/"],
            ["WARC-Refers-To-Date", at(to)],
            ...id(`revisit-${year}`)!,
          ],
        },
        head,
      );
    const records = [good(), original, again(2014, 2013), again(2015, 2014)];
    const collection = new Collection({ "a.warc": Buffer.concat(records) });
    const { stderr } = await collection.clean({
      [uriM(2013, "bad")]: "0",
      [uriM(2014, "bad")]: "0",
    });
    expect(stderr).toContain("left out 2 captures");
    expect(stderr).not.toContain("written in full");
    expect(collection.copy("a.warc").equals(Buffer.concat([records[0]!, records[3]!]))).toBe(true);
    const kept = await recordsIn(collection.path("clean/archive/a.warc"), collection.own);
    expect(kept.filter(({ type, text }) => type !== "metadata" && text.includes("pills"))).toEqual(
      [],
    );
  });

  it("copies a revisit unchanged if its original is kept", async () => {
    const bytes = Buffer.concat([
      original,
      revisit([identical, ["WARC-Refers-To", "<urn:uuid:bad-2013>"]], head),
    ]);
    const collection = new Collection({ "a.warc": bytes });
    await collection.clean({ [uriM(2013, "bad")]: "1", [uriM(2014, "good")]: "1" });
    expect(collection.copy("a.warc").equals(bytes)).toBe(true);
  });
});
