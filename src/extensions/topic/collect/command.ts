import { urlOf } from "../../../base/uri.js";
import { parseDatetime } from "../../../base/datetime.js";
import { refuse, UsageError } from "../../../base/errors.js";
import { option, under, type Values } from "../../../base/option.js";
import { readTextFile } from "../../../base/read-file.js";
import { counted } from "../../../base/text.js";
import { whole } from "../../../base/value-kinds.js";
import { type CommandDefinition, defineCommand } from "../../../command/define-command.js";
import { exitStatus } from "../../../command/exit-status.js";
import type { Log } from "../../../command/log.js";
import { archiveOptions, inputOption } from "../../../command/options/input.js";
import { formBySuffix, outputOption, overridesOption } from "../../../command/options/output.js";
import { memoryOption, messageOptions, workersOption } from "../../../command/options/running.js";
import { readingFiles } from "../../../command/options/settings.js";
import { withOutput } from "../../../command/output.js";
import { warnOfUnused } from "../../../command/overridden-results.js";
import { type ProgressLine, progressLine } from "../../../command/progress.js";
import { detectOptions, whatIsKept } from "../../../command/run-messages.js";
import { suffixOf } from "../../../command/write-results.js";
import { readSeeds } from "../../../read/crawls/seeds.js";
import { Access } from "../../../read/http/access.js";
import { type RecordingFetcher, openFetcher } from "../../../read/http/fetcher.js";
import { parseBound } from "../../../read/timemaps/select.js";
import type { RunProgress } from "../../../run/setup/run-options.js";
import { pageSizeSetting } from "../../../score/settings/memento-settings.js";
import type { TopicProfile } from "../profile/types.js";
import { topicSettings } from "../settings.js";
import { crawlOrders } from "./frontier.js";
import {
  type PageCandidates,
  groupFigures,
  parseCandidates,
  withLabels,
  withSample,
} from "./candidates.js";
import { type Crawl, crawl } from "./crawl.js";
import { type CandidateForm, candidateFormatters, candidateForms, summaryOf } from "./forms.js";
import { FilesWeb } from "./from-files.js";
import { ArchiveWeb } from "./from-web.js";
import type { Web } from "./web.js";

type FoundCandidates = PageCandidates & { readonly incomplete?: string };

/** Returns the date in ISO 8601. Throws a `UsageError` for anything else. */
function parseNear(text: string, option: string): string {
  const date = parseDatetime(parseBound(option, text));
  if (date !== undefined) return date;
  throw new UsageError(`${option} ${text} is not a date. Write it as 2010-05-13.`);
}

const { topic, topicAgree } = readingFiles(topicSettings);

const options = {
  ...inputOption,
  ...archiveOptions,
  ...overridesOption,
  ...outputOption,
  candidateForm: formBySuffix(
    candidateForms,
    "by the suffix of -o (.csv .html), else jsonl",
    "form of the candidates; sample: those that a person should judge, as a file of decisions",
  ),
  ...under("Output", {
    drawSeed: option("--random-seed <n>", "seed of random choices", {
      rare: true,
      parse: whole(0),
      default: "1",
    }),
  }),
  topic,
  topicAgree,
  ...under("Focused crawl", {
    start: option(
      "--start <seeds>",
      "start of the crawl: a URI-R, or a file with URI-Rs as --seeds reads it; can be repeated",
      { repeats: true, reads: true, otherwise: "the first page of each host in the input" },
    ),
    near: option(
      "--near <date>",
      "use the capture of each page nearest to this date (4 to 14 digits)",
      { rare: true, parse: parseNear, otherwise: "in files the first one" },
    ),
    visits: option("--visits <n>", "open at most this number of pages", {
      rare: true,
      parse: whole(1),
      otherwise: "1000; in files all",
    }),
    order: option(
      "--order <order>",
      "order of pages: by number and scores of the pages that link to them, by mean score (the paper), or as found",
      { rare: true, choices: crawlOrders, otherwise: "best" },
    ),
  }),
  ...pageSizeSetting,
  ...workersOption,
  ...memoryOption,
  ...messageOptions,
} as const;

type CollectValues = Values<typeof options>;

export const collectCommand: CommandDefinition = defineCommand({
  name: "collect",
  group: "papers",
  summary: "Find pages of a topic by following links, the most promising first.",
  description:
    "Follow links, the most promising first, and recommend the pages that a topic recognises. A file of candidates in " +
    "place of an input: apply the labels of a person to it, or write it in another form.",
  words: [["[candidates]", "JSON Lines that collect wrote, instead of -i"]],
  examples: [
    "detect_off_topic collect --topic topic.json -i warc=crawl.warc.gz -o candidates.jsonl",
    "detect_off_topic collect --topic topic.json --archive ia --set near=2015-06 --start seeds.txt -d work -o candidates.jsonl",
    "detect_off_topic collect candidates.jsonl -ot sample -o sample.tsv",
    "detect_off_topic collect candidates.jsonl --overrides sample.tsv -o accepted.html",
  ],
  options,
  whenStopped: ({ directory }) =>
    whatIsKept({ directory, input: directory === undefined ? [] : ["uri-r="] }),
  async run({ values, words: [file], log, signal }) {
    const form = formOfOutput(values);
    const made = await withOutput(values.output, async ({ write }) => {
      const found: FoundCandidates =
        file === undefined
          ? await search(values, log, signal)
          : parseCandidates(readTextFile(file), file);
      const { overrides } = values;
      const candidates =
        overrides === undefined ? found.candidates : withLabels(found.candidates, overrides);
      await write(candidateFormatters[form]({ ...found, candidates }));
      return { ...found, candidates };
    });
    reportCandidates(made, values, log);
    if (made.incomplete !== undefined) {
      log.warn(made.incomplete);
      return exitStatus.incomplete;
    }
    const { visited, failed } = made.figures;
    if (file !== undefined || failed < visited) return exitStatus.finished;
    const [first] = made.unread;
    const why = first === undefined ? "there is none" : `the first: ${first.problem}`;
    log.warn(`nothing was judged: none of ${counted(visited, "page")} could be read (${why}).`);
    return exitStatus.nothingJudged;
  },
});

