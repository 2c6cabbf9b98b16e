import { expect, it } from 'vitest';
import { matchRanges } from './match-ranges';

const marked = (text: string, words: readonly string[]) => {
  let result = text;
  for (const { start, end } of [...matchRanges(text, words)].reverse())
    result = `${result.slice(0, start)}[${result.slice(start, end)}]${result.slice(end)}`;
  return result;
};

it.each<[string, readonly string[], string]>([
  ['Margaret Hamilton', ['ma'], '[Ma]rgaret Hamilton'],
  ['Herman', ['ma', 'man'], 'Her[man]'],
  ['Irma Wyman', ['ma'], 'Ir[ma] Wy[ma]n'],
  ['banana', ['ana'], 'b[ana]na'],
  ['José Núñez', ['jose nunez'], '[José Núñez]'],
  ['Jose\u0301 N', ['e'], 'Jos[e\u0301] N'],
  ['田中 太郎', ['中'], '田[中] 太郎'],
  ['ガカ', ['カ'], 'ガ[カ]'],
  ['ｱﾀﾞ Ａｄａ', ['ada'], 'ｱﾀﾞ [Ａｄａ]'],
  ['🔑a🔑', ['a'], '🔑[a]🔑'],
  ['ﬁsh', ['f'], '[ﬁ]sh'],
  ['Ada', ['x'], 'Ada'],
  ['Ada', ['', '\u0301'], 'Ada'],
  ['a+b', ['+'], 'a[+]b'],
])('in %j, %j is marked', (text, words, expected) => {
  expect(marked(text, words)).toBe(expected);
});
