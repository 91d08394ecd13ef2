import { describe, expect, it } from "vitest";
import { features } from "../../../src/page/features/index.js";
import "../../support/all-extensions.js";
import { openPage } from "../../../src/page/page.js";
import { english } from "./page.js";

const TEXT = "The harbour museum keeps lamps and lenses, and its keepers mend the boats. ".repeat(
  9,
);
const PAGE = `<!doctype html><html lang="en"><head><title>Account suspended | Harbour Museum</title>
  <link rel="canonical" href="http://museum.example/visit"><base href="http://museum.example/"></head>
  <body class="harbour"><h1>Harbour Museum</h1><p>${TEXT}</p><a href="/boats">Boats</a>
  <a href="http://other.example/">Other</a> Account suspended <p>© 2020 Harbour Museum</p></body></html>`;
const SHELL = '<frameset><frame src="/main"></frameset>';

/** Yields copies of a value in each of which one part has a type that it never has. */
function* spoilt(value: unknown): Generator {
  yield typeof value === "object" ? 5 : {};
  if (typeof value !== "object" || value === null) return;
  for (const [key, part] of Object.entries(value).slice(0, 5)) {
    for (const other of spoilt(part)) {
      yield Array.isArray(value)
        ? Object.assign([...(value as unknown[])], { [key]: other })
        : { ...value, [key]: other };
    }
  }
}

describe.each(features)("values of $keyword", (feature) => {
  it("are accepted as they are, and rejected with a part of another type", () => {
    for (const html of [PAGE, SHELL]) {
      const page = openPage(Buffer.from(html), "text/html; charset=utf-8");
      const value = feature.extract(page, { ...english, characters: 100, n: 5 });
      expect(feature.isValue?.(value)).toBe(true);
      expect([...spoilt(value)].filter((other) => feature.isValue?.(other) === true)).toEqual([]);
    }
  });
});

it("values of the kinds of numbers that JSON cannot tell apart are rejected", () => {
  const isValue = (keyword: string, value: unknown): boolean | undefined =>
    features.find((one) => one.keyword === keyword)!.isValue?.(value);
  expect([-1, 0.5, Number.POSITIVE_INFINITY].map((bad) => isValue("byte-count", bad))).toEqual([
    false,
    false,
    false,
  ]);
  expect([[2, 1], [1, 1], [4294967296]].map((bad) => isValue("char-ngrams", bad))).toEqual([
    false,
    false,
    false,
  ]);
  expect(["18446744073709551616", "-1", ""].map((bad) => isValue("raw-simhash", bad))).toEqual([
    false,
    false,
    false,
  ]);
});
