import assert from "node:assert/strict";
import { inspect } from "node:util";

/** One thing that a definition must do: its check throws where it does not. */
export interface ContractCase {
  readonly name: string;
  /** Throws where it does not hold. */
  readonly check: () => void | Promise<void>;
}

/** A case. */
export const holds = (name: string, check: ContractCase["check"]): ContractCase => ({
  name,
  check,
});

/** What declares tests: of vitest, node:test, Mocha, Jest. */
export interface TestFramework {
  /** Declares a group of tests. */
  readonly describe: (name: string, tests: () => void) => unknown;
  /** Declares a test. */
  readonly it: (name: string, test: () => void | Promise<void>) => unknown;
}

/**
 * Declares the cases as tests. Without a framework the globals `describe` and `it` are used, as most runners offer them.
 */
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

/** That something says in words what it is. */
export function describesItself(of: { readonly summary: string; readonly title?: string }): void {
  assert.match(
    of.summary,
    /^[A-Z].*\.$/su,
    `summary is "${of.summary}": write a sentence, from a capital letter to a full stop.`,
  );
  assert.notEqual(of.title, "", "title is empty: write a few words, or leave it out.");
}

/** A value for a message: what it is, and its start. */
export function shown(value: unknown): string {
  const text = typeof value === "string" ? JSON.stringify(value) : inspect(value, { depth: 1 });
  return text.length > 200 ? `${text.slice(0, 200)}...` : text;
}
