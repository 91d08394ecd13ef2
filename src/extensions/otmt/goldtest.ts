import { damage, messageOf, UsageError } from "../../base/errors.js";
import { decodeText, readWholeFile } from "../../base/read-file.js";
import type { InputItem } from "../../base/types.js";
import { fetchAll, type Pending } from "../../read/archives/read-timemaps.js";
import { TimeMapsOfArchives, wantedOf } from "../../read/archives/wanted.js";
import { namesIn } from "../../read/files/arguments.js";
import { requireFile } from "../../read/files/uri-lists.js";
import type { Input, InputContext } from "../../read/types.js";

export const goldtest: Input = {
  keyword: "goldtest",
  title: "Gold standard file",
  summary:
    "The mementos of a gold standard in its published form: tab-separated id, date, URI, label, where the URI is a URI-M. Each is fetched in its raw form; labels are not looked at (see evaluate).",
  argument: "FILE.tsv[,FILE.tsv...]",
  example: "detect_off_topic -i goldtest=gold.tsv -d work -o results.json",
  recognises: { start: /^[^\t\r\n]*\t[^\t\r\n]*\t(?:https?:\/\/|uri)/iu },
  usesHttp: true,
  takesFiles: true,
  asksWhatIsWanted: true,
  prepare(values) {
    const files = namesIn(values);
    if (files.length === 0) {
      const message = "goldtest=: give a file of tab-separated id, date, URI, label";
      return Promise.reject(new UsageError(message));
    }
    return Promise.resolve().then(() => {
      for (const file of files) requireFile("goldtest", file);
      return files;
    });
  },
  read: readGoldtest,
};

async function* readGoldtest(
  files: readonly string[],
  context: InputContext,
): AsyncGenerator<InputItem, void, undefined> {
  const timeMaps = new TimeMapsOfArchives();
  for (const file of files) {
    let text: string;
    try {
      text = decodeText(readWholeFile(context.files?.get(file) ?? file));
    } catch (cause) {
      yield damage(file, messageOf(cause));
      continue;
    }
    yield* fetchAll(goldtestRows(text, file, timeMaps, context.wants), context);
  }
}

/** Yields one item per row. A row without a memento is reported with its byte offset. */
function* goldtestRows(
  text: string,
  file: string,
  timeMaps: TimeMapsOfArchives,
  wants: NonNullable<InputContext["wants"]> = () => true,
): Generator<Pending> {
  const seen = new Set<string>();
  let offset = 0;
  let rows = 0;
  for (const [number, raw] of text.split("\n").entries()) {
    const start = offset;
    offset += Buffer.byteLength(raw) + 1;
    const line = raw.replace(/^\uFEFF/, "").replace(/\r$/, "");
    if (line.trim() === "" || line.startsWith("#")) continue;
    const [, date = "", uri = ""] = line.split("\t").map((field) => field.trim());
    // The first line of the published files has the column names.
    if (number === 0 && !/^https?:/i.test(uri)) continue;
    rows += 1;
    const wanted = wantedOf(uri, date, timeMaps);
    if (wanted === undefined) {
      const message = `row ${number + 1}: not a URI-M of a web archive: ${uri.slice(0, 200)}`;
      yield { kind: "damage", source: { file, offset: start }, message };
    } else if (!wants(wanted)) continue;
    else if (seen.has(uri)) yield { kind: "skipped", reason: "listed twice in its TimeMap" };
    else {
      seen.add(uri);
      yield [wanted];
    }
  }
  if (rows === 0) yield damage(file, "it has no row of tab-separated id, date, URI, label");
}
