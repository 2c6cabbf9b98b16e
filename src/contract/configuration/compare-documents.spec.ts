import { describe, expect, it, test } from 'vitest';
import { featureSince } from '../features';
import { isAtLeast } from '../releases';
import { compareDocuments, differencesIn, type TargetFacts } from './compare-documents';
import type { ConfigurationDocument } from './document';
import { placeholderFor } from './document';
import { nextBase } from './next-base';

type Sections = Omit<ConfigurationDocument, 'version'>;

const factsOn = (release: string): TargetFacts => ({
  isEarly: !isAtLeast(release, '2.8.11'),
  has: (feature) => isAtLeast(release, featureSince[feature]),
});
const document = (sections: Sections): ConfigurationDocument => ({ version: 1, ...sections });

/** The base after all of a document was applied. */
const baseOf = (applied: ConfigurationDocument) =>
  nextBase(null, {
    source: applied,
    compared: compareDocuments({ base: null, source: applied, target: applied }, null),
    isDone: () => false,
  });

function rowsOf(base: Sections | null, source: Sections, target: Sections, release: string | null = null) {
  const documents = { base: base && baseOf(document(base)), source: document(source), target: document(target) };
  return differencesIn(compareDocuments(documents, release === null ? null : factsOn(release))).flatMap(({ rows }) => rows);
}

const passkey = (passkey_enabled: boolean): Sections => ({ sign_in_methods: { passkey_enabled } });
const domains = (...names: readonly string[]): Sections => ({
  domains: Object.fromEntries(names.map((name) => [`https://${name}.example`, { handler_path: '/' }])),
});

describe('three-way', () => {
  test.each<readonly [string, Sections, Sections, Sections, string | null]>([
    ['what the source changed is ticked', passkey(false), passkey(true), passkey(false), 'changed in source, ticked'],
    ['what only the target changed isn’t', passkey(true), passkey(true), passkey(false), 'changed in target'],
    ['what both changed alike is no difference', passkey(false), passkey(true), passkey(true), null],
    ['what the source added is ticked', domains(), domains('a'), domains(), 'added in source, ticked'],
    ['what the source removed isn’t', domains('a'), domains(), domains('a'), 'removed in source'],
    ['what only the target added isn’t', domains(), domains(), domains('a'), 'removed in target'],
    ['what only the target removed isn’t', domains('a'), domains('a'), domains(), 'added in target'],
  ])('%s', (_name, base, source, target, expected) => {
    const [row] = rowsOf(base, source, target);
    expect(row === undefined ? null : `${row.kind} in ${row.changedIn}${row.isTicked ? ', ticked' : ''}`).toBe(expected);
  });

  it('a conflict is one that both changed, each in its way', () => {
    const path = (handler_path: string): Sections => ({ domains: { 'https://a.example': { handler_path } } });
    expect(rowsOf(path('/a'), path('/b'), path('/c'))).toMatchObject([{ kind: 'changed', changedIn: 'both', isTicked: false }]);
    expect(rowsOf(path('/a'), { domains: {} }, path('/c'))).toMatchObject([{ kind: 'removed', changedIn: 'both', isTicked: false }]);
  });
});

describe('two-way', () => {
  it('nothing says who changed, and deletions are never ticked', () => {
    expect(rowsOf(null, { ...passkey(true), ...domains('a') }, { ...passkey(false), ...domains('b') })).toMatchObject([
      { section: 'sign_in_methods', kind: 'changed', changedIn: null, isTicked: true },
      { section: 'domains', key: 'https://a.example', kind: 'added', changedIn: null, isTicked: true },
      { section: 'domains', key: 'https://b.example', kind: 'removed', changedIn: null, isTicked: false },
    ]);
  });

  it('a base without the section says nothing of it', () => {
    expect(rowsOf({}, passkey(true), passkey(false))).toMatchObject([{ changedIn: null, isTicked: true }]);
  });

  it('the name of a project and production mode are never ticked by themselves', () => {
    const settings = (display_name: string, is_production_mode: boolean, description: string): Sections => ({
      settings: { display_name, is_production_mode, description },
    });
    const rows = rowsOf(null, settings('a', true, 'x'), settings('b', false, 'y'));
    expect(rows.map(({ key, isTicked, isGuarded }) => [key, isTicked, isGuarded])).toEqual([
      ['description', true, false],
      ['display_name', false, true],
      ['is_production_mode', false, true],
    ]);
  });
});

