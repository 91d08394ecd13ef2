import { describe, expect, it } from "vitest";
import {
  type FromFirst,
  isBroken,
  isGone,
  isLasting,
  lossText,
  timeOrder,
} from "../../../src/score/verdict/time-order.js";

const near = 0.9;
const far = 0.03;

/** A memento that shares nothing but what is given. */
const own = (given: Partial<FromFirst> = {}): FromFirst => ({
  ...{ similarity: far, title: 1, classes: 1, hosts: 1 },
  ...given,
});

describe("the order of time", () => {
  it("finds the run of other pages at the end, and how alike the captures before it were", () => {
    const order = timeOrder([near, near, far, far]);
    expect(order.slice(0, 2)).toEqual([undefined, undefined]);
    expect(order[3]).toEqual({ since: 2, usual: 0.9, lasts: true });
  });

  it("says that a run does not last if the page comes back, and skips what could not be compared", () => {
    const order = timeOrder([near, far, undefined, far, near]);
    expect(order.map((each) => each?.lasts)).toEqual([
      undefined,
      false,
      undefined,
      false,
      undefined,
    ]);
  });

  it("knows nothing of a page with no other capture before", () => {
    expect(timeOrder([far, far])).toEqual([undefined, undefined]);
  });

  it("finds no change of a page that is never alike, such as that of a newspaper", () => {
    const order = timeOrder([0.1, 0.05, 0.08, far, far]);
    expect(order.some(isLasting)).toBe(false);
    expect(order.some((each) => isGone(each, own()))).toBe(false);
  });

  it("breaks only where words, title, class names and hosts are all lost to the end", () => {
    const [, , lasting] = timeOrder([near, near, far]);
    const [, , passing] = timeOrder([near, near, far, near]);
    expect(isBroken(lasting, own())).toBe(true);
    expect(isBroken(passing, own())).toBe(false);
    for (const kept of ["title", "classes", "hosts"] as const)
      expect(isBroken(lasting, own({ [kept]: 0.3 }))).toBe(false);
    expect(isBroken(lasting, own({ similarity: 0.22 }))).toBe(false);
  });

  it("says of a page without a word left what was lost and what was kept", () => {
    const [, , order] = timeOrder([near, near, far]);
    const theme = own({ classes: 0.1 });
    expect(isGone(order, theme)).toBe(true);
    expect(lossText(theme)).toBe("lost: words, title, hosts; kept: class names");
    expect(isGone(order, own({ similarity: 0.08 }))).toBe(true);
    expect(isGone(order, own({ similarity: 0.08, title: 0.1 }))).toBe(false);
  });

  it("doubts a page of another design with few of the words, such as the home page of its site", () => {
    const [, order] = timeOrder([near, near, far, near].slice(1));
    const home = own({ similarity: 0.15, title: undefined, hosts: 0.95 });
    expect(isGone(order, home)).toBe(true);
    expect(isGone(order, own({ similarity: 0.15, title: 0.2 }))).toBe(false);
    expect(isGone(order, own({ similarity: 0.15, classes: 0.3 }))).toBe(false);
    expect(isGone(order, own({ similarity: 0.3 }))).toBe(false);
  });
});
