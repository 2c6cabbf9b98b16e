import { expect, it } from 'vitest';
import { byteOrderMark, cellValue, csvRow } from './csv';

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
  expect(csvRow([text])).toBe(`${expected}\r\n`);
});

it.each(['=1+1', '-1', '+49 30', '@ada', '  =1', '＝1', '\t=1', 'a=1', "O'Hara", "'quoted'", "''", ''])(
  'reads the cell %j as it was written',
  (text) => {
    const written = csvRow([text]).slice(0, -2);
    expect(cellValue(written.startsWith('"') ? written.slice(1, -1) : written)).toBe(text);
  },
);

it('writes cells with their delimiter', () => {
  expect([csvRow(['a', 'b']), csvRow(['c', '']), csvRow(['a', 'b;c'], ';')]).toEqual(['a,b\r\n', 'c,\r\n', 'a;"b;c"\r\n']);
});

it('has a byte order mark as a file, so that Excel shows umlauts', () => {
  expect([...new TextEncoder().encode(byteOrderMark)]).toEqual([0xef, 0xbb, 0xbf]);
});
