/** The help of the terminal. Plain text, the same in pipes. */
import { type CommandRow, commands, commonOptions, type OptionName, type OptionRow, optionRows } from './command-table';

/** How the program is called: by npm in a clone, by its own name otherwise. */
export type ProgramName = 'npm run -s cli --' | 'latchkey --terminal';

/** Returns the help about everything, about the commands of a group, or about one command. */
export function helpText(program: ProgramName, topic: string | null): string {
  const row = topic === null ? undefined : commands.get(topic);
  return row === undefined || topic === null ? overview(program, topic) : helpOf(program, topic, row);
}

function overview(program: ProgramName, group: string | null): string {
  const shown = [...commands].filter(([name]) => group === null || name.startsWith(`${group} `));
  const calls = shown.map(([name, row]) => [[name, ...row.args].join(' '), row.text] as const);
  return [
    `Usage: ${program} ${group ?? 'COMMAND'} …`,
    '',
    'Commands:',
    ...listed(calls),
    '',
    'Options of every command:',
    ...listed(commonOptions.map(described)),
    '',
    'Without a profile, the connection is read from the environment: LATCHKEY_URL, LATCHKEY_PROJECT_ID, and',
    'LATCHKEY_ADMIN_KEY, LATCHKEY_SERVER_KEY, or LATCHKEY_CLIENT_KEY.',
    '',
    'Exit codes: 0 done, 1 failed, 2 differences, 3 usage.',
    '',
    'Examples:',
    ...shown.flatMap(([, { examples }]) => examples.slice(0, 1).map((example) => `  ${program} ${example}`)),
    '',
    `Help about a command: ${program} ${shown[0]?.[0]} --help`,
    '',
  ].join('\n');
}

function helpOf(program: ProgramName, name: string, { text, args, options, examples }: CommandRow): string {
  const own = options.map(described);
  return [
    `Usage: ${program} ${[name, ...args].join(' ')} [OPTIONS]`,
    '',
    `${text}.`,
    '',
    ...(own.length > 0 ? ['Options:', ...listed(own), ''] : []),
    'Options of every command:',
    ...listed(commonOptions.map(described)),
    '',
    'Examples:',
    ...examples.map((example) => `  ${program} ${example}`),
    '',
  ].join('\n');
}

function described(name: OptionName): readonly [string, string] {
  const { value, text }: OptionRow = optionRows[name];
  return [`--${name}${value === undefined ? '' : ` ${value}`}`, text];
}

function listed(pairs: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.max(...pairs.map(([term]) => term.length));
  return pairs.map(([term, text]) => `  ${term.padEnd(width)}  ${text}`);
}
