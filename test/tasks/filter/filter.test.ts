import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { QUICK, ROOT, runBin, temporaryFolder } from "../../support/run-bin.js";
import { wacz } from "../../support/wacz-builder.js";
import {
  arcFile,
  arcRecord,
  gzip,
  http,
  page,
  pageRecord,
  PACKING_NAMES,
  PACKINGS,
  type RecordParts,
  warcinfo,
  warcRecord,
} from "../../support/warc-builder.js";
import { Collection, recordsIn } from "./filtering.js";
import { rowsOf } from "../../support/rows.js";

const at = (year: number): string => `${year}-06-01T10:20:30Z`;
const uriM = (year: number, name: string): string =>
  `from-warc::${year}0601102030::http://${name}.example/`;
const id = (name: string): RecordParts["fields"] => [["WARC-Record-ID", `<urn:uuid:${name}>`]];
const good = (year = 2012): Buffer =>
  pageRecord("good", { date: at(year), fields: id(`good-${year}`) });
const bad = (year = 2013): Buffer =>
  pageRecord("bad", { date: at(year), fields: id(`bad-${year}`) }, page("bad", "Buy pills."));
const request = (name: string, of: string, method = "GET"): Buffer =>
  warcRecord(
    {
      type: "request",
      uri: `http://${name}.example/`,
      date: at(2013),
      fields: [["WARC-Concurrent-To", `<urn:uuid:${of}>`], ...id(`request-of-${of}`)!],
    },
    `${method} / HTTP/1.1\r\nHost: ${name}.example\r\n\r\n`,
  );
const metadata = (of: string): Buffer =>
  warcRecord(
    {
      type: "metadata",
      date: at(2013),
      fields: [["WARC-Refers-To", `<urn:uuid:${of}>`], ...id(`metadata-of-${of}`)!],
    },
    "fetchTimeMs: 12\r\n",
  );
const image = warcRecord(
  { uri: "http://bad.example/logo.png", date: at(2013), fields: id("image") },
  http("PNG", { contentType: "image/png" }),
);
const redirect = warcRecord(
  { uri: "http://bad.example/old", date: at(2013), fields: id("redirect") },
  http("", {
    statusLine: "HTTP/1.1 301 Moved",
    fields: [["Location", "http://elsewhere.example/"]],
  }),
);

/** Returns a Zstandard frame with one block that is not compressed (RFC 8878, section 3.1.1). */
function zstdFrame(bytes: Buffer): Buffer {
  const head = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0xa0, 0, 0, 0, 0, 0, 0, 0]);
  head.writeUInt32LE(bytes.length, 5);
  head.writeUIntLE((bytes.length << 3) | 1, 9, 3);
  return Buffer.concat([head, bytes]);
}

describe.each(PACKING_NAMES)("filter of a file of %s", (packing) => {
  const records = [
    warcinfo(),
    good(),
    request("good", "good-2012"),
    request("bad", "bad-2013"),
    bad(),
    metadata("bad-2013"),
    image,
    redirect,
    metadata("good-2012"),
  ];

  it("removes only off-topic captures, with their requests and metadata", async () => {
    const name = packing === "plain" ? "a.warc" : "a.warc.gz";
    const collection = new Collection({ [name]: PACKINGS[packing](records) });
    const { stderr } = await collection.clean({ [uriM(2013, "bad")]: "0" });
    expect(stderr).toContain("left out 1 capture and 2 of their requests and metadata");
    const stay = [records[0]!, records[1]!, records[2]!, image, redirect, records[8]!];
    const expected = packing === "plain" ? PACKINGS.plain(stay) : PACKINGS["gzip per record"](stay);
    expect(collection.copy(name).equals(expected)).toBe(true);
  });
});

