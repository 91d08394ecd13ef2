import { describe, expect, it } from "vitest";
import { simhashOfPythonBytes, simhashOfText } from "../../src/base/math/gram-simhash.js";
import {
  hammingDistance,
  simhashFromDecimal,
  simhashOfCounts,
  simhashToDecimal,
  type Simhash,
} from "../../src/base/math/simhash.js";
import { counted } from "../score/measures/settings.js";
import { goldenOf } from "../support/shared.js";

interface SimhashCases {
  readonly cases: readonly (
    | { readonly kind: "text"; readonly input: string; readonly expected: string }
    | { readonly kind: "tokens"; readonly input: readonly string[]; readonly expected: string }
    | {
        readonly kind: "bytes_str";
        readonly input_base64: string;
        readonly expected: string;
      }
  )[];
  readonly distances: readonly {
    readonly a: string;
    readonly b: string;
    readonly expected: number;
  }[];
  readonly raw_simhash_scores: readonly {
    readonly a_base64: string;
    readonly b_base64: string;
    readonly expected_raw_simhash: number;
  }[];
}

function hash(item: SimhashCases["cases"][number]): Simhash {
  if (item.kind === "text") return simhashOfText(item.input);
  if (item.kind === "bytes_str")
    return simhashOfPythonBytes(Buffer.from(item.input_base64, "base64"));
  const { terms, counts } = counted(item.input);
  return simhashOfCounts(terms, counts);
}

describe("Simhash as the Python package computes it", () => {
  const { golden } = goldenOf<SimhashCases>("simhash");

  it("computes the Simhash values of the Python package", () => {
    const { cases } = golden;
    expect(cases.length).toBeGreaterThan(150);
    expect(cases.map((item) => simhashToDecimal(hash(item)))).toEqual(
      cases.map(({ expected }) => expected),
    );
  });

  it("computes the Simhash distances of the Python package", () => {
    for (const { a, b, expected } of golden.distances)
      expect(hammingDistance(simhashFromDecimal(a), simhashFromDecimal(b))).toBe(expected);
    for (const { a_base64, b_base64, expected_raw_simhash } of golden.raw_simhash_scores) {
      const one = simhashOfPythonBytes(Buffer.from(a_base64, "base64"));
      const other = simhashOfPythonBytes(Buffer.from(b_base64, "base64"));
      expect(hammingDistance(one, other)).toBe(expected_raw_simhash);
    }
  });
});
