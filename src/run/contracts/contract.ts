import assert from "node:assert/strict";
import { inspect } from "node:util";

/** One requirement for a definition. */
export interface ContractCase {
  readonly name: string;
  /** Throws if the definition does not fulfil the requirement. */
  readonly check: () => void | Promise<void>;
}

export const holds = (name: string, check: ContractCase["check"]): ContractCase => ({
  name,
  check,
});

/** Functions that declare tests, as in vitest, node:test, Mocha and Jest. */
export interface TestFramework {
  /** Declares a group of tests. */
  readonly describe: (name: string, tests: () => void) => unknown;
  /** Declares a test. */
  readonly it: (name: string, test: () => void | Promise<void>) => unknown;
}

/** Without a framework, uses the globals `describe` and `it`, which most test runners have. */
export function declareCases(
  title: string,
  cases: readonly ContractCase[],
  framework: Partial<TestFramework>,
): void {
  const globals = globalThis as Partial<TestFramework>;
  const { describe = globals.describe, it = globals.it } = framework;
  if (describe === undefined || it === undefined) {
    throw new TypeError(
      'there is no "describe" and "it": give those of your test runner, e.g. { describe, it } of node:test.',
    );
  }
  describe(title, () => {
    for (const { name, check } of cases) it(name, check);
  });
}

export function describesItself(of: { readonly summary: string; readonly title?: string }): void {
  assert.match(
    of.summary,
    /^[A-Z].*\.$/su,
    `summary is "${of.summary}": write a sentence, from a capital letter to a full stop.`,
  );
  assert.notEqual(of.title, "", "title is empty: write a few words, or leave it out.");
}

export function shown(value: unknown): string {
  const text = typeof value === "string" ? JSON.stringify(value) : inspect(value, { depth: 1 });
  return text.length > 200 ? `${text.slice(0, 200)}...` : text;
}
