import { describe, expect, it, test } from 'vitest';
import { featureSince } from '../features';
import { isAtLeast } from '../releases';
import { compareDocuments, type TargetFacts } from './compare-documents';
import { circleIn, containedFirst } from './containment';
import { type ConfigurationDocument, placeholderFor } from './document';
import { planChanges } from './plan';

type Sections = Omit<ConfigurationDocument, 'version'>;
const factsOn = (release: string): TargetFacts => ({
  isEarly: !isAtLeast(release, '2.8.11'),
  has: (feature) => isAtLeast(release, featureSince[feature]),
});

/** Plans all differences, or those of some keys. */
function planOf(source: Sections, target: Sections, { release = '2.8.109', keys }: { release?: string; keys?: readonly string[] } = {}) {
  const facts = factsOn(release);
  const document = { version: 1 as const, ...target };
  const rows = compareDocuments({ base: null, source: { version: 1, ...source }, target: document }, facts).flatMap(
    (section) => section.rows,
  );
  return planChanges(
    rows.filter(({ kind, key }) => kind !== 'same' && (keys === undefined || keys.includes(key))),
    document,
    facts,
  );
}

const stepsOf = (...given: Parameters<typeof planOf>) =>
  planOf(...given).steps.map(({ kind, rows }) => `${kind} ${rows.map(({ key }) => key).join(' ')}`);

const team = (definitions: Readonly<Record<string, readonly string[]>>): Sections => ({
  permissions: {
    team: Object.fromEntries(Object.entries(definitions).map(([id, contains]) => [id, { contains: [...contains] }])),
    project: {},
  },
});
const shared: Sections = { email_server: { type: 'shared' } };
const own: Sections = {
  email_server: {
    type: 'standard',
    host: 'h',
    port: 1,
    username: 'u',
    sender_name: 's',
    sender_email: 's@s.example',
    password: placeholderFor('P'),
  },
};
const template = (source: string): Sections => ({ email_templates: { a: { source } } });
const blocks = (subject: string): Sections => ({ email_templates: { magic_link: { subject, content: {} } } });

describe('the order of steps', () => {
  test.each<readonly [string, Parameters<typeof planOf>, readonly string[]]>([
    [
      'what others contain is created first',
      [team({ a: ['b'], b: ['c'], c: ['$read_members'] }), team({})],
      ['create-definition c', 'create-definition b', 'create-definition a'],
    ],
    ['and updated after that', [team({ a: ['b'], b: [] }), team({ a: [] })], ['create-definition b', 'update-definition a']],
    [
      'what contains others is deleted first',
      [team({}), team({ a: ['b'], b: ['c'], c: [] })],
      ['delete-definition a', 'delete-definition b', 'delete-definition c'],
    ],
    [
      'a circle that the target has is deleted as well',
      [team({}), team({ a: ['b'], b: ['a'] })],
      ['delete-definition a', 'delete-definition b'],
    ],
    [
      'defaults come between',
      [
        { ...team({ b: [] }), default_permissions: { team_member: ['b'] } },
        { ...team({ a: [] }), default_permissions: { team_member: ['a'] } },
      ],
      ['create-definition b', 'update-project team_member', 'delete-definition a'],
    ],
    [
      'a custom server comes before templates',
      [
        { ...own, ...template('x') },
        { ...shared, ...template('y') },
      ],
      ['update-project server', 'update-template a'],
    ],
    [
      'and the shared one after them',
      [
        { ...shared, ...template('x') },
        { ...own, ...template('y') },
      ],
      ['update-template a', 'update-project server'],
    ],
    [
      'which is an update of its own',
      [
        { ...shared, ...template('x'), sign_in_methods: { passkey_enabled: true } },
        { ...own, ...template('y'), sign_in_methods: { passkey_enabled: false } },
      ],
      ['update-project passkey_enabled', 'update-template a', 'update-project server'],
    ],
    [
      'templates and themes are created, then written',
      [
        { ...own, ...template('x'), email_themes: { t: { source: 'z' } } },
        { ...own, email_templates: {}, email_themes: {} },
      ],
      ['create-theme t', 'update-theme t', 'create-template a', 'update-template a'],
    ],
    [
      'templates by type are written only',
      [{ ...own, ...blocks('x') }, { ...own, email_templates: {} }, { release: '2.8.4' }],
      ['update-template magic_link'],
    ],
    [
      'schemas and views come last',
      [
        { metadata_schemas: { server_metadata: {} }, saved_views: {} },
        { metadata_schemas: {}, saved_views: { v: { query: {}, order: {}, columns: null } } },
      ],
      ['set-schema server_metadata', 'delete-view v'],
    ],
  ])('%s', (_name, given, steps) => {
    expect(stepsOf(...given)).toEqual(steps);
  });

  it('holds for 500 permissions in one chain', () => {
    const chain = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`p${at}`, at === 0 ? [] : [`p${at - 1}`]] as const));
    expect(stepsOf(team(chain), team({}))).toEqual(Array.from({ length: 500 }, (_, at) => `create-definition p${at}`));
    expect(stepsOf(team({}), team(chain))[0]).toBe('delete-definition p499');
  });
});

