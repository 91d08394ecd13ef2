import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FEATURES_OF_KIND, kindName } from "../../../src/tasks/cluster/cluster-lines.js";
import {
  clusterKinds,
  clusterPages,
  comparable,
} from "../../../src/tasks/cluster/cluster-pages.js";
import {
  clusteringOf,
  clusterLines,
  componentLines,
  keyLines,
  kindLines,
  nameLines,
  nearLines,
  pageLines,
  type StepTools,
} from "../../../src/tasks/cluster/cluster-steps.js";
import { clusterFormatters } from "../../../src/tasks/cluster/forms.js";
import { CLUSTER_DEFAULTS, type ClusterSettings } from "../../../src/tasks/cluster/options.js";
import type { FoundPage } from "../../../src/tasks/cluster/pages-of-records.js";
import { parseElements } from "../../../src/page/html/element-tree.js";
import { encodeLine, keyOfLine, placeOf } from "../../../src/run/lines/lines.js";
import { RecordReader } from "../../../src/run/lines/record-reader.js";
import { temporaryFolder } from "../../support/run-bin.js";
import { runInside } from "../../support/run-inside.js";
import { runs } from "../../support/thorough.js";

/** Stamp of records with a tree and classes, and no other features. */
const STAMP = "0 surt,surt,2xx+errors,document,,dom-tree=0,css-classes=1";

/**
 * Imitates an engine: lines go into parts by key, each part is sorted by bytes, and the output of the parts comes in
 * another order.
 */
class Engine {
  readonly #parts: number;

  constructor(parts: number) {
    this.#parts = parts;
  }

