import { join } from "node:path";
import { asyncBufferFromFile, parquetReadObjects } from "hyparquet";
import { describe, expect, it } from "vitest";
import { parquet } from "../../../src/extensions/tables/parquet.js";
import type { Settings } from "../../../src/score/settings/types.js";
import type { Result } from "../../../src/write/types.js";
import { settings as ofRecords } from "../../support/records.js";
import { runBin, temporaryFolder } from "../../support/run-bin.js";
import {
  failed,
  memento,
  missed,
  missedTimeMap,
  scored,
  undecided,
} from "../../write/writers/results.js";

type Row = Record<string, unknown>;

const settings: Settings = {
  ...ofRecords,
  measures: [{ keyword: "cosine", name: "cosine", threshold: 0.15, comparison: "<" }],
};

async function* stream(results: Iterable<Result>): AsyncGenerator<Result> {
  for (const result of results) yield await Promise.resolve(result);
}

/** Returns the pieces that are written for results. */
async function pieces(results: Iterable<Result>, of: Settings = settings): Promise<Uint8Array[]> {
  const all: Uint8Array[] = [];
  for await (const piece of parquet.write(stream(results), of)) all.push(piece);
  return all;
}

async function fileOf(results: Iterable<Result>, of?: Settings): Promise<ArrayBuffer> {
  return new Uint8Array(Buffer.concat(await pieces(results, of))).buffer;
}

async function rowsOf(results: Iterable<Result>, of?: Settings): Promise<Row[]> {
  return parquetReadObjects({ file: await fileOf(results, of) });
}

describe("Parquet", () => {
  it("Parquet has a row for each memento, with typed columns", async () => {
    const [row] = await rowsOf([memento()]);
    expect(row).toMatchObject({
      uri_t: "from-warc::timemap::http://seed.example/",
      uri_m: "from-warc::20130202100000::http://seed.example/",
      uri_r: "http://seed.example/",
      memento_datetime: new Date("2013-02-02T10:00:00Z"),
      overall_topic_status: "off-topic",
      computed_topic_status: null,
      error: null,
      http_status: 200n,
      content_type: "text/html",
      content_length: 55n,
      language: "en",
      simhash: 8797926785016382196n,
      source_file: "a.warc.gz",
      source_offset: 4096n,
      compared_with: "from-warc::20130101100000::http://seed.example/",
      score_cosine: 0.1097,
      status_cosine: "off-topic",
      bound_cosine: null,
      error_cosine: null,
    });
  });

  it("Parquet has a score column for each measure, including those of the learned combination and of the topic", async () => {
    const more: Settings = {
      ...settings,
      measures: [
        ...settings.measures,
        { keyword: "jaccard", name: "jaccard", comparison: ">", threshold: 0.05 },
        { keyword: "words", name: "words@group", comparison: "<", asInput: true },
      ],
      signsVote: true,
    };
    const [row] = await rowsOf([memento({ measures: [scored("jaccard", 0.5)] })], more);
    const names = Object.keys(row!).filter((name) => name.startsWith("score_"));
    expect(names).toContain("score_jaccard");
    expect(names).toContain("score_signs");
    expect(names).not.toContain("score_words@group");
    expect(row).toMatchObject({ score_jaccard: 0.5, status_jaccard: null, score_cosine: null });
  });

  it("Parquet has the status of a measure only where it has a vote, and with --explain the reasons", async () => {
    const folder = temporaryFolder();
    const file = join(folder, "out.parquet");
    const args = ["-q", "-i", "warc=fixtures/warcs/two-captures.warc", "-o", file];
    const read = async (...more: readonly string[]): Promise<Record<string, unknown>> => {
      expect(await runBin([...args, ...more])).toMatchObject({ status: 0, stderr: "" });
      const rows = await parquetReadObjects({ file: await asyncBufferFromFile(file) });
      return rows.at(-1)!;
    };
    const learned = await read("--explain");
    expect(learned).toMatchObject({
      score_cosine: expect.any(Number) as number,
      status_cosine: null,
    });
    expect(learned["status_combined"]).toBe("off-topic");
    expect(learned["evidence"]).toContain("lost: ");
    expect(learned["word_change"]).toMatch(/^\d+ -> \d+$/u);
    const chosen = await read("-tm", "cosine");
    expect(chosen["status_cosine"]).toBe("off-topic");
    expect(Object.keys(chosen)).not.toContain("evidence");
  });

  it("Parquet preserves all 64 bits of a Simhash, even above 2^63", async () => {
    const rows = await rowsOf([memento({ simhash: { value: "18446744073709551615" } })]);
    expect(rows[0]).toMatchObject({ simhash: 18446744073709551615n });
  });

  it("Parquet shows why a score, a memento or a TimeMap is missing", async () => {
    const rows = await rowsOf([
      undecided({ measures: [failed("cosine", "nothing is left")] }),
      missed,
      missedTimeMap,
    ]);
    expect(rows).toMatchObject([
      { error: null, error_cosine: "nothing is left", score_cosine: null },
      { error: "redirects to nowhere", overall_topic_status: null, score_cosine: null },
      { error: "HTTP status 404", uri_t: missedTimeMap.uriT, uri_m: null },
    ]);
  });

  it("Parquet is written in row groups, so that memory holds the results of only one group", async () => {
    let given = 0;
    let most = 0;
    let groups = 0;
    function* many(): Generator<Result> {
      for (let i = 0; i < 20_000; i += 1) {
        given += 1;
        yield memento({ uriM: `http://archive.example/${i}` });
      }
    }
    let before = 0;
    const all: Uint8Array[] = [];
    for await (const piece of parquet.write(stream(many()), settings)) {
      most = Math.max(most, given - before);
      before = given;
      groups += 1;
      all.push(piece);
    }
    expect(most).toBeLessThanOrEqual(8192);
    expect(groups).toBe(4);
    const rows = await parquetReadObjects({
      file: new Uint8Array(Buffer.concat(all)).buffer,
      columns: ["uri_m"],
    });
    expect(rows).toHaveLength(20_000);
    expect(rows.at(-1)).toEqual({ uri_m: "http://archive.example/19999" });
  });
});
