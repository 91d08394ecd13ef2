import { expect, it } from "vitest";
import { features } from "../../../src/page/features/index.js";
import { mapRecords } from "../../../src/run/map-reduce.js";
import { measures } from "../../../src/score/measures/index.js";
import { removers } from "../../../src/page/boilerplate/index.js";
import { resolveSettings } from "../../../src/score/settings/settings.js";
import { definitionsOf } from "../../../src/run/records/extract.js";
import { decodeLine, kindOfLine } from "../../../src/run/lines/lines.js";
import { planRun } from "../../../src/score/settings/plan.js";
import type { FeatureRecord } from "../../../src/page/types.js";
import { assess } from "../../support/records.js";

const fixture = "warc=fixtures/collection/saltmouth-2009-2013.warc.gz";
const choices = { profile: "default", explain: true } as const;

async function timeMaps(): Promise<Map<string, FeatureRecord[]>> {
  const byKey = new Map<string, FeatureRecord[]>();
  for (const line of (await mapRecords({ input: fixture, ...choices, workers: 0 })).lines) {
    if (kindOfLine(line) !== "record") continue;
    const record = decodeLine(line);
    byKey.set(record.key, [...(byKey.get(record.key) ?? []), record]);
  }
  return byKey;
}

it("the learned combination gives the same verdicts to a TimeMap that does not fit into memory", async () => {
  const settings = resolveSettings(choices, { measures, removers });
  const plan = planRun(settings, measures);
  const context = { plan, settings, features: definitionsOf(plan.requests, features) };
  const found = { on: 0, off: 0 };
  for (const [key, records] of await timeMaps()) {
    const inMemory = { key, records: () => records, at: (position: number) => records[position] };
    const held = [...assess(inMemory, context)];
    const readAgain = {
      key,
      records: () => structuredClone(records),
      at: (position: number) => structuredClone(records[position]),
    };
    expect([...assess(readAgain, context)]).toEqual(held);
    for (const { overall } of held) found[overall === "off-topic" ? "off" : "on"] += 1;
  }
  expect(found.on).toBeGreaterThan(20);
  expect(found.off).toBeGreaterThan(2);
});
