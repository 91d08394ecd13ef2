import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { runBin } from "../../support/run-bin.js";
import {
  arcFile,
  arcRecord,
  gzip,
  http,
  page,
  pageRecord,
  type RecordParts,
  warcRecord,
} from "../../support/warc-builder.js";
import { Collection, recordsIn } from "./filtering.js";

const PILLS = page("Pills", "Buy pills.");
const PARKED = page("Parked", "This domain is for sale.");
const at = (year: number): string => `${year}-06-01T10:20:30Z`;
const fields = (name: string, digest?: string): RecordParts["fields"] => [
  ["WARC-Record-ID", `<urn:uuid:${name}>`],
  ...(digest === undefined ? [] : [["WARC-Payload-Digest", digest] as const]),
];
const capture = (name: string, year: number, html: string, digest?: string): Buffer =>
  pageRecord(name, { date: at(year), fields: fields(`${name}-${year}`, digest) }, html);
const uriM = (year: number, name: string): string =>
  `from-warc::${year}0601102030::http://${name}.example/`;
const request = (of: string): Buffer =>
  warcRecord(
    {
      type: "request",
      uri: "http://twin.example/",
      date: at(2014),
      fields: [["WARC-Concurrent-To", `<urn:uuid:${of}>`], ...fields(`request-of-${of}`)!],
    },
    "GET / HTTP/1.1\r\n\r\n",
  );

const KEPT =
  /(\d+) kept captures? (?:has|have) the content of one that is left out: http:\S+ at \d{4}-\S+Z \(on-topic\)/u;

const remove = ["--set", "same-content=remove"];

describe("kept captures with the content of one that is left out", () => {
  // The twin stands before the capture that is decided, in another file and with its request.
  const files = {
    "a.warc": Buffer.concat([capture("twin", 2014, PILLS), request("twin-2014")]),
    "b.warc.gz": Buffer.concat([
      gzip(capture("good", 2012, page("Good", "Bread and cakes."))),
      gzip(capture("bad", 2013, PILLS)),
    ]),
  };

  it("are counted by their digests, which are computed where records have none, and stay", async () => {
    const collection = new Collection(files);
    const { stderr } = await collection.clean({ [uriM(2013, "bad")]: "0" });
    expect(KEPT.exec(stderr)?.[1]).toBe("1");
    expect(collection.copy("a.warc").equals(files["a.warc"])).toBe(true);
  });

  it("are left out with their requests on request, and the list says why", async () => {
    const collection = new Collection(files);
    const { stderr } = await collection.clean({ [uriM(2013, "bad")]: "0" }, ...remove);
    expect(stderr).not.toMatch(KEPT);
    expect(stderr).toContain("1 capture with the content of one that is left out is left out, too");
    expect(stderr).toContain("left out 2 captures and 1 of their requests and metadata");
    expect(existsSync(collection.path("clean/archive/a.warc"))).toBe(false);
    const [, list] = await recordsIn(collection.own);
    const reasons = list!.text
      .split("\n")
      .slice(1)
      .map((line) => line.split("\t").slice(0, 5));
    expect(reasons).toContainEqual([
      ...[uriM(2014, "twin"), "20140601102030", "http://twin.example/", "on-topic", "same-content"],
    ]);
  });

  it("are not those without a body, as redirects are, which have one digest", async () => {
    const empty = "sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ";
    const bytes = [capture("one", 2012, PILLS, empty), capture("two", 2013, PARKED, empty)];
    const collection = new Collection({ "a.warc": Buffer.concat(bytes) });
    const { stderr } = await collection.clean({ [uriM(2012, "one")]: "0" });
    expect(stderr).not.toMatch(KEPT);
  });

  it("are found by the digest in the record, in any case of its letters", async () => {
    const bytes = [
      capture("one", 2012, PILLS, "sha1:ABCD2345"),
      capture("two", 2013, PARKED, "SHA1:abcd2345"),
      capture("three", 2014, PARKED, "sha1:WXYZ2345"),
    ];
    const collection = new Collection({ "a.warc": Buffer.concat(bytes) });
    const { stderr } = await collection.clean({ [uriM(2012, "one")]: "0" });
    expect(KEPT.exec(stderr)?.[1]).toBe("1");
  });

  it("are found in ARC files, which have no digests", async () => {
    const records = ["one", "two"].map((name) => arcRecord(`http://${name}.example/`, http(PILLS)));
    const collection = new Collection({ "a.arc": Buffer.concat([arcFile(1), ...records]) });
    const { stderr } = await collection.clean({ "http://one.example/": "0" });
    expect(KEPT.exec(stderr)?.[1]).toBe("1");
  });

  it("a capture that was not judged is never compared, and one whose content differs stays", async () => {
    const image = warcRecord(
      { uri: "http://a.example/x.png", date: at(2013), fields: fields("image", "sha1:AA") },
      http("PNG", { contentType: "image/png" }),
    );
    const bytes = [capture("bad", 2013, PILLS, "sha1:AA"), image, capture("other", 2013, PARKED)];
    const collection = new Collection({ "a.warc": Buffer.concat(bytes) });
    const { stderr } = await collection.clean({ [uriM(2013, "bad")]: "0" }, ...remove);
    expect(stderr).toContain("0 captures with the content of one that is left out are left out");
    const left = readFileSync(collection.path("clean/archive/a.warc"));
    expect(left.equals(Buffer.concat(bytes.slice(1)))).toBe(true);
  });

  it("lists of places and indexes leave them out, too, and lists without files refuse the setting", async () => {
    const collection = new Collection(files);
    const list = await collection.filter({ [uriM(2013, "bad")]: "0" }, "--as", "list", ...remove);
    expect(list.stdout).toContain("urn:uuid:twin-2014");
    const index = await collection.filter({ [uriM(2013, "bad")]: "0" }, "--as", "cdxj", ...remove);
    expect(index.stdout).toContain("example,good)/");
    expect(index.stdout).not.toContain("example,twin)/");
    const { status, stderr } = await runBin([
      ...["filter", collection.path("out.jsonl"), "--as", "uri-m", ...remove],
    ]);
    expect(status).toBe(2);
    expect(stderr).toContain("--set same-content=remove compares records of WARC files.");
  });
});
