import { expect, it } from 'vitest';
import { machineText } from './machine-text';

it.each([
  ['１２３４５６', '123456'],
  ['ＡＢ１２ｃｄ', 'AB12cd'],
  ['ａｄａ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'ada@example.com'],
  ['ada@example。com', 'ada@example.com'],
  ['ada@example｡com', 'ada@example.com'],
  ['ｈｔｔｐｓ：／／a.example：８０８０', 'https://a.example:8080'],
  ['３２４１ａ２８５－１１１１', '3241a285-1111'],
  ['　ada@example.com\u200b ', 'ada@example.com'],
  ['\ufeff587', '587'],
  ['𝟙𝟚𝟛', '123'],
  ['ada', 'ada'],
  ['', ''],
])('%j is %j', (text, expected) => {
  expect(machineText(text)).toBe(expected);
});
