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
  ['﹢1', "'﹢1"],
  ['\u00a0=1', "'\u00a0=1"],
  ['\u200b=1', "'\u200b=1"],
  ['\ufeff=1', "'\ufeff=1"],
  ['\u3000@x', "'\u3000@x"],
  ['\v=1', "'\v=1"],
  ['\0=1', "'\0=1"],
  ["'=1", "'=1"],
  ['a=1', 'a=1'],
  ['Привет, 日本語', '"Привет, 日本語"'],
])('writes the cell %j', (text, expected) => {
  expect(toCsv([[text]])).toBe(`\uFEFF${expected}\r\n`);
});

it('writes rows and columns', () => {
  expect(
    toCsv([
      ['a', 'b'],
      ['c', ''],
    ]),
  ).toBe('\uFEFFa,b\r\nc,\r\n');
  expect(toCsv([])).toBe('\uFEFF');
});

it('is UTF-8 with a byte order mark as a file, so that Excel shows umlauts', () => {
  expect([...new TextEncoder().encode(toCsv([['ü']]))]).toEqual([0xef, 0xbb, 0xbf, 0xc3, 0xbc, 0x0d, 0x0a]);
});
