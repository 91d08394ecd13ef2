import { createGzip } from "node:zlib";
import { openMember } from "../warc/gzip-member.js";
import type { ByteWindow } from "../warc/bytes.js";
import type { SourceFile } from "./files.js";
import type { Cut } from "./scan.js";

const CHUNK = 1 << 18;

/** Takes bytes, in order. */
export type Write = (bytes: Uint8Array) => Promise<void>;

/** Copies a file without what is cut out of it, byte for byte; false where nothing is left. */
export async function copyFile(
  { open }: SourceFile,
  cuts: readonly Cut[],
  write: Write,
): Promise<boolean> {
  const raw = await open();
  const { bytes } = raw;
  let written = 0;
  const counted: Write = (chunk) => {
    written += chunk.length;
    return write(chunk);
  };
  try {
    for (const cut of cuts) {
      await copyBytes(bytes, cut.start - bytes.position, counted);
      if (cut.keep !== undefined) await copyPart(bytes, cut.keep, counted);
      if (!bytes.returnTo(cut.end)) await bytes.skip(cut.end - bytes.position);
    }
    await copyBytes(bytes, Infinity, counted);
  } finally {
    await raw.close();
  }
  return written > 0;
}

/** Passes the next `count` bytes on; fewer at the end. */
async function copyBytes(bytes: ByteWindow, count: number, write: Write): Promise<void> {
  let left = count;
  while (left > 0 && (await bytes.ensure(1))) {
    const chunk = bytes.window.subarray(0, Math.min(left, CHUNK));
    await write(chunk);
    bytes.consume(chunk.length);
    left -= chunk.length;
  }
}

/** The records of a gzip member that stay, each as a member of its own. */
async function copyPart(
  raw: ByteWindow,
  keep: NonNullable<Cut["keep"]>,
  write: Write,
): Promise<void> {
  const member = await openMember(raw);
  if (member === undefined) return;
  const { bytes } = member;
  for (const { start, end } of keep) {
    await bytes.skip(start - bytes.position);
    await zipped(bytes, end - start, write);
  }
  await member.finish();
}

async function zipped(bytes: ByteWindow, count: number, write: Write): Promise<void> {
  const gzip = createGzip();
  const ready: Buffer[] = [];
  gzip.on("data", (chunk: Buffer) => ready.push(chunk));
  const pass = async (): Promise<void> => {
    for (const chunk of ready.splice(0)) await write(chunk);
  };
  await copyBytes(bytes, count, async (chunk) => {
    // Of its own: it is compressed in another thread.
    await new Promise<void>((resolve) => gzip.write(Buffer.from(chunk), () => resolve()));
    await pass();
  });
  await new Promise<void>((resolve, reject) => {
    gzip.on("error", reject);
    gzip.on("end", resolve);
    gzip.end();
  });
  await pass();
}
