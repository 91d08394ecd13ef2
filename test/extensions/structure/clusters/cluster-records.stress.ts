import "../../../support/all-extensions.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clusterMementos } from "../../../../src/extensions/structure/clusters/cluster-mementos.js";
import {
  clusterKinds,
  clusterPages,
  comparable,
  type KindPage,
} from "../../../../src/extensions/structure/clusters/cluster-pages.js";
import { clusterRecords } from "../../../../src/extensions/structure/clusters/cluster-records.js";
import { formatClusters } from "../../../../src/extensions/structure/clusters/forms.js";
import { type ClusterSettings } from "../../../../src/extensions/structure/clusters/options.js";
import { parseElements } from "../../../../src/page/html/element-tree.js";
import { mapRecords, resolveRecords } from "../../../../src/run/map-reduce.js";
import { FILES } from "../../../run/map-reduce/steps.js";
import { runs } from "../../../support/thorough.js";

const html = fc
  .tuple(fc.nat(4), fc.nat(14), fc.subarray(["a", "b", "c", "d", "e", "f"]), fc.nat(3))
  .map(([template, items, own, more]) => {
    const inner = ["<p class='x y z'><b>1</b></p>", "<li class='u v w'></li>", "<i></i>", "<td>"];
    const part = inner[template % 4]!.repeat(4 + items);
    return `<div class="t${template % 4} ${own.join(" ")}">${part}</div>${"<hr>".repeat(more)}`;
  })
  .map((text) => (text.includes("<i>") ? text.replaceAll(/class="[^"]*"/gu, "") : text));

const anySettings = fc.record({
  structureWeight: fc.constantFrom(0, 0.3, 0.5, 0.9, 1),
  similarity: fc.constantFrom(0.3, 0.6, 0.85, 0.95, 1),
  overlap: fc.constantFrom(1e-13, 0.3, 0.85, 1),
  rounds: fc.constantFrom(1, 2, 100),
  insertCost: fc.constantFrom(0, 0.3, 1),
  removeCost: fc.constantFrom(0.7, 1),
});

/** Returns the clusters of different pages, computed from all pairs of them without components. */
function withoutComponents(pages: readonly KindPage[], settings: ClusterSettings): number[][] {
  const steps = clusterKinds(
    comparable(pages, settings, [settings]),
    pages.map(() => 1),
    [settings],
  );
  for (;;) {
    const made = steps.next();
    if (made.done === true) return made.value[0]!.map(({ members }) => [...members]);
  }
}

it("gives the same clusters for each connected group of pages alone as for all pages together", () => {
  fc.assert(
    fc.property(fc.array(html, { maxLength: 24 }), anySettings, (given, settings) => {
      const different = new Map(
        given.map((text) => {
          const { tree, classes } = parseElements(text);
          return [JSON.stringify([tree, classes]), { tree, classes }];
        }),
      );
      const pages = [...different.values()];
      const byComponent = clusterPages(
        pages.map((page, id) => ({ id, ...page })),
        settings,
      ).map(({ members }) => [...members]);
      expect(byComponent.sort()).toEqual(withoutComponents(pages, settings).sort());
    }),
    { numRuns: runs(50) },
  );
});

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
