import { expect, it } from 'vitest';
import { looksLikeUser } from './palette-entry';

it.each([
  ['3241a285-1111-4222-8333-44445555140c', true],
  ['alan@bletchley.example', true],
  ['alan', false],
  ['dark theme', false],
  ['a b@c', false],
])('%s: %s', (text, expected) => {
  expect(looksLikeUser(text)).toBe(expected);
});
