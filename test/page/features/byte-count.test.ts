import { expect, it } from "vitest";
import { byteCount } from "../../../src/page/features/sizes.js";
import { pageOf } from "./page.js";

it("the byte count is that of the body, not of its characters", () => {
  expect(byteCount.extract(pageOf("café"), {})).toBe(5);
});

it("a body of no bytes leaves nothing to compare with", () => {
  expect(byteCount.isEmpty(byteCount.extract(pageOf(""), {}))).toBe(true);
  expect(byteCount.isEmpty(byteCount.extract(pageOf(" "), {}))).toBe(false);
});
