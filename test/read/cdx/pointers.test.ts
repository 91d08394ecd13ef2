import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import type { InputItem } from "../../../src/base/types.js";
import { readIndex } from "../../support/cdx-builder.js";
import { type FieldList, http, page, warcRecord } from "../../support/warc-builder.js";

/** The seed, and other pages. */
const [S, O, P] = ["http://s.example/", "http://o.example/", "http://p.example/"] as const;
const PROFILE = "http://netpreserve.org/warc/1.1/revisit";

interface Parts {
  readonly status?: number;
  readonly fields?: FieldList;
  readonly head?: FieldList;
  readonly contentType?: string;
  /** Makes the record end before the declared end of its block. */
  readonly length?: number;
}

function of(type: string, uri: string, year: number, { fields, length, ...parts }: Parts): Buffer {
  const { status = 200, head = [], contentType = "text/html" } = parts;
  const isPage = type === "response" && status !== 302;
  const statusLine = `HTTP/1.1 ${status} x`;
  const block = http(isPage ? page(`${uri} of ${year}`) : "", {
    statusLine,
    fields: head,
    contentType,
  });
  const date = `${year}-01-01T00:00:00Z`;
  return warcRecord(
    { type, uri, date, ...(fields && { fields }), ...(length && { length }) },
    block,
  );
}
const capture = (uri: string, year: number, parts: Parts = {}): Buffer =>
  of("response", uri, year, parts);
const moved = (uri: string, location: string, fields: FieldList = []): Buffer =>
  capture(uri, 2010, { status: 302, head: [["Location", location]], fields });
const revisit = (fields: FieldList, parts: Parts = {}, how = "identical-payload-digest"): Buffer =>
  of("revisit", S, 2012, { ...parts, fields: [["WARC-Profile", `${PROFILE}/${how}`], ...fields] });
const digest = (text: string): FieldList[number] => ["WARC-Payload-Digest", `sha1:${text}`];
const onDate = (year: number): FieldList[number] => [
  "WARC-Refers-To-Date",
  `${year}-01-01T00:00:00.5Z`,
];
const OF_OTHER = ["WARC-Refers-To-Target-URI", O] as const;
const [ABC, DEF] = [{ fields: [digest("ABC")] }, { fields: [digest("DEF")] }];
const IMAGE = { contentType: "image/png" };
const CUT = { length: 9999 };

/** Returns a line about an item: status and capture that stands in for a capture of the seed. */
function told(item: InputItem, line: string): string {
  if (item.kind !== "memento") return line;
  const { mementoDatetime, status, via } = item.capture;
  const title = /<title>(.*?)<\/title>/u.exec(Buffer.from(item.body.bytes).toString())?.[1];
  return `${mementoDatetime.slice(0, 4)} ${status} ${via?.kind ?? "itself"}: ${title}`;
}

async function seedOf(records: readonly Buffer[]): Promise<string[]> {
  const files = { "a.warc": Buffer.concat(records) };
  const { items, lines } = await readIndex(files, { http: { seeds: [S] } });
  return items.map((item, at) => told(item, lines[at]!));
}

describe("the capture to which a redirect of a seed leads", () => {
  it.each<[string, Buffer[], string]>([
    ["is the nearest", [moved(S, O), capture(O, 2005), capture(O, 2012)], `${O} of 2012`],
    ["is the earlier of two", [moved(S, O), capture(O, 2011), capture(O, 2009)], `${O} of 2009`],
    ["has its own status", [moved(S, O), capture(O, 2010, { status: 404 })], "2010 404 redirect: "],
    ["is behind another", [moved(S, O), moved(O, P), capture(P, 2010)], `${P} of 2010`],
    ["is not in the index", [moved(S, O)], `redirect ${S} ${O}`],
    ["is of the seed itself", [moved(S, "https://s.example/")], `redirect ${S} https://s.example/`],
    ["is in a circle", [moved(S, O), moved(O, S)], `missed ${S}: more than 10 redirects`],
    ["is an image", [moved(S, O), capture(O, 2010, IMAGE)], "redirect of something that is not a"],
    ["is cut off", [moved(S, O), capture(O, 2010, CUT)], "that it redirects to could not be read"],
  ])("%s", async (_, records, expected) => {
    expect(await seedOf(records)).toEqual([expect.stringContaining(expected)]);
  });
});

