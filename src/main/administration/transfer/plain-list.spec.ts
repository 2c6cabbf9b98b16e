import { describe, expect, test } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { type ConnectionRecord, withDefaults } from '../../records/connections-file';
import { exportText, readImport } from './plain-list';

const projectId = '6fbbf22e-f4b2-4c6e-95a1-beab6fa41063';
const mine: ConnectionRecord = {
  ...withDefaults({ id: 'a', kind: 'project', name: 'Engines', baseUrl: 'https://api.test', projectId, environment: 'production' }),
  colour: 'teal',
  group: 'Work',
  targets: { home: 'overview', afterSignOut: 'signIn' },
  keys: { server: { item: 'key/1', ending: 'abcd' } },
  owner: { kind: 'owner', internalConnectionId: 'i', userId: 'u', name: 'Ada' },
  detected: { release: '2.8.4', features: {}, at: 1 },
};
const plain: ConnectionRecord = {
  ...mine,
  id: 'b',
  name: 'Cellar',
  baseUrl: 'http://10.0.0.1',
  safety: 'read-only',
  requirePresence: true,
  group: null,
  targets: {},
};
const sandbox = withDefaults({ id: 'sandbox', kind: 'sandbox', name: 'Demo', baseUrl: null, projectId, environment: 'development' });

function codeOf(text: string): string | null {
  try {
    readImport(text, []);
    return null;
  } catch (thrown) {
    if (thrown instanceof AppError) return thrown.code;
    throw thrown;
  }
}

const entry = {
  name: 'Engines',
  baseUrl: 'https://api.test',
  projectId,
  environment: 'staging',
  colour: null,
  handlerBase: '/handler',
  safety: 'normal',
  group: null,
};
const exported = (connections: unknown, more: object = {}) =>
  JSON.stringify({ format: 'latchkey/connections-export', version: 1, connections, ...more });

describe('an export', () => {
  test('is imported unchanged, without credentials', () => {
    const text = exportText([mine, sandbox, plain]);
    expect(text).not.toMatch(/key\/1|abcd|accountId|2\.8\.4|Demo/);
    const { added, skipped } = readImport(text, [], true);
    expect(skipped).toEqual([]);
    expect(added).toEqual(
      [mine, plain].map(({ name, baseUrl, environment, colour, handlerBase, safety, requirePresence, group, targets }) => ({
        name,
        baseUrl,
        projectId,
        environment,
        colour,
        handlerBase,
        safety,
        requirePresence,
        group,
        ...(targets?.home ? { targets } : {}),
      })),
    );
  });

  test('adds no known connection', () => {
    const { added, skipped } = readImport(exportText([mine, plain]), [mine], true);
    expect(added.map(({ name }) => name)).toEqual(['Cellar']);
    expect(skipped).toEqual([{ index: 0, name: 'Engines', reason: 'duplicate' }]);
  });

  test('skips unencrypted connections unless the user allows them', () => {
    const text = exportText([plain, { ...plain, name: 'Here', baseUrl: 'http://localhost:8102' }]);
    const { added, skipped } = readImport(text, []);
    expect(added.map(({ name }) => name)).toEqual(['Here']);
    expect(skipped).toEqual([{ index: 0, name: 'Cellar', reason: 'not-secure' }]);
    const saysSo = text.replace('"name": "Cellar"', '"name": "Cellar", "allowPlainHttp": true');
    expect(readImport(saysSo, []).skipped).toMatchObject([{ name: 'Cellar', reason: 'invalid' }]);
    expect(readImport(text, [], true).added.map(({ name }) => name)).toEqual(['Cellar', 'Here']);
  });

  test('without connections is an empty list', () => {
    expect(readImport(exportText([]), [])).toEqual({ added: [], skipped: [] });
  });
});

test.each([{ home: 'observatory' }, 'users', null, []])('an imported connection has no targets that are unknown: %j', (targets) => {
  const { added, skipped } = readImport(exported([{ ...entry, targets }]), []);
  expect([added[0]?.targets, skipped]).toEqual([{}, []]);
});

