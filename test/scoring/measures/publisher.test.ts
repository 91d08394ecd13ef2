import { describe, expect, it } from "vitest";
import { publisher } from "../../../src/scoring/measures/publisher.js";
import { settingsOf } from "./settings.js";

const settings = settingsOf();

describe("likeness of publishers", () => {
  it("is the share that both have of what the one that says less says", () => {
    const page = ["account x.com/kiln", "copyright kiln trust", "mail a@kiln.example"];
    expect(publisher.score(page, ["copyright kiln trust", "mail b@kiln.example"], settings)).toBe(
      0.5,
    );
    expect(publisher.score(page, ["copyright kiln trust"], settings)).toBe(1);
    expect(publisher.score(page, ["copyright other"], settings)).toBe(0);
  });

  it("is not defined where one page says nothing", () => {
    expect(() => publisher.score(["copyright kiln trust"], [], settings)).toThrow("does not say");
  });
});
