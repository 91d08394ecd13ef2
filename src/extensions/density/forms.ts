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
  readonly rows: readonly ReturnType<typeof rowOfGold>[];
}

export function agreementWith(
  gold: GoldFragments & { readonly file: string },
  html: string,
  options: DensityOptions,
): FragmentAgreement {
  const all = [...new Set([...VMAX, options.vmax])].sort((one, other) => one - other);
  return {
    file: gold.file,
    rows: all.map((vmax) => rowOfGold(gold, html, { ...options, vmax }, options.vmax)),
  };
}

function rowOfGold(gold: GoldFragments, html: string, options: DensityOptions, own: number) {
  const { fragments, leaves } = fragmentPage(html, options);
  return {
    vmax: options.vmax,
    fragments: fragments.length,
    /** Share of the leaves that have been removed by fusing (section 4.2 of the paper). */
    granularity: leaves === 0 ? 0 : (leaves - fragments.length) / leaves,
    agreement: compareWithGold(fragments, gold),
    isOwn: options.vmax === own,
  };
}

const agreementAsJson = ({ rows }: FragmentAgreement): string =>
  jsonFile(
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
  );

function agreementAsText({ file, rows }: FragmentAgreement): string {
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
}

export const agreementFormatters: OutputForms<"text" | "json", FragmentAgreement> = {
  text: agreementAsText,
  json: agreementAsJson,
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
