import { bodyText } from "../timemaps/response.js";
import type { RecordingFetcher } from "./fetcher.js";
import { RemoteTrouble } from "./remote-files.js";
import type { S3 } from "./s3.js";
import { whyNoFile } from "./why-no-file.js";

/** The limit corresponds to ten million objects. */
const MOST_PAGES = 10_000;

/** Maximum size of a page in bytes. A page has a thousand keys of at most 1,024 bytes. */
const LARGEST = 1 << 24;

/**
 * Yields the URIs of the objects whose keys begin with the key of `prefix`, in the order of the service. Throws
 * `RemoteTrouble` if the service does not list all objects.
 */
export async function* listS3(
  prefix: string,
  s3: Pick<S3, "listUriOf">,
  fetcher: Pick<RecordingFetcher, "part">,
): AsyncGenerator<string, void, undefined> {
  const [bucket = "", start = ""] = /^(s3:\/\/[^/]+\/)(.*)$/isu.exec(prefix)?.slice(1) ?? [];
  const seen = new Set<string>();
  let page: string | undefined;
  do {
    const outcome = await fetcher.part({ uri: s3.listUriOf(prefix, page), most: LARGEST });
    if ("problem" in outcome) throw new RemoteTrouble(outcome.problem.message);
    if (outcome.value.status !== 200) throw new RemoteTrouble(whyNoFile(outcome.value));
    const text = await bodyText(outcome.value);
    if ("problem" in text) throw new RemoteTrouble(text.problem.message);
    const { keys, next } = parsePage(text.value);
    // A key that ends with a slash stands for a folder and has no bytes.
    for (const key of keys) if (key.startsWith(start) && !key.endsWith("/")) yield bucket + key;
    if (next !== undefined && (seen.has(next) || seen.size >= MOST_PAGES)) {
      throw new RemoteTrouble("the list of its files does not end");
    }
    if (next !== undefined) seen.add(next);
    page = next;
  } while (page !== undefined);
}

interface ListPage {
  readonly keys: readonly string[];
  /** Token of the next page; `undefined` on the last page. */
  readonly next: string | undefined;
}

/** Parses an answer of ListObjectsV2. Throws `RemoteTrouble` for another text. */
function parsePage(xml: string): ListPage {
  if (!/<ListBucketResult[\s>/]/u.test(xml)) {
    throw new RemoteTrouble("the server does not answer with a list of files");
  }
  const keys = Array.from(xml.matchAll(/<Key>([^<]*)<\/Key>/gu), ([, key = ""]) => unescaped(key));
  const isLast = !/<IsTruncated>\s*true\s*<\/IsTruncated>/iu.test(xml);
  const [, next] = /<NextContinuationToken>([^<]*)<\/NextContinuationToken>/u.exec(xml) ?? [];
  if (isLast) return { keys, next: undefined };
  if (next === undefined) throw new RemoteTrouble("the list of its files breaks off");
  return { keys, next: unescaped(next) };
}

const NAMED: Readonly<Record<string, string>> = {
  ...{ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" },
};

/** Replaces the references of XML with their characters. */
const unescaped = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{1,4}));/giu, (all, ten, hex, name) => {
    if (name !== undefined) return NAMED[String(name)] ?? all;
    const code = ten === undefined ? parseInt(String(hex), 16) : Number(ten);
    return code <= 0x10ffff ? String.fromCodePoint(code) : all;
  });
