import { describe, expect, it } from "vitest";
import { fileContentOf } from "../../src/base/file-content.js";

const bytes = (text: string): Buffer => Buffer.from(text, "latin1");
/** Bytes of compressed data, the same in each run. */
const noise = (length: number): string => {
  let state = 42;
  return Array.from({ length }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return String.fromCharCode((state >> 16) & 0xff);
  }).join("");
};
const SENTENCE = " and other words of a page about lamps and lenses.".repeat(10);

const FILES: readonly (readonly [name: string, start: string])[] = [
  ["PDF", "%PDF-1.4\n%âãÏÓ\n1 0 obj\n<< /Type /Catalog >>\nendobj\n"],
  ["PostScript", "%!PS-Adobe-3.0\n%%Title: lamps\n"],
  ["RTF", String.raw`{\rtf1\ansi lamps}`],
  ["PNG", "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01"],
  ["JPEG", "\xff\xd8\xff\xe0\0\x10JFIF\0\x01\x01\0\0\x01"],
  ["GIF", "GIF89a\x01\0\x01\0\x80\0\0\xff\xff\xff\0\0\0,\0\0\0\0"],
  ["WebP", "RIFF\x24\0\0\0WEBPVP8 \x18\0\0\0"],
  ["WAV", "RIFF\x24\0\0\0WAVEfmt \x10\0\0\0"],
  ["AVI", "RIFF\x24\0\0\0AVI LIST\x10\0\0\0"],
  ["BMP", "BM\x46\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0"],
  ["ICO", "\0\0\x01\0\x01\0\x10\x10\0\0\x01\0\x20\0"],
  ["TIFF", "II*\0\x08\0\0\0\x0e\0"],
  ["MP4", "\0\0\0\x20ftypisom\0\0\x02\0isomiso2"],
  ["AVIF", "\0\0\0\x20ftypavif\0\0\0\0"],
  ["WebM or Matroska", "\x1a\x45\xdf\xa3\x01\0\0\0\0\0\0\x1f"],
  ["Flash", "FWS\x06\x24\x01\0\0\x78\0\x05"],
  ["Flash video", "FLV\x01\x05\0\0\0\x09"],
  ["OGG", "OggS\0\x02\0\0\0\0"],
  ["MP3", "ID3\x03\0\0\0\0\x0f\x76TIT2\0\0"],
  ["MP3", "\xff\xfb\x90\x44\0\0\0\0\0\0"],
  ["WOFF font", "wOFF\0\x01\0\0\0\0\x10"],
  ["WOFF2 font", "wOF2\0\x01\0\0\0\0\x10"],
  ["OpenType font", "OTTO\0\x0b\0\x80\0\x03"],
  ["TrueType font", "\0\x01\0\0\0\x0f\0\x80\0\x03"],
  ["ZIP", "PK\x03\x04\x14\0\0\0\x08\0" + "\0".repeat(16) + "\x09\0\0\0lamps.txt"],
  ["EPUB", "PK\x03\x04\x14\0\0\0\0\0" + "\0".repeat(20) + "mimetypeapplication/epub+zip"],
  ["Office Open XML", "PK\x03\x04\x14\0\0\0\0\0" + "\0".repeat(20) + "[Content_Types].xml"],
  ["gzip", "\x1f\x8b\x08\0\0\0\0\0\0\x03"],
  ["RAR", "Rar!\x1a\x07\0\xcf\x90\x73\0\0"],
  ["7z", "7z\xbc\xaf\x27\x1c\0\x04\0\0"],
  ["Office OLE", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0\0\0"],
  ["ELF program", "\x7fELF\x02\x01\x01\0\0\0\0"],
  ["Windows program", "MZ\x90\0\x03\0\0\0\x04\0\0\0"],
  ["binary data", noise(400)],
];

describe("the content of a body", () => {
  it.each(FILES)("names %s by its first bytes", (name, start) => {
    expect(fileContentOf(bytes(start))?.name).toBe(name);
  });

  it.each(FILES.filter(([name]) => name !== "binary data"))(
    "names %s after white space and a byte order mark that a script has printed",
    (name, start) => {
      expect(fileContentOf(bytes(`\xef\xbb\xbf\r\n\n${start}`))?.name).toBe(name);
    },
  );

  it.each([
    "GIF89a",
    "PK",
    "BM",
    "MZ",
    "ID3",
    "wOFF",
    "RIFF",
    "%PDF-1.4",
    "OTTO",
    "Rar!",
    "FWS",
    "true",
    "free",
  ])("takes a text that begins with the word %s as a text", (word) => {
    expect(fileContentOf(bytes(`${word}${SENTENCE}`))).toBeUndefined();
    expect(fileContentOf(bytes(`\n${word}\n${SENTENCE}\x00`))).toBeUndefined();
  });

  it.each(["utf16le", "utf8"] as const)("takes text in %s as text in any language", (encoding) => {
    for (const text of [
      "Lamps and lenses",
      "Лампы и линзы",
      "<p>灯台のランプ</p> 灯台",
      "مصابيح المنارة",
    ]) {
      const body = Buffer.from(text.repeat(20), encoding);
      expect(fileContentOf(body)).toBeUndefined();
      if (encoding === "utf16le") expect(fileContentOf(body.swap16())).toBeUndefined();
    }
  });

  it("takes a page with some control characters as a page", () => {
    const old = `Lamps\x01 and\x02 lenses${"\x03".repeat(30)}<p>of the harbour</p>${SENTENCE}`;
    expect(fileContentOf(bytes(old))).toBeUndefined();
    expect(fileContentOf(bytes(`<html>${noise(4000)}`))).toBeUndefined();
  });
});
