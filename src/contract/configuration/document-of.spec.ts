import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { fixedSeed } from '#tests/support/arbitraries.ts';
import { sampleAdminConfig } from '#tests/support/samples/sample-admin-config.ts';
import type { SavedView } from '../bridge/saved-views';
import type { AdminProject } from '../service/models/project-models';
import { checkDocument } from './check-document';
import { placeholderFor } from './document';
import { documentOf, type ProjectReading } from './document-of';

const secret = 'a very secret text of a provider';
const project = (config: Partial<AdminProject['config']> = {}, more: Partial<AdminProject> = {}): AdminProject => ({
  id: '7c0f5a52-51a7-4b8e-9f0d-3f6d6f7a1b2c',
  display_name: 'Engines',
  description: '',
  created_at_millis: 1,
  is_production_mode: false,
  ...more,
  config: { ...sampleAdminConfig, ...config },
});
const reading = (more: Partial<ProjectReading> = {}): ProjectReading => ({
  project: project(),
  teamDefinitions: [],
  projectDefinitions: [],
  ...more,
});
const documentFrom = (more: Partial<ProjectReading>) => {
  const result = documentOf(reading(more));
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.document;
};
const standard = (id: string, more: object = {}) => ({ id, type: 'standard' as const, client_id: 'c', client_secret: secret, ...more });

describe('a document', () => {
  it('has nothing that only one project has: no ID, no time, no owner, no secret', () => {
    const server = {
      type: 'standard' as const,
      host: 'h',
      port: 1,
      username: 'u',
      password: secret,
      sender_name: 's',
      sender_email: 's@s.example',
    };
    const document = documentFrom({
      project: project({ oauth_providers: [standard('github')], email_config: server }, { owner_team_id: 'team' }),
    });
    expect(JSON.stringify(document)).not.toMatch(/7c0f5a52|secret text|owner|created/);
    expect([document.providers?.github, document.email_server]).toMatchObject([
      { client_secret: placeholderFor('GITHUB_CLIENT_SECRET') },
      { password: placeholderFor('EMAIL_SERVER_PASSWORD') },
    ]);
    expect(checkDocument(document)).toEqual({ ok: true, document });
  });

  it('is the same, whatever the order of what was read', () => {
    const providers = ['x', 'github', 'apple', 'my-idp', 'my_idp', '1x'].map((id) => standard(id));
    const domains = ['b', 'a', 'c'].map((name) => ({ domain: `https://${name}.example`, handler_path: '/' }));
    const definitions = ['b', 'a', '10', '9'].map((id) => ({ id, contained_permission_ids: ['$update_team', '$read_members', 'b'] }));
    const templates = ['Welcome', 'a', 'B'].map((name) => ({ id: name, display_name: name, tsx_source: name }));
    const shuffled = <T>(items: readonly T[]) => fc.shuffledSubarray([...items], { minLength: items.length });
    const orders = fc.record({
      providers: shuffled(providers),
      domains: shuffled(domains),
      definitions: shuffled(definitions),
      templates: shuffled(templates),
    });
    const textOf = (order: typeof orders extends fc.Arbitrary<infer T> ? T : never) =>
      JSON.stringify(
        documentFrom({
          project: project({ oauth_providers: order.providers, domains: order.domains }),
          teamDefinitions: order.definitions.map((each) => ({
            ...each,
            contained_permission_ids: [...each.contained_permission_ids].reverse(),
          })),
          templatesById: order.templates,
        }),
      );
    const first = textOf({ providers, domains, definitions, templates });
    fc.assert(
      fc.property(orders, (order) => {
        expect(textOf(order)).toBe(first);
      }),
      { ...fixedSeed(), numRuns: 200 },
    );
    expect(
      Object.values(JSON.parse(first).providers).map((each) => (each as { client_secret: string }).client_secret.slice(2, -1)),
    ).toEqual([
      'P_1X_CLIENT_SECRET',
      'APPLE_CLIENT_SECRET',
      'GITHUB_CLIENT_SECRET',
      'MY_IDP_CLIENT_SECRET',
      'MY_IDP_CLIENT_SECRET_2',
      'X_CLIENT_SECRET',
    ]);
  });

  it('leaves out what says nothing', () => {
    const off = { enabled: false };
    const document = documentFrom({
      project: project({
        id: 'c',
        oauth_providers: [
          { id: 'google', type: 'shared', ...off },
          { id: 'apple', type: 'standard', ...off },
          standard('x', off),
          standard('github', { enabled: true }),
        ],
        domains: [
          { domain: 'https://a.example', handler_path: '/' },
          { domain: 'https://a.example', handler_path: '/' },
        ],
        user_default_permissions: [{ id: 'b' }, { id: 'a' }, { id: 'b' }],
      }),
      teamDefinitions: [
        { id: '$read_members', description: 'Read', contained_permission_ids: [] },
        { id: 'a', description: '', contained_permission_ids: [] },
      ],
      templatesByType: [
        { type: 'magic_link', subject: 'own', content: {}, is_default: false },
        { type: 'password_reset', subject: 'default', content: {}, is_default: true },
      ],
      metadataSchemas: { client_metadata: '', server_metadata: '{"b": 1, "a": 2}', client_read_only_metadata: '{' },
    });
    expect(document).toMatchObject({ domains: { 'https://a.example': {} }, default_permissions: { user: ['a', 'b'] } });
    expect([document.providers, document.permissions, document.email_templates].map((section) => Object.keys(section ?? {}))).toEqual([
      ['github', 'x'],
      ['team', 'project'],
      ['magic_link'],
    ]);
    expect(document.permissions?.team).toEqual({ a: { contains: [] } });
    expect(document.providers?.github).not.toHaveProperty('enabled');
    expect(document.providers?.x).toHaveProperty('enabled', false);
    expect(JSON.stringify(document.metadata_schemas)).toBe('{"server_metadata":{"b":1,"a":2}}');
  });

  it('says only what its release has', () => {
    const early = documentFrom({ project: project({ id: 'c' }), templatesByType: [] });
    expect(Object.keys(early)).not.toContain('email_themes');
    expect(Object.keys(early.settings ?? {})).not.toContain('logo_url');
    const middle = documentFrom({ project: project({}, { logo_url: null, full_logo_url: 'https://a.example' }) });
    expect(middle.settings).toMatchObject({ logo_url: null, logo_full_url: 'https://a.example' });
    expect(middle.settings).not.toHaveProperty('logo_dark_mode_url');
    const themes = [{ id: 'h', display_name: 'Light', tsx_source: 'x' }];
    const later = documentFrom({
      project: project({ email_theme: 'h' }),
      themes,
      templatesById: [
        { id: '1', display_name: 'a', tsx_source: 's', theme_id: 'h' },
        { id: '2', display_name: 'b', tsx_source: 's', theme_id: false },
        { id: '3', display_name: 'c', tsx_source: 's' },
      ],
    });
    expect([later.settings?.email_theme, later.email_templates]).toEqual([
      'Light',
      { a: { source: 's', theme: 'Light' }, b: { source: 's', theme: false }, c: { source: 's' } },
    ]);
  });
});