describe('an imported text', () => {
  test.each([
    ['', 'import-unreadable'],
    ['null', 'import-unreadable'],
    ['[]', 'import-unreadable'],
    ['{', 'import-unreadable'],
    ['{"format":"latchkey/connections","version":1,"connections":[]}', 'import-unreadable'],
    [exported([], { version: 0 }), 'import-unreadable'],
    [exported([], { version: '1' }), 'import-unreadable'],
    [exported([], { version: 1.5 }), 'import-unreadable'],
    [exported({}), 'import-unreadable'],
    [exported(null), 'import-unreadable'],
    [exported([], { more: true }), 'import-unreadable'],
    ['{"__proto__":{"format":"latchkey/connections-export"},"version":1,"connections":[]}', 'import-unreadable'],
    [exported([]).replace('{', '{"__proto__":{},'), 'import-unreadable'],
    ['['.repeat(200_000), 'import-unreadable'],
    [exported([], { version: 2 }), 'import-newer'],
    [exported([], { version: 99, secrets: {} }), 'import-newer'],
  ])('%# is rejected as a whole', (text, code) => {
    expect(codeOf(text)).toBe(code);
  });

  test.each([
    { what: 'nothing', item: null },
    { what: 'a text', item: 'x' },
    { what: 'a list', item: [] },
    { what: 'a key', item: { ...entry, keys: { server: 'ssk_x' } } },
    { what: 'an id', item: { ...entry, id: 'sandbox' } },
    { what: 'no name', item: { ...entry, name: ' ' } },
    { what: 'too long a name', item: { ...entry, name: 'x'.repeat(101) } },
    { what: 'no address', item: { ...entry, baseUrl: 'javascript:alert(1)' } },
    { what: 'an address with a password', item: { ...entry, baseUrl: 'https://a:b@c.test' } },
    { what: 'no project', item: { ...entry, projectId: 'x' } },
    { what: 'a requirement that is neither true nor false', item: { ...entry, requirePresence: 'no' } },
    { what: 'an unknown level', item: { ...entry, safety: 'none' } },
    { what: 'an unknown colour', item: { ...entry, colour: 'url(x)' } },
    { what: 'a bad handler path', item: { ...entry, handlerBase: '//x.test' } },
    { what: 'a prototype', item: JSON.parse(JSON.stringify(entry).replace('{', '{"__proto__":{"x":1},')) },
  ])('with $what skips that and adds the rest', ({ item }) => {
    const { added, skipped } = readImport(exported([item, entry]), []);
    expect([added.length, skipped.map(({ index, reason }) => ({ index, reason }))]).toEqual([1, [{ index: 0, reason: 'invalid' }]]);
    expect(Object.getPrototypeOf(added[0])).toBe(Object.prototype);
    expect(added[0]).not.toHaveProperty('x');
  });

  test('skips a deeply nested entry and adds the rest', () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    const { added, skipped } = readImport(exported(['deep', entry]).replace('"deep"', deep), []);
    expect([added.length, skipped]).toEqual([1, [{ index: 0, name: null, reason: 'invalid' }]]);
  });

  test('adds a repeated connection once', () => {
    const { added, skipped } = readImport(
      exported([entry, { ...entry, baseUrl: 'https://api.test/api/v1/' }, { ...entry, name: 'Other' }]),
      [],
    );
    expect([added.length, skipped]).toEqual([2, [{ index: 1, name: 'Engines', reason: 'duplicate' }]]);
  });

  test('adds connections up to the limit', () => {
    const many = Array.from({ length: 1001 }, (_item, index) => ({ ...entry, name: `n${index}` }));
    const { added, skipped } = readImport(exported(many), [sandbox]);
    expect([added.length, skipped]).toEqual([
      999,
      [
        { index: 999, name: 'n999', reason: 'too-many' },
        { index: 1000, name: 'n1000', reason: 'too-many' },
      ],
    ]);
  });
});
