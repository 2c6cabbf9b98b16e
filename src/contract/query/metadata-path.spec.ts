import { describe, expect, it } from 'vitest';
import { formatValue, type MetadataPath, parseMetadataPath, valueAt } from './metadata-path';

describe('a metadata path', () => {
  it.each([
    ['server.plan', 'server_metadata', ['plan'], 'server.plan'],
    ['client_read_only.x', 'client_read_only_metadata', ['x'], 'client_read_only.x'],
    ['client.a.b.c', 'client_metadata', ['a', 'b', 'c'], 'client.a.b.c'],
    ['server.tags.0', 'server_metadata', ['tags', '0'], 'server.tags.0'],
    ['  server . plan ', 'server_metadata', ['plan'], 'server.plan'],
    ['server_metadata.plan', 'server_metadata', ['plan'], 'server.plan'],
    ['server."plan"', 'server_metadata', ['plan'], 'server.plan'],
    ['server."a.b".c', 'server_metadata', ['a.b', 'c'], 'server."a.b".c'],
    ['server."say \\"hi\\""', 'server_metadata', ['say "hi"'], 'server."say \\"hi\\""'],
    ['server."back\\\\slash"', 'server_metadata', ['back\\slash'], 'server."back\\\\slash"'],
    ['server.größe.🔑', 'server_metadata', ['größe', '🔑'], 'server.größe.🔑'],
    ['server.__proto__', 'server_metadata', ['__proto__'], 'server.__proto__'],
  ])('%s is parsed', (text, field, keys, shortest) => {
    expect(parseMetadataPath(text)).toEqual({ field, keys, text: shortest });
    expect(parseMetadataPath(shortest)).toEqual({ field, keys, text: shortest });
  });

  it.each([
    ['', 'kind'],
    ['plan', 'kind'],
    ['toString.plan', 'kind'],
    ['Server.plan', 'kind'],
    ['server', 'key'],
    ['server.', 'key'],
    ['server..plan', 'key'],
    ['server.""', 'key'],
    ['server."plan', 'quote'],
    ['server."a"b', 'quote'],
    ['server.a"b', 'quote'],
    [`server.${'x'.repeat(200)}`, 'long'],
    [`server${'.x'.repeat(21)}`, 'long'],
  ])('%s is refused', (text, problem) => {
    expect(parseMetadataPath(text)).toBe(problem);
  });
});

describe('the value at a path', () => {
  const user = {
    client_metadata: null,
    client_read_only_metadata: 'text',
    server_metadata: { plan: 'team', nested: { seats: 3, 'a.b': false }, tags: ['x', { y: null }] },
  };
  const at = (text: string) => valueAt(user, parseMetadataPath(text) as MetadataPath);

  it.each([
    ['server.plan', 'team'],
    ['server.nested.seats', 3],
    ['server.nested."a.b"', false],
    ['server.tags.1.y', null],
    ['server.tags.9', undefined],
    ['server.tags.length', 2],
    ['server.none.deeper', undefined],
    ['server.plan.0', undefined],
    ['server.__proto__', undefined],
    ['server.constructor.name', undefined],
    ['client.plan', undefined],
    ['client_read_only.length', undefined],
  ])('%s is found', (text, value) => {
    expect(at(text)).toEqual(value);
  });
});

describe('a value in a line', () => {
  it.each([
    [undefined, ''],
    [null, 'null'],
    ['team', 'team'],
    ['', ''],
    ['<b>bold</b>', '<b>bold</b>'],
    [0, '0'],
    [-1.5, '-1.5'],
    [false, 'false'],
    [[], '[]'],
    [{}, '{}'],
    [['a', 1, null], '["a",1,null]'],
    [{ a: { b: ['c'] }, 'd e': true }, '{"a":{"b":["c"]},"d e":true}'],
    ['x'.repeat(300), `${'x'.repeat(200)}…`],
  ])('%j is shown', (value, text) => {
    expect(formatValue(value)).toBe(text);
  });

  it('is cut off without writing all of a large one', () => {
    const large = Array.from({ length: 1_000_000 }, (_value, at) => at);
    const text = formatValue(large);
    expect([text.length, text.endsWith('…'), text.startsWith('[0,1,2')]).toEqual([201, true, true]);
  });

  it('is cut off where it is nested deeply', () => {
    let value: unknown = 'end';
    for (let level = 0; level < 100_000; level += 1) value = [value];
    expect(formatValue(value)).toBe(`${'['.repeat(200)}…`);
  });
});
