import { expect, it } from 'vitest';
import { escapeSearch } from './escape-search';

it.each([
  { text: 'ada', pattern: 'ada' },
  { text: 'ada_l', pattern: 'ada\\_l' },
  { text: '100%', pattern: '100\\%' },
  { text: 'a\\b', pattern: 'a\\\\b' },
  { text: '\\%_', pattern: '\\\\\\%\\_' },
  { text: '', pattern: '' },
  { text: 'o’c*?.[]', pattern: 'o’c*?.[]' },
])('turns "$text" into the pattern "$pattern"', ({ text, pattern }) => {
  expect(escapeSearch(text)).toBe(pattern);
});
