import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Command, commandsIn } from '../../src/contract/commands';
import en from '../../src/messages/en.json';

const names: Readonly<Record<string, string>> = { mod: 'Ctrl', shift: 'Shift' };

function rowOf({ label, keys = [], keysIn, only }: Command): string {
  const isBrowsers = keysIn !== undefined || only !== undefined;
  return `| ${keys.map((key) => names[key] ?? key).join('+')}${isBrowsers ? ' *' : ''} | ${en[label]} |`;
}

it('docs/shortcuts.md has the keys of the table, in its order, and no others', () => {
  const text = readFileSync(join(import.meta.dirname, '../../docs/shortcuts.md'), 'utf8');
  const [, commands = ''] = /## Commands(.*?)## Find/s.exec(text) ?? [];
  const rows = commands.split('\n').filter((line) => /^\| (?!Keys)\S/.test(line));
  expect(rows).toEqual(commandsIn('own-window').flatMap((row) => (row.keys ? [rowOf(row)] : [])));
});
