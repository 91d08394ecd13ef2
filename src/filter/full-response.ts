import { type FieldList, type WarcRecord } from "../http/directory/records.js";
import { parseHttpHead } from "../warc/http-message.js";
import { headerLines } from "../warc/record-format.js";
import type { Original } from "./original.js";
import type { Orphan } from "./scan.js";

/** Fields of a response that say how its body is written: they belong to the body. */
const OF_BODY = /^(?:content-length|content-encoding|transfer-encoding)\s*:/iu;

/** Fields of a revisit that its response keeps, as they are usually written. */
const KEPT = ["WARC-Target-URI", "WARC-Date", "WARC-Record-ID", "WARC-IP-Address"];

/**
 * A revisit as the response that it stands for: its own names and HTTP head, with the body of the capture that it
 * repeats. Its record ID stays, as its request refers to it.
 */
export function fullResponse({ fields, block }: Orphan, original: Original): WarcRecord {
  const named = KEPT.flatMap((name): FieldList => {
    const value = fields.get(name.toLowerCase());
    return value === undefined ? [] : [[name, value]];
  });
  const digest = original.fields.get("warc-payload-digest");
  return {
    headers: [
      ["WARC-Type", "response"],
      ...named,
      ...(digest === undefined ? [] : ([["WARC-Payload-Digest", digest]] as const)),
      ["Content-Type", "application/http; msgtype=response"],
    ],
    block: Buffer.concat([
      headOf(block, original),
      original.block.subarray(original.head.bodyOffset),
    ]),
  };
}

/** The head of the revisit, where it has one that a body can follow; else that of the original. */
function headOf(block: Buffer, original: Original): Buffer {
  const own = parseHttpHead(block);
  const { bodyOffset } = original.head;
  if (own.status === undefined || own.status === 304 || !own.isWhole) {
    return original.block.subarray(0, bodyOffset);
  }
  const lines = (bytes: Buffer): string[] => headerLines(bytes).filter((line) => line !== "");
  const [status = "", ...others] = lines(block.subarray(0, own.bodyOffset));
  const ofBody = lines(original.block.subarray(0, bodyOffset)).filter((line) => OF_BODY.test(line));
  const head = [status, ...others.filter((line) => !OF_BODY.test(line)), ...ofBody];
  return Buffer.from(`${head.join("\r\n")}\r\n\r\n`);
}

/** The revisit as it is, where the capture that it repeats cannot be read. */
export const asItIs = ({ fields, block }: Orphan): WarcRecord => ({
  headers: [...fields].filter(([name]) => !OWN.has(name)),
  block,
});

/** Written again with the block. */
const OWN = new Set(["content-length", "warc-block-digest"]);
