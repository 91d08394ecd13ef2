import type { LoadOptions, State } from "js-yaml";
import { UsageError } from "./errors.js";

/** A part of a YAML or JSON text. Numbers, dates and words such as `no` are read as text, as they are written. */
export type PlacedValue = { readonly at: number } & (
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "list"; readonly items: readonly PlacedValue[] }
  | { readonly kind: "map"; readonly members: readonly PlacedMember[] }
  | { readonly kind: "nothing" }
);

export type PlacedMember = readonly [name: PlacedValue & { readonly kind: "text" }, PlacedValue];

export interface PlacedText {
  readonly root: PlacedValue;
  /** Returns the error that describes a mistake in a part, with line and column. */
  readonly wrong: (part: PlacedValue, what: string) => UsageError;
}

/** White space and comments, which may come before a node. */
const BEFORE = /(?:\s|#[^\n]*)*/uy;
/**
 * A list of objects of lists has half as many levels, because the parser counts a level twice where a key may begin.
 */
const MOST_LEVELS = 20;

interface OpenNode {
  readonly at: number;
  readonly parts: { readonly node: PlacedValue; readonly result: unknown }[];
}

/**
 * `name` is the file's name in messages. Anchors, aliases and tags are refused, so that a short text cannot represent a
 * long one. Throws a `UsageError` of one line with the position of a mistake.
 */
export async function parsePlaced(text: string, name: string): Promise<PlacedText> {
  // This module is loaded only here, because it is seldom needed.
  const { FAILSAFE_SCHEMA, load, YAMLException } = await import("js-yaml");
  let input = text;
  const error = (offset: number, what: string): UsageError => {
    const before = input.slice(0, offset).split("\n");
    return new UsageError(
      `${name}, line ${before.length}, column ${before.at(-1)!.length + 1}: ${what}.`,
    );
  };
  const wrong = ({ at, kind }: PlacedValue, what: string): UsageError =>
    error(kind === "nothing" ? at : begins(input, at), what);
  let root: PlacedValue | undefined;
  const open: OpenNode[] = [];
  const listener = (event: "open" | "close", state: State): void => {
    ({ input } = state);
    if (event === "open") {
      if (open.length === 0 && root !== undefined) {
        throw error(state.position, "a second document begins. Put all in one");
      }
      open.push({ at: state.position, parts: [] });
      return;
    }
    const node = closed(open.pop()!, state, wrong);
    const parent = open.at(-1);
    if (parent === undefined) root = node;
    else parent.parts.push({ node, result: state.result });
  };
  const options: LoadOptions & { readonly maxDepth: number } = {
    ...{ schema: FAILSAFE_SCHEMA, maxDepth: MOST_LEVELS },
    listener,
  };
  try {
    load(text, options);
  } catch (cause) {
    if (!(cause instanceof YAMLException)) throw cause;
    const { mark, reason } = cause as { mark?: { position: number }; reason: string };
    const why = reason.replace(/\s+/gu, " ").slice(0, 120);
    throw error(mark?.position ?? 0, why);
  }
  return { root: root ?? { kind: "nothing", at: 0 }, wrong };
}

/** Returns the offset of the beginning of the node that is read from `at`. */
function begins(input: string, at: number): number {
  BEFORE.lastIndex = at;
  BEFORE.test(input);
  return BEFORE.lastIndex;
}

/** Returns the part of the text that the parser has read. */
function closed(
  { at, parts }: OpenNode,
  { kind, result, anchor, tag }: State & { readonly anchor?: unknown; readonly tag?: unknown },
  wrong: PlacedText["wrong"],
): PlacedValue {
  if (anchor !== null || (tag !== null && tag !== "?")) {
    throw wrong({ kind: "text", at, text: "" }, "anchors, aliases and tags are not read here");
  }
  if (kind === "scalar") return { kind: "text", at, text: String(result) };
  if (kind !== "sequence" && kind !== "mapping") return { kind: "nothing", at };
  // The parser first reads a list or map as if it were the key of a map.
  const [first] = parts;
  if (parts.length === 1 && first!.result === result) return { ...first!.node, at };
  const nodes = parts.map(({ node }) => node);
  const list: PlacedValue = { kind: "list", at, items: nodes };
  if (kind === "sequence") {
    if (nodes.length === (result as unknown as readonly unknown[]).length) return list;
    throw wrong(list, "this list has a map without braces. Write it as {name: value}");
  }
  const members = nodes.flatMap((node, place): PlacedMember[] => {
    const value = nodes[place + 1];
    if (place % 2 === 1 || node.kind !== "text" || value === undefined) return [];
    return [[node, value]];
  });
  if (
    members.length * 2 === nodes.length &&
    members.length === Object.keys(result as object).length
  ) {
    return { kind: "map", at, members };
  }
  throw wrong(list, "this map has a name without a value, or a name that is no text");
}
