import { readTextFile } from "../read-file.js";
import {
  type Candidates,
  groupFigures,
  parseCandidates,
  withLabels,
  withSample,
} from "../collect/candidates.js";
import type { CandidateForm } from "../collect/choices.js";
import { crawl } from "../collect/crawl.js";
import { candidateForms, summaryOf } from "../collect/forms.js";
import { FilesWeb } from "../collect/from-files.js";
import { UsageError } from "../errors.js";
import { readSeeds } from "../inputs/read/seeds.js";
import { counted } from "../mementos/text.js";
import { defineCommand, type MakeCommand } from "./define-command.js";
import { type Log, progressLine } from "./log.js";
import type { Values } from "./options.js";
import { withOutput } from "./output.js";
import { archiveChoices, warnOfUnused, whatIsKept } from "./run-choices.js";

type CollectValues = Values<"collect">;

/** `collect`: a focused crawl for pages of a topic. */
export const collectCommand: MakeCommand = defineCommand({
  name: "collect",
  summary: "Find pages of a topic by following links, the most promising first.",
  description:
    "Follow links, the most promising first, and recommend the pages that a topic recognises. A file of candidates in " +
    "place of an input: apply the labels of a person to it, or write it in another form.",
  words: [["[candidates]", "JSON Lines that collect wrote, instead of -i"]],
  examples: [
    "detect_off_topic collect --topic topic.json -i warc=crawl.warc.gz -o candidates.jsonl",
    "detect_off_topic collect candidates.jsonl -ot sample -o sample.tsv",
    "detect_off_topic collect candidates.jsonl --overrides sample.tsv -o accepted.html",
  ],
  whenStopped: whatIsKept,
  async run({ values, words: [file], log, signal }) {
    const form = formOf(values);
    const made = await withOutput(values.output, async ({ write }) => {
      const found =
        file === undefined
          ? await search(values, log, signal)
          : parseCandidates(readTextFile(file), file);
      const { overrides } = values;
      const candidates =
        overrides === undefined ? found.candidates : withLabels(found.candidates, overrides);
      await write(candidateForms[form]({ ...found, candidates }));
      return { ...found, candidates };
    });
    report(made, values, log);
  },
});

/** As -ot says, or the suffix of the output. */
function formOf({ candidateForm, output = "" }: CollectValues): CandidateForm {
  if (candidateForm !== undefined) return candidateForm;
  const suffix = /\.(csv|html)$/iu.exec(output)?.[1]?.toLowerCase();
  return suffix === "csv" || suffix === "html" ? suffix : "jsonl";
}

async function search(values: CollectValues, log: Log, signal: AbortSignal): Promise<Candidates> {
  const { topic, input, topicAgree: agree, order, perSite, variableAfter, drawSeed } = values;
  if (topic === undefined) {
    throw new UsageError("no topic to look for. Give --topic FILE, as topic build writes it.");
  }
  if (input === undefined) {
    throw new UsageError("nothing to search. Say what, e.g. collect -i warc=crawl.warc.gz.");
  }
  const { workers, memoryBytes, maxPageSize } = values;
  const starts = await startsOf(values);
  const progress = progressLine(values.quiet !== true);
  const web = await FilesWeb.open(
    topic,
    {
      ...archiveChoices(values, log),
      ...{ input, workers, memoryBytes, maxPageSize, signal },
      onProgress: (state) => progress.show(state),
    },
    values.near,
  );
  try {
    const { figures, candidates, trouble } = await crawl(web, {
      ...{ topic, agree, order, perSite, signal },
      starts: starts.length > 0 ? starts : web.firsts,
      visits: values.visits ?? Infinity,
      variable: variableAfter === undefined ? undefined : { after: variableAfter, seed: drawSeed },
      onVisit: (visited) =>
        progress.show({ phase: "scoring", records: 0, mementos: web.size, scored: visited }),
    });
    if (trouble !== undefined) log.info(`without a page, e.g. ${trouble}`);
    return { figures, candidates: withSample(candidates, drawSeed) };
  } finally {
    progress.end();
    web.close();
  }
}

/** URI-Rs as they are, files as --seeds reads them. */
async function startsOf({ start = [] }: CollectValues): Promise<string[]> {
  const found: string[] = [];
  for (const text of start) {
    if (/^https?:\/\//iu.test(text)) {
      if (!URL.canParse(text)) throw new UsageError(`--start ${text} is not a URI. Give a URI-R.`);
      found.push(text);
    } else found.push(...(await seedsIn(text)));
  }
  return found;
}

async function seedsIn(file: string): Promise<readonly string[]> {
  try {
    return await readSeeds(file);
  } catch (cause) {
    if (!(cause instanceof UsageError)) throw cause;
    throw new UsageError(cause.message.replace("--seeds", "--start"), { cause });
  }
}

function report(found: Candidates, { overrides }: CollectValues, log: Log): void {
  log.info(summaryOf(found));
  const all = groupFigures(found.candidates).at(-1)!;
  if (overrides === undefined) return;
  warnOfUnused({ overrides }, log);
  const open = found.candidates.filter(
    ({ sample, label }) => sample !== undefined && label === undefined,
  ).length;
  log.info(
    `${counted(all.judged, "candidate")} judged, ${all.offTopic} off-topic: ${all.accepted} accepted` +
      (open === 0 ? "." : `; ${open} of the sample not judged yet.`),
  );
}
