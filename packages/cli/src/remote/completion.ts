/** Shell completions, generated from the definitions of the commands. */
import { usage } from '../arguments.ts';
import { ExitCode } from '../command-error.ts';
import { COMMON, defineCommand, type Options, type RemoteCommand } from './command.ts';

/** Commands that do not call a server. The completions do not include their options. */
const LOCAL = ['audit verify', 'help', 'inspect', 'personal', 'sign', 'verify', 'witness'];
const SHELLS = ['bash', 'zsh', 'fish'] as const;

/** Creates the `completion` command. `commands` returns all commands, including `completion` itself. */
export const completionOf = (commands: () => readonly RemoteCommand[]): RemoteCommand =>
  defineCommand({
    name: 'completion',
    takes: 'bash|zsh|fish',
    summary: 'Print the completions for a shell',
    count: [1, 1],
    options: {},
    examples: [
      'source <(countersign completion bash)',
      'countersign completion fish > ~/.config/fish/completions/countersign.fish',
    ],
    run({ arguments: [shell = ''], terminal }) {
      const found = SHELLS.find((name) => name === shell);
      if (found === undefined) throw usage(`completion supports ${SHELLS.join(', ')}, not "${shell}".`);
      terminal.out(found === 'fish' ? fish(commands()) : `${found === 'zsh' ? ZSH : ''}${bash(commands())}`);
      return Promise.resolve(ExitCode.valid);
    },
  });

const ZSH = 'autoload -Uz compinit bashcompinit && compinit && bashcompinit\n';

const optionsOf = ({ options }: RemoteCommand): [name: string, option: Options[string]][] =>
  Object.entries<Options[string]>({ ...options, ...COMMON });
const firstWords = (commands: readonly RemoteCommand[]): string[] => [
  ...new Set([...commands.map(({ name }) => name), ...LOCAL].map((name) => name.split(' ')[0] ?? '')),
];
const secondWords = (commands: readonly RemoteCommand[], first: string): string[] =>
  [...commands.map(({ name }) => name), ...LOCAL].flatMap((name) => {
    const [one, two] = name.split(' ');
    return one === first && two !== undefined ? [two] : [];
  });

function bash(commands: readonly RemoteCommand[]): string {
  const groups = firstWords(commands).filter((first) => secondWords(commands, first).length > 0);
  const seconds = groups.map((first) => `    ${first}) words="${secondWords(commands, first).join(' ')}" ;;`);
  const cases = commands.map((command) => {
    const names = optionsOf(command).map(([name]) => `--${name}`);
    const values = optionsOf(command).flatMap(([name, { words }]) =>
      words ? [`      [[ $prev == --${name} ]] && words="${words.join(' ')}"`] : [],
    );
    return `    '${command.name}')\n      [[ $cur == -* ]] && words="${names.join(' ')}"\n${values.map((line) => `${line}\n`).join('')}      ;;`;
  });
  return `_countersign() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" first="\${COMP_WORDS[1]}" words="" name
  name="$first"
  if [[ $COMP_CWORD -eq 1 ]]; then
    COMPREPLY=($(compgen -W "${firstWords(commands).join(' ')}" -- "$cur"))
    return
  fi
  case "$first" in
    ${groups.filter((first) => commands.every(({ name }) => name !== first)).join('|')}) name="$first \${COMP_WORDS[2]}" ;;
  esac
  if [[ $COMP_CWORD -eq 2 && $cur != -* ]]; then
    case "$first" in
${seconds.map((line) => `  ${line}`).join('\n')}
    esac
  fi
  case "$name" in
${cases.join('\n')}
  esac
  if [[ -n $words ]]; then COMPREPLY=($(compgen -W "$words" -- "$cur")); else COMPREPLY=($(compgen -f -- "$cur")); fi
}
complete -o filenames -F _countersign countersign
`;
}

function fish(commands: readonly RemoteCommand[]): string {
  const quote = (text: string): string => `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`;
  const firsts = firstWords(commands).map((first) => {
    const about = commands.find(({ name }) => name === first)?.summary;
    return `complete -c countersign -n __fish_use_subcommand -a ${first}${about === undefined ? '' : ` -d ${quote(about)}`}`;
  });
  const rest = commands.flatMap((command) => {
    const [first = '', second] = command.name.split(' ');
    const seen = `__fish_seen_subcommand_from ${first}`;
    const condition = second === undefined ? seen : `${seen}; and __fish_seen_subcommand_from ${second}`;
    const word =
      second === undefined
        ? []
        : [
            `complete -c countersign -n ${quote(`${seen}; and not __fish_seen_subcommand_from ${second}`)} -a ${second} -d ${quote(command.summary)}`,
          ];
    return [
      ...word,
      ...optionsOf(command).map(([name, { type, words, about }]) => {
        const values = type === 'string' ? (words ? ` -x -a ${quote(words.join(' '))}` : ' -r') : '';
        return `complete -c countersign -n ${quote(condition)} -l ${name}${values} -d ${quote(about)}`;
      }),
    ];
  });
  return `${[...firsts, ...rest].join('\n')}\n`;
}
