import { describe, expect, it } from 'vitest';
import { commands } from '../../../contract/commands';
import '../../../messages/all-texts';
import { createTranslator, languages } from '../../../messages/translator';
import { settingsSectionIds } from '../../lib/places/place-queries';
import { looksLikeLink, looksLikeUser, paletteScore } from './palette-entry';

it.each([
  ['3241a285-1111-4222-8333-44445555140c', true],
  ['alan@bletchley.example', true],
  ['alan', false],
  ['dark theme', false],
  ['a b@c', false],
])('%s: %s', (text, expected) => {
  expect(looksLikeUser(text)).toBe(expected);
});

it('matches an entry by its words, and ranks the start of its label first', () => {
  const score = (typed: string, label = 'Keyboard shortcuts', aside = '') => paletteScore({ label, aside }, typed);
  expect(score('key')).toBe(1);
  expect(score('short')).toBeGreaterThan(score('cuts'));
  expect(score('cuts')).toBeGreaterThan(0);
  expect(score('settings', 'Sessions', 'Analytical Engines (Staging)')).toBe(0);
  expect(score('users eng', 'Users', 'Analytical Engines')).toBeGreaterThan(score('engines', 'Users', 'Analytical Engines'));
  expect(score('zoe', 'Switch to Zoë')).toBeGreaterThan(0);
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

const code = 'a1b2c'.repeat(9);

it.each([
  ['https://app.example/handler/magic-link-callback?code=x', true, true],
  ['http://localhost:47810/handler/password-reset', true, true],
  ['latchkey://handler/sign-in', true, true],
  ['LATCHKEY:handler/sign-in', true, true],
  ['<https://app.example/handler/error>', true, true],
  [code, true, false],
  [code.toUpperCase(), true, false],
  [code.slice(1), false, false],
  [`${code}0`, false, false],
  ['A1B2C3', false, false],
  ['https://', false, false],
  ['https://app.example and more', false, false],
  ['javascript:alert(1)', false, false],
  ['ada@example.com', false, false],
  ['users', false, false],
  ['', false, false],
])('%j is a link: %s; without a connection: %s', (text, expected, alone) => {
  expect([looksLikeLink(text, true), looksLikeLink(text, false)]).toEqual([expected, alone]);
});
