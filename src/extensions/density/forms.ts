import { jsonFile } from "../../base/json.js";
import { counted, printable } from "../../base/text.js";
import type { OutputForms } from "../../write/formats/forms.js";
import { type Fragmentation, fragmentPage } from "./fragments.js";
import type { DensityOptions } from "./options.js";
import { compareWithGold, type GoldFragments } from "./gold.js";

/** Values of Vmax in the paper. The value of the run is added. */
const VMAX = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];

/** A fragmentation for each Vmax, in ascending order, and how it agrees with the gold data. */
interface FragmentAgreement {
  readonly file: string;
  /** Vmax of the run. */
  readonly own: number;
  readonly rows: readonly ReturnType<typeof rowOfGold>[];
}

export function agreementWith(
  gold: GoldFragments & { readonly file: string },
  html: string,
  options: DensityOptions,
): FragmentAgreement {
  const { vmax: own } = options;
  const all = [...new Set([...VMAX, own])].sort((one, other) => one - other);
  return {
    ...{ file: gold.file, own },
    rows: all.map((vmax) => rowOfGold(gold, html, { ...options, vmax })),
  };
}

function rowOfGold(gold: GoldFragments, html: string, options: DensityOptions) {
  const { fragments, leaves } = fragmentPage(html, options);
  const agreement = compareWithGold(fragments, gold);
  return {
    vmax: options.vmax,
    fragments: fragments.length,
    /** Share of the leaves that have been removed by fusing (section 4.2 of the paper). */
    granularity: leaves === 0 ? 0 : (leaves - fragments.length) / leaves,
    "adjusted Rand index": agreement.adjustedRandIndex,
    purity: agreement.purity,
    "normalised mutual information": agreement.mutualInformation,
    leaves: agreement.leaves,
    "leaves in gold data": agreement.found,
    "content words": agreement.content,
  };
}

function agreementAsText({ file, own, rows }: FragmentAgreement): string {
  const run = rows.find(({ vmax }) => vmax === own)!;
  const { leaves, "leaves in gold data": found, "content words": content } = run;
  const share = (part: number, whole: number): string =>
    whole === 0 ? "-" : (part / whole).toFixed(3);
  return [
    `${printable(file)} has ${found} of the page's ${counted(leaves, "leaf", "leaves")}.`,
    "",
    "Vmax\tfragments\tgranularity\tadjusted Rand index\tpurity\tmutual information",
    ...rows.map((row) =>
      [
        `${row.vmax}${row === run ? "*" : ""}`,
        row.fragments,
        `${(100 * row.granularity).toFixed(0)} %`,
        row["adjusted Rand index"].toFixed(3),
        row.purity.toFixed(3),
        row["normalised mutual information"].toFixed(3),
      ].join("\t"),
    ),
    "",
    `* this run. Of its words of content a share of ${share(content.both, content.kept)} is content in the gold data (precision), ` +
      `of the gold data's a share of ${share(content.both, content.gold)} is kept (recall).`,
    "",
  ].join("\n");
}

export const agreementFormatters: OutputForms<"text" | "json", FragmentAgreement> = {
  text: agreementAsText,
  json: ({ rows }) => jsonFile(rows),
};

export const fragmentFormatters: OutputForms<"text" | "json", Fragmentation> = {
  text: fragmentsAsText,
  json: fragmentsAsJson,
};

function fragmentsAsJson({ fragments }: Fragmentation): string {
  return jsonFile(
    fragments.map((fragment) => ({
      class: fragment.class,
      "text density": fragment.textDensity,
      "link density": fragment.linkDensity,
      "tag path": fragment.tagPath,
      text: fragment.text,
    })),
  );
}

function fragmentsAsText({ fragments, leaves, work }: Fragmentation): string {
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
