import { counted, EXCERPT, placeText } from "../base/text.js";
import { brief, inStep } from "../write/writing.js";
import { readArchiveFile } from "../read/warc/archive-file.js";
import { removers } from "../page/boilerplate/index.js";
import otmt from "../extensions/otmt/index.js";
import { extensionSettings } from "../extensions/settings.js";
import structure from "../extensions/structure/index.js";
import { features } from "../page/features/index.js";
import { registerExtensions } from "../run/extensions/register.js";
import { startRun } from "../run/run.js";
import { csv } from "../write/writers/csv.js";
import { html } from "../report/html.js";
import { json } from "../write/writers/json.js";
import { jsonl } from "../write/writers/jsonl.js";
import { measures } from "../score/measures/index.js";
import { setExtensionSettings } from "../score/settings/run-settings.js";
import { resolveSettings, withoutRawSimhash } from "../score/settings/settings.js";
import type { Input } from "../read/types.js";
import type { Writer } from "../write/types.js";
import type { Message, Saved, WebTask } from "./messages.js";
import { prepareCodecs } from "./platform/codecs.js";
import { giveData } from "./platform/data.js";
import { giveFiles, sizeOf } from "./platform/files.js";

setExtensionSettings(extensionSettings);
// The page has its own outputs, so it needs no extension that only writes some.
registerExtensions([otmt, structure], {
  measures,
  features,
  removers,
  inputs: [],
  writers: [],
  evidence: [],
});

/** Maximum number of bytes of records and results in memory. More are stored in blobs. */
const MEMORY_BYTES = 64 * 2 ** 20;
/** Minimum interval between reports of progress in milliseconds. */
const BETWEEN = 100;
/** Number of characters after which a piece of text becomes a blob. */
const PIECE = 1 << 20;

/** Files to save: a report with evidence, and results as the command writes them. */
const OUTPUTS: readonly (readonly [name: string, type: string, writer: Writer])[] = [
  ["report.html", "text/html", html],
  ["results.json", "application/json", json],
  ["results.csv", "text/csv", csv],
  ["results.jsonl", "application/x-ndjson", jsonl],
];

/** Interface of the worker, which the types of the DOM lack. */
const worker = globalThis as unknown as {
  postMessage(message: Message): void;
  addEventListener(type: "message", listener: (event: MessageEvent<WebTask>) => void): void;
};

worker.addEventListener("message", ({ data: task }) => {
  run(task).then(
    (done) => worker.postMessage(done),
    (cause: unknown) => {
      const message = cause instanceof Error ? cause.message : String(cause);
      worker.postMessage({ kind: "failed", message });
    },
  );
});

const dropped = (of: number): Input => ({
  keyword: "warc",
  title: "WARC files",
  summary: "WARC, ARC and WACZ files of the reader.",
  argument: "FILE",
  example: "",
  usesHttp: false,
  prepare: (values) => Promise.resolve(values),
  async *read(names, context) {
    let before = 0;
    for (const name of names) {
      const size = sizeOf(name) ?? 0;
      yield* readArchiveFile(name, context, (position) =>
        context.onProgress?.({ bytesRead: before + Math.min(position, size), bytesTotal: of }),
      );
      before += size;
    }
  },
});

async function run({ data, files }: WebTask): Promise<Message> {
  giveData(data);
  giveFiles(new Map(files));
  await prepareCodecs();
  const definitions = { measures, removers };
  const settings = resolveSettings({ explain: true, excerpts: EXCERPT }, definitions);
  const briefSettings = resolveSettings({ explain: false, signs: false }, definitions);
  const of = files.reduce((sum, [, { size }]) => sum + size, 0);
  let last = 0;
  const { results, tally } = startRun({
    inputs: [{ input: dropped(of), sources: files.map(([name]) => name) }],
    settings,
    measures,
    features,
    removers,
    plugins: [],
    extensions: [],
    evidence: [],
    workers: 0,
    memoryBytes: MEMORY_BYTES,
    signal: new AbortController().signal,
    onProgress({ phase, mementos, scored, input }) {
      const now = performance.now();
      if (now - last < BETWEEN) return;
      last = now;
      const isReading = phase === "reading";
      const read = input !== undefined && "bytesRead" in input ? input.bytesRead : 0;
      const [done, whole] = isReading ? [read, of] : [scored, mementos];
      const says = `${isReading ? "Reading" : `Scoring ${scored} of`} ${counted(mementos, "capture")}`;
      worker.postMessage({ kind: "progress", done, of: whole, says });
    },
  });
  const saved: Saved[] = [];
  await inStep(
    results,
    OUTPUTS.map(([name, type, writer], at) => async (items) => {
      const shown = writer.showsEvidence !== undefined ? settings : briefSettings;
      const own = writer.lacksSimhash === true ? withoutRawSimhash(shown, {}) : shown;
      const texts = writer.write(own === settings ? items : brief(items, own), own, {});
      saved[at] = { name, blob: await blobOf(texts, type) };
    }),
  );
  const { mementos, timeMaps, judged, offTopic, unsure, damage } = tally;
  return {
    kind: "done",
    files: saved,
    summary: {
      ...{ mementos, timeMaps, offTopic, unsure },
      without: mementos - judged,
      damage: damage.map(({ source, message }) => `${placeText(source)}: ${message}`),
    },
  };
}

/** Collects texts in a blob, which browsers store outside the memory of the page. */
async function blobOf(texts: AsyncIterable<string | Uint8Array>, type: string): Promise<Blob> {
  const parts: Blob[] = [];
  let piece = "";
  for await (const text of texts) {
    piece += String(text);
    if (piece.length < PIECE) continue;
    parts.push(new Blob([piece]));
    piece = "";
  }
  return new Blob([...parts, piece], { type });
}