describe("captures that filter leaves out", () => {
  it("lists captures that are left out in a warcinfo record, and in a record of their own with the reasons", async () => {
    const collection = new Collection({ "a.warc": Buffer.concat([good(), bad()]) });
    await collection.clean({ [uriM(2013, "bad")]: "0" });
    const [info, list, ...more] = await recordsIn(collection.own);
    expect(info?.type).toBe("warcinfo");
    expect(info?.text).toMatch(/software: detect_off_topic \S+ filter\r\n/u);
    expect(info?.text).toContain("left-out-captures: 1\r\n");
    expect(list?.text.split("\n")[1]?.split("\t").slice(0, 7)).toEqual([
      uriM(2013, "bad"),
      "20130601102030",
      "http://bad.example/",
      "off-topic",
      "decision",
      "",
      "urn:uuid:bad-2013",
    ]);
    expect(more).toEqual([]);
  });

  it("leaves out a request that stands before its capture and names it, as wget writes them", async () => {
    const before = warcRecord(
      { type: "request", uri: "http://bad.example/", date: at(2013), fields: id("asked") },
      "GET / HTTP/1.1\r\n\r\n",
    );
    const after = pageRecord("bad", {
      date: at(2013),
      fields: [["WARC-Concurrent-To", "<urn:uuid:asked>"], ...id("bad")!],
    });
    const collection = new Collection({ "a.warc": Buffer.concat([good(), before, after]) });
    await collection.clean({ [uriM(2013, "bad")]: "0" });
    expect(collection.copy("a.warc").equals(good())).toBe(true);
  });

  it("prefers a curator's decision to a verdict, for a memento or for a whole seed", async () => {
    const collection = new Collection({
      "a.warc": Buffer.concat([good(2012), bad(2013), bad(2014)]),
    });
    await collection.clean({ "http://bad.example/": "0", [uriM(2014, "bad")]: "1" });
    const ids = (await recordsIn(collection.path("clean/archive/a.warc"))).map((each) => each.id);
    expect(ids).toEqual(["urn:uuid:good-2012", "urn:uuid:bad-2014"]);
  });

  it("leaves out a capture that only a curator could judge off-topic", async () => {
    const broken = warcRecord(
      { uri: "http://bad.example/", date: at(2013), fields: id("broken") },
      http("x", { fields: [["Content-Encoding", "rot13"]] }),
    );
    const collection = new Collection({ "a.warc": Buffer.concat([good(), broken]) });
    await collection.clean({ [uriM(2013, "bad")]: "0" });
    expect(collection.copy("a.warc").equals(good())).toBe(true);
  });

  it("keeps captures that are off-topic only by inference, unless a curator decides", async () => {
    const collection = new Collection({ "a.warc": PACKINGS.plain([good(), bad(), good(2014)]) });
    await collection.clean({ [uriM(2013, "bad")]: "0" });
    const results = collection.path("out.jsonl");
    const rows = readFileSync(results, "utf8").trimEnd().split("\n");
    const inferred = rows.map((line) => {
      const row = JSON.parse(line) as Record<string, unknown>;
      if (row["URI-M"] !== uriM(2013, "bad")) return line;
      return JSON.stringify({
        ...row,
        "overall topic status": "off-topic",
        "inferred from": ["a", "b"],
      });
    });
    writeFileSync(results, `${inferred.join("\n")}\n`);
    const args = ["filter", results, "-i", collection.input, "-o", collection.path("clean")];
    expect((await runBin(args)).stderr).toContain("left out 0 captures");
    const decided = [...args, "--overrides", collection.path("decisions.tsv")];
    expect((await runBin(decided)).stderr).toContain("left out 1 capture ");
  });

  it.each([
    ["off-topic", "on-topic", 0],
    ["on-topic", "off-topic", 0],
    ["off-topic", undefined, 1],
    [undefined, "off-topic", 1],
    ["off-topic", "off-topic", 1],
  ])("of two rows of one record, %s and %s, leaves it out: %d", async (one, other, count) => {
    const collection = new Collection({ "a.warc": Buffer.concat([good(), bad()]) });
    await collection.clean({});
    const results = collection.path("out.jsonl");
    const [head, ...rows] = readFileSync(results, "utf8").trimEnd().split("\n");
    const row = JSON.parse(rows.find((line) => line.includes("bad.example"))!) as object;
    const views = [one, other].map((status, at) =>
      JSON.stringify({ ...row, "URI-M": `view-${at}`, "overall topic status": status }),
    );
    writeFileSync(results, [head, ...views].join("\n"));
    const args = ["filter", results, "-i", collection.input, "-o", collection.path("clean")];
    expect((await runBin(args)).stderr).toContain(`left out ${count} capture`);
    const kept = (await recordsIn(collection.path("clean/archive/a.warc"))).map(({ id: of }) => of);
    expect(kept).toEqual(["urn:uuid:good-2012", ...(count === 0 ? ["urn:uuid:bad-2013"] : [])]);
  });

  it("keeps captures that a curator was unsure of", async () => {
    const bytes = Buffer.concat([bad(2012), pageRecord("bad", { date: at(2013) }, "<html>")]);
    const collection = new Collection({ "a.warc": bytes });
    await collection.clean({ "http://bad.example/": "0", [uriM(2013, "bad")]: "?" });
    expect(
      (await recordsIn(collection.path("clean/archive/a.warc"))).map(({ date }) => date),
    ).toEqual([at(2013)]);
  });

  it.each([
    ["on-topic", ["good-2012", "image"]],
    ["off-topic", ["bad-2013", "image"]],
    ["unsure", ["good-2014", "image"]],
  ])("filter --only %s leaves out all other judged captures", async (status, ids) => {
    const collection = new Collection({
      "a.warc": Buffer.concat([good(), bad(), good(2014), image]),
    });
    const decided = {
      [uriM(2013, "bad")]: "0",
      [uriM(2014, "good")]: "?",
      [uriM(2012, "good")]: "1",
    } as const;
    await collection.clean(decided, "--only", status);
    const stay = await recordsIn(collection.path("clean/archive/a.warc"));
    expect(stay.map((each) => each.id)).toEqual(ids.map((each) => `urn:uuid:${each}`));
  });

  it("finds a capture in a moved file by its record ID, and reports captures that are missing", async () => {
    const collection = new Collection({ "a.warc": Buffer.concat([good(), bad()]) });
    await collection.clean({ [uriM(2013, "bad")]: "0" });
    const [moved, other] = [collection.path("b.warc"), collection.path("c.warc")];
    writeFileSync(moved, Buffer.concat([warcinfo(), good(), bad()]));
    writeFileSync(other, good());
    const again = [
      "filter",
      collection.path("out.jsonl"),
      "--overrides",
      collection.path("decisions.tsv"),
    ];
    const found = await runBin([...again, "-i", `warc=${moved}`, "-o", collection.path("two")]);
    expect(found.stderr).not.toContain("not in the files");
    expect(
      readFileSync(collection.path("two/archive/b.warc")).equals(
        Buffer.concat([warcinfo(), good()]),
      ),
    ).toBe(true);
    const missing = await runBin([...again, "-i", `warc=${other}`, "-o", collection.path("three")]);
    expect(missing.stderr).toContain(
      `1 capture of the results is not in the files, e.g. ${uriM(2013, "bad")}`,
    );
  });

  it("leaves out off-topic captures of ARC files", async () => {
    const [one, two] = [
      arcRecord("http://good.example/", http(page("good"))),
      arcRecord("http://bad.example/", http(page("bad"))),
    ];
    const collection = new Collection({
      "a.arc": Buffer.concat([arcFile(1), one, two]),
      "b.arc.gz": Buffer.concat([arcFile(1), two, one].map(gzip)),
    });
    await collection.clean({ "http://bad.example/": "0" });
    expect(collection.copy("a.arc").equals(Buffer.concat([arcFile(1), one]))).toBe(true);
    expect(collection.copy("b.arc.gz").equals(Buffer.concat([arcFile(1), one].map(gzip)))).toBe(
      true,
    );
  });

  it("copies damaged bytes unchanged, and reports them", async () => {
    const damaged = Buffer.concat([
      good(),
      Buffer.from("what is this?\r\n\r\n"),
      bad(),
      good(2014),
    ]);
    const collection = new Collection({ "a.warc": damaged });
    const { stderr } = await collection.clean({ [uriM(2013, "bad")]: "0" });
    expect(stderr).toMatch(/byte \d+: 17 bytes that are no/u);
    expect(collection.copy("a.warc").toString("latin1")).toBe(
      damaged.toString("latin1").replace(bad().toString("latin1"), ""),
    );
  });
});

