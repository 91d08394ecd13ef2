import { codeUnitAt } from "../text.js";
import { gramsKernel } from "./grams-kernel.js";
import { once } from "./memo.js";
import type { Simhash } from "./simhash.js";

/** The part of the WebAssembly interface that is used here. Not every TypeScript library declares it. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: unknown };
};

/** Addresses in the memory of the kernel, and numbers of bytes. */
type Constant =
  | ("SINES" | "SYMBOL_OF" | "ALPHABET" | "RESULT" | "INPUT")
  | ("INPUT_BYTES" | "MEMORY_BYTES");

/** Exports of src/base/math/kernels/grams.ts. */
type GramsKernel = Readonly<Record<Constant, { readonly value: number }>> & {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  add(bytes: number): void;
  finish(): void;
};

/** The 37 ASCII characters that Python's `\w` matches in lower-case text. */
const alphabet = "abcdefghijklmnopqrstuvwxyz0123456789_";
/** Characters that Python's `\w` matches: `str.isalnum()` or the underscore. */
const wordCharacter = /[\p{L}\p{N}_]/u;
/** Stands for a character of no word, as in the kernel. */
const NO_WORD = 1;
/**
 * Maximum number of code units that are passed to the kernel at a time. In UTF-8, with three bytes each, they fit into
 * its input buffer of 64 KiB.
 */
const pieceLength = 20_000;
const encoder = new TextEncoder();

/**
 * Returns the Simhash of a text as the Python package `simhash` computes it. The text is lower-cased, its runs of word
 * characters are joined, and every window of 4 code points is weighted by its count. A text of fewer than 4 code points
 * is one window, even if it is empty.
 */
export function simhashOfText(text: string): Simhash {
  // The kernel itself lower-cases every letter but this one, whose lower case depends on its neighbours.
  return simhashOfPieces(pieces(text.includes("Σ") ? text.toLowerCase() : text));
}

/**
 * Returns the Simhash of the text that Python's `str(bytes)` makes of bytes, which is `b'...'` with escapes. OTMT 1.0.5
 * compares raw mementos by it. Quotes and backslashes are not word characters, so it makes no difference which quotes
 * Python chooses.
 */
export function simhashOfPythonBytes(bytes: Uint8Array): Simhash {
  return simhashOfPieces(piecesOfBytes(bytes));
}

function simhashOfPieces(all: Iterable<string>): Simhash {
  const { add, finish } = grams();
  for (const piece of all) add(piece);
  return finish();
}

function* pieces(text: string): Iterable<string> {
  for (let from = 0; from < text.length;) {
    let to = Math.min(from + pieceLength, text.length);
    // Surrogate pairs must not be split.
    if (to < text.length && (codeUnitAt(text, to - 1) & 0xfc00) === 0xd800) to++;
    yield text.slice(from, to);
    from = to;
  }
}

/** Yields the Python form of bytes in pieces. A byte takes up to four characters. */
function* piecesOfBytes(bytes: Uint8Array): Iterable<string> {
  yield "b";
  for (let from = 0; from < bytes.length; from += pieceLength / 4) {
    yield Array.from(bytes.subarray(from, from + pieceLength / 4), writtenByPython).join("");
  }
}

/** Returns a byte as Python's `repr` of bytes writes it. */
function writtenByPython(byte: number): string {
  if (byte === 9) return "\\t";
  if (byte === 10) return "\\n";
  if (byte === 13) return "\\r";
  if (byte >= 32 && byte < 127) return String.fromCharCode(byte);
  return `\\x${byte.toString(16).padStart(2, "0")}`;
}

const pageBytes = 0x10000;

const grams = once(() => {
  const foldedWord = (point: number): number => {
    const [lower = ""] = String.fromCodePoint(point).toLowerCase();
    return wordCharacter.test(lower) ? lower.codePointAt(0)! : NO_WORD;
  };
  const code = Uint8Array.from(atob(gramsKernel), (character) => character.charCodeAt(0));
  const module = new WebAssembly.Module(code);
  const kernel = new WebAssembly.Instance(module, { grams: { foldedWord } }).exports as GramsKernel;
  const { memory, MEMORY_BYTES, SINES, SYMBOL_OF, ALPHABET, RESULT, INPUT, INPUT_BYTES } = kernel;
  memory.grow(Math.ceil((MEMORY_BYTES.value - memory.buffer.byteLength) / pageBytes));
  const input = new Uint8Array(memory.buffer, INPUT.value, INPUT_BYTES.value);
  const sines = new Uint32Array(memory.buffer, SINES.value, 64);
  for (let step = 0; step < 64; step++) sines[step] = Math.abs(Math.sin(step + 1)) * 2 ** 32;
  const symbolOf = new Uint8Array(memory.buffer, SYMBOL_OF.value, 128);
  encoder.encodeInto(alphabet, new Uint8Array(memory.buffer, ALPHABET.value));
  for (const [place, character] of Array.from(alphabet).entries()) {
    symbolOf[character.charCodeAt(0)] = 128 | place;
    symbolOf[character.toUpperCase().charCodeAt(0)] = 128 | place;
  }
  const [low, high] = [0, 4].map((at) => new Int32Array(memory.buffer, RESULT.value + at, 1));
  return {
    add: (text: string) => kernel.add(encoder.encodeInto(text, input).written),
    finish: (): Simhash => {
      kernel.finish();
      return { high: high![0]!, low: low![0]! };
    },
  };
});
