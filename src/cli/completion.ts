import { FORMATS } from "../base/content-type.js";
import { catalogue, collectionMeasuresKnown } from "../run/plugins/catalogue.js";
import { COMBINATIONS } from "../score/settings/combine.js";
import { knownLanguages } from "../score/settings/preprocessing.js";
import { FAIL_WORDS } from "../command/exit-status.js";
import { requireChoice } from "../base/find.js";
import { version } from "../base/version.js";
import { KINDS } from "../score/evidence/kinds.js";
import { helpTopics } from "./extension-help.js";
import { DESCRIPTION } from "./help-screen.js";
import { listSections } from "./list.js";
import { isOnlySetting, settingName, valueOf } from "../base/option.js";
import {
  commandCatalogue,
  listedSettings,
  type ListedOption,
  optionsOf,
} from "../command/command-catalogue.js";
import { type CommandDefinition, defineCommand } from "../command/define-command.js";
import { pluginsOption } from "../command/options/running.js";
import { openOutput } from "../command/output.js";

interface ShellCommand {
  readonly name: string;
  readonly description: string;
  readonly options: readonly ShellOption[];
  /** Words that may follow the command, or another word after it. */
  readonly after: readonly (readonly [word: string, next: readonly string[]])[];
}

interface ShellOption {
  /** Flags without the argument, such as `-o`, `--output` and `-ot`. */
  readonly flags: readonly string[];
  /** Argument such as `<file>`; `undefined` for a switch. */
  readonly argument: string | undefined;
  /** Words that complete the argument. */
  readonly words: readonly string[];
  /** True if several of the words may stand with commas between. */
  readonly isList: boolean;
  /** True for an argument that neither words nor names of files complete, such as a number. */
  readonly isFree: boolean;
  readonly help: string;
}

const keywordsOf = (list: readonly { readonly keyword: string }[]): readonly string[] =>
  list.map(({ keyword }) => keyword);

/** Completions of arguments that are not fixed choices of the option itself. */
const WORDS: Readonly<Record<string, () => readonly string[]>> = {
  "--input": () => keywordsOf(catalogue().inputs).map((keyword) => `${keyword}=`),
  "--output-type": () => keywordsOf(catalogue().writers),
  "--timemap-measures": () => keywordsOf(catalogue().measures),
  "--collection-measures": () => ["all", ...keywordsOf(collectionMeasuresKnown())],
  "--boilerplate": () => keywordsOf(catalogue().removers),
  "--combine": () => COMBINATIONS,
  "--fail-on": () => FAIL_WORDS,
  "--formats": () => FORMATS,
  "--language": () => ["auto", ...knownLanguages()],
};

/** Arguments that name no file, for which a shell offers nothing. `<file>`, `<folder>` and the like name one. */
const NAMES_FILE = /file|folder|directory|document|seeds|program|\.[a-z]/u;

/** Arguments that take several words of a list. */
const TAKES_LIST = /^<(?:list|rules)>$/u;

const FORMS = { bash, zsh, fish, man: manual } as const;

export const completionCommand: CommandDefinition = defineCommand({
  name: "completion",
  group: "judge",
  summary: "Print completions for a shell, or the manual page.",
  description: "Print the completions of a shell, or the manual page.",
  words: [["<form>", `one of: ${Object.keys(FORMS).join(", ")}`]],
  examples: [
    "source <(detect_off_topic completion bash)",
    "detect_off_topic completion zsh > ~/.zfunc/_detect_off_topic",
    "detect_off_topic completion fish > ~/.config/fish/completions/detect_off_topic.fish",
    "detect_off_topic completion man > ~/.local/share/man/man1/detect_off_topic.1",
  ],
  options: pluginsOption,
  async run({ words: [form = ""] }) {
    const forms = Object.keys(FORMS) as (keyof typeof FORMS)[];
    const write = FORMS[requireChoice(form, forms, "form")];
    await openOutput(undefined).write(write(shellCommands()));
  },
});

/** Words of commands that name neither a file nor a seed. */
const AFTER: Readonly<Record<string, () => ShellCommand["after"]>> = {
  completion: () => [["completion", Object.keys(FORMS)]],
  help: () => [["help", helpTopics()]],
  list: () => [
    ["list", listSections],
    ["settings", [...new Set(listedSettings().map(settingName))]],
    ["kinds", Object.keys(KINDS)],
  ],
};

const shellCommands = (): ShellCommand[] =>
  [HELP, ...commandCatalogue().commands].map(({ name, summary }) => ({
    name,
    description: name === "detect" ? DESCRIPTION : summary,
    options: name === HELP.name ? [] : shellOptions(name),
    after: AFTER[name]?.() ?? [],
  }));

const HELP = { name: "help", summary: "Show the help of a command, a group or an extension." };

function shellOptions(command: string): ShellOption[] {
  return optionsOf(command)
    .filter((option) => option.hidden !== true && !isOnlySetting(option))
    .map((option) => shellOption(option, command));
}

