import { expect, it } from 'vitest';
import { maxMetadataBytes } from '../../../contract/limits';
import { metadataText, parseMetadata } from './metadata-text';

it.each([null, 1, 'text', [1, 2], { theme: 'dark', nested: { list: [true, null] } }])('reads %j back', (value) => {
  expect(parseMetadata(metadataText(value))).toEqual({ value });
});

it.each(['', ' \n ', 'null'])('reads %j as no metadata', (text) => {
  expect(parseMetadata(text)).toEqual({ value: null });
});

it('reports the place of a fault', () => {
  expect(parseMetadata('{\n  "a": }').fault).toMatchObject({ kind: 'unexpected', line: 2, column: 8, found: '}' });
});

it('measures bytes without the spaces between values', () => {
  const most = 'x'.repeat(maxMetadataBytes - 2);
  expect(parseMetadata(`  "${most}"  `.slice(2))).toEqual({ value: most });
  expect(parseMetadata(' '.repeat(4 * maxMetadataBytes) + 1)).toMatchObject({ bytes: 4 * maxMetadataBytes + 1 });
  expect(parseMetadata(JSON.stringify(most)).value).toBe(most);
  expect(parseMetadata(JSON.stringify(`${most}x`))).toEqual({ bytes: maxMetadataBytes + 1 });
  expect(parseMetadata(JSON.stringify('é'.repeat(maxMetadataBytes / 2)))).toEqual({ bytes: maxMetadataBytes + 2 });
});
