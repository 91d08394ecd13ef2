/** Tests for measures, inputs and writers of one's own: those that ours pass. */
import type { Input, Measure, Writer } from "../types.js";
import { declareCases, type TestFramework } from "./contract.js";
import { inputContract, type InputExamples } from "./inputs.js";
import { measureContract, type ScoreExample } from "./measures.js";
import { writerContract } from "./writers.js";

export type { ContractCase, TestFramework } from "./contract.js";
export { inputContract, type InputExamples } from "./inputs.js";
export { measureContract, type ScoreExample } from "./measures.js";
export { writerContract } from "./writers.js";

/**
 * Declares the tests of a measure: its range, equal pages, symmetry, odd pages, values that travel as JSON, and examples
 * of your own.
 *
 *     import { describe, it } from "node:test";
 *     testMeasure(headings, { describe, it, examples: [{ first: "<h1>a</h1>", memento: "<h1>a</h1>", score: 1 }] });
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

/** Declares the tests of a writer: text without what strangers forge, the same bytes again, failures. */
export function testWriter(writer: Writer, framework: Partial<TestFramework> = {}): void {
  declareCases(`writer ${writer.keyword}`, writerContract(writer), framework);
}

/** Declares the tests of an input, with the pages that are to be found in its sources. */
export function testInput(
  input: Input,
  { describe, it, ...examples }: Partial<TestFramework> & InputExamples,
): void {
  declareCases(`input ${input.keyword}`, inputContract(input, examples), { describe, it });
}
