import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runProgram } from "../../../../src/cli/program.js";
import {
  damageNotices,
  fetchDamages,
} from "../../../../src/extensions/otmt/companions/select-high-quality.js";
import { UsageError } from "../../../../src/base/errors.js";
import { commandToFile } from "../../lab/command.js";
import { runBin, temporaryFolder } from "../../../support/run-bin.js";
import { rowsOf } from "../../../support/rows.js";

const JSON_RESULTS = "fixtures/expected/collection.json";
const LINES = "fixtures/expected/collection.jsonl";

function fileOf(text: string): string {
  const path = join(temporaryFolder(), "given");
  writeFileSync(path, text);
  return path;
}

const output = async (...args: readonly string[]): Promise<string> =>
  (await commandToFile(...args)).text;

describe("companion commands", () => {
  it.each([
    ["exclude_duplicates", []],
    ["select_by_language", ["-l", "en"]],
    ["slice_by_datetime", []],
  ])(
    "%s gives the same output for JSON as for JSON Lines, with underscores or hyphens in its name",
    async (name, args) => {
      const text = await output(name, "-i", JSON_RESULTS, ...args);
      expect(text).not.toBe("");
      expect(await output(name, "-i", LINES, ...args)).toBe(text);
      expect(await output(name.replaceAll("_", "-"), "-i", LINES, ...args)).toBe(text);
    },
  );

  it("makes a story of a collection from the best memento of each cluster of on-topic English mementos without duplicates", async () => {
    const onTopic = rowsOf(readFileSync(LINES, "utf8"))
      .filter((entry) => entry["overall topic status"] === "on-topic")
      .map((entry) => String(entry["URI-M"]));
    const first = fileOf(onTopic.join("\n"));
    const english = fileOf(
      await output("select_by_language", "-i", LINES, "-c", first, "-l", "en"),
    );
    const distinct = fileOf(await output("exclude_duplicates", "-i", LINES, "-c", english));
    const slices = fileOf(await output("slice_by_datetime", "-i", LINES, "-c", distinct));
    const clusters = fileOf(await output("cluster_by_simhash", "-i", LINES, "-s", slices));
    const story = await output("select_high_quality", "-i", clusters);
    const sizes = [first, english, distinct, slices, clusters].map(
      (file) => readFileSync(file, "utf8").trimEnd().split("\n").length,
    );
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
    const reported = story.trimEnd().split("\n");
    expect(reported.length).toBeGreaterThan(10);
    expect(reported.filter((uriM) => !onTopic.includes(uriM))).toEqual([]);
  });

  it("companion commands report on standard error how many mementos they left out, and end with status 0", async () => {
    const { status, stdout, stderr } = await runBin(["slice_by_datetime", "-i", JSON_RESULTS]);
    expect([status, stderr]).toEqual([0, "1 memento left out: could not be fetched or read\n"]);
    expect(stdout.split("\n").length).toBeGreaterThan(100);
  });

  it("select_by_language lists the languages of the results if it selects nothing", async () => {
    const args = ["select_by_language", "-i", JSON_RESULTS, "-l", "ja"];
    const { status, stdout, stderr } = await runBin(args);
    expect([status, stdout]).toEqual([0, ""]);
    expect(stderr).toContain("no memento is in ja; there are: de, en, fr");
  });
});

/** File that a case needs, given by its text. */
interface File {
  readonly text: string;
}
const empty: File = { text: "" };
const others: File = { text: "http://elsewhere.example/\n" };
const slice: File = { text: "0\thttp://m.example/\n" };
const cluster: File = { text: "0\t0\thttp://m.example/\n" };
const bare: File = {
  text: '{"http://t.example/": {"http://m.example/": {"memento-datetime": "2013/02/02 10:00:00 GMT"}}}',
};
type Case = readonly [name: string, args: readonly (string | File)[], message: string];

describe("mistakes of companion commands", () => {
  it.each<Case>([
    ["no results", ["exclude_duplicates"], "nothing to read. Give results, e.g. -i out.json."],
    ["a file without results", ["exclude_duplicates", "-i", "package.json"], "package.json"],
    ["an empty file", ["slice_by_datetime", "-i", empty], ""],
    [
      "a share above one",
      ["exclude_duplicates", "-i", LINES, "-t", "1.5"],
      "-t takes a share of bits from 0 to 1, not 1.5.",
    ],
    [
      "a share that is not a number",
      ["exclude_duplicates", "-i", LINES, "-t", "x"],
      '-t takes a number, not "x".',
    ],
    [
      "results without Simhashes",
      ["exclude_duplicates", "-i", bare],
      "Give results of a run without --no-compute-simhashes.",
    ],
    [
      "results without languages",
      ["select_by_language", "-i", bare, "-l", "en"],
      "Give results of a run without --no-detect-languages.",
    ],
    ["no language", ["select_by_language", "-i", LINES], "Give a BCP 47 tag, e.g. -l en."],
    [
      "a language that does not exist",
      ["select_by_language", "-i", LINES, "-l", "qqq"],
      'there is no language "qqq".',
    ],
    [
      "a malformed language tag",
      ["select_by_language", "-i", LINES, "-l", "en_"],
      'there is no language "en_".',
    ],
    [
      "an empty list",
      ["slice_by_datetime", "-i", LINES, "-c", empty],
      "lists no URI-M. Write one URI-M on each line.",
    ],
    [
      "a list of mementos of other results",
      ["slice_by_datetime", "-i", LINES, "-c", others],
      "has none of the URI-Ms of",
    ],
    ["no slices", ["cluster_by_simhash", "-i", LINES], "Give results and slices"],
    [
      "impossible slices",
      ["cluster_by_simhash", "-i", LINES, "-s", others],
      "line 1 is not a row of slice, TAB, URI-M",
    ],
    [
      "slices of other mementos",
      ["cluster_by_simhash", "-i", LINES, "-s", slice],
      "has a Simhash of none of the URI-Ms",
    ],
    [
      "too many bits",
      ["cluster_by_simhash", "-i", LINES, "-s", others, "--eps", "65"],
      "--eps takes a number of bits from 0 to 64, not 65.",
    ],
    ["no clusters", ["select_high_quality"], "Give clusters, e.g. -i clusters.tsv."],
    [
      "clusters without rows",
      ["select_high_quality", "-i", empty],
      "has no rows of slice, TAB, cluster, TAB, URI-M",
    ],
    [
      "slices for clusters",
      ["select_high_quality", "-i", slice],
      "line 1 is not a row of slice, TAB, cluster",
    ],
    [
      "a service that is not a URI",
      ["select_high_quality", "-i", cluster, "--damage_uri", "here"],
      '--damage_uri takes an http or https URI, not "here".',
    ],
  ])("companion commands report %s in one line", async (_, args, message) => {
    const words = args.map((each) => (typeof each === "string" ? each : fileOf(each.text)));
    const outcome = await runProgram(words).catch((cause: unknown) => cause);
    expect(outcome).toBeInstanceOf(UsageError);
    expect(String(outcome)).toContain(message);
    expect(String(outcome)).not.toContain("\n");
  });
});

