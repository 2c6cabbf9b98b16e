/** The page about the terminal lists every command, as its help does. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commands } from '#main/hosts/terminal/command-table.ts';

const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'terminal.md'), 'utf8');

test('each command has its row, in order', () => {
  const rows = [...commands].map(([name, { args, text }]) => `| \`${[name, ...args].join(' ').replaceAll('|', '\\|')}\` | ${text} |`);
  expect(page).toContain(`| Command | |\n|---|---|\n${rows.join('\n')}\n`);
});
