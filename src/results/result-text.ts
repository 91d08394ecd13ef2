import { createReadStream } from "node:fs";
import { pipeline, Readable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import { createGunzip } from "node:zlib";
import { UsageError, whyUnreadable } from "../errors.js";

/**
 * The text of a results file in chunks, `-` being standard input; gzip is undone. Throws a `UsageError` where it cannot
 * be read.
 */
export async function* resultText(file: string): AsyncGenerator<string> {
  const decoder = new StringDecoder("utf8");
  try {
    for await (const chunk of unpacked(file === "-" ? process.stdin : createReadStream(file))) {
      yield decoder.write(chunk);
    }
  } catch (cause) {
    throw new UsageError(`${file} cannot be read: ${whyUnreadable(cause)}`, { cause });
  }
  yield decoder.end();
}

async function* unpacked(stream: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  const source = (stream as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  let head: Buffer = Buffer.alloc(0);
  while (head.length < 2) {
    const next = await source.next();
    if (next.done === true) break;
    head = Buffer.concat([head, next.value]);
  }
  async function* whole(): AsyncGenerator<Buffer> {
    yield head;
    yield* { [Symbol.asyncIterator]: () => source };
  }
  if (head[0] !== 0x1f || head[1] !== 0x8b) {
    yield* whole();
    return;
  }
  const gunzip = createGunzip();
  // Its errors come out of the stream that is read here.
  pipeline(Readable.from(whole()), gunzip, () => undefined);
  for await (const chunk of gunzip) yield chunk as Buffer;
}
