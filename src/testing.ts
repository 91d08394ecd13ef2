/** Tests for measures, inputs, writers, removers and evidence of one's own: those that ours pass. */
import { allExtensions } from "./extensions/all.js";
import { registerExtensions } from "./run/extensions/register.js";
import { registries } from "./run/extensions/registries.js";
import type { Input } from "./read/types.js";
import type { BoilerplateRemover } from "./page/types.js";
import type { Measure } from "./score/types.js";
import type { Writer } from "./write/types.js";
import type { OwnEvidence } from "./run/plugins/define-evidence.js";
import { declareCases, type TestFramework } from "./run/contracts/contract.js";
import { evidenceContract, type EvidenceExample } from "./run/contracts/evidence.js";
import { inputContract, type InputExamples } from "./run/contracts/inputs.js";
import { measureContract, type ScoreExample } from "./run/contracts/measures.js";
import { removerContract, type TextExample } from "./run/contracts/removers.js";
import { writerContract } from "./run/contracts/writers.js";

registerExtensions(allExtensions, registries);

export type { ContractCase, TestFramework } from "./run/contracts/contract.js";
export { evidenceContract, type EvidenceExample } from "./run/contracts/evidence.js";
export { inputContract, type InputExamples } from "./run/contracts/inputs.js";
export { measureContract, type ScoreExample } from "./run/contracts/measures.js";
export { removerContract, type TextExample } from "./run/contracts/removers.js";
export { writerContract } from "./run/contracts/writers.js";

/**
 * Declares the tests of a measure: its range, equal pages, symmetry, odd pages, values that travel as JSON, and examples
 * of your own.
 *
 * @example
 * ```js
 * import { describe, it } from "node:test";
 * import { defineMeasure } from "detect-off-topic";
 *
 * const sizes = defineMeasure({
 *   keyword: "sizes",
 *   summary: "Likeness of sizes.",
 *   feature: "byte-count",
 *   score: (first, memento) => Math.min(first, memento) / Math.max(first, memento, 1),
 * });
 * testMeasure(sizes, {
 *   describe,
 *   it,
 *   examples: [{ first: "<p>a", memento: "<p>a", score: 1 }],
 * });
 * ```
 */
export function testMeasure(
  measure: Measure,
  {
    examples,
    ...framework
  }: Partial<TestFramework> & { readonly examples?: readonly ScoreExample[] } = {},
): void {
  declareCases(`measure ${measure.keyword}`, measureContract(measure, examples), framework);
}

/**
 * Declares the tests of a writer: text without what strangers forge, the same bytes again, failures.
 *
 * @example
 * ```js
 * import { describe, it } from "node:test";
 * import { writers } from "detect-off-topic";
 *
 * for (const writer of writers.filter(({ keyword }) => keyword === "csv")) {
 *   testWriter(writer, { describe, it });
 * }
 * ```
 */
export function testWriter(writer: Writer, framework: Partial<TestFramework> = {}): void {
  declareCases(`writer ${writer.keyword}`, writerContract(writer), framework);
}

/**
 * Declares the tests of a boilerplate remover: text of odd pages, the same again, and examples of your own.
 *
 * @example
 * ```js
 * import { describe, it } from "node:test";
 * import { defineRemover } from "detect-off-topic";
 *
 * const body = defineRemover({
 *   keyword: "body",
 *   summary: "Keeps all text.",
 *   extract: (page) => page.bodyText,
 * });
 * testRemover(body, { describe, it, examples: [{ html: "<p>open", text: "open" }] });
 * ```
 */
export function testRemover(
  remover: BoilerplateRemover,
  {
    examples,
    ...framework
  }: Partial<TestFramework> & { readonly examples?: readonly TextExample[] } = {},
): void {
  declareCases(`remover ${remover.keyword}`, removerContract(remover, examples), framework);
}

/**
 * Declares the tests of an input, with the pages that are to be found in its sources.
 *
 * @example
 * ```js
 * import { describe, it } from "node:test";
 * import { defineInput, readWarc } from "detect-off-topic";
 *
 * const input = defineInput({
 *   keyword: "mine",
 *   summary: "WARC files.",
 *   read: (file) => readWarc(file),
 * });
 * const uriR = "http://www.harbour-lantern-museum.example/";
 * const pages = ["2009-04-14T10:15:07Z", "2018-01-27T22:18:45Z"].map((mementoDatetime) => ({
 *   uriR,
 *   mementoDatetime,
 * }));
 * testInput(input, { describe, it, sources: ["crawl.warc"], pages });
 * ```
 */
export function testInput(
  input: Input,
  { describe, it, ...examples }: Partial<TestFramework> & InputExamples,
): void {
  declareCases(`input ${input.keyword}`, inputContract(input, examples), { describe, it });
}

/**
 * Declares the tests of evidence of a collection: the same data however the records are divided, data that a file keeps,
 * odd pages, files of strangers, and examples of your own.
 *
 * @example
 * ```js
 * import { describe, it } from "node:test";
 * import { defineEvidence } from "detect-off-topic/extend";
 *
 * const sizes = defineEvidence({
 *   keyword: "sizes",
 *   summary: "Whether a page of this size is in the collection.",
 *   feature: "byte-count",
 *   survey: {
 *     lines: ({ value }) => [String(value)],
 *     async data(sorted) {
 *       const sizes = [];
 *       for await (const size of sorted) sizes.push(Number(size));
 *       return sizes;
 *     },
 *   },
 *   isData: Array.isArray,
 *   judge: (sizes, { value }) => ({ score: Number(sizes.includes(value)) }),
 * });
 * testEvidence(sizes, { describe, it, examples: [{ timeMap: "a", html: "<p>a", score: 1 }] });
 * ```
 */
export function testEvidence(
  evidence: OwnEvidence,
  {
    examples,
    ...framework
  }: Partial<TestFramework> & { readonly examples?: readonly EvidenceExample[] } = {},
): void {
  declareCases(`evidence ${evidence.keyword}`, evidenceContract(evidence, examples), framework);
}