describe('the same are', () => {
  const provider = (secret: string, client_id = 'x'): Sections => ({
    providers: { github: { type: 'standard', client_id, client_secret: placeholderFor(secret) } },
  });
  const team = (...contains: readonly string[]): Sections => ({ permissions: { team: { a: { contains: [...contains] } } } });

  test.each<readonly [string, Sections, Sections, boolean]>([
    ['placeholders of other names', provider('A'), provider('B'), true],
    ['not other clients', provider('A'), provider('A', 'y'), false],
    ['lists of permissions in another order', team('b', 'c'), team('c', 'b'), true],
    ['defaults in another order', { default_permissions: { user: ['b', 'a'] } }, { default_permissions: { user: ['a', 'b'] } }, true],
    [
      'fields in another order',
      { saved_views: { a: { query: { x: 1, y: 2 }, order: {}, columns: null } } },
      { saved_views: { a: { columns: null, order: {}, query: { y: 2, x: 1 } } } },
      true,
    ],
    [
      'not columns in another order',
      { saved_views: { a: { query: {}, order: {}, columns: ['a', 'b'] } } },
      { saved_views: { a: { query: {}, order: {}, columns: ['b', 'a'] } } },
      false,
    ],
    [
      'not schemas whose form has another order',
      { metadata_schemas: { server_metadata: { a: 1, b: 1 } } },
      { metadata_schemas: { server_metadata: { b: 1, a: 1 } } },
      false,
    ],
    ['sections that the source doesn’t manage', {}, { ...passkey(true), ...domains('a') }, true],
    ['settings that the source doesn’t have', { settings: {} }, { settings: { logo_url: null } }, true],
  ])('%s', (_name, source, target, isSame) => {
    expect(rowsOf(null, source, target)).toHaveLength(isSame ? 0 : 1);
  });

  it('listed too, where all are wanted', () => {
    const compared = compareDocuments({ base: null, source: document(passkey(true)), target: document(passkey(true)) }, null);
    expect(compared).toMatchObject([{ section: 'sign_in_methods', rows: [{ kind: 'same', isTicked: false, changedIn: null }] }]);
  });
});

const source = { source: 'x' };
const blocks = { subject: 'x', content: {} };
const keys = { type: 'standard' as const, client_id: 'x', client_secret: placeholderFor('A') };

describe('what the target can’t take is listed, and not ticked', () => {
  test.each<readonly [string, string, Sections, Sections, string | null]>([
    ['a setting of a later release', '2.8.4', { settings: { logo_url: null } }, { settings: {} }, 'unknown-to-release'],
    ['a theme', '2.8.4', { email_themes: { a: source } }, {}, 'unknown-to-release'],
    ['a template with a source', '2.8.4', { email_templates: { a: source } }, { email_templates: {} }, 'unknown-to-release'],
    ['a template with blocks', '2.8.109', { email_templates: { magic_link: blocks } }, { email_templates: {} }, 'unknown-to-release'],
    ['a template of another type', '2.8.4', { email_templates: { welcome: blocks } }, { email_templates: {} }, 'unknown-to-release'],
    ['a provider of a later release', '2.8.4', { providers: { twitch: keys } }, { providers: {} }, 'unknown-to-release'],
    ['a provider that is off', '2.8.109', { providers: { x: { ...keys, enabled: false } } }, { providers: {} }, 'unknown-to-release'],
    [
      'the keys of the service, where it has none',
      '2.8.4',
      { providers: { x: { type: 'shared' } } },
      { providers: {} },
      'unknown-to-release',
    ],
    ['forgetting a provider', '2.8.4', { providers: {} }, { providers: { apple: keys } }, 'never-deleted'],
    ['forgetting a theme', '2.8.109', { email_themes: {} }, { email_themes: { a: source } }, 'never-deleted'],
    ['forgetting a provider that may be shared', '2.8.4', { providers: {} }, { providers: { github: keys } }, null],
    ['forgetting a provider later', '2.8.11', { providers: {} }, { providers: { apple: keys } }, null],
    ['a template with blocks, where they are', '2.8.26', { email_templates: { magic_link: blocks } }, { email_templates: {} }, null],
    ['a template with a source, where they are', '2.8.27', { email_templates: { a: source } }, { email_templates: {} }, null],
    ['a provider of a later release, there', '2.8.24', { providers: { twitch: keys } }, { providers: {} }, null],
  ])('%s on %s', (_name, release, from, to, barrier) => {
    const rows = rowsOf(null, from, to, release);
    expect(rows.map((row) => [row.barrier, row.isTicked])).toEqual([[barrier, barrier === null && rows[0]?.kind !== 'removed']]);
    // A file takes everything.
    expect(rowsOf(null, from, to)[0]?.barrier).toBeNull();
  });
});

describe('every combination of the base, the source, and the target', () => {
  const values = [undefined, '/a', '/b', '/c'] as const;
  const site = 'https://a.example';
  const sectionOf = (path: string | undefined): Sections => ({ domains: path === undefined ? {} : { [site]: { handler_path: path } } });
  const cases = values.flatMap((base) => values.flatMap((from) => values.map((to) => [base, from, to] as const)));

  test.each(cases)('%s, %s, %s', (base, from, to) => {
    const [row] = rowsOf(sectionOf(base), sectionOf(from), sectionOf(to));
    if (from === to) return expect(row).toBeUndefined();
    const [inSource, inTarget] = [from !== base, to !== base];
    expect(row?.changedIn).toBe(inSource && inTarget ? 'both' : inSource ? 'source' : 'target');
    // Only what the source alone added or changed.
    expect(row?.isTicked).toBe(inSource && !inTarget && from !== undefined);
    const [blind] = rowsOf(null, sectionOf(from), sectionOf(to));
    expect([blind?.changedIn, blind?.isTicked]).toEqual([null, from !== undefined]);
  });
});