function shellOption(
  { key, flags, alias, help, choices }: ListedOption,
  command: string,
): ShellOption {
  const [, names = "", argument] = /^(.*?)(?:\s+([<[].*))?$/u.exec(flags) ?? [];
  const written = names.split(/,\s*/u);
  const all = alias === undefined ? written : [alias, ...written];
  const words =
    key === "set"
      ? optionsOf(command)
          .filter(({ rare }) => rare === true)
          .map((option) => `${settingName(option)}=`)
      : (choices ?? written.flatMap((name) => WORDS[name]?.() ?? []));
  const isFree = argument !== undefined && words.length === 0 && !NAMES_FILE.test(argument);
  const isList = argument !== undefined && TAKES_LIST.test(argument);
  return { flags: all, argument, words, isList, isFree, help };
}

const HEAD = `detect_off_topic ${version}: made by "detect_off_topic completion".`;
const isMain = ({ name }: ShellCommand): boolean => name === "detect";

function bash(commands: readonly ShellCommand[]): string {
  const names = commands.filter((each) => !isMain(each)).map(({ name }) => name);
  const cases = commands.flatMap(({ name, options, after }) => [
    ...after.map(([word, next]) => `    "${name} ${word}") _dot_offer "${next.join(" ")}" ;;`),
    ...options.flatMap(({ flags, argument, words, isList, isFree }) => {
      if (argument === undefined) return [];
      const patterns = flags.map((flag) => `"${name} ${flag}"`).join(" | ");
      if (isFree) return `    ${patterns}) return ;;`;
      if (words.length === 0) return `    ${patterns}) _dot_files ;;`;
      return `    ${patterns}) _dot_${isList ? "list" : "offer"} "${words.join(" ")}" ;;`;
    }),
  ]);
  return `# ${HEAD}
_dot_offer() {
  COMPREPLY=($(compgen -W "$*" -- "$cur"))
  [[ \${COMPREPLY[0]} != *= ]] || compopt -o nospace 2>/dev/null
}
_dot_files() {
  COMPREPLY+=($(compgen -f -- "$cur"))
  compopt -o filenames 2>/dev/null
}
_dot_list() {
  local start=
  [[ $cur == *,* ]] && start=\${cur%,*},
  COMPREPLY=($(compgen -P "$start" -W "$*" -- "\${cur##*,}"))
}
_detect_off_topic() {
  # Bash cuts words at "=", so that "cosine=0.15,w" is three. It replaces only what follows the last cut.
  local -a words
  local i word n=-1 before= command=detect
  for ((i = 0; i <= COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    if ((i > 1)) && [[ $word == = || \${COMP_WORDS[i - 1]} == = ]]; then
      before=\${words[n]} words[n]+=$word
      [[ $word == = ]] && before=\${words[n]}
    else
      n=$((n + 1)) before= words[n]=$word
    fi
  done
  local cur=\${words[n]} prev=\${words[n - 1]}
  if [[ $cur == --*=* ]]; then
    prev=\${cur%%=*} cur=\${cur#*=}
    before=\${before#"$prev="}
  fi
  for word in "\${words[@]:1:n-1}"; do
    case $word in
      ${names.join(" | ")}) command=$word && break ;;
    esac
  done
  COMPREPLY=()
  case "$command $prev" in
${cases.join("\n")}
    *)
      if [[ $cur == -* ]]; then
        case $command in
${commands.map(({ name, options }) => `          ${name}) _dot_offer ${options.flatMap(({ flags }) => flags).join(" ")} --help ;;`).join("\n")}
        esac
        return
      fi
      [[ $command == detect ]] && _dot_offer ${names.join(" ")}
      _dot_files
      ;;
  esac
  if [[ $cur == *=* && ( \${#COMPREPLY[@]} -eq 0 || \${COMPREPLY[0]} == "$cur" ) ]]; then
    # A file follows the keyword of an input.
    word=\${cur##*[=,]}
    compopt -o filenames +o nospace 2>/dev/null
    COMPREPLY=($(compgen -P "\${cur%"$word"}" -f -- "$word"))
  fi
  COMPREPLY=("\${COMPREPLY[@]#"$before"}")
}
complete -F _detect_off_topic detect_off_topic
`;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
const zshText = (text: string): string => text.replace(/[[\]:\\]/gu, "\\$&");

function zsh(commands: readonly ShellCommand[]): string {
  const specs = ({ options }: ShellCommand): string =>
    options
      .flatMap(({ flags, argument, words, isList, isFree, help }) => {
        const listed = isList
          ? `_sequence compadd - ${words.join(" ")}`
          : words.length > 0
            ? `(${words.join(" ")})`
            : isFree
              ? " "
              : "_files";
        const taken = argument === undefined ? "" : `:${zshText(argument.slice(1, -1))}:${listed}`;
        return flags.map((flag) => quoted(`*${flag}[${zshText(help)}]${taken}`));
      })
      .map((spec) => `        ${spec} \\\n`)
      .join("");
  const others = commands.filter((each) => !isMain(each));
  const formOf = (command: ShellCommand): string => {
    const { name, after } = command;
    const words = after.map(
      ([word, next]) => `      ${word}) compadd ${next.join(" ")}; return ;;`,
    );
    const first =
      words.length === 0
        ? ""
        : `      case $words[CURRENT-1] in\n${words.join("\n")}\n      esac\n`;
    return `    ${name})\n${first}      _arguments -S \\\n${specs(command)}        '*:file:_files'\n      ;;`;
  };
  return `#compdef detect_off_topic
# ${HEAD}
_detect_off_topic_start() {
  _describe command commands
  _files
}
_detect_off_topic() {
  local -a commands
  local word command
  commands=(
${others.map(({ name, description }) => `    ${quoted(`${name}:${zshText(description)}`)}`).join("\n")}
  )
  for word in \${words[2,CURRENT-1]}; do
    if ((\${commands[(I)$word:*]})); then
      command=$word
      break
    fi
  done
  case $command in
${others.map(formOf).join("\n")}
    *)
      _arguments -S \\
${specs(commands.find(isMain)!)}        '*: :_detect_off_topic_start'
      ;;
  esac
}
_detect_off_topic "$@"
`;
}

function fish(commands: readonly ShellCommand[]): string {
  const names = commands.filter((each) => !isMain(each)).map(({ name }) => name);
  const noCommand = `"not __fish_seen_subcommand_from ${names.join(" ")}"`;
  const lines = commands.flatMap((command) => {
    const { name, description, options, after } = command;
    const when = isMain(command) ? noCommand : `"__fish_seen_subcommand_from ${name}"`;
    const ofOptions = options.map(({ flags, argument, words, isList, isFree, help }) => {
      const named = flags.map((flag) => {
        if (flag.startsWith("--")) return `-l ${flag.slice(2)}`;
        return flag.length === 2 ? `-s ${flag.slice(1)}` : `-o ${flag.slice(1)}`;
      });
      const listed = isList ? `(__fish_append , ${words.join(" ")})` : words.join(" ");
      const taken =
        argument === undefined
          ? ""
          : words.length > 0
            ? ` -x -a "${listed}"`
            : isFree
              ? " -x"
              : " -r";
      return `complete -c detect_off_topic -n ${when} ${named.join(" ")}${taken} -d ${quoted(help)}`;
    });
    const ofWords = after.map(
      ([word, next]) =>
        `complete -c detect_off_topic -n "__fish_seen_subcommand_from ${name}; and __fish_prev_arg_in ${word}" -f -a "${next.join(" ")}"`,
    );
    const ofCommand = `complete -c detect_off_topic -n ${noCommand} -a ${name} -d ${quoted(description)}`;
    return isMain(command) ? ofOptions : [ofCommand, ...ofWords, ...ofOptions];
  });
  return [`# ${HEAD}`, ...lines, ""].join("\n");
}

/** Escapes text for a manual page: hyphens that a user types, and lines that begin with a control character. */
const roff = (text: string): string =>
  text
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replace(/^(?=['.])/gmu, "\\&");

function manual(commands: readonly ShellCommand[]): string {
  const list = ({ options }: ShellCommand): string =>
    options
      .map(({ flags, argument, words, help }) => {
        const taken = argument === undefined ? "" : ` \\fI${roff(argument.slice(1, -1))}\\fR`;
        const choice = words.length === 0 ? "" : `: ${words.join(", ")}`;
        return `.TP\n\\fB${roff(flags.join(", "))}\\fR${taken}\n${roff(help + choice)}`;
      })
      .join("\n");
  const main = commands.find(isMain)!;
  return `.\\" ${HEAD}
.TH DETECT_OFF_TOPIC 1 "" "detect_off_topic ${version}"
.SH NAME
detect_off_topic \\- find the off\\-topic mementos of web archive collections
.SH SYNOPSIS
.B detect_off_topic
\\-i \\fIKEYWORD\\fR=\\fISOURCE\\fR[,...] [\\fIOPTION\\fR...]
.br
.B detect_off_topic
\\fICOMMAND\\fR [\\fIOPTION\\fR...]
.SH DESCRIPTION
${roff(main.description)}
.SH OPTIONS
${list(main)}
.SH COMMANDS
${commands
  .filter((each) => !isMain(each))
  .map((each) => `.SS ${roff(each.name)}\n${roff(each.description)}\n${list(each)}`)
  .join("\n")}
.SH SETTINGS
${listedSettings()
  .map(
    (each) =>
      `.TP\n\\fB${roff(`--set ${settingName(each)}=${valueOf(each)}`)}\\fR\n${roff(each.help)}`,
  )
  .join("\n")}
`;
}
