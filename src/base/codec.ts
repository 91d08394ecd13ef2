import { isObject } from "./json.js";
import type { Json, JsonObject } from "./types.js";

/**
 * Conversion of a value to its JSON form and back, with reading and writing in one place. Files may come from anywhere,
 * so `read` returns undefined for JSON of a wrong type.
 */
export interface Codec<T> {
  write(value: T): Json;
  read(json: unknown): T | undefined;
}

/**
 * Codec of a value that JSON can represent unchanged. `read` checks the whole value and returns it unchanged, or
 * returns undefined.
 */
export interface PlainCodec<T> extends Codec<T> {
  readonly is: (json: unknown) => json is T;
  /**
   * This is a property and not a method, so that TypeScript compares parameter types strictly. The codec of a member
   * must allow exactly the values that its type allows.
   */
  readonly write: (value: T) => Json;
}

export interface ObjectCodec<T> extends Codec<T> {
  write(value: T): JsonObject;
}

const plain = <T>(is: (json: unknown) => json is T): PlainCodec<T> => ({
  is,
  write: (value) => value as Json,
  read: (json) => (is(json) ? json : undefined),
});

export const text: PlainCodec<string> = plain((json) => typeof json === "string");
export const finite: PlainCodec<number> = plain(
  (json): json is number => typeof json === "number" && Number.isFinite(json),
);
/** Whole number, 0 or more. */
export const count: PlainCodec<number> = plain(
  (json): json is number => Number.isSafeInteger(json) && (json as number) >= 0,
);
/** Number from 0 to 1. */
export const share: PlainCodec<number> = plain(
  (json): json is number => typeof json === "number" && json >= 0 && json <= 1,
);
export const flag: PlainCodec<boolean> = plain((json) => typeof json === "boolean");
export const jsonObject: PlainCodec<JsonObject> = plain((json): json is JsonObject =>
  isObject(json),
);

export const matching = (form: RegExp): PlainCodec<string> =>
  plain((json): json is string => text.is(json) && form.test(json));

export const oneOf = <const T extends string | boolean>(...known: readonly T[]): PlainCodec<T> =>
  plain((json): json is T => known.some((each) => each === json));

/** List in which every item is valid. */
export const all = <T>(of: PlainCodec<T>): PlainCodec<readonly T[]> =>
  plain((json): json is readonly T[] => {
    if (!Array.isArray(json)) return false;
    for (const item of json) if (!of.is(item)) return false;
    return true;
  });

/** Object in which every member is valid, with any names of members. */
export const mapOf = <T>(of: PlainCodec<T>): PlainCodec<Readonly<Record<string, T>>> =>
  plain(
    (json): json is Readonly<Record<string, T>> =>
      isObject(json) && Object.values(json).every((each) => of.is(each)),
  );

export const optional = <T>(of: PlainCodec<T>): PlainCodec<T | undefined> =>
  plain((json): json is T | undefined => json === undefined || of.is(json));

/** Object with the given members, all of which must be valid. Other members are ignored. */
export function record<T extends object>(table: {
  readonly [K in keyof T]-?: PlainCodec<T[K]>;
}): PlainCodec<T> {
  const rows = Object.entries<{ readonly is: (json: unknown) => boolean }>(table);
  return plain((json): json is T => {
    if (!isObject(json)) return false;
    for (const [name, { is }] of rows) if (!is(json[name])) return false;
    return true;
  });
}

/** List from which `read` leaves out the items that it cannot read. */
export const listOf = <T>(of: Codec<T>): Codec<readonly T[]> => ({
  write: (list) => list.map((each) => of.write(each)),
  read: (json) =>
    Array.isArray(json)
      ? json.flatMap((each: unknown) => {
          const item = of.read(each);
          return item === undefined ? [] : [item];
        })
      : undefined,
});

/** Returns the codec with a default: `read` returns `value` for JSON that it cannot read. */
export const orElse = <T>(codec: Codec<T>, value: T): Codec<T> => ({
  ...codec,
  read: (json) => codec.read(json) ?? value,
});

/** Member of an object: its name in JSON, its codec and, if the object may lack it, "optional". */
type MemberCodec<T> = undefined extends T
  ? readonly [name: string, codec: Codec<Exclude<T, undefined>>, "optional"]
  : readonly [name: string, codec: Codec<T>];

/**
 * Codec of an object, given a table of its members in the order in which they are written. `read` returns undefined if
 * a required member is missing or invalid.
 */
export function object<T extends object>(table: {
  readonly [K in keyof T]-?: MemberCodec<T[K]>;
}): ObjectCodec<T> {
  const rows = Object.entries(table) as [
    key: string,
    [name: string, codec: Codec<unknown>, optional?: "optional"],
  ][];
  return {
    write(value) {
      const entry: Record<string, Json> = {};
      for (const [key, [name, codec]] of rows) {
        const member: unknown = value[key as keyof T];
        if (member !== undefined) entry[name] = codec.write(member);
      }
      return entry;
    },
    read(json) {
      if (!isObject(json)) return undefined;
      const value: Record<string, unknown> = {};
      for (const [key, [name, codec, optional]] of rows) {
        const member = codec.read(json[name]);
        if (member !== undefined) value[key] = member;
        else if (optional === undefined) return undefined;
      }
      return value as T;
    },
  };
}
