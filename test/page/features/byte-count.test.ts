import { expect, it } from "vitest";
import { byteCount } from "../../../src/page/features/sizes.js";
import { pageOf } from "./page.js";

it("counts the bytes of the body and not its characters", () => {
  expect(byteCount.extract(pageOf("café"), {})).toBe(5);
});

it("treats only a body without bytes as empty in the byte count", () => {
  expect(byteCount.isEmpty(byteCount.extract(pageOf(""), {}))).toBe(true);
  expect(byteCount.isEmpty(byteCount.extract(pageOf(" "), {}))).toBe(false);
});
