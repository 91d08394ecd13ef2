import { damage } from "../../base/errors.js";
import type { InputItem, Source } from "../../base/types.js";
import type { ByteWindow } from "./bytes.js";
import type { MemberTrouble } from "./gzip-member.js";
import { looksLike } from "./looks-like.js";
import { eitherFormat } from "./record-format.js";
import { type Contents, findStart, START_BYTES } from "./record-start.js";

/* The way on after damage: bytes that cannot be read become losses, and reading continues at the next record. */

/** Bytes that cannot be read. */
export type Loss = Extract<InputItem, { readonly kind: "damage" }>;

/** Number of bytes that are searched at a time for the start of a record. */
const STEP = 1 << 18;
/** Number of bytes whose kind is told if they are no record. */
const LOOKED_AT = 8192;

const BYTE_ORDER_MARK = Buffer.from("\u{feff}");

/** Knowledge of a file by which its reader finds the next record. */
export interface Sought {
  readonly contents: Contents;
  /** True once a record has been found. Before that, records of both formats are searched for. */
  readonly isKnown: boolean;
  /** Plain records count only from this position on, because earlier ones have been read in compressed form. */
  readonly recordsFrom?: number;
}

/** Moves to the next record (or gzip member) and describes the skipped bytes. */
export async function skipLost(
  bytes: ByteWindow,
  source: Source,
  reason: string | undefined,
  { contents, isKnown, recordsFrom = 0 }: Sought,
): Promise<Loss> {
  await bytes.ensure(LOOKED_AT);
  const like = reason === undefined ? looksLike(bytes.window) : undefined;
  const from = bytes.position;
  // An ARC record begins with a line, so that it is found only right behind the mark.
  bytes.consume(bytes.window.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 3 : 1);
  const sought = isKnown ? contents : { ...contents, format: eitherFormat };
  let start = -1;
  let ended = false;
  while (!ended && start < 0) {
    ended = !(await bytes.ensure(STEP));
    const { window } = bytes;
    const fromHere = Math.max(0, recordsFrom - bytes.position);
    start = findStart(window, fromHere, sought, "after-loss", ended);
    bytes.consume(start >= 0 ? start : ended ? window.length : window.length - START_BYTES);
  }
  const skipped = bytes.position - from;
  const unread = bytes.position - Math.max(from, recordsFrom);
  const end = unread === 0 ? "" : `; no record was found in the last ${unread} bytes`;
  const message =
    reason === undefined
      ? `${skipped} bytes that are not a record${like === undefined ? "" : ` (they look like ${like})`}`
      : reason + (start < 0 ? end : `; reading continued ${skipped} bytes after it`);
  return damage(source, message);
}

/**
 * Returns the loss that the fault of a gzip member is, and moves to the next member if the end of this one is unknown.
 * `isReported` is true if its last record has told already that the file ends in it.
 */
export async function lossOfMember(
  raw: ByteWindow,
  source: Source,
  { message, isLost }: MemberTrouble,
  isReported: boolean,
  sought: Sought,
): Promise<Loss | undefined> {
  const readTo = raw.position;
  if (!isLost || !raw.returnTo(source.offset)) {
    return isReported ? undefined : damage(source, message);
  }
  const lost = await skipLost(raw, source, message, { ...sought, recordsFrom: readTo });
  return isReported && !(await raw.ensure(1)) ? undefined : lost;
}

/** Describes a record with a wrong length. The bytes up to the next record were read as its own. */
export const wrongLength = (
  declared: number | undefined,
  length: number,
  type = "untyped",
): string =>
  `a ${type} record declares ${declared ?? "no"} bytes: the ${length} bytes up to the next record were read as its own`;
