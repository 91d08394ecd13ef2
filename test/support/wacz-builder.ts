import { createHash } from "node:crypto";
import { crc32, deflateRawSync } from "node:zlib";

interface ZipFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly deflate?: boolean;
  /** Sets the bit of the header that marks the file as encrypted. */
  readonly encrypted?: boolean;
  /** Writes sizes and position to the zip64 extra field. Tools do this if they stream a file of unknown size. */
  readonly zip64?: boolean;
  /** CRC-32 to write instead of the CRC-32 of the bytes. */
  readonly crc?: number;
  /** Compression method to write instead of 0 (stored) or 8 (deflated). */
  readonly method?: number;
}

const MANY = 0xffffffff;
const ENCRYPTED = 1;
const UTF8 = 0x800;

/** Returns consecutive little-endian numbers of 2, 4 or 8 bytes. */
function fields(...parts: readonly (readonly [bytes: 2 | 4 | 8, value: number])[]): Buffer {
  return Buffer.concat(
    parts.map(([size, value]) => {
      const bytes = Buffer.alloc(8);
      bytes.writeBigUInt64LE(BigInt(value));
      return bytes.subarray(0, size);
    }),
  );
}

/** Returns a zip file with exactly the given headers, even if they are invalid. */
export function zip(
  files: readonly ZipFile[],
  { zip64 = false, comment = "", count = files.length } = {},
): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, bytes, deflate = false, encrypted = false, ...file } of files) {
    const packed = deflate ? deflateRawSync(bytes) : Buffer.from(bytes);
    const label = Buffer.from(name);
    const method = file.method ?? (deflate ? 8 : 0);
    const large = file.zip64 === true;
    const sizes = [packed.length, bytes.length] as const;
    const common = fields(
      [2, 45],
      [2, UTF8 | (encrypted ? ENCRYPTED : 0)],
      [2, method],
      [4, 0],
      [4, file.crc ?? crc32(bytes)],
      [4, large ? MANY : sizes[0]],
      [4, large ? MANY : sizes[1]],
      [2, label.length],
    );
    const localExtra = large ? fields([2, 1], [2, 16], [8, sizes[1]], [8, sizes[0]]) : fields();
    const extra = large ? fields([2, 1], [2, 24], [8, sizes[1]], [8, sizes[0]], [8, at]) : fields();
    const local = [fields([4, 0x04034b50]), common, fields([2, localExtra.length]), label];
    directory.push(
      Buffer.concat([
        fields([4, 0x02014b50], [2, 45]),
        common,
        fields([2, extra.length], [2, 0], [2, 0], [2, 0], [4, 0], [4, large ? MANY : at]),
        label,
        extra,
      ]),
    );
    const whole = Buffer.concat([...local, localExtra, packed]);
    parts.push(whole);
    at += whole.length;
  }
  const central = Buffer.concat(directory);
  const end64 = Buffer.concat([
    fields([4, 0x06064b50], [8, 44], [2, 45], [2, 45], [4, 0], [4, 0], [8, count], [8, count]),
    fields([8, central.length], [8, at]),
    fields([4, 0x07064b50], [4, 0], [8, at + central.length], [4, 1]),
  ]);
  const end = Buffer.concat([
    fields([4, 0x06054b50], [2, 0], [2, 0], [2, zip64 ? 0xffff : count]),
    fields([2, zip64 ? 0xffff : count], [4, central.length], [4, zip64 ? MANY : at]),
    fields([2, comment.length]),
    Buffer.from(comment),
  ]);
  return Buffer.concat([...parts, central, ...(zip64 ? [end64] : []), end]);
}

export interface WaczOptions {
  /** Files by their paths in the package. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** Additional members of `datapackage.json`. They replace the correct members. */
  readonly datapackage?: Readonly<Record<string, unknown>>;
  readonly digest?: string;
  readonly deflate?: boolean;
  readonly zip64?: boolean;
}

const sha256 = (bytes: Uint8Array): string =>
  `sha256:${createHash("sha256").update(bytes).digest("hex")}`;

/** Returns a WACZ of the given WARC files with correct digests. */
export function wacz(
  warcs: Readonly<Record<string, Uint8Array>>,
  { files = {}, datapackage = {}, digest, deflate = false, zip64 = false }: WaczOptions = {},
): Buffer {
  const members = [
    ...Object.entries(warcs).map(([name, bytes]) => ({ name: `archive/${name}`, bytes })),
    ...Object.entries(files).map(([name, content]) => ({ name, bytes: Buffer.from(content) })),
  ];
  const list = Buffer.from(
    JSON.stringify({
      profile: "data-package",
      wacz_version: "1.1.1",
      resources: members.map(({ name, bytes }) => ({
        name: name.slice(name.lastIndexOf("/") + 1),
        path: name,
        hash: sha256(bytes),
        bytes: bytes.length,
      })),
      ...datapackage,
    }),
  );
  const signed = { path: "datapackage.json", hash: digest ?? sha256(list) };
  const all = [
    ...members,
    { name: "datapackage.json", bytes: list },
    { name: "datapackage-digest.json", bytes: Buffer.from(JSON.stringify(signed)) },
  ];
  return zip(
    all.map((each) => ({ ...each, deflate, zip64 })),
    { zip64 },
  );
}
