import type { Capture } from "../types.js";
import { members } from "./json-object.js";

/** What JSON Lines say of a capture, for people to find it by; other forms say nothing of it. */
export type SavedCapture = Pick<Capture, "status" | "source" | "notes"> & {
  /** URI-M of the first memento. */
  readonly comparedWith?: string;
  readonly via?: Pick<NonNullable<Capture["via"]>, "kind" | "uriR" | "mementoDatetime">;
};

/** Undefined where the entry says nothing; what is of another type than it should be is left out. */
export function savedCapture(entry: ReadonlyMap<string, unknown>): SavedCapture | undefined {
  const status = entry.get("HTTP status");
  const comparedWith = entry.get("compared with");
  const source = sourceOf(entry.get("source"));
  const notes = entry.get("notes");
  const via = viaOf(entry, "redirect") ?? viaOf(entry, "revisit") ?? viaOf(entry, "substitute");
  const capture: SavedCapture = {
    ...(typeof status === "number" && { status }),
    ...(typeof comparedWith === "string" && { comparedWith }),
    ...(source !== undefined && { source }),
    ...(Array.isArray(notes) && {
      notes: (notes as unknown[]).filter((note) => typeof note === "string"),
    }),
    ...(via !== undefined && { via }),
  };
  return Object.keys(capture).length === 0 ? undefined : capture;
}

function sourceOf(value: unknown): SavedCapture["source"] {
  const entry = members(value);
  const [file, offset] = [entry.get("file"), entry.get("offset")];
  return typeof file === "string" && typeof offset === "number" ? { file, offset } : undefined;
}

function viaOf(
  entry: ReadonlyMap<string, unknown>,
  kind: NonNullable<Capture["via"]>["kind"],
): SavedCapture["via"] {
  const via = members(entry.get(kind));
  const [uriR, mementoDatetime] = [via.get("URI-R"), via.get("memento-datetime")];
  return typeof uriR === "string" && typeof mementoDatetime === "string"
    ? { kind, uriR, mementoDatetime }
    : undefined;
}
