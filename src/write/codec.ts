import { isObject } from "../base/json.js";
import type { Json, JsonObject } from "../base/types.js";

/**
 * How a value stands in JSON, written and read in one place. Files come from anywhere: what is of another type than it
 * should be is read as undefined.
 */
export interface Codec<T> {
  write(value: T): Json;
  read(json: unknown): T | undefined;
}

export interface ObjectCodec<T> extends Codec<T> {
  write(value: T): JsonObject;
}

const asItIs = <T extends Json>(is: (json: unknown) => json is T): Codec<T> => ({
  write: (value) => value,
  read: (json) => (is(json) ? json : undefined),
});

export const text: Codec<string> = asItIs((json) => typeof json === "string");
export const finite: Codec<number> = asItIs(
  (json): json is number => typeof json === "number" && Number.isFinite(json),
);
export const flag: Codec<boolean> = asItIs((json) => typeof json === "boolean");

/** One of some values. */
export const oneOf = <const T extends string | boolean>(...known: readonly T[]): Codec<T> =>
  asItIs((json): json is T => known.some((each) => each === json));

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
