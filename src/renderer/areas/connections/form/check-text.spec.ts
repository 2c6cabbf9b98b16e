import { expect, test } from 'vitest';
import { numberedRelease } from '#contract/releases.ts';
import { createTranslator } from '#messages/translator.ts';
import { releaseText } from './check-text';

test.each([
  [numberedRelease('2.8.4'), '2.8.4'],
  [numberedRelease('2.8.86'), '2.8.86'],
  [numberedRelease('2.8.109'), '2.8.109'],
  [numberedRelease('1.0.0'), '1.0.0 (newer than 2.8.109)'],
  [numberedRelease('1.0.125'), '1.0.125 (newer than 2.8.109)'],
  [{ number: null, isNewer: true }, 'Newer than 2.8.109'],
  [null, 'Unknown'],
])('a service that reports %j runs "%s"', (release, text) => {
  expect(releaseText(release, createTranslator('en').t)).toBe(text);
});
