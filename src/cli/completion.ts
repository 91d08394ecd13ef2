import { requireChoice } from "../base/find.js";
import { version } from "../base/version.js";
import { DESCRIPTION } from "./help-screen.js";
import { commandCatalogue, optionsOf } from "../command/command-catalogue.js";
import { type CommandDefinition, defineCommand } from "../command/define-command.js";
import { pluginsOption } from "../command/options/running.js";
import { openOutput } from "../command/output.js";

/* Completions of commands and options. Where neither fits, a shell offers files. */

interface ShellCommand {
  readonly name: string;
  readonly description: string;
  readonly options: readonly ShellOption[];
}

interface ShellOption {
  /** Flags without the argument, such as `-o`, `--output` and `-ot`. */
  readonly flags: readonly string[];
  readonly takesValue: boolean;
  readonly help: string;
}

const SHELLS = { bash, zsh, fish } as const;

export const completionCommand: CommandDefinition = defineCommand({
  name: "completion",
  group: "judge",
  summary: "Print completions for a shell.",
  description: "Print the completions of commands and options for a shell.",
  words: [["<form>", `one of: ${Object.keys(SHELLS).join(", ")}`]],
  examples: [
    "source <(detect_off_topic completion bash)",
    "source <(detect_off_topic completion zsh)",
    "detect_off_topic completion fish > ~/.config/fish/completions/detect_off_topic.fish",
  ],
  options: pluginsOption,
  async run({ words: [form = ""] }) {
    const forms = Object.keys(SHELLS) as (keyof typeof SHELLS)[];
    const write = SHELLS[requireChoice(form, forms, "form")];
    const commands = commandCatalogue().commands.map(({ name, summary }): ShellCommand => ({
      name,
      description: name === "detect" ? DESCRIPTION : summary,
      options: shellOptions(name),
    }));
    await openOutput(undefined).write(write(commands));
  },
});

const shellOptions = (command: string): ShellOption[] =>
  optionsOf(command)
    .filter((option) => option.hidden !== true && option.rare !== true)
    .map(({ flags, alias, help }) => {
      const [, names = "", argument] = /^(.*?)(?:\s+([<[].*))?$/u.exec(flags) ?? [];
      const written = names.split(/,\s*/u);
      const all = alias === undefined ? written : [alias, ...written];
      return { flags: all, takesValue: argument !== undefined, help };
    });

const HEAD = `# detect_off_topic ${version}: made by "detect_off_topic completion".`;
const isMain = ({ name }: ShellCommand): boolean => name === "detect";

function bash(commands: readonly ShellCommand[]): string {
  const names = commands.filter((each) => !isMain(each)).map(({ name }) => name);
  const cases = commands.map(({ name, options }) => {
    const flags = [...options.flatMap((option) => option.flags), "--help"];
    return `      ${name}) COMPREPLY=($(compgen -W "${flags.join(" ")}" -- "$cur")) ;;`;
  });
  return `${HEAD}
_detect_off_topic() {
  local word command=detect cur=\${COMP_WORDS[COMP_CWORD]}
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $word in
      ${names.join(" | ")}) command=$word && break ;;
    esac
  done
  COMPREPLY=()
  if [[ $cur == -* ]]; then
    case $command in
${cases.join("\n")}
    esac
    return
  fi
  [[ $command == detect ]] && COMPREPLY=($(compgen -W "${names.join(" ")}" -- "$cur"))
  # Bash cuts words at "=", and a file may follow it.
  COMPREPLY+=($(compgen -f -- "\${cur#=}"))
}
complete -o filenames -F _detect_off_topic detect_off_topic
`;
}

const shellQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Zsh reads completions of Bash. */
function zsh(commands: readonly ShellCommand[]): string {
  return `autoload -Uz bashcompinit && bashcompinit\n${bash(commands)}`;
}

function fish(commands: readonly ShellCommand[]): string {
  const names = commands.filter((each) => !isMain(each)).map(({ name }) => name);
  const noCommand = `"not __fish_seen_subcommand_from ${names.join(" ")}"`;
  const lines = commands.flatMap((command) => {
    const { name, description, options } = command;
    const when = isMain(command) ? noCommand : `"__fish_seen_subcommand_from ${name}"`;
    const ofOptions = options.map(({ flags, takesValue, help }) => {
      const named = flags.map((flag) => {
        if (flag.startsWith("--")) return `-l ${flag.slice(2)}`;
        return flag.length === 2 ? `-s ${flag.slice(1)}` : `-o ${flag.slice(1)}`;
      });
      const taken = takesValue ? " -r" : "";
      return `complete -c detect_off_topic -n ${when} ${named.join(" ")}${taken} -d ${shellQuoted(help)}`;
    });
    const ofCommand = `complete -c detect_off_topic -n ${noCommand} -a ${name} -d ${shellQuoted(description)}`;
    return isMain(command) ? ofOptions : [ofCommand, ...ofOptions];
  });
  return [HEAD, ...lines, ""].join("\n");
}
