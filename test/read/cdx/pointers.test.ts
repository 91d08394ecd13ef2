import { describe, expect, it } from "vitest";
import type { InputItem } from "../../../src/base/types.js";
import { readIndex } from "../../support/cdx-builder.js";
import { type FieldList, http, page, warcRecord } from "../../support/warc-builder.js";

const [S, O, P] = ["http://s.example/", "http://o.example/", "http://p.example/"] as const;

interface Parts {
  readonly status?: number;
  readonly type?: string;
  readonly fields?: FieldList;
  readonly head?: FieldList;
  readonly contentType?: string;
  readonly length?: number;
}

const capture = (uri: string, year: number, parts: Parts = {}): Buffer => {
  const { status = 200, type = "response", fields, head = [], contentType, length } = parts;
  const hasBody = type === "response" && (status < 300 || status >= 400);
  const block = http(hasBody ? page(`${uri} of ${year}`) : "", {
    statusLine: `HTTP/1.1 ${status} x`,
    fields: head,
    ...(contentType !== undefined && { contentType }),
  });
  const date = `${year}-01-01T00:00:00Z`;
  return warcRecord(
    { type, uri, date, ...(fields && { fields }), ...(length && { length }) },
    block,
  );
};
const moved = (uri: string, year: number, location: string): Buffer =>
  capture(uri, year, { status: 302, head: [["Location", location]] });
const revisit = (year: number, fields: FieldList, parts: Parts = {}): Buffer =>
  capture(S, year, {
    ...{ type: "revisit", ...parts },
    fields: [
      ["WARC-Profile", "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest"],
      ...fields,
    ],
  });
const digest = (text: string): FieldList[number] => ["WARC-Payload-Digest", text];

/** Returns what becomes of each capture of the seed, and which capture stands in for it. */
const told = (item: InputItem, line: string): string => {
  if (item.kind !== "memento") return line;
  const { status, via } = item.capture;
  const title = /<title>(.*?)<\/title>/u.exec(Buffer.from(item.body.bytes).toString())?.[1];
  return `${item.capture.mementoDatetime.slice(0, 4)} ${status} ${via?.kind ?? "itself"}: ${title}`;
};
async function seedOf(records: readonly Buffer[], seeds = [S]): Promise<string[]> {
  const { items, lines } = await readIndex(
    { "a.warc": Buffer.concat(records) },
    { http: { seeds } },
  );
  return items.map((item, at) => told(item, lines[at]!));
}

describe("the capture to which a redirect of a seed leads", () => {
  it.each<[string, Buffer[], string]>([
    [
      "is the nearest in time",
      [moved(S, 2010, O), capture(O, 2005), capture(O, 2012)],
      `2010 200 redirect: ${O} of 2012`,
    ],
    [
      "is the earlier of two that are as near",
      [moved(S, 2010, O), capture(O, 2011), capture(O, 2009)],
      `2010 200 redirect: ${O} of 2009`,
    ],
    [
      "has its own status",
      [moved(S, 2010, O), capture(O, 2010, { status: 404 })],
      `2010 404 redirect: ${O} of 2010`,
    ],
    [
      "may be behind another redirect",
      [moved(S, 2010, O), moved(O, 2010, P), capture(P, 2010)],
      `2010 200 redirect: ${P} of 2010`,
    ],
    ["is not in the index", [moved(S, 2010, O)], `redirect ${S} ${O}`],
    [
      "is of the seed itself",
      [moved(S, 2010, S.replace("http:", "https:"))],
      `redirect ${S} https://s.example/`,
    ],
    [
      "does not exist in a circle",
      [moved(S, 2010, O), moved(O, 2010, S), moved(S, 2011, O)].slice(0, 2),
      `missed ${S}: more than 10 redirects`,
    ],
    [
      "is an image",
      [moved(S, 2010, O), capture(O, 2010, { contentType: "image/png" })],
      `other ${S}: redirect of something that is not a page`,
    ],
    [
      "is cut off",
      [moved(S, 2010, O), capture(O, 2010, { length: 9999 })],
      expect.stringMatching(
        /^missed http:\/\/s.example\/: the capture that it redirects to could not be read: cut off/u,
      ) as string,
    ],
  ])("%s", async (_, records, expected) => {
    expect(await seedOf(records)).toEqual([expected]);
  });
});

