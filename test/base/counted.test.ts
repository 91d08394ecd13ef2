import { expect, it } from "vitest";
import { counted } from "../../src/base/text.js";

it.each([
  [0, "memento", undefined, "0 mementos"],
  [1, "memento", undefined, "1 memento"],
  [2, "memento", undefined, "2 mementos"],
  [1, "leaf", "leaves", "1 leaf"],
  [3, "leaf", "leaves", "3 leaves"],
])("writes %i %s with the right form of the noun", (number, one, more, written) => {
  expect(counted(number, one, more)).toBe(written);
});
