import { describe, expect, it } from "vitest";
import { hosts } from "../../../src/score/measures/hosts.js";
import { settingsOf } from "./settings.js";

const settings = settingsOf();
const naming = (...names: readonly string[]) =>
  hosts.prepare!({ words: "", hosts: names, paths: 0 });

describe("similarity of hosts", () => {
  it("scores the share of hosts that both pages mention, whatever their order", () => {
    const one = naming("saltmouth.example", "council.example", "harbour.example");
    const other = naming("harbour.example", "saltmouth.example", "casino.example");
    expect(hosts.score(one, other, settings)).toBe(0.5);
    expect(hosts.score(one, naming(), settings)).toBe(0);
  });

  it("defines no score of hosts if neither page mentions a host", () => {
    expect(() => hosts.score(naming(), naming(), settings)).toThrow("neither page names a host");
  });
});
