import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runProgram } from "../../../../src/cli/program.js";
import {
  type PageCandidates,
  parseCandidates,
} from "../../../../src/extensions/topic/collect/candidates.js";
import { UsageError } from "../../../../src/base/errors.js";
import { http, warcRecord } from "../../../support/warc-builder.js";
import { makeWeb, type MadeWeb } from "./made-web.js";

const folder = mkdtempSync(join(tmpdir(), "dot-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let web: MadeWeb;
beforeAll(async () => {
  web = await makeWeb(folder, 250);
});

/** Returns the text that `collect` writes. */
async function written(...args: string[]): Promise<string> {
  const path = join(folder, "out.jsonl");
  expect(await runProgram(["collect", "-q", "--workers", "0", "-o", path, ...args])).toBe(0);
  return readFileSync(path, "utf8");
}

/** Returns the candidates that `collect` finds. */
const collect = async (...args: string[]): Promise<PageCandidates> =>
  parseCandidates(await written("--topic", web.topic, ...args), "candidates.jsonl");

const searches = new Map<string, Promise<PageCandidates>>();

/** Returns the candidates in the generated web. Searches once for the same arguments. */
function ofWeb(...args: string[]): Promise<PageCandidates> {
  const key = args.join(" ");
  const search =
    searches.get(key) ?? collect("-i", `warc=${web.warc}`, "--start", web.starts, ...args);
  searches.set(key, search);
  return search;
}

const found = ({ candidates }: PageCandidates): string[] =>
  candidates.flatMap((each) => (web.relevant.has(each["URI-R"]) ? [each["URI-R"]] : []));

/** Writes a WARC file of pages, each given as URI, text and links. */
function warcOf(name: string, pages: readonly (readonly [string, string, ...string[]])[]): string {
  const path = join(folder, name);
  const records = pages.map(([uri, text, ...links], at) => {
    const anchors = links.map((link) => `<a href="${link}">more</a>`).join(" ");
    const body = `<html><title>${uri}</title><p>${text}</p>${anchors}</html>`;
    const date = `2015-06-01T12:00:${String(at).padStart(2, "0")}Z`;
    return warcRecord({ uri, date }, http(body));
  });
  writeFileSync(path, Buffer.concat(records));
  return path;
}

const ON =
  "The lighthouse keeper was once in the lantern room with the fresnel lens and the oil lamp of the tower.";
const ON_TOO =
  "Once the oil lamp and the fresnel lens were in the tower, and the lantern room was for the lighthouse keeper and the fog signal.";
const OFF = "We had no time for the onion and the garlic when they were with us in the kitchen.";

const uris = ({ candidates }: PageCandidates): string[] => candidates.map((each) => each["URI-R"]);

describe("collect over WARC files", () => {
  it("finds more pages of the topic in WARC files than breadth-first search finds with as many pages", async () => {
    const best = found(await ofWeb("--set", "visits=40"));
    const breadth = found(await ofWeb("--set", "visits=40", "--set", "order=breadth"));
    expect(best.length).toBeGreaterThan(1.3 * breadth.length);
  });

  it("opens all pages that can be reached, and reports how many it recognised", async () => {
    const all = await ofWeb();
    expect(all.figures).toMatchObject({ failed: 0, waiting: 0 });
    expect(found(all).length).toBeGreaterThan(0.8 * web.relevant.size);
    expect(all.figures.harvest.recognised.at(-1)).toBe(
      all.candidates.filter(({ group }) => group !== "directory").length,
    );
  });

  it("writes the same candidates in a second run, with any amount of memory", async () => {
    const args = ["--topic", web.topic, "-i", `warc=${web.warc}`, "--set", "visits=30"];
    const text = await written(...args);
    expect(await written(...args, "--set", "memory=1M")).toBe(text);
  });

  it("follows the links of all captures of a page, and judges the text of the capture nearest to the date", async () => {
    const path = warcOf("captures.warc", [
      ["http://a.example/", ON, "http://b.example/"],
      ["http://a.example/", OFF, "http://c.example/"],
      ["http://b.example/", OFF],
      ["http://c.example/", OFF],
    ]);
    const at = (...near: string[]): Promise<PageCandidates> =>
      collect("-i", `warc=${path}`, "--start", "http://a.example/", ...near);
    const first = await at();
    expect(first.figures.visited).toBe(3);
    expect(uris(first)).toEqual(["http://a.example/"]);
    expect(uris(await at("--set", "near=2015-06-01T12:00:01"))).toEqual([]);
  });

  it("finds pages of the topic through a page that links both to them and to a known page", async () => {
    const path = warcOf("in-links.warc", [
      ["http://a.example/", ON],
      ["http://hub.example/", OFF, "http://a.example/", "http://z.example/"],
      ["http://z.example/", ON_TOO],
    ]);
    const { candidates } = await collect("-i", `warc=${path}`, "--start", "http://a.example/");
    expect(candidates.map((each) => [each["URI-R"], ...each.parents])).toContainEqual([
      ...["http://z.example/", "http://hub.example/"],
    ]);
  });

  it("counts a page that repeats under other URIs as a duplicate, and does not follow its links", async () => {
    const trap = Array.from(
      { length: 20 },
      (_, at) => [`http://a.example/?day=${at}`, ON, `/?day=${at + 1}`] as const,
    );
    const path = warcOf("trap.warc", trap);
    const { figures, candidates } = await collect("-i", `warc=${path}`, "--start", trap[0]![0]);
    expect(figures).toMatchObject({ visited: 2, duplicates: 1 });
    expect(candidates).toHaveLength(1);
  });
});

describe("labels of a person for collect", () => {
  it("reads a file of candidates instead of an input, and applies labels to the candidates", async () => {
    const [candidates, sample, labels] = ["c.jsonl", "s.tsv", "l.tsv"].map((name) =>
      join(folder, name),
    );
    const run = (...args: string[]): Promise<number> => runProgram(["collect", "-q", ...args]);
    const input = ["--topic", web.topic, "-i", `warc=${web.warc}`, "--workers", "0"];
    expect(await run(...input, "-o", candidates!)).toBe(0);
    expect(await run(candidates!, "-ot", "sample", "-o", sample!)).toBe(0);
    const [head, ...rows] = readFileSync(sample!, "utf8").trimEnd().split("\n");
    const judged = rows.map((row) => {
      const uri = row.split("\t")[0]!.split("::")[2]!;
      return row.replace("\t\t", `\t${web.relevant.has(uri) ? 1 : 0}\t`);
    });
    writeFileSync(labels!, [head, ...judged, ""].join("\n"));
    const text = await written(candidates!, "--overrides", labels!);
    const decided = parseCandidates(text, "decided").candidates;
    const accepted = decided.filter((each) => each.accepted);
    const precision = (of: typeof decided): number =>
      of.filter((each) => web.relevant.has(each["URI-R"])).length / of.length;
    expect(decided.every((each) => each.accepted !== undefined)).toBe(true);
    expect(precision(accepted)).toBeGreaterThan(precision(decided));
  });
});

describe("mistakes of collect over files", () => {
  it.each([
    [["-i", "warc=x.warc"], "no topic to look for. Give --topic FILE"],
    [["--topic", "TOPIC"], "nothing to search"],
    [["--topic", "TOPIC", "-i", "warc=WARC", "--set", "near=soon"], "--set near soon: give a date"],
    [["--topic", "TOPIC", "-i", "warc=WARC", "--start", "http://["], "http://[ cannot be"],
    [["--topic", "TOPIC", "-i", "warc=WARC", "--start", "none.txt"], "none.txt cannot be"],
    [["STARTS"], "holds no candidates"],
  ])("reports the mistake in the options of collect %j in one line", async (given, message) => {
    const names = { TOPIC: web.topic, WARC: web.warc, STARTS: web.starts };
    const args = given.map((text) => text.replace(/[A-Z]{4,}/u, (name) => names[name as "WARC"]));
    const outcome = await runProgram(["collect", ...args]).catch((cause: unknown) => cause);
    expect(outcome).toBeInstanceOf(UsageError);
    expect((outcome as UsageError).message).toContain(message);
    expect((outcome as UsageError).message).not.toContain("\n");
  });
});
