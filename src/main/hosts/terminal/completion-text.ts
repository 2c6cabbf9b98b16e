/** Scripts that complete command lines in shells. */
import { type CommandRow, commandRows, commonOptions, type OptionRow, optionRows } from './command-table';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

/** The program that completion is for: what the packaged app installs, or an alias of the command in a clone. */
const program = 'latchkey';

/** Returns the script of a shell. */
export function completionText(shell: Shell): string {
  if (shell === 'bash') return bash();
  return shell === 'zsh' ? `#compdef ${program}\nautoload -U +X bashcompinit && bashcompinit\n${bash()}` : fish();
}

const entries = Object.entries(commandRows) as readonly (readonly [string, CommandRow])[];
const groups = [...new Set(entries.map(([name]) => name.split(' ')[0] ?? ''))];
const optionsOf = ({ options }: CommandRow) => [...options, ...commonOptions];

function bash(): string {
  const cases = entries.map(
    ([name, row]) =>
      `    "${name}"*) words="${optionsOf(row)
        .map((option) => `--${option}`)
        .join(' ')}" ;;`,
  );
  const seconds = groups.flatMap((group) => {
    const names = secondsOf(group);
    return names.length === 0 ? [] : [`    ${group}) words="${names.join(' ')}" ;;`];
  });
  return `_${program}() {
  local current="\${COMP_WORDS[COMP_CWORD]}" first="" second="" word words=""
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in
      -*) ;;
      *) if [ -z "$first" ]; then first="$word"; elif [ -z "$second" ]; then second="$word"; fi ;;
    esac
  done
  if [[ "$current" == -* ]]; then
    case "$first $second" in
${cases.join('\n')}
    *) words="${commonOptions.map((option) => `--${option}`).join(' ')}" ;;
    esac
  elif [ -z "$first" ]; then
    words="${groups.join(' ')}"
  elif [ -z "$second" ]; then
    case "$first" in
${seconds.join('\n')}
    esac
  fi
  COMPREPLY=()
  if [ -n "$words" ]; then
    while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -W "$words" -- "$current")
  fi
}
complete -o default -F _${program} ${program}
`;
}

function fish(): string {
  const say = (text: string) => text.replaceAll('’', "\\'");
  const noCommand = `not __fish_seen_subcommand_from ${groups.join(' ')}`;
  const lines = groups.map((group) => `complete -c ${program} -f -n '${noCommand}' -a ${group}`);
  for (const [name, row] of entries) {
    const [group = '', second] = name.split(' ');
    const seen = `__fish_seen_subcommand_from ${group}`;
    const within = second === undefined ? seen : `${seen}; and __fish_seen_subcommand_from ${second}`;
    if (second !== undefined)
      lines.push(
        `complete -c ${program} -f -n '${seen}; and not __fish_seen_subcommand_from ${secondsOf(group).join(' ')}' -a ${second} -d '${say(row.text)}'`,
      );
    for (const option of optionsOf(row)) {
      const { value, text }: OptionRow = optionRows[option];
      lines.push(`complete -c ${program} -n '${within}' -l ${option}${value === undefined ? '' : ' -r'} -d '${say(text)}'`);
    }
  }
  return `${lines.join('\n')}\n`;
}

/** The second words after a first one: of a group its commands, or the values of an argument. */
function secondsOf(group: string): readonly string[] {
  if (group === 'completion') return shells;
  return entries.flatMap(([name]) => (name.startsWith(`${group} `) ? [name.split(' ')[1] ?? ''] : []));
}
