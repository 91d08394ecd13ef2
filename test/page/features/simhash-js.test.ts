import { expect, it } from "vitest";
import { simhashJs } from "../../../src/page/features/hashes.js";
import { pageOf } from "./page.js";

it("the hash of simhash-js is a 32-bit number", () => {
  const hash = simhashJs.extract(pageOf("The museum opens its doors every day."), {});
  expect(Number.isInteger(hash)).toBe(true);
  expect(hash).toBeGreaterThanOrEqual(0);
  expect(hash).toBeLessThan(2 ** 32);
});

it("equal pages have equal hashes, whatever was hashed in between", () => {
  const page = pageOf("<p>A page of more than one block</p>");
  const before = simhashJs.extract(page, {});
  simhashJs.extract(pageOf("another page altogether"), {});
  expect(simhashJs.extract(page, {})).toBe(before);
});

it("a page of less than one block has nothing that could be compared", () => {
  const isEmpty = (html: string): boolean => simhashJs.isEmpty(simhashJs.extract(pageOf(html), {}));
  expect(isEmpty("")).toBe(true);
  expect(isEmpty("abc")).toBe(true);
  expect(isEmpty("<p>A page of more than one block</p>")).toBe(false);
});

it("leaves no global variables behind, though the package makes some", () => {
  const before = Object.keys(globalThis);
  simhashJs.extract(pageOf("A page of more than one block of characters"), {});
  expect(Object.keys(globalThis)).toEqual(before);
});

it("a text that the package would take minutes for is refused", () => {
  expect(() => simhashJs.extract(pageOf("x".repeat(8_000_001)), {})).toThrow(/8000000 characters/);
});