describe("the capture that a revisit of a seed repeats", () => {
  const two = [capture(S, 2008, ABC), capture(S, 2009, DEF)];
  const others = [capture(O, 2008), capture(O, 2009)];
  const repeated = revisit([digest("ABC")]);
  const notModified = revisit([], { status: 304 }, "server-not-modified");
  const same = [capture(S, 2008), capture(S, 2009), capture(S, 2010, { status: 404 })];
  it.each<[string, Buffer[], string]>([
    ["is named", [...others, revisit([OF_OTHER, onDate(2009)])], `${O} of 2009`],
    ["is of its date", [...two, revisit([digest("ABC"), onDate(2009)])], `${S} of 2009`],
    ["is of its digest", [...two, revisit([digest("def"), onDate(2005)])], `${S} of 2009`],
    [
      "is the last with a 200",
      [...same, notModified, capture(S, 2013)],
      `200 revisit: ${S} of 2009`,
    ],
    ["has a 200", [two[0]!, revisit([digest("ABC")], { status: 404 })], "2012 404 revisit: "],
    ["is not there", [repeated], `revisit ${S} identical-payload-digest`],
    ["cannot be known", [...two, revisit([])], `revisit ${S} identical-payload-digest`],
    ["is an image", [capture(S, 2008, { ...IMAGE, ...ABC }), repeated], "revisit of something"],
    ["is cut off", [repeated, capture(S, 2008, { ...CUT, ...ABC })], "that it repeats could not"],
  ])("%s", async (_, records, expected) => {
    expect(await seedOf(records)).toContainEqual(expect.stringContaining(expected));
  });
});

it("a capture that stands in for another brings its notes", async () => {
  const cut = capture(O, 2010, { fields: [["WARC-Truncated", "length"]] });
  const files = { "a.warc": Buffer.concat([moved(S, O, [["WARC-Segment-Number", "1"]]), cut]) };
  const { items } = await readIndex(files, { http: { seeds: [S] } });
  const notes = ["only segment 1 of this capture", "the crawler cut this capture off (length)"];
  expect(items).toMatchObject([{ capture: { notes } }]);
});

describe("--fetch changes", () => {
  /** Reads all contents of the seed at the same time. */
  async function chosen(files: Readonly<Record<string, Uint8Array | string>>) {
    const listed: unknown[] = [];
    const found: string[] = [];
    const { lines } = await readIndex(files, {
      http: { seeds: [S] },
      choose: async ({ captures, read, end }) => {
        listed.push(...captures.map(({ content, status, length }) => [content, status, length]));
        const contents = [...new Set(captures.map(({ content }) => content))];
        for (const item of (await Promise.all(contents.map(read))).flat())
          found.push(told(item, item.kind === "missed" ? item.problem.message : item.kind));
        await end?.();
        return { inferred: 0 };
      },
    });
    return { listed, found, lines };
  }

  it("reads one capture of each content, and tells what the index knows of all", async () => {
    const same = [capture(S, 2010, ABC), capture(S, 2011, ABC), revisit([digest("ABC")])];
    const [image, other, last] = [capture(S, 2013, IMAGE), capture(O, 2014), capture(S, 2015, CUT)];
    const records = [...same, image, moved(S, O), other, last];
    const { listed, found, lines } = await chosen({ "a.warc": Buffer.concat(records) });
    const { length } = same[0]!;
    expect(listed).toEqual([
      [0, 200, length],
      [1, 302, moved(S, O).length],
      [0, 200, length],
      [0, 200, length],
      [2, 200, last.length],
    ]);
    expect(lines).toEqual([`other ${S}: not HTML: image/*`]);
    expect(found).toEqual([
      `2010 200 itself: ${S} of 2010`,
      `2011 200 revisit: ${S} of 2010`,
      `2012 200 revisit: ${S} of 2010`,
      `2010 200 redirect: ${O} of 2014`,
      expect.stringMatching(/^cut off/u),
    ]);
    // No file stays open.
    const open = execFileSync("ls", ["-l", `/proc/${process.pid}/fd`], { encoding: "utf8" });
    expect(open).not.toContain("a.warc");
  });

  it("reads the next capture of a content if the one before cannot be read", async () => {
    const known = { url: S, mime: "text/html", status: "200", digest: "X", offset: "0" };
    const line = (year: number, filename: string, more = {}): string =>
      `example,s)/ ${year}0101000000 ${JSON.stringify({ ...known, filename, ...more })}\n`;
    const index =
      line(2010, "a.warc") + line(2011, "b.warc") + line(2012, "c.warc", { digest: "Y" });
    const files = { "b.warc": capture(S, 2011), "c.warc": capture(S, 2012), "a.cdxj": index };
    const { found } = await chosen(files);
    expect(found).toEqual([
      "a.warc, which the index names, is not found: give its folder with --warc-base",
      `2011 200 itself: ${S} of 2011`,
      `2012 200 itself: ${S} of 2012`,
    ]);
  });
});
