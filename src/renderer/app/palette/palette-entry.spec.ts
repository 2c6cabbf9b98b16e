import { User } from 'lucide-react';
import { describe, expect, it } from 'vitest';
import { commands } from '#contract/commands.ts';
import '#messages/all-texts.ts';
import { settingsSectionIds } from '#contract/setting-rows.ts';
import { createTranslator, languages } from '#messages/translator.ts';
import { type PaletteEntry, paletteScore, rankGroups } from './palette-entry';

it('matches an entry by its words, and ranks the start of its label first', () => {
  const score = (typed: string, label = 'Keyboard shortcuts', aside = '') => paletteScore({ label, aside }, typed);
  expect(score('key')).toBe(1);
  expect(score('short')).toBeGreaterThan(score('cuts'));
  expect(score('cuts')).toBeGreaterThan(0);
  expect(score('settings', 'Sessions', 'Analytical Engines (Staging)')).toBe(0);
  expect(score('users eng', 'Users', 'Analytical Engines')).toBeGreaterThan(score('engines', 'Users', 'Analytical Engines'));
  expect(score('zoe', 'Switch to Zoë')).toBeGreaterThan(0);
});

it.each([
  ['ｓｅｔｔｉｎｇｓ', 'Settings'],
  ['settings', 'Ｓｅｔｔｉｎｇｓ'],
  ['settings\u200b', 'Settings'],
  ['\ufeffopen settings', 'Open\u00a0settings'],
  ['ＡＰＩ', 'API キー'],
  ['ﾌﾟﾛｷｼ', 'プロキシ'],
  ['zoe', 'Zoe\u0308'],
])('%j finds %j, as in lists', (typed, label) => {
  expect(paletteScore({ label }, typed)).toBe(1);
});

it('matches an entry by its further words, and ranks those that are shown before', () => {
  const network = { label: 'ネットワーク', aside: '設定', words: 'プロキシ、Proxy' };
  expect(paletteScore(network, 'proxy')).toBeGreaterThan(0);
  expect(paletteScore(network, 'プロキシ')).toBeGreaterThan(0);
  expect(paletteScore(network, '設定 proxy')).toBeGreaterThan(0);
  expect(paletteScore(network, 'proxy zebra')).toBe(0);
  expect(paletteScore({ label: 'Proxy' }, 'proxy')).toBeGreaterThan(paletteScore(network, 'proxy'));
});

describe.each(languages)('words by which the palette finds in %s', (language) => {
  const { t } = createTranslator(language);
  const english = createTranslator('en');
  const sections = settingsSectionIds.map((id) => [`settings.section.${id}`, `settings.section.${id}.keywords`] as const);
  const listed = commands.flatMap(({ id, label }) =>
    id === 'palette' || id === 'connection' ? [] : [[label, `shell.command.${id}.keywords`] as const],
  );

  it.each([...sections, ...listed])('%s include the English ones', (label, keywords) => {
    const entry = { label: t(label), words: t(keywords) };
    for (const word of [english.t(label), ...english.t(keywords).split(', ')]) expect([word, paletteScore(entry, word)]).not.toContain(0);
  });
});

it.each([
  ['en', 'dark', 'shell.command.theme-dark'],
  ['de', 'dark', 'shell.command.theme-dark'],
  ['de', 'dunkel', 'shell.command.theme-dark'],
  ['ja', 'dark', 'shell.command.theme-dark'],
  ['ja', 'ダークモード', 'shell.command.theme-dark'],
  ['de', 'lock', 'shell.command.lock'],
  ['de', 'sperren', 'shell.command.lock'],
  ['ja', 'lock', 'shell.command.lock'],
  ['ja', 'ロック', 'shell.command.lock'],
  ['de', 'zertifikat', 'settings.section.network'],
  ['ja', '証明書', 'settings.section.network'],
] as const)('in %s, %j finds %s', (language, typed, key) => {
  const { t } = createTranslator(language);
  expect(paletteScore({ label: t(key), words: t(`${key}.keywords`) }, typed)).toBeGreaterThan(0);
});

describe('ranking', () => {
  const entry = (label: string, more: Partial<PaletteEntry> = {}): PaletteEntry => ({
    id: label,
    icon: User,
    label,
    run: () => undefined,
    ...more,
  });
  const groups = (find: readonly PaletteEntry[] = []) => [
    { heading: 'shell.palette.group.find' as const, entries: find },
    { heading: 'shell.palette.group.go' as const, entries: [entry('Overview'), entry('Users'), entry('User settings')] },
    { heading: 'shell.palette.group.commands' as const, entries: [entry('Switch user'), entry('Zoom in')] },
  ];
  const labels = (typed: string, find?: readonly PaletteEntry[]) =>
    rankGroups(groups(find), typed).map((group) => group.entries.map(({ label }) => label));

  it.each([
    [
      '',
      [
        ['Overview', 'Users', 'User settings'],
        ['Switch user', 'Zoom in'],
      ],
    ],
    [
      '  ',
      [
        ['Overview', 'Users', 'User settings'],
        ['Switch user', 'Zoom in'],
      ],
    ],
    ['user', [['Users', 'User settings'], ['Switch user']]],
    ['zoom', [['Zoom in']]],
    ['user zebra', []],
  ])('%j finds %j', (typed, expected) => {
    expect(labels(typed)).toEqual(expected);
  });

  it('keeps entries that were made for what is typed, whatever their label', () => {
    expect(labels('ada@b', [entry('Search users', { score: 1 })])).toEqual([['Search users']]);
    expect(labels('user', [entry('Find the key', { score: 0.05 })])).toEqual([
      ['Users', 'User settings'],
      ['Switch user'],
      ['Find the key'],
    ]);
  });
});
