import { isObject } from "./json.js";
import type { Json, JsonObject } from "./types.js";

/**
 * How a value stands in JSON, written and read in one place. Files come from anywhere: what is of another type than it
 * should be is read as undefined.
 */
export interface Codec<T> {
  write(value: T): Json;
  read(json: unknown): T | undefined;
}

/** A value that JSON holds as it is. It is checked as a whole: `read` returns it unchanged, or undefined. */
export interface PlainCodec<T> extends Codec<T> {
  readonly is: (json: unknown) => json is T;
  /** A property, so that the codec of a member must allow exactly what its type allows. */
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
/** A whole number that is not negative. */
export const count: PlainCodec<number> = plain(
  (json): json is number => Number.isSafeInteger(json) && (json as number) >= 0,
);
/** A number from 0 to 1. */
export const share: PlainCodec<number> = plain(
  (json): json is number => typeof json === "number" && json >= 0 && json <= 1,
);
export const flag: PlainCodec<boolean> = plain((json) => typeof json === "boolean");

/** A text of a certain form. */
export const matching = (form: RegExp): PlainCodec<string> =>
  plain((json): json is string => text.is(json) && form.test(json));

/** One of some values. */
export const oneOf = <const T extends string | boolean>(...known: readonly T[]): PlainCodec<T> =>
  plain((json): json is T => known.some((each) => each === json));

/** A list of which every item is as it should be. */
export const all = <T>(of: PlainCodec<T>): PlainCodec<readonly T[]> =>
  plain((json): json is readonly T[] => {
    if (!Array.isArray(json)) return false;
    for (const item of json) if (!of.is(item)) return false;
    return true;
  });

/** An object of which every member is as it should be, whatever its name. */
export const mapOf = <T>(of: PlainCodec<T>): PlainCodec<Readonly<Record<string, T>>> =>
  plain(
    (json): json is Readonly<Record<string, T>> =>
      isObject(json) && Object.values(json).every((each) => of.is(each)),
  );

/** A member that an object can be without. */
export const optional = <T>(of: PlainCodec<T>): PlainCodec<T | undefined> =>
  plain((json): json is T | undefined => json === undefined || of.is(json));

/** An object by its members: each is as it should be. It may have others. */
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

/** A list; items that cannot be read are left out. */
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

/** With a value for what cannot be read. */
export const orElse = <T>(codec: Codec<T>, value: T): Codec<T> => ({
  ...codec,
  read: (json) => codec.read(json) ?? value,
});

/** A member of an object: its name in JSON, and whether the object can be without it. */
type Member<T> = undefined extends T
  ? readonly [name: string, codec: Codec<Exclude<T, undefined>>, "optional"]
  : readonly [name: string, codec: Codec<T>];

interface Row {
  readonly key: string;
  readonly name: string;
  readonly codec: Codec<unknown>;
  readonly isOptional: boolean;
}

/** An object by a table of its members, in the order in which they are written; one that lacks a member is not read. */
export function object<T extends object>(table: {
  readonly [K in keyof T]-?: Member<T[K]>;
}): ObjectCodec<T> {
  const rows = Object.entries<readonly [string, unknown, "optional"?]>(table).map(
    ([key, [name, codec, optional]]): Row => ({
      ...{ key, name, isOptional: optional !== undefined },
      codec: codec as Codec<unknown>,
    }),
  );
  return {
    write(value) {
      const entry: Record<string, Json> = {};
      for (const { key, name, codec } of rows) {
        const member: unknown = value[key as keyof T];
        if (member !== undefined) entry[name] = codec.write(member);
      }
      return entry;
    },
    read(json) {
      if (!isObject(json)) return undefined;
      const value: Record<string, unknown> = {};
      for (const { key, name, codec, isOptional } of rows) {
        const member = codec.read(json[name]);
        if (member !== undefined) value[key] = member;
        else if (!isOptional) return undefined;
      }
      return value as T;
    },
  };
}
