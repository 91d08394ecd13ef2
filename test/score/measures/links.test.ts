import { describe, expect, it } from "vitest";
import { links } from "../../../src/score/measures/links.js";
import { settingsOf } from "./settings.js";

const settings = settingsOf();
const to = (...paths: readonly string[]) => ({ paths, externalShare: 0 });

describe("similarity of links", () => {
  it("scores the share of paths on their own site to which both pages link", () => {
    expect(links.score(to("/", "/about", "/news"), to("/", "/about", "/shop"), settings)).toBe(0.5);
    expect(links.score(to("/"), to(), settings)).toBe(0);
  });

  it("defines no score of links if neither page links to its own site", () => {
    expect(() => links.score(to(), to(), settings)).toThrow("neither page links");
  });
});
