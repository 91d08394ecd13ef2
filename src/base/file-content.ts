/* eslint-disable no-control-regex -- Files are recognised by such bytes. */
import { latin1 } from "./platform/machine.js";
import { utf16Of } from "./utf16.js";

/** Kind of file that the first bytes of a body show. */
export interface FileContent {
  /** Name for people: `PNG`. */
  readonly name: string;
  /** Format in which `--formats` reads such files. */
  readonly format?: "pdf" | "zip";
}

/** Number of bytes that are inspected, and of white space that may precede a file. */
const START_BYTES = 4096;
const MOST_SPACE = 256;

/**
 * First bytes of files, as Latin-1. All of them contain bytes that text does not contain, or are tried only on bodies
 * with such bytes, because a text may begin with "GIF89a", "BM" or "MZ".
 */
const BINARY: readonly (readonly [name: string, start: RegExp, format?: "zip"])[] = [
  ["PNG", /^\x89PNG/u],
  ["JPEG", /^\xff\xd8\xff/u],
  ["GIF", /^GIF8[79]a/u],
  ["WebP", /^RIFF[^]{4}WEBP/u],
  ["WAV", /^RIFF[^]{4}WAVE/u],
  ["AVI", /^RIFF[^]{4}AVI /u],
  ["RIFF", /^RIF[FX][^]{4}[\w ]{4}/u],
  ["BMP", /^BM[^]{4}\0\0\0\0/u],
  ["ICO", /^\0\0[\x01\x02]\0[\x01-\xff]\0/u],
  ["TIFF", /^(?:II[*+]\0|MM\0[*+])/u],
  ["PSD", /^8BPS\0/u],
  ["JPEG 2000", /^(?:\0\0\0\x0cjP {2}|\xff\x4f\xff\x51)/u],
  ["JPEG XL", /^\0\0\0\x0cJXL /u],
  ["AVIF", /^\0[^]{3}ftypavi[fs]/u],
  ["HEIF", /^\0[^]{3}ftyp(?:hei|hev|mif1|msf1)/u],
  ["QuickTime", /^\0[^]{3}(?:ftypqt {2}|moov|mdat|wide|free|skip)/u],
  ["MP4", /^\0[^]{3}ftyp/u],
  ["WebM or Matroska", /^\x1a\x45\xdf\xa3/u],
  ["Flash video", /^FLV\x01/u],
  ["Flash", /^[FCZ]WS[\x01-\x40][^]{4}/u],
  ["Windows Media", /^\x30\x26\xb2\x75\x8e\x66\xcf\x11/u],
  ["RealMedia", /^\.RMF\0/u],
  ["MPEG", /^(?:\0\0\x01[\xb0-\xbf]|G[^]{187}G[^]{187}G)/u],
  ["OGG", /^OggS\0/u],
  ["FLAC", /^fLaC\0/u],
  ["MP3", /^(?:ID3[\x02-\x04][\0-\x0a]|\xff[\xe2-\xe7\xf2-\xf7\xfa-\xfd])/u],
  ["AAC", /^\xff[\xf0\xf1\xf8\xf9]/u],
  ["MIDI", /^MThd\0/u],
  ["AIFF", /^FORM[^]{4}AIF[FC]/u],
  ["WOFF font", /^wOFF/u],
  ["WOFF2 font", /^wOF2/u],
  ["OpenType font", /^OTTO\0/u],
  ["TrueType font", /^(?:\0\x01\0\0\0|true\0|ttcf\0)/u],
  ["EOT font", /^[^]{34}LP/u],
  ["EPUB", /^PK\x03\x04[^]{26}mimetypeapplication\/epub\+zip/u, "zip"],
  ["OpenDocument", /^PK\x03\x04[^]{26}mimetypeapplication\/vnd\.oasis\.opendocument/u, "zip"],
  ["Office Open XML", /^PK\x03\x04[^]{26}(?:\[Content_Types\]\.xml|_rels\/|docProps\/)/u, "zip"],
  ["ZIP", /^PK(?:\x03\x04|\x05\x06|\x07\x08)/u, "zip"],
  ["RAR", /^Rar!\x1a\x07/u],
  ["7z", /^7z\xbc\xaf\x27\x1c/u],
  ["gzip", /^\x1f\x8b\x08/u, "zip"],
  ["bzip2", /^BZh[1-9](?:1AY&SY|\x17\x72\x45\x38)/u],
  ["XZ", /^\xfd7zXZ\0/u],
  ["Zstandard", /^\x28\xb5\x2f\xfd/u],
  ["compress", /^\x1f[\x9d\xa0]/u],
  ["cabinet", /^(?:MSCF\0\0\0\0|ISc\()/u],
  ["tar", /^[^]{257}ustar/u],
  ["RPM", /^\xed\xab\xee\xdb/u],
  ["ar archive", /^!<arch>\n/u],
  ["Office OLE", /^\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1/u],
  ["ELF program", /^\x7fELF/u],
  [
    "Mach-O program",
    /^(?:\xfe\xed\xfa[\xce\xcf]|[\xce\xcf]\xfa\xed\xfe|\xca\xfe\xba\xbe\0\0\0[\x01-\x14])/u,
  ],
  ["Java class", /^\xca\xfe\xba\xbe/u],
  ["WebAssembly", /^\0asm/u],
  ["Windows program", /^MZ[^]{1,62}\0/u],
  ["SQLite", /^SQLite format 3\0/u],
  ["DjVu", /^AT&TFORM/u],
];

const UNKNOWN = "binary data";

/** Minimum number of bytes that text does not contain, for a file that a first word such as "GIF89a" announces. */
const FEWEST_BINARY = 3;

/**
 * Minimum share of such bytes, and minimum size, for binary data of an unknown kind. A tenth of random or compressed bytes are of
 * these, and old pages may have a few of them.
 */
const BINARY_SHARE = 0.05;
const LEAST_UNKNOWN = 64;

/**
 * Returns the kind of file that the first bytes of a body show, whatever its header says. Returns undefined for text in any charset,
 * and for a body too short to tell. White space and a byte order mark, which scripts of servers print by mistake, may precede the file.
 */
export function fileContentOf(body: Uint8Array): FileContent | undefined {
  // Nearly all pages begin with a tag.
  const start = body[0] === LESS_THAN ? body : withoutSpace(body);
  if (start[0] === LESS_THAN || start.length === 0) return undefined;
  const text = latin1(start);
  if (isPdf(text)) return { name: "PDF", format: "pdf" };
  if (/^\u0004?%!PS-Adobe-\d/u.test(text)) return { name: "PostScript" };
  if (/^\{\\rtf\d/u.test(text)) return { name: "RTF" };
  if (utf16Of(start) !== undefined) return undefined;
  const binary = start.reduce((count, byte) => count + Number(isBinary(byte)), 0);
  if (binary === 0) return undefined;
  const [name, , format] = BINARY.find(([, pattern]) => pattern.test(text)) ?? [];
  if (name !== undefined && binary >= FEWEST_BINARY) return { name, ...(format && { format }) };
  const isUnknown = start.length >= LEAST_UNKNOWN && binary >= BINARY_SHARE * start.length;
  return isUnknown && !TAG.test(text) ? { name: UNKNOWN } : undefined;
}

const LESS_THAN = 0x3c;

/** True for bytes that text does not contain. Texts in ISO-2022 contain the bytes ESC, SO and SI. */
const isBinary = (byte: number): boolean =>
  byte < 0x20 && (byte < 0x09 || byte > 0x0f) && byte !== 0x1b;

const TAG =
  /<(?:!doctype|\/?(?:html|head|body|title|meta|script|div|table|center|font|br|p|a))[\s/>]/iu;

/**
 * True for a PDF, whose mark may come after up to 1,024 other bytes. A text that only mentions the mark has neither objects nor
 * binary bytes.
 */
export function isPdf(start: string): boolean {
  const mark = start.slice(0, 1024).search(/%PDF-\d/u);
  if (mark < 0) return false;
  const rest = start.slice(mark);
  const binary = rest.match(/[\0-\x08\x10-\x1a]/gu)?.length ?? 0;
  return binary >= FEWEST_BINARY || /\d\s+\d+\s+obj\b|endobj/u.test(rest);
}

/** Returns the first bytes of a body without white space and a byte order mark before them. */
function withoutSpace(body: Uint8Array): Uint8Array {
  const [space] = /^(?:[\t-\r ]|\xef\xbb\xbf)*/u.exec(latin1(body.subarray(0, MOST_SPACE)))!;
  return body.subarray(space.length, space.length + START_BYTES);
}
