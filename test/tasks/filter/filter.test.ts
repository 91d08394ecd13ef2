import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { rowsOf } from "../../support/rows.js";
import { QUICK, ROOT, runBin, temporaryFolder } from "../../support/run-bin.js";
import {
  arcFile,
  arcRecord,
  gzip,
  http,
  page,
  pageRecord,
  PACKING_NAMES,
  PACKINGS,
  warcinfo,
  warcRecord,
} from "../../support/warc-builder.js";
import { at, bad, Collection, good, id, image, recordsIn, request, uriM } from "./filtering.js";

const metadata = (of: string): Buffer =>
  warcRecord(
    {
      type: "metadata",
      date: at(2013),
      fields: [["WARC-Refers-To", `<urn:uuid:${of}>`], ...id(`metadata-of-${of}`)!],
    },
    "fetchTimeMs: 12\r\n",
  );
const redirect = warcRecord(
  { uri: "http://bad.example/old", date: at(2013), fields: id("redirect") },
  http("", {
    statusLine: "HTTP/1.1 301 Moved",
    fields: [["Location", "http://elsewhere.example/"]],
  }),
);

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
    const args = ["-i", collection.input, "-o", collection.path("clean")];
    expect((await collection.again(...args)).stderr).toContain("left out 0 captures");
    const decided = [...args, "--overrides", collection.path("decisions.tsv")];
    expect((await collection.again(...decided)).stderr).toContain("left out 1 capture ");
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
    const { stderr } = await collection.again(
      "-i",
      collection.input,
      "-o",
      collection.path("clean"),
    );
    expect(stderr).toContain(`left out ${count} capture`);
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
    const filtered = (file: string, to: string): ReturnType<typeof runBin> =>
      collection.again(
        "--overrides",
        collection.path("decisions.tsv"),
        "-i",
        `warc=${file}`,
        "-o",
        collection.path(to),
      );
    const found = await filtered(moved, "two");
    expect(found.stderr).not.toContain("not in the files");
    expect(
      readFileSync(collection.path("two/archive/b.warc")).equals(
        Buffer.concat([warcinfo(), good()]),
      ),
    ).toBe(true);
    const missing = await filtered(other, "three");
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

  it.each([
    ["in renamed folders", { "new/p/c.warc": onTopic, "new/q/c.warc": offTopic }],
    ["in renamed files", { "p.warc": onTopic, "q.warc": offTopic }],
    ["after one of two files moved to another folder", { "c.warc": onTopic }],
  ])("stay if they cannot be told apart %s, and the capture is named as missing", async (_, to) => {
    const collection = new Collection(files);
    await collection.clean({});
    const paths = Object.entries(to).map(([name, bytes]) => {
      const path = collection.path(name);
      mkdirSync(join(path, ".."), { recursive: true });
      writeFileSync(path, bytes);
      return path;
    });
    const ended = await collection.again(
      "-i",
      `warc=${paths.join(",")}`,
      "-o",
      collection.path("again"),
    );
    expect(ended.status).toBe(0);
    expect(ended.stderr).toContain("1 capture of the results is not in the files");
    const copies = Object.keys(to).length;
    expect(readdirSync(collection.path("again/archive"))).toHaveLength(copies + 1);
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
