import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse, type DefaultTreeAdapterTypes } from "parse5";
import { describe, expect, it } from "vitest";
import { clusterPicture } from "../../../../src/extensions/structure/clusters/picture.js";
import { HOSTILE } from "../../../report/hostile.js";
import { temporaryFolder } from "../../../support/run-bin.js";
import { runInside } from "../../../support/run-inside.js";
import { hostileView } from "./hostile-view.js";

type Element = DefaultTreeAdapterTypes.Element;

/** Returns all elements of a page in document order. */
function elementsOf(html: string): Element[] {
  const walk = (node: DefaultTreeAdapterTypes.ParentNode): Element[] =>
    node.childNodes.flatMap((child) => ("tagName" in child ? [child, ...walk(child)] : []));
  return walk(parse(html));
}

const attribute = ({ attrs }: Element, wanted: string): string | undefined =>
  attrs.find(({ name }) => name === wanted)?.value;

const COLLECTION = ["cluster", "-q", "-i", "warc=fixtures/collection", "-ot", "html"];

describe("picture of clusters", () => {
  it.each(HOSTILE)(
    "shows the text %j without adding an element, script or address to the picture",
    (text) => {
      const kindsOf = (html: string): string =>
        [
          ...new Set(
            elementsOf(html).flatMap((each) => [
              each.tagName,
              ...each.attrs.map(({ name }) => name),
            ]),
          ),
        ]
          .sort()
          .join(" ");
      const html = clusterPicture(hostileView([text, "x"]));
      expect(kindsOf(html)).toBe(kindsOf(clusterPicture(hostileView(["http://y.example/", "x"]))));
      expect(elementsOf(html).filter(({ tagName }) => tagName === "script")).toHaveLength(1);
      for (const each of elementsOf(html)) {
        expect(attribute(each, "href") ?? "#").toMatch(/^(?:#|https?:\/\/)/u);
      }
      expect(html).not.toMatch(/[\p{Cf}\p{Zl}\p{Cs}]/u);
    },
  );

  it("draws a disc for each page, and a circle for each cluster with a link to its row", async () => {
    const { stdout } = await runInside([...COLLECTION, "--similarity", "0.7"]);
    const elements = elementsOf(stdout);
    const circles = elements.filter(({ tagName }) => tagName === "circle");
    const discs = circles.filter((each) => attribute(each, "data-tip") !== undefined);
    expect(discs).toHaveLength(122);
    const ids = new Set(elements.map((each) => attribute(each, "id")));
    const links = elements.filter(
      (each) => attribute(each, "aria-label")?.startsWith("Cluster ") === true,
    );
    expect(links.length).toBeGreaterThan(10);
    for (const link of links) expect(ids).toContain(attribute(link, "href")!.slice(1));
    expect(attribute(links[0]!, "aria-label")).toMatch(
      /^Cluster 1: 45 mementos of 19 seeds\n2015-09-12 to 2024-04-12, cohesion 0\.\d+\n/u,
    );
  });

  it("colours the picture by the verdicts and kinds of a run's results, and links to replayed captures", async () => {
    const run = join(temporaryFolder(), "run.jsonl");
    const { stdout: results } = await runInside([
      ...["-q", "-i", "warc=fixtures/collection", "-ot", "jsonl", "-tm", "cosine"],
    ]);
    writeFileSync(run, results);
    const { stdout: html } = await runInside([
      ...[...COLLECTION, "--results", run, "--replay", "https://replay.example/c/"],
    ]);
    const verdicts = (text: string): number => results.split(text).length - 1;
    const discs = elementsOf(html).filter((each) => attribute(each, "data-tip") !== undefined);
    const on = discs.filter((each) => attribute(each, "class") === "page on");
    expect(on).toHaveLength(verdicts('"overall topic status":"on-topic"'));
    expect(on.length).toBeGreaterThan(50);
    expect(
      discs.some((each) => attribute(each, "data-tip")!.startsWith("parked or for sale\n")),
    ).toBe(true);
    expect(html).toContain('href="https://replay.example/c/20190725153126/http://weather.');
  });
});
