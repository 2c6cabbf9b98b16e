import { expect, it, test } from 'vitest';
import { foldText, narrowedBy } from './search';

test.each([
  [' ADA ', 'ada'],
  ['u\u0308ber', '\u00fcber'],
  ['サインイン方\u2060法', 'サインイン方法'],
  ['Ａｄａ　Ｌ', 'ada l'],
  ['ｶﾅ', 'カナ'],
  ['３２４１ａ２８５－１１１１', '3241a285-1111'],
])('compares %j as %j', (text, folded) => {
  expect(foldText(text)).toBe(folded);
});

it.each([
  ['ada', false, 'search'],
  ['ada', true, 'both'],
  ['', true, 'filter'],
  [' ', true, 'filter'],
] as const)('a list with the search “%s” (filtered: %s) is narrowed by %s', (search, isFiltered, by) => {
  expect(narrowedBy(search, isFiltered)).toBe(by);
});
