import { ByteWindow } from "../warc/bytes.js";
import { type GzipMember, openMember } from "../warc/gzip-member.js";

/** Decompresses consecutive gzip members. */
export function unzipped(raw: ByteWindow, onTrouble: (message: string) => void): ByteWindow {
  let member: GzipMember | undefined;
  return new ByteWindow({
    async pull() {
      for (;;) {
        if (member === undefined) {
          if (!(await raw.ensure(1))) return undefined;
          member = await openMember(raw);
          if (member === undefined) {
            onTrouble("its gzip header is damaged or cut off");
            return undefined;
          }
        }
        const { bytes } = member;
        if (await bytes.ensure(1)) {
          const chunk = bytes.window;
          bytes.consume(chunk.length);
          return chunk;
        }
        const trouble = await member.finish();
        if (trouble !== undefined) onTrouble(trouble.message);
        if (trouble?.isLost === true) return undefined;
        member = undefined;
      }
    },
  });
}
