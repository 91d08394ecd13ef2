import { isAscii, latin1 } from "../../base/platform/machine.js";

/** Decodes bytes in an encoding (given by its WHATWG name) as browsers do. */
export function decodeAs(bytes: Uint8Array, name: string): string {
  if (name === "windows-1252") return decodeWindows1252(bytes);
  if (name === "utf-8" && isAscii(bytes)) return latin1(bytes);
  const text = new TextDecoder(name).decode(bytes);
  const right = MISREAD.get(name);
  return right === undefined ? text : corrected(text, bytes, right);
}

/** Characters that Node decodes differently from the Encoding Standard, by encoding and byte. */
const MISREAD: ReadonlyMap<string, ReadonlyMap<number, string>> = new Map([
  ["ibm866", new Map([0x1a, 0x1c, 0x7f].map((byte) => [byte, String.fromCharCode(byte)]))],
  [
    "koi8-u",
    new Map([
      [0xae, "ў"],
      [0xbe, "Ў"],
    ]),
  ],
  [
    "windows-874",
    new Map([0xdb, 0xdc, 0xdd, 0xde, 0xfc, 0xfd, 0xfe, 0xff].map((byte) => [byte, "\ufffd"])),
  ],
  ["windows-1253", new Map([[0xaa, "\ufffd"]])],
  ["windows-1255", new Map([[0xca, "\u05ba"]])],
]);

function corrected(text: string, bytes: Uint8Array, right: ReadonlyMap<number, string>): string {
  let whole = "";
  let from = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const character = right.get(bytes[at]!);
    if (character === undefined) continue;
    whole += text.slice(from, at) + character;
    from = at + 1;
  }
  return whole + text.slice(from);
}

/**
 * Characters of windows-1252 from 0x80 to 0x9F. The five unassigned bytes are control characters of the same number.
 */
const upperControls = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

/** Decodes windows-1252. Some releases of Node decode it as Latin-1, and this function is also faster. */
function decodeWindows1252(bytes: Uint8Array): string {
  return latin1(bytes).replace(
    /[\x80-\x9f]/gu,
    (character) => upperControls[character.charCodeAt(0) - 0x80]!,
  );
}
