import { expect, it } from 'vitest';
import { looksLikeUser, paletteScore } from './palette-entry';

it.each([
  ['3241a285-1111-4222-8333-44445555140c', true],
  ['alan@bletchley.example', true],
  ['alan', false],
  ['dark theme', false],
  ['a b@c', false],
])('%s: %s', (text, expected) => {
  expect(looksLikeUser(text)).toBe(expected);
});

it('an entry fits by its words, best by the beginning of its label', () => {
  const score = (typed: string, label = 'Keyboard shortcuts', aside = '') => paletteScore(label, aside, typed);
  expect(score('key')).toBe(1);
  expect(score('short')).toBeGreaterThan(score('cuts'));
  expect(score('cuts')).toBeGreaterThan(0);
  expect(score('settings', 'Sessions', 'Analytical Engines (Staging)')).toBe(0);
  expect(score('users eng', 'Users', 'Analytical Engines')).toBeGreaterThan(score('engines', 'Users', 'Analytical Engines'));
  expect(score('zoe', 'Switch to Zoë')).toBeGreaterThan(0);
});
