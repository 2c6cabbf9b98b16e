import { expect, test } from 'vitest';
import type { ExportFormat } from '#contract/bridge/exports.ts';
import { fileText } from './run-export';

const fields = ['id', 'server.plan'];
const rows = [
  ['=1+1', 'a "b"; c'],
  [null, { seats: [1, true] }],
];

function written(format: ExportFormat, of: readonly (readonly unknown[])[] = rows): string {
  const text = fileText(format, fields);
  return text.start + of.map(text.row).join('') + text.end;
}

test.each<[ExportFormat, string]>([
  [{ format: 'csv', delimiter: ',', hasByteOrderMark: false }, `id,server.plan\r\n'=1+1,"a ""b""; c"\r\n,"{""seats"":[1,true]}"\r\n`],
  [{ format: 'csv', delimiter: ';', hasByteOrderMark: true }, `\uFEFFid;server.plan\r\n'=1+1;"a ""b""; c"\r\n;"{""seats"":[1,true]}"\r\n`],
  [{ format: 'ndjson' }, '{"id":"=1+1","server.plan":"a \\"b\\"; c"}\n{"id":null,"server.plan":{"seats":[1,true]}}\n'],
  [{ format: 'json' }, '[\n{"id":"=1+1","server.plan":"a \\"b\\"; c"},\n{"id":null,"server.plan":{"seats":[1,true]}}\n]\n'],
])('%j', (format, expected) => {
  expect(written(format)).toBe(expected);
});

test('JSON is valid without and with many rows', () => {
  expect(JSON.parse(written({ format: 'json' }, []))).toEqual([]);
  expect(JSON.parse(written({ format: 'json' }, Array(50).fill(['__proto__', '\u2028'])))).toHaveLength(50);
});

test('a list of a user is joined in a cell, and a list in JSON; one in metadata is JSON in both', () => {
  const lists = [
    [
      ['Difference Team', 'Crew'],
      ['a', 1],
    ],
  ];
  expect(written({ format: 'csv', delimiter: ',', hasByteOrderMark: false }, lists)).toContain('\n"Difference Team;Crew","[""a"",1]"\r');
  expect(written({ format: 'ndjson' }, lists)).toBe('{"id":["Difference Team","Crew"],"server.plan":["a",1]}\n');
  expect(written({ format: 'csv', delimiter: ',', hasByteOrderMark: false }, [[[], []]])).toContain('\n,[]\r');
});
