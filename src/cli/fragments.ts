import { readFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { readDocuments } from "../read/documents/read-document.js";
import { messageOf, UsageError, whyUnreadable } from "../base/errors.js";
import { inputs } from "../read/inputs/index.js";
import { counted, printable } from "../base/text.js";
import { warcUriM } from "../base/uri.js";
import { escapeXml } from "../base/xml.js";
import { decodeBody } from "../read/coding/content-coding.js";
import {
  type DensityOptions,
  type Fragmentation,
  fragmentPage,
} from "../page/density/fragments.js";
import { compareWithGold, type GoldAgreement, type GoldFragments } from "../page/density/gold.js";
import { openPage } from "../page/page.js";
import { chooseInputs } from "../run/input-choices.js";
import { densityOptions } from "../score/settings/measure-options.js";
import type { Capture } from "../base/types.js";
import type { Page } from "../page/types.js";
import { defineCommand, type MakeCommand } from "./define-command.js";
import type { Values } from "./options.js";
import { withOutput } from "./output.js";

/** Larger pages are not looked at. */
const maxPageBytes = 64 * 1024 * 1024;

/**
 * The first page of an input (`warc=crawl.warc.gz`) whose URI-R or URI-M is this. Throws a `UsageError` where there is
 * none, and for inputs that need HTTP.
 */
async function findMemento(texts: readonly string[], uri: string): Promise<Page> {
  const text = texts.join(" ");
  const [choice, another] = chooseInputs(texts, inputs);
  if (choice === undefined || choice.input.usesHttp || another !== undefined) {
    throw new UsageError(`${text} is not one kind of files. Give files: -i warc=FILE.`);
  }
  const { input, values } = choice;
  const sources = await input.prepare(values);
  const context = {
    signal: new AbortController().signal,
    maxPageBytes,
    redirects: "skip" as const,
  };
  for await (const item of input.read(sources, context)) {
    if (item.kind !== "memento" || !isNamed(item.capture, uri)) continue;
    try {
      const { bytes } = decodeBody(item.body, maxPageBytes);
      return openPage(bytes, item.capture.contentType, item.capture);
    } catch (cause) {
      throw new UsageError(`${uri} cannot be looked at: ${messageOf(cause)}.`, { cause });
    }
  }
  throw new UsageError(
    `${text} has no page ${uri}. Name it as its URI-R or URI-M is in the results.`,
  );
}

const isNamed = (capture: Capture, uri: string): boolean =>
  capture.uriR === uri || (capture.uriM ?? warcUriM(capture, 1)) === uri;

export const fragmentsCommand: MakeCommand = defineCommand({
  name: "fragments",
  description:
    "Show how the density remover cuts a page: text, text density, link density, tag path and class of each fragment.",
  words: [
    [
      "[file]",
      "an HTML, text, PDF or PostScript file, or one of these in a zip or gzip file, instead of -i; - for standard input",
    ],
  ],
  examples: [
    "detect_off_topic fragments page.html --set fusion=greedy --set vmax=0.5",
    "detect_off_topic fragments -i warc=crawl.warc.gz --uri http://example.org/ -ot json",
    "detect_off_topic fragments page.html --gold gold.txt",
  ],
  async run({ values, words: [file] }) {
    const options = densityOptions(values);
    const page = await readPage(file, values);
    const { goldFragments: gold, fragmentForm } = values;
    const text =
      gold === undefined
        ? FORMS[fragmentForm](fragmentPage(page.html, options))
        : agreementForm(fragmentForm)(gold.file, agreements(page.html, options, gold));
    await withOutput(values.output, ({ write }) => write(text));
  },
});

async function readPage(
  file: string | undefined,
  { input, uri }: Values<"fragments">,
): Promise<Page> {
  if (input !== undefined) {
    if (file !== undefined) throw new UsageError(`give either the file ${file} or -i, not both.`);
    if (uri === undefined)
      throw new UsageError("say which memento with --uri URI-R or --uri URI-M.");
    return findMemento(input, uri);
  }
  if (file === undefined) {
    throw new UsageError("name an HTML file, or a memento with -i warc=FILE --uri URI.");
  }
  let bytes: Buffer;
  try {
    bytes = file === "-" ? await buffer(process.stdin) : await readFile(file);
  } catch (cause) {
    throw new UsageError(`${file} cannot be read: ${whyUnreadable(cause)}.`, { cause });
  }
  const documents = await readDocuments(bytes, { maxBytes: maxPageBytes });
  for (const document of documents)
    if ("page" in document) return openPage(document.page, undefined);
  const [first] = documents;
  const why = first !== undefined && "trouble" in first ? first.trouble : "it is empty";
  throw new UsageError(`${file} cannot be read: ${why}.`);
}

/** Vmax as in the paper, and that of the run. */
const VMAX = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];

interface AgreementRow {
  readonly vmax: number;
  readonly fragments: number;
  /** Share of the leaves that fusing has taken away (their section 4.2). */
  readonly granularity: number;
  readonly agreement: GoldAgreement;
  /** Of the run's own options. */
  readonly isOwn: boolean;
}