describe("records without IDs that share offset, file name, URI and second", () => {
  const nameless = (year: number, body: string): Buffer => {
    const record = warcRecord({ uri: "http://a.example/", date: at(year) }, http(body));
    return Buffer.from(record.toString("latin1").replace(/WARC-Record-ID: .*\r\n/u, ""), "latin1");
  };
  const [shown, lost] = [page("a", "Many words of a page. ".repeat(20)), page("a", "Gone.")];
  const [onTopic, offTopic] = [nameless(2014, shown), nameless(2014, lost)];
  const files = {
    "first.warc": nameless(2012, shown),
    "x/c.warc": onTopic,
    "y/c.warc": offTopic,
  };

  it("leaves out the off-topic record of two records without IDs", async () => {
    const collection = new Collection(files);
    const { stderr } = await collection.clean({});
    expect(stderr).toContain("left out 1 capture");
    expect(collection.copy("c.warc").equals(onTopic)).toBe(true);
    expect(existsSync(collection.path("clean/archive/2-c.warc"))).toBe(false);
  });

  const moved = async (
    to: Readonly<Record<string, Buffer>>,
  ): Promise<{
    readonly collection: Collection;
    readonly ended: Awaited<ReturnType<typeof runBin>>;
  }> => {
    const collection = new Collection(files);
    await collection.clean({});
    const paths = Object.entries(to).map(([name, bytes]) => {
      const path = collection.path(name);
      mkdirSync(join(path, ".."), { recursive: true });
      writeFileSync(path, bytes);
      return path;
    });
    const args = ["-i", `warc=${paths.join(",")}`, "-o", collection.path("again")];
    return { collection, ended: await runBin(["filter", collection.path("out.jsonl"), ...args]) };
  };

  it.each([
    ["in renamed folders", { "new/p/c.warc": onTopic, "new/q/c.warc": offTopic }],
    ["in renamed files", { "p.warc": onTopic, "q.warc": offTopic }],
    ["after one of two files moved to another folder", { "c.warc": onTopic }],
  ])("stay if they cannot be told apart %s, and the capture is named as missing", async (_, to) => {
    const { collection, ended } = await moved(to);
    expect(ended.status).toBe(0);
    expect(ended.stderr).toContain("1 capture of the results is not in the files");
    const copies = Object.keys(to).length;
    expect(readdirSync(collection.path("again/archive"))).toHaveLength(copies + 1);
  });
});

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

