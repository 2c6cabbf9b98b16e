import { expect, test } from 'vitest';
import { distinctNames, type NamedConnection } from './connection-names';

const connection = (id: string, change: Partial<NamedConnection> = {}): NamedConnection => ({
  id,
  name: 'Shop',
  baseUrl: 'https://api.shop.example',
  group: null,
  projectId: '6fbbf22e-f4b2-4c6e-95a1-beab6fa41063',
  ...change,
});

test.each<[string, NamedConnection[], string[]]>([
  ['a name that only one has', [connection('a'), connection('b', { name: 'Press' })], ['Shop', 'Press']],
  [
    'the server',
    [connection('a'), connection('b', { baseUrl: 'http://localhost:8102' })],
    ['Shop (api.shop.example)', 'Shop (localhost:8102)'],
  ],
  ['the group', [connection('a', { group: 'Live' }), connection('b', { group: 'Test' })], ['Shop (Live)', 'Shop (Test)']],
  ['the project', [connection('a'), connection('b', { projectId: 'internal' })], ['Shop (6fbbf22e)', 'Shop (internal)']],
  ['a number', [connection('a'), connection('b')], ['Shop (1)', 'Shop (2)']],
  ['a group where only one has any', [connection('a', { group: 'Live' }), connection('b')], ['Shop (Live)', 'Shop (2)']],
  ['an address that isn’t a URL', [connection('a', { baseUrl: 'x' }), connection('b')], ['Shop (x)', 'Shop (api.shop.example)']],
])('%s tells connections apart', (_what, connections, expected) => {
  const names = distinctNames(connections);
  expect(connections.map(({ id }) => names.get(id))).toEqual(expected);
  expect(new Set(names.values()).size).toBe(connections.length);
});
