import { expect, it } from 'vitest';
import { createTranslator } from '#messages/translator.ts';
import { waitText } from './wait-text';

it.each([
  [1, 'Try again in 1 second'],
  [5, 'Try again in 5 seconds'],
  [119, 'Try again in 119 seconds'],
  [120, 'Try again in 2 minutes'],
  [121, 'Try again in 3 minutes'],
  [900, 'Try again in 15 minutes'],
])('says in words that %i seconds are left', (seconds, text) => {
  expect(waitText(createTranslator('en'), seconds)).toBe(text);
});