describe("output of filter", () => {
  it("writes a folder with a sorted index for pywb, which has the place of every capture except answers to POST", async () => {
    const post = pageRecord("post", { date: at(2013), fields: id("post") });
    const records = [good(2014), request("post", "post", "POST"), post, good(2012), image, bad()];
    const collection = new Collection({ "a.warc.gz": PACKINGS["gzip per record"](records) });
    await collection.clean({ "http://bad.example/": "0" });
    const lines = readFileSync(collection.path("clean/indexes/index.cdxj"), "utf8")
      .trimEnd()
      .split("\n");
    expect(lines.map((line) => line.replace(/ \{.*/u, ""))).toEqual([
      "example,bad)/logo.png 20130601102030",
      "example,good)/ 20120601102030",
      "example,good)/ 20140601102030",
    ]);
    const bytes = collection.copy("a.warc.gz");
    for (const line of lines) {
      const { offset, length, filename } = JSON.parse(line.slice(line.indexOf("{"))) as Record<
        string,
        string
      >;
      expect(filename).toBe("a.warc.gz");
      const member = bytes.subarray(Number(offset), Number(offset) + Number(length));
      expect([good(2014), good(2012), image].some((each) => gzip(each).equals(member))).toBe(true);
    }
  });

  it.each([true, false])("writes a WACZ from a WACZ (deflated: %s)", async (deflate) => {
    const warc = PACKINGS["gzip per record"]([warcinfo(), good(), bad()]);
    const collection = new Collection({ "a.wacz": wacz({ "data.warc.gz": warc }, { deflate }) });
    const clean = collection.path("clean.wacz");
    await collection.filter({ "http://bad.example/": "0" }, "-o", clean);
    const run = await runBin(["-q", "-i", `wacz=${clean}`, ...QUICK, "-ot", "jsonl"]);
    expect({ status: run.status, stderr: run.stderr }).toEqual({
      status: 0,
      stderr: expect.stringMatching(/^nothing was compared: [^\n]+\n$/u) as string,
    });
    const rows = rowsOf(run.stdout);
    expect(rows.map((row) => row["URI-R"])).toEqual(["http://good.example/"]);
    expect(readdirSync(collection.folder).sort()).toEqual([
      "clean.wacz",
      "decisions.tsv",
      "in",
      "out.jsonl",
    ]);
  });

  it("replaces its own output completely, with the rights that somebody gave it", async () => {
    const collection = new Collection({ "a.warc": Buffer.concat([good(), bad()]) });
    for (const output of ["clean", "clean.wacz"]) {
      for (const name of ["good", "bad"]) {
        const { status, stderr } = await collection.filter(
          { [`http://${name}.example/`]: "0" },
          "-o",
          collection.path(output),
        );
        expect({ status, stderr }).toMatchObject({ status: 0 });
        if (name === "good") chmodSync(collection.path(output), 0o705);
      }
      expect(statSync(collection.path(output)).mode & 0o777).toBe(0o705);
    }
    expect(collection.copy("a.warc").equals(good())).toBe(true);
  });

  const FORGED = { "precious.txt": `sha256:${"0".repeat(64)}` };
  it.each<[what: string, output: string, change: (output: string) => void]>([
    [
      "a file that somebody added",
      "clean",
      (folder) => writeFileSync(join(folder, "notes.txt"), "mine"),
    ],
    [
      "a file that somebody changed",
      "clean",
      (folder) => writeFileSync(join(folder, "archive/a.warc"), good(2014)),
    ],
    [
      "a forged list of files",
      "clean",
      (folder) => {
        const manifest = readFileSync(join(folder, "filter.json"), "utf8");
        rmSync(folder, { recursive: true });
        mkdirSync(folder);
        writeFileSync(join(folder, "precious.txt"), "mine");
        const forged = { ...(JSON.parse(manifest) as object), files: FORGED };
        writeFileSync(join(folder, "filter.json"), JSON.stringify(forged));
      },
    ],
    [
      "the files of another program",
      "clean.wacz",
      (file) => writeFileSync(file, wacz({ "data.warc": good() })),
    ],
    [
      "other bytes",
      "clean.wacz",
      (file) => {
        const text = readFileSync(file).toString("latin1").replace("of good", "by good");
        writeFileSync(file, text, "latin1");
      },
    ],
  ])("is never written over once it has %s (%s)", async (_, name, change) => {
    const collection = new Collection({ "a.warc": Buffer.concat([good(), bad()]) });
    const output = collection.path(name);
    await collection.filter({}, "-o", output);
    change(output);
    const { status, stderr } = await collection.filter({}, "-o", output);
    expect(status).toBe(2);
    expect(stderr).toContain("is not as filter wrote it");
    expect(existsSync(output)).toBe(true);
  });

  it("filters its own output a second time, and keeps both reports", async () => {
    const bytes = Buffer.concat([good(), bad(), pageRecord("other", { date: at(2013) })]);
    const collection = new Collection({ "a.warc": bytes });
    await collection.clean({ "http://bad.example/": "0" });
    const results = collection.path("again.jsonl");
    await runBin(["-q", "-i", `warc=${collection.path("clean")}`, ...QUICK, "-o", results]);
    writeFileSync(collection.path("more.tsv"), "http://other.example/\t0\n");
    const args = ["--overrides", collection.path("more.tsv"), "-o", collection.path("twice")];
    await runBin(["filter", results, "-i", `warc=${collection.path("clean")}`, ...args]);
    expect(readdirSync(collection.path("twice/archive")).sort()).toEqual([
      "2-detect-off-topic-filter.warc.gz",
      "a.warc",
      "detect-off-topic-filter.warc.gz",
    ]);
    expect(readFileSync(collection.path("twice/archive/a.warc")).equals(good())).toBe(true);
  });

  it("refuses to write over its input", async () => {
    const collection = new Collection({ "a.warc": Buffer.concat([good(), bad()]) });
    for (const output of ["in", "in/a.warc", "."]) {
      const { status, stderr } = await collection.filter({}, "-o", collection.path(output));
      expect({ status, said: stderr.includes("is read as well") }).toEqual({
        status: 2,
        said: true,
      });
    }
  });

  it("writes the same bytes every time with SOURCE_DATE_EPOCH", async () => {
    const collection = new Collection({
      "a.warc.gz": PACKINGS["gzip per record"]([good(), bad()]),
    });
    await collection.clean({ "http://bad.example/": "0" });
    const args = [
      "filter",
      collection.path("out.jsonl"),
      "-q",
      "-i",
      collection.input,
      "--overrides",
      collection.path("decisions.tsv"),
    ];
    const wacz = async (name: string): Promise<Buffer> => {
      await runBin([...args, "-o", collection.path(name)], {
        env: { SOURCE_DATE_EPOCH: "1700000000" },
      });
      return readFileSync(collection.path(name));
    };
    expect((await wacz("one.wacz")).equals(await wacz("two.wacz"))).toBe(true);
    const [info] = await recordsIn(collection.own);
    expect(info?.date).toMatch(/^20\d\d-/u);
  });

  it("gives files with the same name different names in the copy", async () => {
    const collection = new Collection({ "one/a.warc": good(), "two/a.warc": bad() });
    await collection.clean({});
    expect(collection.copy("a.warc").equals(good())).toBe(true);
    expect(collection.copy("2-a.warc").equals(bad())).toBe(true);
  });
});

describe("members of a WACZ with invalid file names", () => {
  it("copies members of a WACZ under names of at most 60 characters without control characters", async () => {
    const names = ["nul\0esc\u{1b}\u{202e}.warc", `${"ä".repeat(200)}.warc.gz`];
    const [plain, zipped] = [Buffer.concat([good(), bad()]), gzip(good(2014))];
    const packed = wacz({ [names[0]!]: plain, [names[1]!]: zipped });
    const collection = new Collection({ "a.wacz": packed });
    await collection.clean({ "http://bad.example/": "0" });
    const long = `${"ä".repeat(52)}.warc.gz`;
    expect(readdirSync(collection.path("clean/archive")).sort()).toEqual([
      "detect-off-topic-filter.warc.gz",
      "nul_esc__.warc",
      long,
    ]);
    expect(collection.copy("nul_esc__.warc").equals(good())).toBe(true);
    expect(collection.copy(long).equals(zipped)).toBe(true);
    const ended = await collection.filter({}, "-o", collection.path("clean.wacz"));
    expect(ended.status).toBe(0);
  });
});

describe("mistakes of filter", () => {
  it.each([
    ["the root of the file system", "/", "-o /"],
    ["a path inside a file", "out.jsonl/x", "cannot be written: not a directory"],
    ["a folder of the system", "/proc/x", "cannot be written"],
    ["an empty path", "", "-o is empty"],
  ])("filter refuses in one line an output at %s", async (_, name, message) => {
    const collection = new Collection({ "a.warc": good() });
    const output = name === "" || name.startsWith("/") ? name : collection.path(name);
    if (name === "link") symlinkSync("nowhere", output);
    const { status, stderr } = await collection.filter({}, "-o", output);
    expect(stderr).toMatch(/^detect_off_topic: [^\n]+\n$/u);
    expect(stderr).toContain(message);
    expect(status).toBe(2);
    expect(readdirSync(collection.folder).filter((each) => each.startsWith("."))).toEqual([]);
  });

  it("refuses to leave captures out of a Zstandard file, and copies the file if all its captures are kept", async () => {
    const collection = new Collection({
      "a.warc.zst": zstdFrame(Buffer.concat([good(), bad()])),
    });
    const { status, stderr } = await collection.filter(
      { "http://bad.example/": "0" },
      "-o",
      collection.path("clean"),
    );
    expect(status).toBe(2);
    expect(stderr).toContain("is compressed with Zstandard, and filter cannot remove its captures");
    expect(existsSync(collection.path("clean"))).toBe(false);
    await collection.clean({ "http://bad.example/": "1", "http://good.example/": "1" });
    expect(
      collection.copy("a.warc.zst").equals(readFileSync(collection.path("in/a.warc.zst"))),
    ).toBe(true);
  });

  it.each([
    [
      "results without places",
      ["fixtures/expected/collection.json", "-i", "warc=fixtures/collection", "-o", "x"],
      "does not say where",
    ],
    [
      "no output",
      ["RESULTS", "-i", "warc=fixtures/collection"],
      "filter writes files: give -o FOLDER/",
    ],
    ["no input", ["RESULTS", "-o", "x"], "nothing to copy"],
    [
      "an input that is not a file",
      ["RESULTS", "-i", "timemap=http://a.example/", "-o", "x"],
      "captures are copied from files: give -i warc=FILE",
    ],
  ])("filter refuses in one line %s", async (_, args, message) => {
    const results = join(temporaryFolder(), "out.jsonl");
    await runBin(["-q", "-i", "warc=fixtures/warcs/two-captures.warc", ...QUICK, "-o", results]);
    const ended = await runBin([
      "filter",
      ...args.map((arg) => (arg === "RESULTS" ? results : arg)),
    ]);
    expect(ended.stderr).toContain(message);
    expect({ status: ended.status, lines: ended.stderr.trimEnd().split("\n").length }).toEqual({
      status: 2,
      lines: 1,
    });
  });
});

describe("fixtures/collection filtered by its labels", () => {
  it("filters a collection by its labels, which removes exactly the off-topic captures, so that a new run finds none", async () => {
    const folder = temporaryFolder();
    const [results, decisions, clean] = ["out.jsonl", "decisions.tsv", "clean"].map((name) =>
      join(folder, name),
    ) as [string, string, string];
    const collection = join(ROOT, "fixtures/collection");
    const labels = readFileSync(join(collection, "labels.tsv"), "utf8")
      .trimEnd()
      .split("\n")
      .slice(1)
      .map((line) => line.split("\t"));
    const rows = labels.map(([, date, uri, label]) => `from-warc::${date!}::${uri!}\t${label!}\n`);
    writeFileSync(decisions, rows.join(""));
    const run = [...QUICK, "-tm", "cosine"];
    await runBin(["-q", "-i", `warc=${collection}`, ...run, "-o", results]);
    const { status } = await runBin([
      "filter",
      results,
      "--overrides",
      decisions,
      "-i",
      `warc=${collection}`,
      "-o",
      clean,
    ]);
    expect(status).toBe(0);

    const warcs = readdirSync(collection).filter((name) => name.endsWith(".warc.gz"));
    const before = await recordsIn(...warcs.map((name) => join(collection, name)));
    const after = await recordsIn(
      ...readdirSync(join(clean, "archive")).map((name) => join(clean, "archive", name)),
    );
    const said = rowsOf<Record<string, string>>(readFileSync(results, "utf8"));
    // Redirects have a verdict and no label.
    const isOff = new Map(rows.map((row) => [row.split("\t")[0], row.endsWith("\t0\n")]));
    const off = new Set(
      said
        .filter((row) => isOff.get(row["URI-M"]) ?? row["overall topic status"] === "off-topic")
        .map((row) => row["WARC-Record-ID"]),
    );
    expect(off.size).toBeGreaterThan(20);
    const ids = new Set(after.map((each) => each.id));
    expect(before.filter((each) => off.has(each.id) && ids.has(each.id))).toEqual([]);
    const lost = before.filter((each) => !ids.has(each.id) && !off.has(each.id));
    expect(lost.filter(({ type }) => type !== "request" && type !== "metadata")).toEqual([]);

    const again = await runBin([
      "-q",
      "-i",
      `warc=${clean}`,
      "--overrides",
      decisions,
      "-ot",
      "jsonl",
      ...run,
    ]);
    expect(again.stdout).toContain('"overall topic status":"on-topic"');
    expect(again.stdout).not.toContain('"overall topic status":"off-topic"');
  });
});
