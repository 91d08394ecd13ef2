import { createHash } from "node:crypto";
import { createReadStream, readdirSync } from "node:fs";
import { Readable } from "node:stream";
import { WARCParser } from "warcio";
import { describe, expect, it } from "vitest";
import { ofKind, readFiles } from "../support/warc-builder.js";
import { sharedFolder } from "../support/shared.js";
import { long } from "../support/thorough.js";

const shared = sharedFolder();

/** Items that each file should yield, by the npm package warcio, which reads undamaged files correctly. */
interface Expected {
  /** URI-R, date, status and SHA-1 of the archived body of each page. */
  readonly mementos: string[];
  readonly counts: Record<string, number>;
}

const sha1 = (bytes: Uint8Array): string => createHash("sha1").update(bytes).digest("hex");

async function byWarcio(path: string): Promise<Expected> {
  const mementos: string[] = [];
  const counts: Record<string, number> = {};
  const stream = Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>;
  for await (const record of new WARCParser(stream)) {
    const uri = (record.warcTargetURI ?? "").replace(/^<(.*)>$/u, "$1");
    const status = record.httpHeaders?.statusCode;
    const type = record.httpHeaders?.headers.get("Content-Type") ?? "";
    const payload = await record.readFully(false);
    const kind = kindOf(record.warcType, uri, status, type);
    counts[kind] = (counts[kind] ?? 0) + 1;
    if (kind === "memento") {
      mementos.push(`${uri} ${record.warcDate} ${status ?? 0} ${sha1(payload)}`);
    }
  }
  return { mementos, counts };
}

function kindOf(
  warcType: string,
  uri: string,
  status: string | number | undefined,
  type: string,
): string {
  const isRedirect = String(status).startsWith("3") && String(status) !== "304";
  if (!["response", "revisit", "resource"].includes(warcType)) return "skipped";
  if (!/^https?:/u.test(uri)) return "skipped";
  if (isRedirect) return "redirect";
  if (type !== "" && !/^(?:text\/html|application\/xhtml\+xml)/iu.test(type)) return "other";
  return warcType === "revisit" || String(status) === "304" ? "revisit" : "memento";
}

async function byUs(path: string): Promise<Expected> {
  const items = await readFiles([path]);
  const counts: Record<string, number> = {};
  for (const { kind } of items) counts[kind] = (counts[kind] ?? 0) + 1;
  const mementos = ofKind(items, "memento").map(
    ({ capture, body }) =>
      `${capture.uriR} ${capture.mementoDatetime} ${capture.status ?? 0} ${sha1(body.bytes)}`,
  );
  return { mementos, counts };
}

/** Read only in long runs. perf-200.warc.gz, beside it, is from the same generator. */
const LARGE = "perf-2k.warc.gz";
/** Excluded, because its header lines end in LF and the package finds only one record. */
const LF_ONLY = "5mementos.warc";
const FOLDERS = ["bench/dev", "bench/dev-hard", "reference/e2e", "reference/perf"];

describe.skipIf(shared === undefined)("the WARC files of real crawls", () => {
  const paths = FOLDERS.flatMap((folder) =>
    shared === undefined
      ? []
      : readdirSync(`${shared}/${folder}`)
          .filter((name) => /\.warc(?:\.gz)?$/u.test(name))
          .filter((name) => name !== LF_ONLY && long(name !== LARGE, true))
          .map((name) => `${folder}/${name}`),
  );

  it.each(paths)(
    "yields the same pages of %s as the warcio package, byte for byte",
    async (path) => {
      const file = `${shared ?? ""}/${path}`;
      const [ours, theirs] = [await byUs(file), await byWarcio(file)];
      expect(ours.counts).toEqual(theirs.counts);
      expect(ours.mementos).toEqual(theirs.mementos);
    },
  );

  it(`yields the same seven mementos of ${LF_ONLY} as the reference`, async () => {
    const { counts } = await byUs(`${shared ?? ""}/reference/e2e/${LF_ONLY}`);
    expect(counts).toEqual({ skipped: 1, memento: 7 });
  });
});
