import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

/** Creates a folder for a working directory and removes it afterwards. */
export async function withDirectory(use: (directory: string) => Promise<void>): Promise<void> {
  const parent = await mkdtemp(join(tmpdir(), "working-directory-"));
  try {
    await use(join(parent, "d"));
  } finally {
    await rm(parent, { recursive: true, force: true });
  }
}

/** Returns the WARC files of a directory by name, decompressed. */
export async function warcTexts(directory: string): Promise<ReadonlyMap<string, string>> {
  const names = (await readdir(directory)).filter((name) => name.endsWith(".warc.gz")).sort();
  const texts = await Promise.all(
    names.map(async (name) => gunzipSync(await readFile(join(directory, name))).toString("latin1")),
  );
  return new Map(names.map((name, index) => [name, texts[index]!]));
}

/** Returns the target URIs of the response records, sorted. A URI occurs as often as it was recorded. */
export async function recordedUris(directory: string): Promise<readonly string[]> {
  const uris: string[] = [];
  for (const text of (await warcTexts(directory)).values()) {
    for (const [, uri = ""] of text.matchAll(
      /WARC-Type: response\r\n(?:[^\r]+\r\n)*?WARC-Target-URI: ([^\r]+)/gu,
    )) {
      uris.push(uri);
    }
  }
  return uris.sort();
}