describe('a plan is refused', () => {
  test.each<readonly [string, Parameters<typeof planOf>, string]>([
    ['for a circle that it would close', [team({ a: ['b'], b: ['a'] }), team({ a: [], b: ['a'] })], 'circle a: a b a'],
    ['for a permission that contains itself', [team({ a: ['a'] }), team({})], 'circle a: a a'],
    ['for one that isn’t created with what contains it', [team({ a: ['b'], b: [] }), team({}), { keys: ['a'] }], 'missing-permission a: b'],
    [
      'for one that is deleted, but still contained',
      [team({ a: [] }), team({ a: ['b'], b: [] }), { keys: ['b'] }],
      'missing-permission a: b',
    ],
    [
      'for a default that isn’t there',
      [
        { ...team({ a: [] }), default_permissions: { team_creator: ['a'] } },
        { ...team({}), default_permissions: { team_creator: [] } },
        { keys: ['team_creator'] },
      ],
      'missing-permission team_creator: a',
    ],
    [
      'for a default of the other scope',
      [
        { ...team({ a: [] }), default_permissions: { user: ['a'] } },
        { ...team({ a: [] }), default_permissions: { user: [] } },
      ],
      'missing-permission user: a',
    ],
    [
      'for a built-in permission in a project',
      [{ permissions: { project: { a: { contains: ['$read_members'] } } } }, { permissions: { project: {} } }],
      'missing-permission a: $read_members',
    ],
    [
      'for an ID that moves to the other scope',
      [{ permissions: { team: { a: { contains: [] } }, project: {} } }, { permissions: { team: {}, project: { a: { contains: [] } } } }],
      'other-scope a: a',
    ],
    [
      'for a theme that isn’t created with what uses it',
      [
        { settings: { email_theme: 't' }, email_themes: { t: { source: 'x' } } },
        { settings: { email_theme: 'u' }, email_themes: { u: { source: 'x' } } },
        { keys: ['email_theme'] },
      ],
      'missing-theme email_theme: t',
    ],
    [
      'for a template while the server is shared',
      [
        { ...shared, ...template('x') },
        { ...shared, ...template('y') },
      ],
      'needs-own-server a: ',
    ],
    [
      'for a template without the server that it needs',
      [{ ...own, ...template('x') }, { ...shared, ...template('y') }, { keys: ['a'] }],
      'needs-own-server a: ',
    ],
    [
      'for the shared server while templates are left',
      [
        { ...shared, email_templates: {} },
        { ...own, ...blocks('x') },
        { release: '2.8.4', keys: ['server'] },
      ],
      'needs-default-templates server: magic_link',
    ],
    [
      'for what the release doesn’t know',
      [{ settings: { logo_url: null } }, { settings: {} }, { release: '2.8.4' }],
      'unknown-to-release logo_url: ',
    ],
    ['for what is never deleted', [{ email_themes: {} }, { email_themes: { t: { source: 'x' } } }], 'never-deleted t: '],
  ])('%s', (_name, given, refusal) => {
    const { refusals, steps } = planOf(...given);
    expect(refusals.map(({ reason, key, names }) => `${reason} ${key}: ${names.join(' ')}`)).toEqual([refusal]);
    expect(steps).toEqual([]);
  });

  it('not for a circle that it leaves alone, nor for what it repairs', () => {
    const circle = { a: ['b'], b: ['a'] };
    expect(
      planOf({ ...team(circle), settings: { description: 'x' } }, { ...team(circle), settings: { description: 'y' } }).refusals,
    ).toEqual([]);
    expect(planOf(team({ a: [], b: ['a'] }), team(circle)).refusals).toEqual([]);
  });
});

describe('a plan asks for secrets', () => {
  const keys = (client_id: string, name = 'S'): Sections => ({
    providers: { github: { type: 'standard', client_id, client_secret: placeholderFor(name) } },
  });
  test.each<readonly [string, Sections, Sections, readonly string[]]>([
    ['of a new provider', keys('a'), { providers: {} }, ['S']],
    ['of own keys in place of shared ones', keys('a'), { providers: { github: { type: 'shared' } } }, ['S']],
    ['of another client', keys('a'), keys('b'), ['S']],
    ['not of shared keys', { providers: { github: { type: 'shared' } } }, keys('b'), []],
    ['of a new server', own, shared, ['P']],
    ['of a server on another host', own, { email_server: { ...own.email_server, host: 'other' } as never }, ['P']],
    ['not of another port', own, { email_server: { ...own.email_server, port: 2 } as never }, []],
  ])('%s', (_name, source, target, names) => {
    expect(planOf(source, target).asks.map(({ name }) => name)).toEqual(names);
  });
});

test('circles are found, and orders made, in any graph', () => {
  const of = (edges: Readonly<Record<string, readonly string[]>>) =>
    Object.fromEntries(Object.entries(edges).map(([id, contains]) => [id, { contains: [...contains] }]));
  expect(circleIn(of({ a: ['b', 'c'], b: ['d'], c: ['d'], d: ['gone'] }))).toBeNull();
  expect(circleIn(of({ x: ['a'], a: ['b'], b: ['c'], c: ['a'] }))).toEqual(['a', 'b', 'c', 'a']);
  expect(containedFirst(['a', 'b', 'd'], of({ a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }))).toEqual(['d', 'b', 'a']);
  expect(containedFirst(['a', 'b'], of({ a: ['b'], b: ['a'] }))).toHaveLength(2);
});