describe("the capture that a revisit of a seed repeats", () => {
  it.each<[string, Buffer[], string]>([
    [
      "has the URI and date that it names",
      [
        capture(O, 2008),
        capture(O, 2009),
        revisit(2012, [
          ["WARC-Refers-To-Target-URI", O],
          ["WARC-Refers-To-Date", "2009-01-01T00:00:00Z"],
        ]),
      ],
      `2012 200 revisit: ${O} of 2009`,
    ],
    [
      "has the date that it names",
      [
        capture(S, 2008),
        capture(S, 2009),
        revisit(2012, [["WARC-Refers-To-Date", "2009-01-01T00:00:00.5Z"]]),
      ],
      `2012 200 revisit: ${S} of 2009`,
    ],
    [
      "has its digest, if none has the date",
      [
        capture(S, 2008, { fields: [digest("sha1:AAAA")] }),
        capture(S, 2009, { fields: [digest("sha1:BBBB")] }),
        revisit(2012, [digest("sha1:bbbb"), ["WARC-Refers-To-Date", "2005-01-01T00:00:00Z"]]),
      ],
      `2012 200 revisit: ${S} of 2009`,
    ],
    [
      "is the last one with status 200 if the server had nothing new",
      [
        capture(S, 2008),
        capture(S, 2009),
        capture(S, 2010, { status: 404 }),
        revisit(2012, [], { status: 304, fields: [] }),
        capture(S, 2013),
      ].map((record, at) =>
        at === 3
          ? Buffer.from(
              record.toString().replace("identical-payload-digest", "server-not-modified"),
            )
          : record,
      ),
      `2012 200 revisit: ${S} of 2009`,
    ],
    [
      "is not the original of its status",
      [
        capture(S, 2008, { fields: [digest("sha1:AAAA")] }),
        revisit(2012, [digest("sha1:AAAA")], { status: 404 }),
      ],
      `2012 404 revisit: ${S} of 2008`,
    ],
    [
      "is not there",
      [revisit(2012, [digest("sha1:AAAA")])],
      `revisit ${S} identical-payload-digest`,
    ],
    [
      "cannot be known",
      [capture(S, 2008), revisit(2012, [])],
      `revisit ${S} identical-payload-digest`,
    ],
    [
      "is an image",
      [
        capture(S, 2008, { contentType: "image/png", fields: [digest("sha1:AAAA")] }),
        revisit(2012, [digest("sha1:AAAA")]),
      ],
      `other ${S}: revisit of something that is not a page`,
    ],
    [
      "is cut off",
      [
        revisit(2012, [digest("sha1:AAAA")]),
        capture(S, 2008, { length: 9999, fields: [digest("sha1:AAAA")] }),
      ],
      expect.stringMatching(
        /^missed http:\/\/s.example\/: the capture that it repeats could not be read: cut off/u,
      ) as string,
    ],
  ])("%s", async (_, records, expected) => {
    expect(await seedOf(records)).toContainEqual(expected);
  });
});

it("a capture that stands in for another brings its notes", async () => {
  const truncated: FieldList = [["WARC-Truncated", "length"]];
  const records = [
    capture(S, 2010, {
      status: 302,
      head: [["Location", O]],
      fields: [["WARC-Segment-Number", "1"]],
    }),
    capture(O, 2010, { fields: truncated }),
  ];
  const { items } = await readIndex({ "a.warc": Buffer.concat(records) }, { http: { seeds: [S] } });
  expect(items).toMatchObject([
    {
      capture: {
        notes: ["only segment 1 of this capture", "the crawler cut this capture off (length)"],
      },
    },
  ]);
});

describe("--fetch changes", () => {
  const same = [digest("sha1:ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")];
  const records = [
    capture(S, 2010, { fields: same }),
    capture(S, 2011, { fields: same }),
    revisit(2012, same),
    capture(S, 2013, { contentType: "image/png" }),
    moved(S, 2014, O),
    capture(O, 2014),
    capture(S, 2015, { length: 9999 }),
  ];

  /** Reads all contents of the seed at the same time. */
  async function chosen(files: Readonly<Record<string, Uint8Array | string>>) {
    const listed: unknown[] = [];
    const found: string[] = [];
    const { lines } = await readIndex(files, {
      http: { seeds: [S] },
      choose: async ({ captures, read, end }) => {
        listed.push(...captures.map(({ content, status, length }) => [content, status, length]));
        const contents = [...new Set(captures.map(({ content }) => content))];
        for (const items of await Promise.all(contents.map(read)))
          found.push(
            ...items.map((item) =>
              told(item, item.kind === "missed" ? item.problem.message : item.kind),
            ),
          );
        await end?.();
        return { inferred: 0 };
      },
    });
    return { listed, found, lines };
  }

  it("reads one capture of each content, and tells what the index knows of all", async () => {
    const { listed, found, lines } = await chosen({ "a.warc": Buffer.concat(records) });
    const [first, , , , fifth, , last] = records.map(({ length }) => length);
    expect(listed).toEqual([
      [0, 200, first],
      [0, 200, first],
      [0, 200, first],
      [1, 302, fifth],
      [2, 200, last],
    ]);
    expect(lines).toEqual([`other ${S}: not HTML: image/*`]);
    expect(found).toEqual([
      `2010 200 itself: ${S} of 2010`,
      `2011 200 revisit: ${S} of 2010`,
      `2012 200 revisit: ${S} of 2010`,
      `2014 200 redirect: ${O} of 2014`,
      expect.stringMatching(/^cut off/u),
    ]);
  });

  it("reads the next capture of a content if the one before cannot be read", async () => {
    const own = records.slice(0, 2);
    const index = (at: number, filename: string): string =>
      `example,s)/ ${2010 + at}0101000000 ${JSON.stringify({ url: S, mime: "text/html", status: "200", digest: "X", offset: "0", filename })}\n`;
    const files = { "b.warc": own[1]!, "a.cdxj": index(0, "a.warc") + index(1, "b.warc") };
    const { found } = await chosen(files);
    expect(found).toEqual([
      "a.warc, which the index names, is not found: give its folder with --warc-base",
      `2011 200 itself: ${S} of 2011`,
    ]);
  });
});