  async run(
    step: (lines: AsyncIterable<string>, tools: StepTools) => AsyncIterable<string>,
    lines: readonly string[],
    { sorts = true, first = [] }: { sorts?: boolean; first?: readonly string[] } = {},
  ): Promise<string[]> {
    const parts = Array.from({ length: this.#parts }, (): string[] => []);
    for (const line of lines) parts[sumOf(keyOfLine(line)) % parts.length]!.push(line);
    const written: string[] = [];
    for (const part of parts.reverse()) {
      const given = sorts ? part.sort() : part.reverse();
      written.push(...(await all(step(streamed([...first, ...given]), newTools()))));
    }
    return written;
  }
}

/** Returns the tools of a step, which starts without settings. */
const newTools = (): StepTools => ({
  reader: new RecordReader({ features: FEATURES_OF_KIND }),
  inSteps: (steps) => {
    for (;;) {
      const step = steps.next();
      if (step.done === true) return Promise.resolve(step.value);
    }
  },
});

/** Returns pages as lines of a mapper after the first step. */
const pagesOf = (pages: readonly FoundPage[], settings: ClusterSettings): Promise<string[]> => {
  const records = pages.map(({ member, key, tie, tree, classes }) =>
    encodeLine(
      { key, tie, capture: { ...member.capture, uriM: member.uriM }, stamp: STAMP },
      [tree, classes].map((value) => JSON.stringify({ value })),
    ),
  );
  return all(pageLines(streamed(records), settings, new RecordReader({})));
};

const sumOf = (text: string): number => Buffer.from(text).reduce((sum, byte) => sum + byte, 7);

async function* streamed<T>(items: readonly T[]): AsyncGenerator<T> {
  for (const item of items) yield await Promise.resolve(item);
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const held: T[] = [];
  for await (const item of items) held.push(item);
  return held;
}

/** Returns the clusters of pages as the steps make them, with this number of mappers and parts. */
async function inStepsOf(
  pages: readonly FoundPage[],
  settings: ClusterSettings,
  { mappers, parts }: { readonly mappers: number; readonly parts: number },
): Promise<string> {
  const engine = new Engine(parts);
  const members: string[] = [];
  for (let mapper = 0; mapper < mappers; mapper++) {
    const own = pages.filter((_, at) => at % mappers === mapper);
    members.push(...(await pagesOf(own, settings)));
  }
  const kinds = await engine.run(kindLines, members);
  const names = await engine.run(nameLines, kinds, { sorts: false });
  const keyed = await engine.run(keyLines, kinds, { sorts: false, first: names });
  const near = await engine.run(nearLines, keyed);
  const placed = await engine.run(componentLines, kinds, { sorts: false, first: near });
  const clusters = await engine.run(clusterLines, placed);
  const last = streamed([...members, ...clusters].sort());
  const { clusters: found, settings: used, ...rest } = await clusteringOf(last, newTools());
  return clusterFormatters.json({ levels: [{ ...used, clusters: found }], ...rest });
}

function inOneProcess(pages: readonly FoundPage[], settings: ClusterSettings): string {
  const given = pages.map(({ member, tree, classes }) => ({ id: member, tree, classes }));
  const clusters = clusterPages(given, settings);
  return clusterFormatters.json({
    levels: [{ ...settings, clusters }],
    mementos: pages.length,
    failed: [],
  });
}

const page = (at: number, site: number, html: string): FoundPage => {
  const [uriR, key] = [`http://${site}.example/${at}`, `example,${site})/${at}`];
  const capture = { uriR, mementoDatetime: "2020-01-01T00:00:00Z" };
  const { tree, classes } = parseElements(html);
  return { member: { uriM: `m:${at}`, capture }, key, tie: `t${at}`, tree, classes };
};

const inOrder = (pages: readonly FoundPage[]): FoundPage[] => {
  const place = ({ key, member, tie }: FoundPage): string => placeOf(key, member.capture, tie);
  return [...pages].sort((a, b) => (place(a) < place(b) ? -1 : 1));
};

const html = fc
  .tuple(fc.nat(4), fc.nat(14), fc.subarray(["a", "b", "c", "d", "e", "f"]), fc.nat(3))
  .map(([template, items, own, more]) => {
    const inner = ["<p class='x y z'><b>1</b></p>", "<li class='u v w'></li>", "<i></i>", "<td>"];
    const part = inner[template % 4]!.repeat(4 + items);
    return `<div class="t${template % 4} ${own.join(" ")}">${part}</div>${"<hr>".repeat(more)}`;
  })
  .map((text) => (text.includes("<i>") ? text.replaceAll(/class="[^"]*"/gu, "") : text));

/** Returns the clusters of different pages, computed from all pairs of them without components. */
function withoutComponents(pages: readonly FoundPage[], settings: ClusterSettings): string[][] {
  const steps = clusterKinds(
    comparable(pages, settings, [settings]),
    pages.map(() => 1),
    [settings],
  );
  for (;;) {
    const made = steps.next();
    if (made.done !== true) continue;
    return made.value[0]!.map(({ members }) => members.map((at) => pages[at]!.member.uriM));
  }
}

const ofPages = fc.array(fc.tuple(fc.nat(5), html), { maxLength: 24 });
const anySettings = fc.record({
  structureWeight: fc.constantFrom(0, 0.3, 0.5, 0.9, 1),
  similarity: fc.constantFrom(0.3, 0.6, 0.85, 0.95, 1),
  overlap: fc.constantFrom(1e-13, 0.3, 0.85, 1),
  rounds: fc.constantFrom(1, 2, 100),
  insertCost: fc.constantFrom(0, 0.3, 1),
  removeCost: fc.constantFrom(0.7, 1),
});

it("gives the same clusters for each connected group of pages alone as for all pages together", () => {
  fc.assert(
    fc.property(ofPages, anySettings, (given, settings) => {
      const different = new Map(given.map(([, text]) => [text, text]));
      const pages = inOrder([...different.keys()].map((text, at) => page(at, at, text))).filter(
        (one, at, all) => !all.slice(0, at).some((each) => isEqual(each, one)),
      );
      const byComponent = clusterPages(
        pages.map(({ member, tree, classes }) => ({ id: member.uriM, tree, classes })),
        settings,
      ).map(({ members }) => [...members]);
      expect(byComponent.sort()).toEqual(withoutComponents(pages, settings).sort());
    }),
    { numRuns: runs(50) },
  );
});

const isEqual = (one: FoundPage, other: FoundPage): boolean =>
  kindName(one.tree, one.classes) === kindName(other.tree, other.classes);

describe("steps of a clustering", () => {
  it("writes the same bytes in steps as in a single process, with any number of mappers and parts", async () => {
    await fc.assert(
      fc.asyncProperty(
        ofPages,
        fc.record({
          mappers: fc.integer({ min: 1, max: 4 }),
          parts: fc.integer({ min: 1, max: 5 }),
        }),
        anySettings,
        async (given, shape, settings) => {
          const pages = inOrder(given.map(([site, text], at) => page(at, site, text)));
          expect(await inStepsOf(pages, settings, shape)).toBe(inOneProcess(pages, settings));
        },
      ),
      { numRuns: runs(30) },
    );
  });

  it("lists pages that are too large to compare in steps, and puts each into a cluster of its own", async () => {
    // Two trees of 9,001 elements, one nested and one side by side: no bound tells them apart, and no algorithm has
    // enough memory for them.
    const label = [...new Uint8Array(9000), 1];
    const wide = [...Array.from(label.slice(1), () => 1), 9001];
    const deep = label.map((_, at) => at + 1);
    const labels = ["p", "body"];
    const settings = { ...CLUSTER_DEFAULTS, similarity: 0.1 };
    const pages = [wide, deep].map((size, at) => ({
      ...page(at, at, ""),
      tree: { labels, label, size },
    }));
    const written = await inStepsOf(pages, settings, { mappers: 2, parts: 3 });
    const { clusters } = JSON.parse(written) as { clusters: readonly { size: number }[] };
    expect(clusters.map(({ size }) => size)).toEqual([1, 1]);
    expect(written.match(/too large/gu)).toHaveLength(2);
  });

  it("does not compare two pages that earlier comparisons have already connected", async () => {
    const settings = CLUSTER_DEFAULTS;
    const pages = inOrder(
      Array.from({ length: 40 }, (_, at) =>
        page(at, at, `<ul class="q r">${"<li>".repeat(40 + (at % 7))}`),
      ),
    );
    const engine = new Engine(1);
    const members = await pagesOf(pages, settings);
    const kinds = await engine.run(kindLines, members);
    expect(kinds).toHaveLength(7);
    const names = await engine.run(nameLines, kinds, { sorts: false });
    const keyed = await engine.run(keyLines, kinds, { sorts: false, first: names });
    // A tree of connections has one less than there are kinds.
    expect(await engine.run(nearLines, keyed)).toHaveLength(6);
  });
});

const TM = ["-tm", "structure-style=0.5"];
const FIXTURES = "fixtures/collection";

/** Runs a step of the command on lines and returns its output. */
async function step(name: string, lines: string, ...options: readonly string[]): Promise<string> {
  const { status, stdout, stderr } = await runInside(
    ["cluster-step", name, "-q", ...options],
    lines,
  );
  expect(stderr).toBe("");
  expect(status).toBe(0);
  return stdout;
}

async function mappedOf(measures: string): Promise<string> {
  const mapped = ["map", "-q", "--workers", "0", "-tm", measures];
  const { stdout } = await runInside([...mapped, "warc=fixtures/warcs/two-captures.warc"]);
  return sortedText(stdout);
}

const sortedText = (...texts: readonly string[]): string =>
  texts
    .flatMap((text) => text.split("\n").filter((line) => line !== ""))
    .sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    .map((line) => `${line}\n`)
    .join("");

it("writes the same output by the steps of cluster-step as by cluster in each output type, and takes settings in the first step only", async () => {
  const settings = ["--similarity", "0.8", "--overlap", "0.7", "--structure-weight", "0.6"];
  const mapped = await runInside(["map", "-q", "--workers", "0", ...TM, `warc=${FIXTURES}`]);
  const pages = await step("pages", sortedText(mapped.stdout), ...settings);
  const kinds = await step("kinds", sortedText(pages));
  const names = await step("names", kinds);
  const keyed = await step("keys", names + kinds);
  const placed = await step("components", (await step("near", sortedText(keyed))) + kinds);
  const clusters = await step("clusters", sortedText(placed));
  const found = sortedText(pages, clusters);
  for (const form of ["json", "csv", "text"]) {
    const plain = ["cluster", "-q", "-i", `warc=${FIXTURES}`, "-ot", form, ...settings];
    expect(await step("write", found, "-ot", form)).toBe((await runInside(plain)).stdout);
  }
  // OTMT writes names of commands with underscores.
  const picture = await runInside(["cluster_step", "write", "-q", "-ot", "html"], found);
  expect(picture.status).toBe(0);
  expect(picture.stderr).toMatch(/^[^\n]*no map of distances[^\n]*\n$/u);
});

it("writes the settings in the output of cluster-step for empty input, as cluster does", async () => {
  const folder = temporaryFolder();
  const input = join(folder, "empty.warc");
  writeFileSync(input, "");
  const plain = ["cluster", "-q", "-i", `warc=${input}`, "--similarity", "0.8"];
  const pages = await step("pages", "", "--similarity", "0.8");
  expect(await step("write", pages)).toBe((await runInside(plain)).stdout);
});

describe("mistakes of cluster-step", () => {
  const steps = ["pages", "kinds", "names", "keys", "near", "components", "clusters"];

  it.each([...steps, "write"])(
    "reports in one line that the lines given to step %s come from another step",
    async (name) => {
      const file = join(temporaryFolder(), "lines");
      for (const bad of [
        "nothing",
        "a\tb\tc\td\t{}",
        `K\t #\t{"cluster":1}`,
        " \tx\ty",
        "!\t\t\t\t[]",
      ]) {
        writeFileSync(file, `${bad}\n`);
        const { status, stdout, stderr } = await runInside(["cluster-step", name, file]);
        if (status === 0) expect(stdout.length).toBeLessThan(200);
        else {
          expect(status).toBe(2);
          expect(stderr.trimEnd().split("\n")).toHaveLength(1);
        }
      }
      expect(readFileSync(file, "utf8")).not.toBe("");
    },
  );

  it("refuses an unknown step, records without structure, several similarities, settings after the first step and unsorted lines", async () => {
    const messageOf = async (args: readonly string[], stdin = ""): Promise<string> =>
      (await runInside(["cluster-step", ...args], stdin)).stderr;
    expect(await messageOf(["kind"])).toMatch(/step/u);
    expect(await messageOf(["pages"], await mappedOf("cosine"))).toMatch(/structure and style/u);
    expect(await messageOf(["pages", "--similarity", "0.8,0.9"])).toMatch(/one --similarity/u);
    expect(await messageOf(["near", "--similarity", "0.8"])).toMatch(/near takes no settings/u);
    const pages = await step("pages", await mappedOf("structure-style=0.5"));
    const backwards = pages.trimEnd().split("\n").sort().reverse().join("\n");
    expect(await messageOf(["kinds"], backwards)).toMatch(/not sorted/u);
    const kinds = await step("kinds", sortedText(pages));
    expect(await messageOf(["components"], `${kinds}b\t =\ta\n`)).toMatch(/Give them first/u);
  });

  it("refuses to join pages that were clustered with different settings", async () => {
    const records = await mappedOf("structure-style=0.5");
    const parts = [await step("pages", records), await step("pages", records, "--rounds", "7")];
    for (const name of ["kinds", "write"]) {
      const { status, stderr } = await runInside(["cluster-step", name], sortedText(...parts));
      expect(status).toBe(2);
      expect(stderr).toMatch(/different settings|other settings/u);
    }
  });
});
