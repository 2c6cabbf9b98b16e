/** The pages about settings and the policy list every setting and every problem, as the code has them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  type AnySetting,
  lockableSettings,
  type SettingName,
  type SettingNeed,
  settingNames,
  settingRow,
  settingsSectionIds,
} from '#contract/setting-rows.ts';
import { policyLocationOf } from '#main/hosts/default-locations.ts';
import en from '#messages/en.json';

const texts: Readonly<Record<string, string>> = en;
const pathOf = (name: string) => join(import.meta.dirname, '..', '..', 'docs', name);
const readPage = (name: string) => readFileSync(pathOf(name), 'utf8');
const policyPage = readPage('policy.md');

/** Settings that need more than a browser although their screen shows them there: only the build knows whether it can update. */
const updatesItself: SettingNeed = 'update-source';

const code = (value: unknown) => `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;

/** What the values of texts and hours are called. */
const descriptions = {
  'proxy-url': '`http:`, `https:`, or `socks5:` URL',
  'script-url': '`http:` or `https:` URL',
  hosts: 'hosts',
  path: 'absolute path',
};

function valuesOf(row: AnySetting): string {
  switch (row.kind) {
    case 'switch':
      return '`true`, `false`';
    case 'choice':
      return row.values.map(code).join(', ');
    case 'number':
      return `${row.min} to ${row.max}${row.nullable ? ', or `null`' : ''}`;
    case 'text':
      return `${descriptions[row.format]}${row.nullable ? ', or `null`' : ''}`;
    case 'time':
      return '`"HH:MM"`, or `null`';
    case 'hours':
      return '`{"from": "22:00", "to": "07:00"}`, or `null`';
  }
}

function defaultOf({ initial }: AnySetting): string {
  if (initial === '') return 'empty';
  return typeof initial === 'number' ? String(initial) : code(initial);
}

const plain = (key: string) => (texts[key] ?? '').replaceAll('’', "'").replaceAll('\u00a0', ' ');

function lineOf(name: SettingName): string {
  const row = settingRow(name);
  const needsDesktop = row.only === 'own-window' || row.needs?.includes(updatesItself);
  const marks = `${row.lockable ? '*' : ''}${needsDesktop ? '†' : ''}`;
  const setting = `**${plain(`settings.row.${name}`)}**. ${plain(`settings.row.${name}.text`)}`;
  return `| ${[`${code(name)}${marks}`, setting, valuesOf(row), defaultOf(row), row.restart ? 'yes' : 'no'].join(' | ')} |`;
}

/** The settings of the screen, in the order of its sections; the rest is changed by windows themselves. */
const onScreen = settingsSectionIds.flatMap((section) => settingNames.filter((name) => settingRow(name).section === section));
const ownOfWindows = settingNames.filter((name) => !onScreen.includes(name));

const table = ['| Name | Setting | Values | Default | Restart |', '|---|---|---|---|---|', ...onScreen.map(lineOf), ''].join('\n');

/** Breaks a list of code words into lines of the width that the pages have. */
function wrapped(words: readonly string[]): string {
  const lines = [''];
  for (const word of words) {
    const line = lines.at(-1) ?? '';
    if (line === '') lines[lines.length - 1] = word;
    else if (line.length + 1 + word.length <= 150) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines.join('\n');
}

const lockable = wrapped(lockableSettings.map((name, at) => code(name) + (at === lockableSettings.length - 1 ? '.' : ',')));

/** Written by `npx vitest run --project layers tests/texts/settings-pages.spec.ts -u`. */
test.each([
  ['settings.md', /^\| Name \|[^\n]*\n(?:\|[^\n]*\n)+/m, table],
  ['policy.md', /(?<=describes them and their values\.\n\n)(?:`[^\n]+\n)+/, `${lockable}\n`],
] as const)('%s has what follows from the rows and the texts', async (name, found, generated) => {
  const page = readPage(name);
  expect(page).toMatch(found);
  await expect(page.replace(found, () => generated)).toMatchFileSnapshot(pathOf(name));
});

const list = new Intl.ListFormat('en');

test('the page of the settings names those that the screen doesn’t show', () => {
  expect(readPage('settings.md')).toContain(`${list.format(ownOfWindows.map(code))} are in the file too`);
});

test('the page of the policy has each problem, as the status bar shows it', () => {
  const [, table = ''] = /^\| Problem \| Solution \|\n\|[-|]+\|\n((?:\|.+\n)+)/m.exec(policyPage) ?? [];
  const listed = [...table.matchAll(/^\| (.+?) \|/gm)].map(([, problem]) => problem);
  const known = Object.entries(texts).filter(([key]) => key.startsWith('shell.policy.problem.'));
  expect(listed).toEqual(
    known.map(([, text]) =>
      text
        .replace(/\{field, .*$/, '')
        .replaceAll('’', "'")
        .replaceAll('\u00a0', ' '),
    ),
  );
});

test.each(['linux', 'darwin', 'win32'] as const)('the page of the policy names its file on %s', (platform) => {
  expect(policyPage).toContain(`| \`${policyLocationOf(platform).file}\` |`);
});
