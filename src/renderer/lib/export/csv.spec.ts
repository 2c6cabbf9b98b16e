import { expect, it } from 'vitest';
import { toCsv } from './csv';

it.each([
  ['', ''],
  ['ada@analytical.example', 'ada@analytical.example'],
  ['a,b', '"a,b"'],
  ['a;b', '"a;b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  ['two\r\nlines', '"two\r\nlines"'],
  [' spaces ', '" spaces "'],
  ['=1+1', "'=1+1"],
  ['=HYPERLINK("http://x.example","Click")', '"\'=HYPERLINK(""http://x.example"",""Click"")"'],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', '"\'\t=1"'],
  ['\r=1', '"\'\r=1"'],
  ['\n=1', '"\'\n=1"'],
  ['  =1', "'  =1"],
  ['＝1', "'＝1"],
  ["'=1", "'=1"],
  ['a=1', 'a=1'],
  ['Привет, 日本語', '"Привет, 日本語"'],
])('writes the cell %j', (text, expected) => {
  expect(toCsv([[text]])).toBe(`${expected}\r\n`);
});

it('writes rows and columns', () => {
  expect(
    toCsv([
      ['a', 'b'],
      ['c', ''],
    ]),
  ).toBe('a,b\r\nc,\r\n');
  expect(toCsv([])).toBe('');
});
