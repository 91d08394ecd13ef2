import { ByteWindow } from "../warc/bytes.js";
import { openMember } from "../warc/gzip-member.js";

/** Decompresses consecutive gzip members. */
export function unzipped(raw: ByteWindow, onTrouble: (message: string) => void): ByteWindow {
  const chunks = chunksOf(raw, onTrouble);
  return new ByteWindow({ pull: async () => (await chunks.next()).value ?? undefined });
}

async function* chunksOf(
  raw: ByteWindow,
  onTrouble: (message: string) => void,
): AsyncGenerator<Buffer, undefined> {
  while (await raw.ensure(1)) {
    const member = await openMember(raw);
    if (member === undefined) {
      onTrouble("its gzip header is damaged or cut off");
      return undefined;
    }
    for (const { bytes } = member; await bytes.ensure(1);) {
      const chunk = bytes.window;
      bytes.consume(chunk.length);
      yield chunk;
    }
    const trouble = await member.finish();
    if (trouble !== undefined) onTrouble(trouble.message);
    if (trouble?.isLost === true) return undefined;
  }
  return undefined;
}
