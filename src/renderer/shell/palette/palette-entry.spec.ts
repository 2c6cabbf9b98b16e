import { expect, it } from 'vitest';
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
  const score = (typed: string, label = 'Keyboard shortcuts', aside = '') => paletteScore(label, aside, typed);
  expect(score('key')).toBe(1);
  expect(score('short')).toBeGreaterThan(score('cuts'));
  expect(score('cuts')).toBeGreaterThan(0);
  expect(score('settings', 'Sessions', 'Analytical Engines (Staging)')).toBe(0);
  expect(score('users eng', 'Users', 'Analytical Engines')).toBeGreaterThan(score('engines', 'Users', 'Analytical Engines'));
  expect(score('zoe', 'Switch to Zoë')).toBeGreaterThan(0);
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
