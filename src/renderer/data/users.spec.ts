import { expect, it } from 'vitest';
import { searchPattern } from '#lib/search.ts';

it.each([
  { text: 'ada', pattern: 'ada' },
  { text: 'ada_l', pattern: 'ada\\_l' },
  { text: '100%', pattern: '100\\%' },
  { text: 'a\\b', pattern: 'a\\\\b' },
  { text: '\\%_', pattern: '\\\\\\%\\_' },
  { text: '', pattern: '' },
  { text: 'ＡＤＡ', pattern: 'ＡＤＡ' },
  { text: 'ａｄａ＿ｌ＠ｂ．ｃｏｍ', pattern: 'ada\\_l@b.com' },
  { text: '３２４１ａ２８５-1111-4222-8333-44445555140c', pattern: '3241a285-1111-4222-8333-44445555140c' },
  { text: 'ada@', pattern: 'ada@' },
  { text: '@analytical', pattern: '@analytical' },
  { text: 'Ada Lovelace <ada_l@analytical.example>', pattern: 'ada\\_l@analytical.example' },
  { text: '"Lovelace, Ada" <ada@analytical.example>;', pattern: 'ada@analytical.example' },
  { text: 'mailto:ada@analytical.example', pattern: 'ada@analytical.example' },
  { text: 'ada@a.example grace@b.example', pattern: 'ada@a.example grace@b.example' },
  { text: 'Ada ada@a.example', pattern: 'Ada ada@a.example' },
  { text: 'o’c*?.[]', pattern: 'o’c*?.[]' },
])('turns "$text" into the pattern "$pattern"', ({ text, pattern }) => {
  expect(searchPattern(text)).toBe(pattern);
});