function agreements(html: string, options: DensityOptions, gold: GoldFragments): AgreementRow[] {
  const all = [...new Set([...VMAX, options.vmax])].sort((one, other) => one - other);
  return all.map((vmax) => {
    const { fragments, leaves } = fragmentPage(html, { ...options, vmax });
    return {
      vmax,
      fragments: fragments.length,
      granularity: leaves === 0 ? 0 : (leaves - fragments.length) / leaves,
      agreement: compareWithGold(fragments, gold),
      isOwn: vmax === options.vmax,
    };
  });
}

type AgreementForm = (file: string, rows: readonly AgreementRow[]) => string;

function agreementForm(form: keyof typeof FORMS): AgreementForm {
  if (form === "html") throw new UsageError("--gold has no HTML. Give -ot text or -ot json.");
  return form === "json" ? agreementAsJson : agreementAsText;
}

const agreementAsJson: AgreementForm = (_file, rows) =>
  `${JSON.stringify(
    rows.map(({ vmax, fragments, granularity, agreement }) => ({
      vmax,
      fragments,
      granularity,
      "adjusted Rand index": agreement.adjustedRandIndex,
      purity: agreement.purity,
      "normalised mutual information": agreement.mutualInformation,
      leaves: agreement.leaves,
      "leaves in gold data": agreement.found,
      "content words": agreement.content,
    })),
    undefined,
    2,
  )}\n`;

const agreementAsText: AgreementForm = (file, rows) => {
  const own = rows.find(({ isOwn }) => isOwn)!;
  const { leaves, found, content } = own.agreement;
  const share = (part: number, whole: number): string =>
    whole === 0 ? "-" : (part / whole).toFixed(3);
  return [
    `${printable(file)} has ${found} of the page's ${counted(leaves, "leaf", "leaves")}.`,
    "",
    "Vmax\tfragments\tgranularity\tadjusted Rand index\tpurity\tmutual information",
    ...rows.map(({ vmax, fragments, granularity, agreement, isOwn }) =>
      [
        `${vmax}${isOwn ? "*" : ""}`,
        fragments,
        `${(100 * granularity).toFixed(0)} %`,
        agreement.adjustedRandIndex.toFixed(3),
        agreement.purity.toFixed(3),
        agreement.mutualInformation.toFixed(3),
      ].join("\t"),
    ),
    "",
    `* this run. Of its words of content a share of ${share(content.both, content.kept)} is content in the gold data (precision), ` +
      `of the gold data's a share of ${share(content.both, content.gold)} is kept (recall).`,
    "",
  ].join("\n");
};

const FORMS = { text: asText, json: asJson, html: asHtml } as const;

/** Words a line from which on a block is as dark as it gets. */
const darkest = 15;

/** The page's blocks in their order, darker where there is more text a line; those that are left out stand in grey. */
function asHtml({ fragments }: Fragmentation): string {
  const blocks = fragments.map((fragment) => {
    const { textDensity, linkDensity, tagPath } = fragment;
    const share = Math.min(1, textDensity / darkest);
    const title = `${fragment.class}, density ${textDensity.toFixed(2)}, links ${Math.round(linkDensity * 100)} %, ${tagPath}`;
    return (
      `<p class="${fragment.class === "content" ? "kept" : "left"}" style="background:rgba(0,114,178,${(0.5 * share).toFixed(3)})" ` +
      `title="${escapeXml(title)}"><small>${textDensity.toFixed(2)}</small> ${escapeXml(fragment.text)}</p>`
    );
  });
  return `${[
    `<!DOCTYPE html>`,
    `<html lang="en"><head><meta charset="utf-8"><title>Fragments</title>`,
    `<meta name="viewport" content="width=device-width">`,
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    `<style>body{font:16px/1.5 sans-serif;margin:0 auto;max-width:48rem;padding:1rem;background:#fff;color:#111}p[class]{margin:.25rem 0;padding:.25rem .5rem;border-left:4px solid #0072b2;white-space:pre-line}p.left{border-color:#bbb;color:#555}</style>`,
    `</head><body><main><h1>Fragments</h1>`,
    `<p>The darker a block, the more words it has a line (the number). Blocks with a blue edge are content; the others are left out.</p>`,
    ...blocks,
    `</main></body></html>`,
  ].join("\n")}\n`;
}

function asJson({ fragments }: Fragmentation): string {
  const entries = fragments.map((fragment) => ({
    class: fragment.class,
    "text density": fragment.textDensity,
    "link density": fragment.linkDensity,
    "tag path": fragment.tagPath,
    text: fragment.text,
  }));
  return `${printable(JSON.stringify(entries, undefined, 2), "json")}\n`;
}

function asText({ fragments, leaves, work }: Fragmentation): string {
  const blocks = fragments.map(
    (fragment) =>
      `[${fragment.class}] density ${fragment.textDensity.toFixed(2)}, links ` +
      `${Math.round(fragment.linkDensity * 100)} %, ${fragment.tagPath}\n${fragment.text
        .split("\n")
        .map((line) => printable(line))
        .join("\n")}\n`,
  );
  const content = fragments.filter((fragment) => fragment.class === "content").length;
  const summary =
    `${counted(fragments.length, "fragment")} of ${counted(leaves, "leaf", "leaves")}, ${content} of them content ` +
    `(${counted(work.passes, "pass", "passes")}, ${counted(work.comparisons, "comparison")})\n`;
  return [...blocks, summary].join("\n");
}
