import { isAscii, latin1 } from "../../base/platform/machine.js";

/** Decodes bytes in an encoding (given by its WHATWG name) as browsers do. */
export function decodeAs(bytes: Uint8Array, name: string): string {
  if (name === "windows-1252") return decodeWindows1252(bytes);
  if (name === "utf-8" && isAscii(bytes)) return latin1(bytes);
  return new TextDecoder(name).decode(bytes);
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
