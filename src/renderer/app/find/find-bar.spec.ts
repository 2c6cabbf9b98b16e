import { expect, test } from 'vitest';
import { patternOf } from './find-bar';

test.each(['sign-in', 'https://a.example/b', 'C++', '(beta)', '[x]', '{x}', 'a|b', '^', '$1', '*', '?', '.', '\\', '#', '👩‍🚀'])(
  'finds %s as it is',
  (text) => {
    const pattern = patternOf(text);
    expect(`before ${text} after`).toMatch(pattern ?? '');
    expect('nothing of it').not.toMatch(pattern ?? '');
  },
);

test.each([
  ['ada lovelace', 'ADA\u00a0 Lovelace', true],
  [' ada ', 'Ada', true],
  ['straße', 'STRAßE', true],
  ['ada lovelace', 'adalovelace', false],
  ['方法', 'サインイン方\u2060法', true],
  ['方\u2060法', 'サインイン方法', true],
])('%j in %j: %s', (text, page, isFound) => {
  expect(patternOf(text)?.test(page)).toBe(isFound);
});

test.each(['', ' ', '\n\t', 'a'.repeat(1_001)])('%j is no search', (text) => {
  expect(patternOf(text)).toBeNull();
});
