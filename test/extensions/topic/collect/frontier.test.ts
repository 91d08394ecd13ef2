import { describe, expect, it } from "vitest";
import { Frontier } from "../../../../src/extensions/topic/collect/frontier.js";

/** Returns keys in the order in which the frontier gives them. */
function taken(frontier: Frontier): string[] {
  const order: string[] = [];
  for (let next = frontier.next(); next !== undefined; next = frontier.next())
    order.push(next.uriR);
  return order;
}

const withLinks = (
  order: ConstructorParameters<typeof Frontier>[0],
  links: readonly (readonly [uri: string, score: number])[],
  most?: number,
): Frontier => {
  const frontier = new Frontier(order, most);
  for (const [at, [uri, score]] of links.entries()) frontier.add(uri, uri, score, `parent ${at}`);
  return frontier;
};

describe("frontier of a crawl", () => {
  it("orders waiting pages by the mean score of the pages that link to them", () => {
    const links = [["a", 0.4], ["b", 0.9], ["c", 0.7], ["b", 0.1]] as const; // prettier-ignore
    expect(taken(withLinks("mean", links))).toEqual(["c", "b", "a"]);
  });

  it("opens a page earlier if several equally good pages link to it", () => {
    const links = [["one", 0.6], ["three", 0.6], ["three", 0.6], ["three", 0.6]] as const; // prettier-ignore
    expect(taken(withLinks("mean", links))).toEqual(["one", "three"]);
    expect(taken(withLinks("best", links))).toEqual(["three", "one"]);
  });

  it("opens pages in the order in which they were found if the order is breadth or their scores are equal", () => {
    const links = [["a", 0.1], ["b", 0.9], ["c", 0.5], ["a", 0.9]] as const; // prettier-ignore
    expect(taken(withLinks("breadth", links))).toEqual(["a", "b", "c"]);
    const equal = ["x", "y", "z"].map((uri) => [uri, 0.5] as const);
    expect(taken(withLinks("best", equal))).toEqual(["x", "y", "z"]);
  });

  it("keeps a waiting page once, even if it is found several times", () => {
    const links = Array.from({ length: 100 }, (_, at) => ["a", at / 100] as const);
    expect(taken(withLinks("best", links, 10))).toEqual(["a"]);
  });
});
