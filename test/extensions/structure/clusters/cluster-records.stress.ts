import "../../../support/all-extensions.js";
import { describe, expect, it } from "vitest";
import { clusterMementos } from "../../../../src/extensions/structure/clusters/cluster-mementos.js";
import { clusterRecords } from "../../../../src/extensions/structure/clusters/cluster-records.js";
import { formatClusters } from "../../../../src/extensions/structure/clusters/forms.js";
import { mapRecords, resolveRecords } from "../../../../src/run/map-reduce.js";
import { FILES } from "../../../run/map-reduce/steps.js";

const LEAN = { simhash: false, contentLength: false, detectLanguage: false, workers: 0 };

/** Returns the sorted records of the collection, of a mapper for each file. */
async function mapped(measures: string): Promise<string[]> {
  const parts = FILES.map((file) => mapRecords({ input: `warc=${file}`, measures, ...LEAN }));
  const lines = (await Promise.all(parts)).flatMap((part) => [...part.lines]);
  const sorted: string[] = [];
  for await (const line of resolveRecords(lines)) sorted.push(line);
  return sorted;
}

describe("clusters of the records of several mappers", () => {
  it("clusters records as the plain command clusters their input, in each form and with any settings", async () => {
    const records = await mapped("structure-style=0.5,bytecount");
    for (const settings of [{}, { similarity: 0.8, overlap: 0.7, structureWeight: 0.6 }]) {
      const plain = await clusterMementos({ input: `warc=${FILES.join(",")}`, ...settings });
      const found = await clusterRecords(records, settings);
      expect(plain.mementos).toBeGreaterThan(100);
      for (const form of ["json", "csv", "text"] as const) {
        expect(formatClusters(found, form)).toBe(formatClusters(plain, form));
      }
    }
  });

  it("refuses records without structure, unsorted records, other lines and bad settings", async () => {
    const records = await mapped("structure-style=0.5");
    await expect(clusterRecords(await mapped("bytecount"))).rejects.toThrow("structure and style");
    await expect(clusterRecords(records.toReversed())).rejects.toThrow("not sorted");
    await expect(clusterRecords(["hello"])).rejects.toThrow("is not a record of map");
    await expect(clusterRecords(records, { similarity: 2 })).rejects.toThrow("similarity");
    expect(formatClusters(await clusterRecords([]), "json")).toContain('"clusters": []');
  });
});
