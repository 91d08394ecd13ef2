import { jsonText } from "../../base/json.js";
import { counted, printable } from "../../base/text.js";
import { csvHead, csvTable, type TableColumn } from "../../write/formats/forms.js";
import { escapeXml } from "../../write/formats/markup.js";
import { SOFT404_FORMAT, soft404Reason } from "./evidence.js";
import type { GroupMember, Soft404, Soft404Group } from "./find-groups.js";

/** Writes the groups in one format. It yields pieces, because there may be millions of members. */
type Form = (found: Soft404) => Iterable<string>;

function* asJson({ groups, members, pages, withoutText }: Soft404): Generator<string> {
  const head = { format: SOFT404_FORMAT, pages, "without text": withoutText };
  yield `${jsonText(head).slice(0, -2)},\n  "groups": [`;
  let written = -1;
  let isFirst = true;
  for (const { group, uriR, mementoDatetime } of members()) {
    if (group !== written) {
      if (written >= 0) yield "\n    ]}";
      yield `${written < 0 ? "\n" : ",\n"}    ${jsonText(groupJson(groups[group]!), 0).slice(0, -1)}, "members": [`;
      written = group;
      isFirst = true;
    }
    yield `${isFirst ? "\n" : ",\n"}      ${memberJson({ uriR, mementoDatetime })}`;
    isFirst = false;
  }
  yield written < 0 ? "]\n}\n" : "\n    ]}\n  ]\n}\n";
}

const memberJson = ({ uriR, mementoDatetime }: GroupMember): string =>
  jsonText({ "URI-R": uriR, "memento-datetime": mementoDatetime }, 0);

const groupJson = (group: Soft404Group): object => ({
  host: group.host,
  "found by": group.foundBy,
  URIs: group.uris,
  captures: group.captures,
  bytes: group.bytes,
  example: group.example,
  text: group.text,
  ...(group.kind !== undefined && { kind: group.kind }),
  rules: group.rules,
  "URIs of rules": group.urisOfRules,
});

const COLUMNS: readonly TableColumn<Soft404Group>[] = [
  { name: "Host", type: "uri", value: ({ host }) => host },
  { name: "Found by", value: ({ foundBy }) => foundBy },
  { name: "URIs", value: ({ uris }) => uris },
  { name: "Captures", value: ({ captures }) => captures },
  { name: "Bytes", value: ({ bytes }) => bytes },
  { name: "Kind", value: ({ kind }) => kind },
  { name: "Example", type: "uri", value: ({ example }) => example },
  { name: "URIs of rules", value: ({ urisOfRules }) => urisOfRules },
  { name: "Rules", type: "uri", value: ({ rules }) => rules.join(" ") },
  { name: "Text", value: ({ text }) => text },
];

const asCsv: Form = ({ groups }) => [csvHead(COLUMNS), csvTable(COLUMNS, groups)];

function* asText({ groups, pages, withoutText }: Soft404): Generator<string> {
  yield (
    `${counted(pages, "page")}: ${counted(groups.length, "group")} of URIs that bring nothing new` +
      `${withoutText > 0 ? `; ${counted(withoutText, "capture")} without text not compared` : ""}\n`
  );
  for (const group of groups) {
    const { uris, captures, bytes, example, text, rules, urisOfRules } = group;
    yield `\n${printable(soft404Reason(group))}\n`;
    yield `  ${counted(captures, "capture")}, ${counted(bytes, "byte")}, such as ${printable(example, "percent")}\n`;
    if (text !== "") yield `  "${printable(text.replaceAll(/\s+/gu, " ").trim())}"\n`;
    for (const rule of rules) yield `  ${printable(rule, "percent")}\n`;
    yield rules.length === 0
      ? "  no rule: every expression for these URIs also matches other pages\n"
      : `  ${rules.length === 1 ? "this rule matches" : "these rules match"} ${urisOfRules} of ${counted(uris, "URI")}\n`;
  }
}

const rulesOf = (groups: readonly Soft404Group[]): readonly string[] => [
  ...new Set(groups.flatMap(({ rules }) => rules)),
];

/**
 * Returns the bean of a Heritrix job (crawler-beans.cxml). The user adds it to the list of rules of the job's scope.
 */
function* asHeritrix({ groups }: Soft404): Generator<string> {
  yield '<bean class="org.archive.modules.deciderules.MatchesListRegexDecideRule">\n';
  yield '  <property name="decision" value="REJECT"/>\n  <property name="regexList">\n    <list>\n';
  for (const rule of rulesOf(groups)) yield `      <value>${escapeXml(rule)}</value>\n`;
  yield "    </list>\n  </property>\n</bean>\n";
}

function* asBrowsertrix({ groups }: Soft404): Generator<string> {
  const rules = rulesOf(groups);
  if (rules.length === 0) yield "exclude: []\n";
  else yield "exclude:\n";
  // In single quotes, YAML has no escape except the doubled quote. Rules are printable ASCII.
  for (const rule of rules) yield `  - '${rule.replaceAll("'", "''")}'\n`;
}

export const soft404Forms: Readonly<
  Record<"text" | "json" | "csv" | "heritrix" | "browsertrix", Form>
> = {
  text: asText,
  json: asJson,
  csv: asCsv,
  heritrix: asHeritrix,
  browsertrix: asBrowsertrix,
};
