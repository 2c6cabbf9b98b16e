/** The pages about settings and the policy list every setting and every problem, as the code has them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { sections } from '#areas/settings/sections.ts';
import { lockableSettings } from '#contract/bridge/policy.ts';
import { type Settings, settings } from '#contract/bridge/settings.ts';
import { defaultSettings } from '#contract/default-settings.ts';
import { policyLocationOf } from '#main/hosts/policy-location.ts';
import en from '#messages/en.json';

const texts: Readonly<Record<string, string>> = en;
const readPage = (name: string) => readFileSync(join(import.meta.dirname, '..', '..', 'docs', name), 'utf8');
const page = readPage('settings.md');
const policyPage = readPage('policy.md');

type Name = keyof Settings;
const allNames = Object.keys(settings.shape) as Name[];
const onScreen = sections.flatMap(({ rows }) => rows);

/** Changed by the window itself, so that they are no settings for the user. */
const ownOfWindow: readonly Name[] = ['navigationCollapsed', 'panelWidth'];

interface Row {
  readonly name: Name;
  readonly isLockable: boolean;
  readonly needsDesktop: boolean;
  /** The labels in bold; none in a row of several settings. */
  readonly label: string | undefined;
  readonly values: string;
  readonly default: string;
  readonly applies: string;
}

const rows: readonly Row[] = page.split('\n').flatMap((line) => {
  const [, names = '', marks = '', label = '', values = '', byDefault = '', applies = ''] =
    /^\| ((?:`\w+`(?:, )?)+)(\*?†?) \| (.+?) \| (.+) \| (.+?) \| (.+?) \|$/.exec(line) ?? [];
  return [...names.matchAll(/\w+/g)].map(([name]) => ({
    name: name as Name,
    isLockable: marks.includes('*'),
    needsDesktop: marks.includes('†'),
    label: /\*\*(.+?)\*\*/.exec(label)?.[1],
    values,
    default: byDefault,
    applies,
  }));
});

/** The code words of a text, such as `system`. */
function codesIn(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
}

/** The values of a setting as the page writes them; undefined for those that are described in words. */
function valuesOf(name: Name): string | undefined {
  const schema: z.ZodType = settings.shape[name];
  if (schema instanceof z.ZodEnum) return schema.options.map((value) => `\`${value}\``).join(', ');
  if (schema instanceof z.ZodBoolean) return '`true`, `false`';
  const isNullable = schema instanceof z.ZodNullable;
  const inner = isNullable ? schema.unwrap() : schema;
  return inner instanceof z.ZodNumber ? `${inner.minValue} to ${inner.maxValue}${isNullable ? ', or `null`' : ''}` : undefined;
}

function defaultOf(name: Name): string {
  const value = defaultSettings[name];
  if (value === '') return 'empty';
  return typeof value === 'number' ? String(value) : `\`${value}\``;
}

test('every setting has a row, or is named as one of the window', () => {
  expect(rows.map(({ name }) => name).sort()).toEqual(allNames.filter((name) => !ownOfWindow.includes(name)).sort());
  expect(page).toContain(`\`${ownOfWindow.join('` and `')}\` are in the file too`);
});

describe.each(rows)('the row of $name', (row) => {
  const shown = onScreen.find(({ id }) => id === row.name);

  test('has the label of the screen', () => {
    if (row.label !== undefined) expect(row.label).toBe(texts[`settings.row.${row.name}`]);
    expect(shown).toBeDefined();
  });

  test('has the values and the default', () => {
    expect(row.values.startsWith(valuesOf(row.name) ?? row.values)).toBe(true);
    expect(row.default).toBe(defaultOf(row.name));
  });

  test('says whether a policy can lock it, whether browsers have it, and when it applies', () => {
    expect(row.isLockable).toBe(lockableSettings.some((name) => name === row.name));
    // Updates are off in a browser, for a reason that the build knows.
    const needsDesktop = shown?.only === 'own-window' || row.name === 'updates' || row.name === 'updateChannel';
    expect(row.needsDesktop).toBe(needsDesktop);
    expect(row.applies === 'after a restart').toBe(shown?.restart === true);
  });
});

test('the page of the policy lists what can be locked', () => {
  const [, list = ''] = /describes them and their values\.\n\n([^#]+?)\n\n/.exec(policyPage) ?? [];
  expect(codesIn(list).sort()).toEqual([...lockableSettings].sort());
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
