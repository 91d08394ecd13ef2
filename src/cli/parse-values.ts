import { UsageError } from "../errors.js";

const UNITS: ReadonlyMap<string, number> = new Map([
  ["", 1],
  ["k", 2 ** 10],
  ["m", 2 ** 20],
  ["g", 2 ** 30],
]);

/** Bytes of `64M`, `1.5G`, `4096`; throws a `UsageError` naming the option otherwise. */
export function parseSize(text: string, option: string): number {
  const [, number = "", unit = ""] = /^(\d+(?:\.\d+)?)\s*([kmg]?)i?b?$/iu.exec(text.trim()) ?? [];
  const bytes = Math.round(Number(number) * (UNITS.get(unit.toLowerCase()) ?? Number.NaN));
  if (number === "" || !Number.isSafeInteger(bytes) || bytes < 1) {
    throw new UsageError(`${option} takes a size such as 64M or 1G, not "${text}".`);
  }
  return bytes;
}

/** A whole number of at least `least`; throws a `UsageError` naming the option otherwise. */
export function parseWhole(text: string, option: string, least: number): number {
  const number = Number(text);
  if (!/^\d+$/u.test(text.trim()) || !Number.isSafeInteger(number) || number < least) {
    throw new UsageError(`${option} takes a whole number from ${least} up, not "${text}".`);
  }
  return number;
}

/** A number such as 0.5; throws a `UsageError` naming the option otherwise. */
export function parseDecimal(text: string, option: string): number {
  if (!/^[-+]?(?:\d+\.?\d*|\.\d+)$/u.test(text.trim())) {
    const [, whole, part] = /^\s*([-+]?\d*),(\d+)\s*$/u.exec(text) ?? [];
    const form = part === undefined ? "" : ` Write ${whole}.${part}, with a point.`;
    throw new UsageError(`${option} takes a number, not "${text}".${form}`);
  }
  return Number(text);
}

/** Reads `k/n`, the k-th of n parts; throws a `UsageError` otherwise. */
export function parseShard(text: string): { readonly k: number; readonly n: number } {
  const match = /^(\d{1,6})\/(\d{1,6})$/u.exec(text.trim());
  const [k, n] = [Number(match?.[1]), Number(match?.[2])];
  if (match === null || k < 1 || k > n) {
    throw new UsageError(`--shard takes k/n with k from 1 to n, such as 2/8, not "${text}".`);
  }
  return { k, n };
}

/** Gathers the values of an option that may be repeated. */
export const collectValues = (value: string, before: readonly string[] = []): string[] => [
  ...before,
  value,
];
