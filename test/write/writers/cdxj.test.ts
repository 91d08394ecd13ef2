import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { MementoResult } from "../../../src/score/types.js";
import { cdxj } from "../../../src/write/writers/cdxj.js";
import { QUICK, runBin, temporaryFolder } from "../../support/run-bin.js";
import { memento, missed, missedTimeMap, undecided, written } from "./results.js";

const good = (facts: Partial<MementoResult["capture"]> = {}): MementoResult =>
  memento({ overall: "on-topic", capture: { ...memento().capture, ...facts } });

const fieldsOf = (line: string): unknown => JSON.parse(line.slice(line.indexOf("{")));

describe("-ot cdxj", () => {
  it("-ot cdxj writes an index line for an on-topic capture with the members that results contain", async () => {
    expect(
      await written(cdxj, [good({ source: { file: "c.wacz!/archive/a.warc.gz", offset: 9 } })]),
    ).toBe(
      'example,seed)/ 20130202100000 {"url":"http://seed.example/","mime":"text/html","status":"200",' +
        '"digest":"-","length":"-","offset":"9","filename":"a.warc.gz"}\n',
    );
  });

  it("-ot cdxj omits captures that are off-topic, unsure, failed or without a verdict", async () => {
    const others = [memento(), memento({ overall: "unsure" }), undecided(), missed, missedTimeMap];
    expect(await written(cdxj, others)).toBe("");
  });

  it("-ot cdxj omits the file of a capture from an archive and the status of a revisit", async () => {
    const via = {
      kind: "revisit",
      uriR: "http://a.example/",
      mementoDatetime: "2012-01-01T00:00:00Z",
    } as const;
    const { source: _, ...capture } = memento().capture;
    const all = await written(cdxj, [
      memento({ overall: "on-topic", capture }),
      good({ source: { file: "x", offset: 1, unit: "item" } }),
      good({ via }),
    ]);
    expect(all.trimEnd().split("\n").map(fieldsOf)).toMatchObject([
      { mime: "text/html", status: "200" },
      { mime: "text/html", status: "200" },
      { mime: "warc/revisit", offset: "4096" },
    ]);
    expect(all.match(/filename/gu)).toHaveLength(1);
    expect(all.match(/status/gu)).toHaveLength(2);
  });

  it("-ot cdxj agrees with filter --as cdxj in key, URI, type, status, offset and file name, also when convert writes it", async () => {
    const folder = temporaryFolder();
    const at = (name: string): string => join(folder, name);
    const read = (name: string): string => readFileSync(at(name), "utf8");
    const run = async (...args: readonly string[]): Promise<void> => {
      expect(await runBin(args)).toMatchObject({ status: 0 });
    };
    const input = ["-i", "warc=fixtures/collection"];
    const both = ["-ot", "jsonl", "-o", at("run.jsonl"), "-o", at("run.cdxj")];
    await run(...input, "--workers", "0", ...both);
    await run("convert", at("run.jsonl"), "-ot", "cdxj", "-o", at("converted"));
    expect(read("converted")).toBe(read("run.cdxj"));
    await run("filter", at("run.jsonl"), ...input, "--as", "cdxj", "-o", at("index"));
    const known = new Set(read("index").split("\n").map(withoutUnknown));
    const lines = read("run.cdxj").trimEnd().split("\n");
    expect(lines.length).toBeGreaterThan(5);
    for (const line of lines) expect(known).toContain(withoutUnknown(line));
  });
});

it("-ot cdxj, convert and filter --as cdxj replace the index that they wrote, and no other", async () => {
  const folder = temporaryFolder();
  const at = (name: string): string => join(folder, name);
  const input = ["-i", "warc=fixtures/warcs/two-captures.warc"];
  const commands = [
    [...input, ...QUICK, "-ot", "jsonl", "-o", at("run.jsonl"), "-o", at("run.cdxj")],
    ["convert", at("run.jsonl"), "-o", at("converted.cdxj")],
    ["filter", at("run.jsonl"), ...input, "--as", "cdxj", "-o", at("kept.cdxj")],
  ];
  const foreign = "example,a)/ 20120601102030 ";
  for (const command of commands) {
    expect(await runBin(command)).toMatchObject({ status: 0 });
    expect(await runBin(command)).toMatchObject({ status: 0 });
    const own = command.at(-1)!;
    expect(readFileSync(own, "utf8")).not.toBe("");
    writeFileSync(own, `${foreign}{"url":"http://a.example/","mime":"text/html","digest":"A"}\n`);
    expect(await runBin(command)).toMatchObject({ status: 2 });
    expect(readFileSync(own, "utf8")).toContain(foreign);
  }
});

const withoutUnknown = (line: string): string =>
  line.replace(/"digest":"[^"]*","length":"[^"]*",/u, "");