/** Returns the output type of `-ot`, or else the output type for the suffix of the output. */
const formOfOutput = ({ candidateForm, output }: CollectValues): CandidateForm =>
  candidateForm ??
  (["csv", "html"] as const).find((form) => suffixOf(output) === `.${form}`) ??
  "jsonl";

async function search(
  values: CollectValues,
  log: Log,
  signal: AbortSignal,
): Promise<FoundCandidates> {
  const { topic, topicAgree: agree, order, drawSeed } = values;
  if (topic === undefined) {
    throw new UsageError("no topic to look for. Give --topic FILE, as topic build writes it.");
  }
  const progress = progressLine(values.quiet !== true);
  const opened = await openWeb(topic, values, log, signal, progress).catch((cause: unknown) => {
    progress.end();
    throw cause;
  });
  const { web, starts, visits } = opened;
  let made: Crawl;
  try {
    made = await crawl(web, {
      ...{ topic, agree, order, starts, visits, signal },
      onVisit: (visited) =>
        progress.show({ phase: "scoring", records: 0, mementos: visits, scored: visited }),
    });
  } finally {
    progress.end();
    await opened.close();
  }
  const { figures, candidates, unread } = made;
  const [first] = unread;
  if (first !== undefined) log.info(`without a page, e.g. ${first["URI-R"]}: ${first.problem}`);
  const incomplete = opened.fetched?.incomplete;
  return { figures, candidates: withSample(candidates, drawSeed), unread, incomplete };
}

interface PlaceToSearch {
  readonly web: Web;
  readonly starts: readonly string[];
  readonly visits: number;
  /** Statistics of requests. They are complete once the place is closed. */
  readonly fetched?: RecordingFetcher["statistics"];
  readonly close: () => Promise<void> | void;
}

/** Default number of pages to open in an archive, because it has no end. */
const VISITS = 1_000;

async function openWeb(
  topic: TopicProfile,
  values: CollectValues,
  log: Log,
  signal: AbortSignal,
  progress: ProgressLine,
): Promise<PlaceToSearch> {
  const { input, archive, near, visits, workers, memoryBytes, maxPageSize } = values;
  const starts = await startPages(values);
  const choices = detectOptions(values, log);
  if (input !== undefined) {
    const onProgress = (state: RunProgress): void => progress.show(state);
    const more = { input, workers, memoryBytes, maxPageSize, signal, onProgress };
    const web = await FilesWeb.open(topic, { ...choices, ...more }, near);
    return {
      web,
      starts: starts.length > 0 ? starts : web.firsts,
      visits: Math.min(visits ?? Infinity, web.size),
      close: () => web.close(),
    };
  }
  refuse({
    "nothing to search. Give -i warc=FILE, or --archive ARCHIVE --set near=DATE.":
      archive === undefined,
    "--archive has pages of many dates. Say near which one: --set near=2015-06.":
      near === undefined,
    "nowhere to begin. Give --start URI-R, or a file with some.": starts.length === 0,
  });
  const { directory, offline, contact, onNotice, timeout } = choices;
  const { headers, cookies, logins } = choices;
  const { replay, timeMap, cdx } = archive!;
  const fetcher = await openFetcher({
    ...{ signal, offline, contact, onNotice, maxBodyBytes: maxPageSize },
    ...{ limits: choices, timeoutMs: timeout && timeout * 1000 },
    given: [replay, timeMap, cdx],
    access: new Access({ headers, cookies, logins }, [replay]),
    ...(directory !== undefined && {
      record: {
        directory,
        input: { keyword: "collect", sources: [`${replay} near ${near}`] },
      },
    }),
  });
  const web = new ArchiveWeb(topic, {
    ...{ ...choices, fetcher, maxPageSize, archive: archive!, near: near! },
  });
  const { statistics: fetched } = fetcher;
  return { web, starts, visits: visits ?? VISITS, fetched, close: () => fetcher.close() };
}

/** Returns the start pages: URI-Rs as given, and the URI-Rs in files that `--seeds` can read. */
async function startPages({ start = [] }: CollectValues): Promise<string[]> {
  const found: string[] = [];
  for (const text of start) {
    if (/^https?:\/\//iu.test(text) && urlOf(text) !== undefined) found.push(text);
    else for (const seed of await readSeeds(text)) found.push(seed);
  }
  return found;
}

function reportCandidates(found: PageCandidates, { overrides }: CollectValues, log: Log): void {
  log.info(summaryOf(found));
  const all = groupFigures(found.candidates).at(-1)!;
  if (overrides === undefined) return;
  warnOfUnused({ overrides }, log);
  log.info(
    `${counted(all.judged, "candidate")} judged, ${all.offTopic} off-topic: ${all.accepted} accepted.`,
  );
}
