import { expect, it } from "vitest";
import { simhashJs } from "../../../src/page/features/hashes.js";
import { pageOf } from "./page.js";

it("computes a 32-bit hash with simhash-js", () => {
  const hash = simhashJs.extract(pageOf("The museum opens its doors every day."), {});
  expect(Number.isInteger(hash)).toBe(true);
  expect(hash).toBeGreaterThanOrEqual(0);
  expect(hash).toBeLessThan(2 ** 32);
});

it("treats the simhash-js hash of a page shorter than a block as empty", () => {
  const isEmpty = (html: string): boolean => simhashJs.isEmpty(simhashJs.extract(pageOf(html), {}));
  expect(isEmpty("")).toBe(true);
  expect(isEmpty("abc")).toBe(true);
  expect(isEmpty("<p>A page of more than one block</p>")).toBe(false);
});

it("refuses a text for which simhash-js would take minutes", () => {
  expect(() => simhashJs.extract(pageOf("x".repeat(8_000_001)), {})).toThrow(/8000000 characters/);
});
