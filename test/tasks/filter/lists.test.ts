import { describe, expect, it } from "vitest";
import { PACKINGS, pageRecord, warcinfo } from "../../support/warc-builder.js";
import { Collection } from "./filtering.js";

const record = (name: string, year: number): Buffer =>
  pageRecord(name, {
    date: `${year}-06-01T10:20:30Z`,
    fields: [["WARC-Record-ID", `<urn:uuid:${name}-${year}>`]],
  });
const uriM = (name: string, year: number): string =>
  `from-warc::${year}0601102030::http://${name}.example/`;

/** Three captures of three seeds, some of which a test decides to be off-topic. */
const names = ["a", "b", "c"];
const years = [2011, 2012, 2013];
const records = names.flatMap((name) => years.map((year) => record(name, year)));
const file = PACKINGS["gzip per record"]([warcinfo(), ...records]);
const allOnTopic = Object.fromEntries(
  names.flatMap((name) => years.map((year) => [uriM(name, year), "1"])),
) as Readonly<Record<string, "0" | "1">>;

async function listed(
  as: string,
  offTopic: readonly string[],
): Promise<{ readonly lines: string[]; readonly stderr: string; readonly of: Collection }> {
  const of = new Collection({ "a.warc.gz": file });
  const decided = {
    ...allOnTopic,
    ...Object.fromEntries(offTopic.map((each) => [each, "0"] as const)),
  };
  const { status, stdout, stderr } = await of.filter(decided, "--as", as);
  if (status !== 0) throw new Error(stderr);
  return { lines: stdout.split("\n").slice(0, -1), stderr, of };
}

describe("filter --as", () => {
  it("filter --as cdxj writes the index of the files without the left-out captures", async () => {
    const all = await listed("cdxj", []);
    const { lines } = await listed("cdxj", [uriM("b", 2012)]);
    expect(all.lines).toHaveLength(10);
    expect(lines).toEqual(all.lines.filter((line) => !line.startsWith("example,b)/ 2012")));
    expect(lines[0]).toBe("!detect_off_topic 0 {}");
    expect(lines[1]).toMatch(
      /^example,a\)\/ 20110601102030 \{"url":"http:\/\/a\.example\/","mime":"text\/html","status":"200","digest":"sha1:[A-Z2-7]{32}","length":"\d+","offset":"\d+","filename":"a\.warc\.gz"\}$/u,
    );
  });

  it("filter --as aclj writes pywb rules for all, the last or the first captures of a URI, and reports captures that no rule can exclude", async () => {
    const { lines, stderr } = await listed("aclj", [
      ...years.map((year) => uriM("a", year)),
      uriM("b", 2012),
      uriM("b", 2013),
      uriM("c", 2011),
    ]);
    expect(lines).toEqual([
      'example,c)/### - {"access":"exclude","before":"20120601102030","url":"http://c.example/"}',
      'example,b)/### - {"access":"exclude","after":"20110601102030","url":"http://b.example/"}',
      'example,a)/### - {"access":"exclude","url":"http://a.example/"}',
    ]);
    expect(stderr).toBe("");
    const between = await listed("aclj", [uriM("b", 2012)]);
    expect(between.lines).toEqual([]);
    expect(between.stderr).toContain(
      `no rule for 1 capture, e.g. ${uriM("b", 2012)}: pywb excludes only`,
    );
  });
});
