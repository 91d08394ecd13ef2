import { FORMATS } from "../base/content-type.js";
import { catalogue, collectionMeasuresKnown } from "../run/plugins/catalogue.js";
import { COMBINATIONS } from "../score/settings/combine.js";
import { knownLanguages } from "../score/settings/preprocessing.js";
import { FAIL_WORDS } from "../command/exit-status.js";
import { requireChoice } from "../base/find.js";
import { version } from "../base/version.js";
import { DESCRIPTION } from "./help-screen.js";
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
}

interface ShellOption {
  /** Flags without the argument, such as `-o`, `--output` and `-ot`. */
  readonly flags: readonly string[];
  /** Argument such as `<file>`; `undefined` for a switch. */
  readonly argument: string | undefined;
  /** Words that complete the argument. */
  readonly words: readonly string[];
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

const shellCommands = (): ShellCommand[] =>
  commandCatalogue().commands.map(({ name, summary }) => ({
    name,
    description: name === "detect" ? DESCRIPTION : summary,
    options: shellOptions(name),
  }));

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
  return { flags: all, argument, words, isFree, help };
}

const HEAD = `detect_off_topic ${version}: made by "detect_off_topic completion".`;
const isMain = ({ name }: ShellCommand): boolean => name === "detect";

function bash(commands: readonly ShellCommand[]): string {
  const names = commands.filter((each) => !isMain(each)).map(({ name }) => name);
  const ofWords = commands.flatMap(({ name, options }) =>
    options
      .filter(({ words, isFree }) => words.length > 0 || isFree)
      .map(({ flags, words, isFree }) => {
        const cases = flags.map((flag) => `"${name} ${flag}"`).join(" | ");
        if (isFree) return `    ${cases}) return ;;`;
        return `    ${cases}) COMPREPLY=($(compgen -W "${words.join(" ")}" -- "$cur")) && return ;;`;
      }),
  );
  return `# ${HEAD}
_detect_off_topic() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD - 1]} command=detect word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $word in
      ${names.join(" | ")}) command=$word && break ;;
    esac
  done
  COMPREPLY=()
  case "$command $prev" in
${ofWords.join("\n")}
  esac
  if [[ $cur == -* ]]; then
    case $command in
${commands.map(({ name, options }) => `      ${name}) COMPREPLY=($(compgen -W "${options.flatMap(({ flags }) => flags).join(" ")} --help" -- "$cur")) ;;`).join("\n")}
    esac
    return
  fi
  [[ $COMP_CWORD -eq 1 ]] && COMPREPLY=($(compgen -W "${names.join(" ")}" -- "$cur"))
  COMPREPLY+=($(compgen -f -- "$cur"))
}
complete -o filenames -F _detect_off_topic detect_off_topic
`;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
const zshText = (text: string): string => text.replace(/[[\]:\\]/gu, "\\$&");

function zsh(commands: readonly ShellCommand[]): string {
  const specs = ({ options }: ShellCommand): string =>
    options
      .flatMap(({ flags, argument, words, isFree, help }) => {
        const values = words.length > 0 ? `(${words.join(" ")})` : isFree ? " " : "_files";
        const taken = argument === undefined ? "" : `:${zshText(argument.slice(1, -1))}:${values}`;
        return flags.map((flag) => quoted(`*${flag}[${zshText(help)}]${taken}`));
      })
      .map((spec) => `        ${spec} \\`)
      .join("\n");
  const others = commands.filter((each) => !isMain(each));
  return `#compdef detect_off_topic
# ${HEAD}
_detect_off_topic() {
  local -a commands
  commands=(
${others.map(({ name, description }) => `    ${quoted(`${name}:${zshText(description)}`)}`).join("\n")}
  )
  if ((CURRENT == 2)) && [[ $words[2] != -* ]]; then
    _describe command commands
    _files
    return
  fi
  case $words[2] in
${others.map((each) => `    ${each.name})\n      _arguments -S \\\n${specs(each)}\n        '*:file:_files'\n      ;;`).join("\n")}
    *)
      _arguments -S \\
${specs(commands.find(isMain)!)}
        '*:file:_files'
      ;;
  esac
}
_detect_off_topic "$@"
`;
}

function fish(commands: readonly ShellCommand[]): string {
  const names = commands.filter((each) => !isMain(each)).map(({ name }) => name);
  const lines = commands.flatMap((command) => {
    const { name, description, options } = command;
    const when = isMain(command)
      ? `"not __fish_seen_subcommand_from ${names.join(" ")}"`
      : `"__fish_seen_subcommand_from ${name}"`;
    const ofOptions = options.map(({ flags, argument, words, isFree, help }) => {
      const named = flags.map((flag) => {
        if (flag.startsWith("--")) return `-l ${flag.slice(2)}`;
        return flag.length === 2 ? `-s ${flag.slice(1)}` : `-o ${flag.slice(1)}`;
      });
      const taken =
        argument === undefined
          ? ""
          : words.length > 0
            ? ` -x -a "${words.join(" ")}"`
            : isFree
              ? " -x"
              : " -r";
      return `complete -c detect_off_topic -n ${when} ${named.join(" ")}${taken} -d ${quoted(help)}`;
    });
    const ofCommand = `complete -c detect_off_topic -n __fish_use_subcommand -a ${name} -d ${quoted(description)}`;
    return isMain(command) ? ofOptions : [ofCommand, ...ofOptions];
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