test('views with values of users are in it only if that is requested', () => {
  const named = (name: string, query: SavedView['query']) => ({ ...view(name), query });
  const views = [
    named('verified', { field: 'verified', value: true }),
    named('has a plan', { op: 'not', of: { field: 'metadata', path: 'server.plan', is: { op: 'exists' } } }),
    named('one', { op: 'and', of: [{ field: 'text', value: 'ada@analytical.example' }] }),
    named('her plan', { field: 'metadata', path: 'server.owner', is: { op: 'equals', value: 'Ada' } }),
    named('her team', { op: 'or', of: [{ field: 'team', value: ['7c0f5a52-51a7-4b8e-9f0d-3f6d6f7a1b2c'] }] }),
  ];
  const result = documentOf(reading({ views }), 'impersonal-views');
  expect(result.ok && Object.keys(result.document.saved_views ?? {})).toEqual(['has a plan', 'verified']);
  expect(Object.keys(documentFrom({ views }).saved_views ?? {})).toHaveLength(5);
});

const template = (id: string, display_name: string) => ({ id, display_name, tsx_source: '' });
const view = (name: string) => ({
  id: name,
  name,
  query: { op: 'and' as const, of: [] },
  order: { by: 'name' as const, desc: false },
  columns: null,
});
const definition = (id: string) => ({ id, contained_permission_ids: [] });

test.each<readonly [string, Partial<ProjectReading>, object]>([
  [
    'two templates of one name',
    { templatesById: [template('1', 'a'), template('2', 'a')] },
    { section: 'email_templates', key: 'a', reason: 'twice' },
  ],
  ['two themes of one name', { themes: [template('1', 'a'), template('2', 'a')] }, { section: 'email_themes', key: 'a', reason: 'twice' }],
  ['two views of one name', { views: [view('a'), view('a')] }, { section: 'saved_views', key: 'a', reason: 'twice' }],
  [
    'a domain with two paths',
    {
      project: project({
        domains: [
          { domain: 'https://a.example', handler_path: '/' },
          { domain: 'https://a.example', handler_path: '/b' },
        ],
      }),
    },
    { section: 'domains', key: 'https://a.example', reason: 'twice' },
  ],
  [
    'two providers of one type',
    { project: project({ oauth_providers: [standard('x'), standard('x')] }) },
    { section: 'providers', key: 'x', reason: 'twice' },
  ],
  ['a template without a name', { templatesById: [template('1', ' ')] }, { section: 'email_templates', key: ' ', reason: 'unusable' }],
  [
    'a permission named like a prototype',
    { teamDefinitions: [definition('__proto__')] },
    { section: 'permissions.team', key: '__proto__', reason: 'unusable' },
  ],
])('a project has no document with %s', (_name, more, problem) => {
  expect(documentOf(reading(more))).toEqual({ ok: false, problems: [problem] });
});
