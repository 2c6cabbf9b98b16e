/** Reads a command line. */
import { parseArgs } from 'node:util';
import { nearestOf } from '#contract/text/nearest-name.ts';
import {
  type ApplessCommand,
  type CommandName,
  type CommandRow,
  commandRows,
  commands,
  commonOptions,
  type OptionName,
  type OptionRow,
  optionRows,
} from './command-table';
import { exitCodes, TerminalError } from './exit-code';

export type Line =
  | { readonly kind: 'help'; readonly topic: string | null }
  | { readonly kind: 'version' }
  | { readonly kind: 'run'; readonly name: CommandName; readonly args: readonly string[]; readonly options: LineOptions };

/** A line whose command needs the app. */
export type AppLine = Extract<Line, { kind: 'run' }> & { readonly name: Exclude<CommandName, ApplessCommand> };

/** The options of a line, by kind. */
export interface LineOptions {
  has(name: OptionName): boolean;
  /** Undefined if it wasn't given. */
  text(name: OptionName): string | undefined;
  texts(name: OptionName): readonly string[];
}

const rows: ReadonlyMap<string, OptionRow> = new Map(Object.entries(optionRows));

/** Returns what a line asks for. Throws a `TerminalError` for the user if it isn't valid. */
export function parseLine(args: readonly string[]): Line {
  const config = Object.fromEntries(
    [...rows].map(([name, row]) => [name, { type: row.value === undefined ? 'boolean' : 'string' } as const]),
  );
  const { tokens } = parseArgs({
    args: [...args],
    options: { ...config, help: { type: 'boolean', short: 'h' } },
    strict: false,
    tokens: true,
  });
  const words = tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : []));
  const given = tokens.flatMap((token) => (token.kind === 'option' ? [token] : []));
  const name = commandOf(words);
  if (given.some((option) => option.name === 'help') || words.length === 0 || words[0] === 'help') {
    if (words.length === 0 && given.some((option) => option.name === 'version')) return { kind: 'version' };
    for (const option of given) assertKnown(option.name, option.rawName, [...rows.keys()]);
    return { kind: 'help', topic: topicOf(words[0] === 'help' ? words.slice(1) : words) };
  }
  if (name === null) throw unknownCommand(words);
  const row = commandRows[name] as CommandRow;
  const values = readOptions(given, [...commonOptions, ...row.options]);
  const rest = words.slice(name.split(' ').length);
  if (rest.length < row.required) throw usage(`“${name}” needs ${row.args.slice(0, row.required).join(' ')}.`);
  if (rest.length > row.args.length) throw usage(`“${name}” takes ${row.args.length === 0 ? 'no arguments' : row.args.join(' ')}.`);
  return { kind: 'run', name, args: rest, options: optionsOf(values) };
}

interface GivenOption {
  readonly name: string;
  readonly rawName: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

function readOptions(given: readonly GivenOption[], allowed: readonly string[]): ReadonlyMap<string, readonly (string | true)[]> {
  const values = new Map<string, readonly (string | true)[]>();
  for (const { name, rawName, value, inlineValue } of given) {
    assertKnown(name, rawName, allowed);
    const row = rows.get(name);
    const before = values.get(name) ?? [];
    if (row?.value === undefined && value !== undefined) throw usage(`${rawName} takes no value.`);
    if (row?.value !== undefined && (value === undefined || value === '' || (!inlineValue && value.startsWith('--'))))
      throw usage(`${rawName} takes ${row.value}.`);
    if (row?.of !== undefined && !row.of.includes(value ?? '')) throw usage(`${rawName} takes ${row.value}.`);
    if (before.length > 0 && !row?.isRepeatable) throw usage(`${rawName} was given twice.`);
    values.set(name, [...before, value ?? true]);
  }
  return values;
}

function optionsOf(values: ReadonlyMap<string, readonly (string | true)[]>): LineOptions {
  const texts = (name: OptionName) => (values.get(name) ?? []).filter((value) => value !== true);
  return { has: (name) => values.has(name), text: (name) => texts(name)[0], texts };
}

function commandOf(words: readonly string[]): CommandName | null {
  const found = [words.slice(0, 2).join(' '), words[0] ?? ''].find((name) => Object.hasOwn(commandRows, name));
  return (found as CommandName | undefined) ?? null;
}

/** Returns the command or the group of commands that help is asked for; null for all. Throws if there is none. */
function topicOf(words: readonly string[]): string | null {
  const [group] = words;
  if (group === undefined) return null;
  const command = commandOf(words);
  if (command !== null) return command;
  if (words.length === 1 && groups().includes(group)) return group;
  throw unknownCommand(words);
}

const groups = (): readonly string[] => [...new Set([...commands.keys()].map((name) => name.split(' ')[0] ?? ''))];

function unknownCommand(words: readonly string[]): TerminalError {
  const [group = '', ...rest] = words;
  const inGroup = [...commands.keys()].filter((name) => name.startsWith(`${group} `));
  if (inGroup.length > 0 && rest.length === 0)
    return usage(`“${group}” needs one of ${inGroup.map((name) => name.split(' ')[1]).join(', ')}.`);
  const asked =
    inGroup.length > 0
      ? words.slice(0, 2).join(' ')
      : nearestOf(words.slice(0, 2).join(' '), [...commands.keys()])
        ? words.slice(0, 2).join(' ')
        : group;
  const nearest = nearestOf(asked, [...commands.keys(), ...groups()]);
  return usage(`There is no command “${asked}”.${nearest === undefined ? '' : ` Did you mean “${nearest}”?`}`);
}

function assertKnown(name: string, rawName: string, allowed: readonly string[]): void {
  if (allowed.includes(name) && (rawName.startsWith('--') || rawName === '-h')) return;
  const nearest = rows.has(name) ? undefined : nearestOf(name, allowed);
  throw usage(
    `${rows.has(name) ? `This command doesn’t take ${rawName}.` : `There is no option ${rawName}.`}${nearest === undefined ? '' : ` Did you mean --${nearest}?`}`,
  );
}

function usage(text: string): TerminalError {
  return new TerminalError(text, exitCodes.usage);
}
