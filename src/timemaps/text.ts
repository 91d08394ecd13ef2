import { TextDecoder } from "node:util";

/** The charset parameter of a Content-Type, if it names one that can be decoded; else UTF-8. */
function charsetOf(contentType: string | undefined): TextDecoder {
  const named = /;\s*charset\s*=\s*["']?([^\s;"']+)/i.exec(contentType ?? "")?.[1] ?? "utf-8";
  try {
    return new TextDecoder(named);
  } catch {
    return new TextDecoder("utf-8");
  }
}

/** Decodes what an archive's own pages are written in; malformed bytes become U+FFFD. */
export function decodeText(bytes: Uint8Array, contentType: string | undefined): string {
  return charsetOf(contentType).decode(bytes);
}
