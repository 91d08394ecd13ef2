import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { QUICK, runBin, temporaryFolder } from "../../support/run-bin.js";
import { gzip, page, pageRecord, warcinfo } from "../../support/warc-builder.js";

const TEXTS = {
  lamp: "the keeper of the lamp in the harbour wrote a diary of ships and storms",
  casino: "casino bonus jackpot poker slots free spins and betting odds without deposit",
} as const;

type Captured = readonly [seed: string, year: number, about: keyof typeof TEXTS];

const recordsOf = (captures: readonly Captured[]): readonly Buffer[] => [
  warcinfo(),
  ...captures.map(([seed, year, about]) =>
    pageRecord(seed, { date: `${year}-01-01T00:00:00Z` }, page(seed, `${TEXTS[about]} `.repeat(9))),
  ),
];

const crawlOf = (captures: readonly Captured[]): Buffer => Buffer.concat(recordsOf(captures));

const FIRST: readonly Captured[] = [
  ["north", 2009, "lamp"],
  ["north", 2010, "casino"],
  ["south", 2009, "lamp"],
];

interface Summary {
  readonly timeMaps: number;
  readonly mementos: number;
  readonly timeMapsOfOneMemento: number;
  readonly repeated: number;
  readonly keepsOutput: boolean;
  readonly offTopicSeeds: { readonly count: number };
}

/** Nightly runs of one job, with a crawl folder, a history and one output. */
class Job {
  readonly folder = temporaryFolder();
  readonly output = join(this.folder, "out.jsonl");
  readonly #summary = join(this.folder, "summary.json");

  path(name: string): string {
    return join(this.folder, name);
  }

  write(name: string, bytes: Uint8Array): string {
    writeFileSync(this.path(name), bytes);
    return this.path(name);
  }

  async run(
    files: string,
    ...more: readonly string[]
  ): Promise<{
    readonly status: number | null;
    readonly stderr: string;
    readonly rows: readonly string[];
    readonly summary: Summary;
  }> {
    const { status, stderr } = await runBin([
      ...["-i", `warc=${files}`, "--history", this.path("known"), "-o", this.output],
      ...[
        "--summary",
        this.#summary,
        ...QUICK,
        ...(more.includes("-tm") ? [] : ["-tm", "cosine=0.3"]),
        ...more,
      ],
    ]);
    const summary = JSON.parse(readFileSync(this.#summary, "utf8")) as Summary;
    return { status, stderr, rows: this.rows(), summary };
  }

  rows(): readonly string[] {
    if (!existsSync(this.output)) return [];
    return readFileSync(this.output, "utf8")
      .split("\n")
      .filter((line) => line.includes('"URI-T"'));
  }
}

describe("a run with --history without a new capture", () => {
  it("ends with status 0 and writes the results of the last run with new captures again", async () => {
    const job = new Job();
    const whole = crawlOf(FIRST);
    const path = job.write("a.warc", whole);
    const first = await job.run(path);
    expect(first).toMatchObject({ status: 0, rows: { length: 3 }, summary: { repeated: 0 } });
    const later: readonly (readonly [string, () => string, ...string[]])[] = [
      ["the same files", () => path],
      ["the same captures, compressed", () => job.write("a.warc.gz", gzip(whole))],
      ["the same captures, in a later file", () => job.write("z.warc.gz", gzip(whole))],
      [
        "the same captures, compressed anew",
        () => job.write("z.warc.gz", Buffer.concat(recordsOf(FIRST).map(gzip))),
      ],
      ["a file that a crawler has just opened", () => job.write("open.warc", Buffer.alloc(0))],
      ["a file without a capture", () => job.write("none.warc", warcinfo())],
      ["a date with nothing that late", () => path, "--since", "2030"],
      ["a file cut off in a capture", () => job.write("a.warc", whole.subarray(0, -400))],
      ["a file cut off between captures", () => job.write("a.warc", crawlOf(FIRST.slice(0, 2)))],
      ["a file that is damaged", () => job.write("odd.warc", Buffer.from("WARC/1.0\r\nodd"))],
    ];
    for (const [what, file, ...more] of later) {
      const { status, stderr, rows, summary } = await job.run(file(), ...more);
      expect({ status, rows }, what).toEqual({ status: 0, rows: first.rows });
      expect(summary, what).toMatchObject({ mementos: 0, timeMaps: 0, repeated: 3 });
      expect(stderr, what).toContain("no new capture: written again, and not counted: 3 results");
      expect(stderr, what).not.toContain("nothing was judged");
    }
    const next = await job.run(job.write("b.warc", crawlOf([["south", 2011, "lamp"]])));
    expect(next).toMatchObject({ status: 0, rows: { length: 1 }, summary: { repeated: 0 } });
    const again = await job.run(path);
    expect(again.rows).toEqual(next.rows);
  });

  it("ends with status 6 while no run with the history has judged a capture", async () => {
    const job = new Job();
    const path = job.write("a.warc", warcinfo());
    for (const file of [path, path, job.write("b.warc", warcinfo())]) {
      const { status, stderr } = await job.run(file);
      expect(status).toBe(6);
      expect(stderr).toContain("nothing was judged");
    }
    const found = await job.run(job.write("c.warc", crawlOf(FIRST)));
    expect(found).toMatchObject({ status: 0, rows: { length: 3 } });
  });

  it("keeps an existing output if there is no result to write again, and says so", async () => {
    const job = new Job();
    const path = job.write("a.warc", crawlOf(FIRST));
    const first = await job.run(path);
    const seeds = job.write("seeds.txt", Buffer.from("http://west.example/\n"));
    const list = job.path("off-topic.txt");
    writeFileSync(list, "an earlier list\n");
    const none = await job.run(path, "--seeds", seeds, "--offtopic-file", list);
    expect(none.rows).toEqual(first.rows);
    expect(none.summary).toMatchObject({ mementos: 0, repeated: 0, keepsOutput: true });
    expect(none.stderr).toContain("existing outputs are kept.\n");
    expect(readFileSync(list, "utf8")).toBe("an earlier list\n");
    const fresh = job.path("fresh.csv");
    const other = await job.run(path, "--seeds", seeds, "-ot", "csv", "-o", fresh, "-ot", "jsonl");
    expect(other.status).toBe(2);
  });

  it("counts no result again: no rule of --fail-on is met", async () => {
    const job = new Job();
    const path = job.write("a.warc", crawlOf(FIRST));
    const rules = "new-off-topic-seed,off-topic=0%,single=0,failed=0";
    const first = await job.run(path, "--fail-on", rules);
    expect(first.status).toBe(4);
    expect(first.stderr).toContain("1 seed is newly off-topic:");
    const again = await job.run(path, "--fail-on", rules, "--strict");
    expect(again).toMatchObject({ status: 0, rows: first.rows });
    expect(again.summary).toMatchObject({ timeMapsOfOneMemento: 0, offTopicSeeds: { count: 0 } });
    expect(again.stderr).not.toContain("newly off-topic");
  });

  it("writes results again with other thresholds, and compares them with the verdicts of earlier runs in the next run with new captures", async () => {
    const job = new Job();
    const path = job.write("a.warc", crawlOf(FIRST));
    await job.run(path);
    const other = await job.run(path, "--combine", "all", "-tm", "cosine=0");
    expect(other.rows.filter((row) => row.includes('"overall topic status":"off-topic"'))).toEqual(
      [],
    );
    const next = job.write("b.warc", crawlOf([["north", 2011, "lamp"]]));
    const { stderr } = await job.run(next, "-tm", "cosine=0");
    expect(stderr).toContain("off-topic -> on-topic (other settings than in the earlier run)");
  });
});
