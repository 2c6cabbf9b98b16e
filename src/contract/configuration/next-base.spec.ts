import { describe, expect, test } from 'vitest';
import type { Base } from './base';
import { compareDocuments } from './compare-documents';
import type { ConfigurationDocument } from './document';
import type { Entry } from './entries';
import { nextBase } from './next-base';

type Sections = Omit<ConfigurationDocument, 'version'>;

/** Compares, applies the rows with some keys, and returns the next base. */
function applied(base: Base | null, from: Sections, to: Sections, keys: readonly string[]): Base {
  const source: ConfigurationDocument = { version: 1, ...from };
  const compared = compareDocuments({ base, source, target: { version: 1, ...to } }, null);
  return nextBase(base, { source, compared, isDone: ({ key }: Entry) => keys.includes(key) });
}

const domains = (paths: Readonly<Record<string, string>>): Sections => ({
  domains: Object.fromEntries(Object.entries(paths).map(([name, handler_path]) => [`https://${name}.example`, { handler_path }])),
});
const a = 'https://a.example';
const b = 'https://b.example';
const path = (handler_path: string) => ({ handler_path });

describe('the next base has', () => {
  test.each<readonly [string, Base | null, Sections, Sections, readonly string[], Base]>([
    ['what is the same', null, domains({ a: '/' }), domains({ a: '/' }), [], { domains: { known: { [a]: path('/') }, unknown: [] } }],
    ['what was applied', null, domains({ a: '/1' }), domains({ a: '/2' }), [a], { domains: { known: { [a]: path('/1') }, unknown: [] } }],
    ['nothing of what wasn’t', null, domains({ a: '/1' }), domains({ a: '/2' }), [], { domains: { known: {}, unknown: [a] } }],
    ['no key that was deleted', null, domains({}), domains({ a: '/2' }), [a], { domains: { known: {}, unknown: [] } }],
    [
      'what was known before of what wasn’t applied',
      { domains: { known: { [a]: path('/0'), [b]: path('/') }, unknown: [] } },
      domains({ a: '/1' }),
      domains({ a: '/2', b: '/' }),
      [],
      { domains: { known: { [a]: path('/0'), [b]: path('/') }, unknown: [] } },
    ],
    [
      'no key that neither side has any more',
      { domains: { known: { [a]: path('/0') }, unknown: [b] } },
      domains({}),
      domains({}),
      [],
      { domains: { known: {}, unknown: [] } },
    ],
    [
      'settings that the source doesn’t manage',
      { settings: { known: { description: 'x' }, unknown: ['display_name'] } },
      { settings: { allow_localhost: true } },
      { settings: { allow_localhost: false, description: 'y' } },
      ['allow_localhost'],
      { settings: { known: { description: 'x', allow_localhost: true }, unknown: [] } },
    ],
    [
      'sections that the source doesn’t manage',
      { domains: { known: { [a]: path('/0') }, unknown: [] } },
      { settings: { allow_localhost: true } },
      domains({ a: '/9' }),
      ['allow_localhost'],
      { domains: { known: { [a]: path('/0') }, unknown: [] }, settings: { known: { allow_localhost: true }, unknown: [] } },
    ],
    [
      'no views, which may have values of users',
      null,
      { saved_views: { x: { query: {}, order: {}, columns: null } } },
      { saved_views: {} },
      ['x'],
      {},
    ],
  ])('%s', (_name, before, from, to, keys, expected) => {
    expect(applied(before, from, to, keys)).toEqual(expected);
  });

  test('what leaves rows that weren’t applied without a side, until they are', () => {
    const [from, to] = [domains({ a: '/1', b: '/1' }), domains({ a: '/2', b: '/2' })];
    const first = applied(null, from, to, [b]);
    const rows = (base: Base, target: Sections) =>
      compareDocuments({ base, source: { version: 1, ...from }, target: { version: 1, ...target } }, null).flatMap((each) => each.rows);
    expect(rows(first, domains({ a: '/2', b: '/3' }))).toMatchObject([
      { key: a, changedIn: null, isTicked: true },
      { key: b, changedIn: 'target', isTicked: false },
    ]);
  });

  test('a setting that it never had has no side', () => {
    const first = applied(null, { settings: { allow_localhost: true } }, { settings: { allow_localhost: true } }, []);
    const documents = { base: first, source: { settings: { description: 'x' } }, target: { settings: { description: 'y' } } };
    const [one] = compareDocuments(
      { ...documents, source: { version: 1, ...documents.source }, target: { version: 1, ...documents.target } },
      null,
    );
    expect(one?.rows).toMatchObject([{ key: 'description', changedIn: null, isTicked: true }]);
  });
});