describe("damage of mementos", () => {
  const damages = new Map([
    [
      "/api/damage/http://m.example/20130101000000/http://a.example/b/good",
      '{"total_damage": 0.01}',
    ],
    ["/api/damage/http://m.example/20130101000000/http://a.example/b/bad", '{"total_damage": 0.9}'],
    ["/api/damage/http://m.example/20130101000000/http://a.example/a", '{"total_damage": "much"}'],
  ]);
  const server = createServer((request, response) => {
    const known = damages.get(request.url ?? "");
    response.writeHead(known === undefined ? 404 : 200).end(known);
  });
  let service = "";
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    service = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });
  afterAll(() => server.close());

  const clusters = (...names: readonly string[]): string =>
    fileOf(
      names
        .map((name) => `0\t0\thttp://m.example/20130101000000/http://a.example/${name}\n`)
        .join(""),
    );
  const select = (file: string) =>
    runBin(["select_high_quality", "-i", file, "--damage_uri", service, "--rate", "100/s"]);

  it("selects the less damaged of two equally deep pages, as judged by the damage service", async () => {
    const { status, stdout, stderr } = await select(clusters("b/bad", "b/good"));
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toBe("http://m.example/20130101000000/http://a.example/b/good\n");
  });

  it("warns that the damage service reports no damage for a memento, and treats it as 0", async () => {
    const { status, stdout, stderr } = await select(clusters("a", "unknown", "unknown2"));
    expect([status, stdout]).toEqual([
      0,
      "http://m.example/20130101000000/http://a.example/unknown2\n",
    ]);
    expect(stderr).toMatch(/\/a taken as 0: the service reports no total_damage from 0 to 1\n/u);
    expect(stderr).toMatch(/\/unknown and 1 more taken as 0: the service answers 404\n/u);
  });

  it("writes the damage of each memento with --set scores, and the reason if damage is missing", async () => {
    const scores = fileOf("");
    const file = clusters("b/bad", "a");
    await runBin([
      ...["select_high_quality", "-i", file, "--damage_uri", service, "--rate", "100/s"],
      ...["--set", `scores=${scores}`],
    ]);
    const prefix = "0\t0\thttp://m.example/20130101000000/http://a.example";
    expect(readFileSync(scores, "utf8")).toBe(
      `${prefix}/b/bad\t-0.27\t0.9\t\n` +
        `${prefix}/a\t0.045\t\tthe service reports no total_damage from 0 to 1\n`,
    );
  });

  it("stops using the damage service after three failures in a row, and reports the failure once", async () => {
    const asked: string[] = [];
    const fetcher = {
      fetch: ({ uri }: { readonly uri: string }) => {
        asked.push(uri);
        const problem = { stage: "access", message: "the host refuses connections" } as const;
        return Promise.resolve({ problem });
      },
    };
    const damages = await fetchDamages(fetcher, "http://down.example", [
      "a",
      "b",
      "b",
      "c",
      "d",
      "e",
    ]);
    expect(asked).toHaveLength(3);
    expect(damageNotices(damages)).toEqual([
      "damage of a and 2 more taken as 0: the host refuses connections",
      "damage of d and 1 more taken as 0: not asked for: the service failed 3 times in a row",
    ]);
  });

  it("continues to use the damage service after failures of single mementos", async () => {
    const body = (text: string): Uint8Array => new TextEncoder().encode(text);
    const answers = [
      [500, ""],
      [200, "<html><title>Sign in</title></html>"],
      [404, ""],
      [503, ""],
      [200, '{"total_damage": 0.5}'],
    ] as const;
    let at = 0;
    const fetcher = {
      fetch: ({ uri }: { readonly uri: string }) => {
        const [status, text] = answers[at]!;
        at += 1;
        return Promise.resolve({
          value: { uri, status, headers: [], body: body(text), fetchedAt: "2026-01-01T00:00:00Z" },
        });
      },
    };
    const { known, unknown } = await fetchDamages(fetcher, "http://a.example", "abcde".split(""));
    expect([...known]).toEqual([["e", 0.5]]);
    expect([...unknown.values()]).toEqual([
      "the service answers 500",
      'the service\'s answer is HTML, a login page ("Sign in"), not JSON',
      "the service answers 404",
      "the service answers 503",
    ]);
  });
});
