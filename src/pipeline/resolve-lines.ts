import { groupingKey } from "../mementos/uri.js";
import type { Settings } from "../types.js";
import {
  decodeLine,
  encodeLine,
  type PointerItem,
  type RecordHead,
  type RecordReader,
  tieOf,
} from "./lines.js";
import { CaptureIndex, type Pointer, type Resolution, Resolver, whyNoMemento } from "./resolve.js";
import type { Shuffle } from "../shuffle.js";
import { Turns } from "./until-aborted.js";

/**
 * The resolve step: takes the lines of any number of mappers and leaves in `out` the lines that one mapper over all of
 * their input would have written: revisits and redirects become what they point to, wherever it was read.
 */
export async function resolveLines(
  lines: AsyncIterable<string>,
  out: Shuffle,
  settings: Settings,
  reader: RecordReader,
  signal?: AbortSignal,
): Promise<void> {
  const index = new CaptureIndex(settings.groupCapturesBy);
  const pointers: Pointer[] = [];
  let stamp: string | undefined;
  const point = (item: PointerItem): void => {
    pointers.push({ number: index.add(item.capture, "pointer"), item });
  };
  const turns = new Turns();
  for await (const line of reader.counted(lines)) {
    signal?.throwIfAborted();
    const side = reader.side(line);
    if (side !== undefined) {
      if ("other" in side) index.add(side.other, "other");
      else point(side.pointer);
      continue;
    }
    if (reader.problem(line) !== undefined) {
      out.add(line);
      continue;
    }
    const record = reader.decode(line);
    stamp ??= record.stamp;
    if (record.pointer === undefined) {
      index.setLine(index.add(record.capture, "page"), out.add(line));
    } else {
      point(record.pointer);
    }
  }
  const resolver = new Resolver(index, pointers, (ordinal) => decodeLine(out.line(ordinal)));
  for (const pointer of pointers) {
    await turns.take();
    signal?.throwIfAborted();
    const line = resolvedLine(resolver.resolve(pointer), settings, stamp);
    if (line !== undefined) out.add(line);
  }
}

function resolvedLine(
  resolution: Resolution,
  settings: Settings,
  stamp: string | undefined,
): string | undefined {
  if (resolution.kind === "not-a-page") return undefined;
  const { capture } = resolution;
  const head: RecordHead = {
    key: groupingKey(capture, settings),
    tie: tieOf(capture),
    capture,
    ...(resolution.kind === "missed" && { problem: resolution.problem }),
    stamp,
  };
  if (resolution.kind === "missed") return encodeLine(head, []);
  if (whyNoMemento(capture, settings) !== undefined) return undefined;
  return encodeLine(
    head,
    resolution.record.features.map((feature) => JSON.stringify(feature)),
  );
}
