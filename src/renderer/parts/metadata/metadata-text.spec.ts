import { expect, it } from 'vitest';
import { maxMetadataBytes } from '#contract/limits.ts';
import { metadataText, parseMetadata } from './metadata-text';

it.each([null, 1, 'text', [1, 2], { theme: 'dark', nested: { list: [true, null] } }])('reads %j back', (value) => {
  expect(parseMetadata(metadataText(value))).toEqual({ value });
});

it.each(['', ' \n ', 'null'])('reads %j as no metadata', (text) => {
  expect(parseMetadata(text)).toEqual({ value: null });
});

it('keeps a key that is named like the prototype', () => {
  const text = '{"__proto__": {"__proto__": 1}, "constructor": null}';
  expect(metadataText(parseMetadata(text).value ?? null)).toBe(JSON.stringify(JSON.parse(text), null, 2));
});

it('reads a text that starts with a byte order mark, whose faults are where they are', () => {
  expect(parseMetadata('\uFEFF{"a": 1}')).toEqual({ value: { a: 1 } });
  expect(parseMetadata('\uFEFF')).toEqual({ value: null });
  expect(parseMetadata('\uFEFF{a}').fault).toMatchObject({ kind: 'unexpected', from: 2, found: 'a' });
  expect(parseMetadata('{"a": \uFEFF1}').fault).toMatchObject({ kind: 'unexpected', from: 6 });
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
