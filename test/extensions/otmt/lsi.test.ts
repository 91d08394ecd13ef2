import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { largestEigen, symmetricEigen } from "../../../src/extensions/otmt/eigen.js";
import { cosineOfProjections, LsiFit, project } from "../../../src/extensions/otmt/lsi.js";
import type { CountedTerms } from "../../../src/base/types.js";

function count(text: string): CountedTerms {
  const words = text.split(" ").filter((word) => word !== "");
  const terms = [...new Set(words)].sort();
  return { terms, counts: terms.map((term) => words.filter((word) => word === term).length) };
}

function scores(documents: readonly CountedTerms[], count: number): number[] {
  const fit = new LsiFit(count);
  for (const document of documents) fit.add(document);
  const topics = fit.finish();
  const first = project(documents[0]!, topics);
  return documents.map((document) => cosineOfProjections(first, project(document, topics)));
}

const symmetric = fc
  .integer({ min: 1, max: 12 })
  .chain((size) =>
    fc.array(fc.array(fc.integer({ min: -5, max: 5 }), { minLength: size, maxLength: size }), {
      minLength: size,
      maxLength: size,
    }),
  )
  .map((rows) =>
    rows.map((row, at) => row.map((_, column) => rows[at]![column]! + rows[column]![at]!)),
  );

describe("eigenvalues of a symmetric matrix", () => {
  it("finds orthogonal eigenvectors that the matrix multiplies by its eigenvalues", () => {
    fc.assert(
      fc.property(symmetric, (matrix) => {
        const { values, vectors } = symmetricEigen(matrix.map((row) => Float64Array.from(row)));
        vectors.forEach((vector, at) => {
          matrix.forEach((row, place) => {
            const product = row.reduce(
              (sum, element, column) => sum + element * vector[column]!,
              0,
            );
            expect(product).toBeCloseTo(values[at]! * vector[place]!, 9);
          });
          vectors.forEach((other, otherAt) => {
            const product = vector.reduce(
              (sum, element, place) => sum + element * other[place]!,
              0,
            );
            expect(product).toBeCloseTo(at === otherAt ? 1 : 0, 9);
          });
        });
      }),
    );
  });

  it("finds the largest eigenvalues including multiple ones by iteration", () => {
    const diagonal = [9, 9, 9, 4, 4, 1, ...new Array<number>(60).fill(0.5)];
    const operator = {
      size: diagonal.length,
      multiply: (vector: Float64Array) => vector.map((value, at) => value * diagonal[at]!),
    };
    const { values } = largestEigen(operator, 6, 1e-12);
    expect(values.map((value) => Math.round(value * 1e9) / 1e9)).toEqual([9, 9, 9, 4, 4, 1]);
  });
});

describe("latent semantic indexing", () => {
  it("gives LSI scores equal to the cosine of counts if there are at most as many documents as topics", () => {
    const documents = ["cat cat cat dog", "cat dog dog dog", "cat", "dog", "bird"].map(count);
    const expected = [1, 0.6, 3 / Math.sqrt(10), 1 / Math.sqrt(10), 0];
    scores(documents, 10).forEach((score, at) => expect(score).toBeCloseTo(expected[at]!, 12));
  });

  it("gives bit-identical LSI scores for any order of documents", () => {
    const document = fc.array(fc.constantFrom("a", "b", "c", "d", "toString"), { maxLength: 9 });
    const list = fc.array(document, { minLength: 2, maxLength: 8 });
    fc.assert(
      fc.property(list, fc.integer({ min: 1, max: 4 }), (words, topics) => {
        const [first, ...others] = words.map((list) => count(list.join(" ")));
        const forwards = scores([first!, ...others], topics);
        const backwards = scores([first!, ...others.toReversed()], topics);
        expect(backwards).toEqual([forwards[0], ...forwards.slice(1).toReversed()]);
      }),
    );
  });

  it("gives the same LSI scores by iteration over many documents as by full decomposition", () => {
    const documents = Array.from({ length: 230 }, (_, at) =>
      count(`t${at % 3} t${at % 3} u${at % 7} v${at % 11} w${at}`),
    );
    const many = scores(documents, 3);
    const terms = [...new Set(documents.flatMap(({ terms }) => terms))];
    const rows = documents.map((document) =>
      terms.map((term) => document.counts[document.terms.indexOf(term)] ?? 0),
    );
    const gram = rows.map((row) =>
      Float64Array.from(rows, (other) => row.reduce((sum, x, at) => sum + x * other[at]!, 0)),
    );
    const { values, vectors } = symmetricEigen(gram);
    const projected = rows.map((_, at) =>
      Float64Array.from([0, 1, 2], (topic) => vectors[topic]![at]! * Math.sqrt(values[topic]!)),
    );
    projected.forEach((projection, at) =>
      expect(many[at]).toBeCloseTo(cosineOfProjections(projected[0]!, projection), 9),
    );
  });
});
