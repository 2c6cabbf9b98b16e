/** The requests of steps: those of the forms, where a form can make the same change. */
import { describe, expect, it, test } from 'vitest';
import { fromDomainsInput, storedDomains, toDomainsInput, toDomainsUpdate } from '#areas/project/domains/domains-draft.ts';
import { type ProviderSetup, projectSignIn } from '#lib/rules/project-sign-in.ts';
import { signInUpdate } from '#lib/rules/sign-in-update.ts';
import { sampleAdminConfig } from '#tests/support/samples/sample-admin-config.ts';
import type { AdminProject } from '../service/models/project-models';
import { placeholderFor } from './document';
import type { ProjectReading } from './document-of';
import type { ChosenRow, StepKind } from './plan';
import { requestOf } from './step-request';

const stored = { ref: 'r1', last_four: '41d7' };
const config: AdminProject['config'] = {
  ...sampleAdminConfig,
  oauth_providers: [
    { id: 'google', type: 'shared' },
    { id: 'github', type: 'standard', client_id: 'Iv1', client_secret: stored, provider_config_id: 'github' },
  ],
  domains: [
    { domain: 'https://a.example', handler_path: '/handler' },
    { domain: 'https://b.example', handler_path: '/b' },
  ],
  email_config: {
    type: 'standard',
    host: 'mail.example',
    port: 587,
    username: 'u',
    password: { ref: 'p' },
    sender_name: 'E',
    sender_email: 'e@e.example',
  },
};
const reading: ProjectReading = {
  project: { id: 'p', display_name: 'Engines', description: '', created_at_millis: 0, is_production_mode: false, config },
  teamDefinitions: [],
  projectDefinitions: [],
  templatesById: [{ id: 't1', display_name: 'Welcome', tsx_source: 'old' }],
  themes: [{ id: 'h1', display_name: 'Light', tsx_source: '' }],
  views: [{ id: 'v1', name: 'All', query: { op: 'and', of: [] }, order: { by: 'name', desc: false }, columns: null }],
};
const early: ProjectReading = {
  ...reading,
  project: { ...reading.project, config: { ...config, id: 'c' } },
  templatesById: undefined,
  templatesByType: [],
};

const secretOf = (name: string) => `secret of ${name}`;
const bodyOf = (rows: readonly ChosenRow[], from = reading) => {
  const request = requestOf({ kind: 'update-project', rows, follows: false }, from, secretOf);
  return request !== undefined && 'endpoint' in request ? (request.body as { config?: Record<string, unknown> }) : {};
};
const own = (client_id: string) => ({ type: 'standard' as const, client_id, client_secret: placeholderFor('NEW') });
const setup: ProviderSetup = {
  isOn: true,
  keys: 'own',
  clientId: 'x',
  secret: { kind: 'new', text: 'secret of NEW' },
  configId: '',
  tenantId: '',
};

describe('an update of providers is that of the form', () => {
  test.each<readonly [string, ChosenRow, Readonly<Record<string, ProviderSetup | undefined>>]>([
    ['for a new one', { section: 'providers', key: 'discord', source: own('x'), target: undefined }, { discord: setup }],
    [
      'for a shared one',
      { section: 'providers', key: 'spotify', source: { type: 'shared' }, target: undefined },
      { spotify: { ...setup, keys: 'shared', clientId: '', secret: { kind: 'none' } } },
    ],
    [
      'for own keys of a shared one',
      { section: 'providers', key: 'google', source: own('x'), target: { type: 'shared' } },
      { google: setup },
    ],
    ['for another client', { section: 'providers', key: 'github', source: own('x'), target: own('Iv1') }, { github: setup }],
    [
      'for a field beside the same client, whose secret is kept',
      { section: 'providers', key: 'github', source: { ...own('Iv1'), microsoft_tenant_id: 't' }, target: own('Iv1') },
      { github: { ...setup, clientId: 'Iv1', secret: { kind: 'stored', lastFour: '41d7' }, tenantId: 't' } },
    ],
  ])('%s', (_name, row, changed) => {
    const wanted = projectSignIn(config);
    const form = signInUpdate(config, { ...wanted, providers: { ...wanted.providers, ...(changed as Record<string, ProviderSetup>) } });
    expect(bodyOf([row])).toEqual({ config: form });
  });

  it('without a removed one; where none is forgotten, it is shared and off', () => {
    const row: ChosenRow = { section: 'providers', key: 'github', source: undefined, target: own('Iv1') };
    expect(bodyOf([row]).config?.oauth_providers).toEqual([{ id: 'google', type: 'shared', enabled: true }]);
    expect(bodyOf([row], early).config?.oauth_providers).toEqual([
      { id: 'github', type: 'shared', enabled: false },
      { id: 'google', type: 'shared', enabled: true },
    ]);
  });
});

it('an update of domains is that of the form', () => {
  const rows: ChosenRow[] = [
    { section: 'domains', key: 'https://a.example', source: undefined, target: { handler_path: '/handler' } },
    { section: 'domains', key: 'https://b.example', source: { handler_path: '/new' }, target: { handler_path: '/b' } },
    { section: 'domains', key: 'https://c.example', source: { handler_path: '/c' }, target: undefined },
  ];
  const input = toDomainsInput(storedDomains(config));
  const edited = [
    { id: 1, domain: 'https://b.example', handlerPath: '/new' },
    { id: 2, domain: 'https://c.example', handlerPath: '/c' },
  ];
  const value = fromDomainsInput({ ...input, rows: edited }, 'with-port' as never);
  const { domains } = toDomainsUpdate(value ?? null);
  expect(bodyOf(rows)).toEqual({ config: { domains } });
});

test('the password of the server is kept for the same host only', () => {
  const server = (host: string) => ({
    type: 'standard' as const,
    host,
    port: 25,
    username: 'u',
    sender_name: 'E',
    sender_email: 'e@e.example',
    password: placeholderFor('P'),
  });
  const row = (host: string): ChosenRow => ({
    section: 'email_server',
    key: 'server',
    source: server(host),
    target: server('mail.example'),
  });
  expect(bodyOf([row('mail.example')]).config?.email_config).toMatchObject({ port: 25, password: { ref: 'p' } });
  expect(bodyOf([row('evil.example')]).config?.email_config).toMatchObject({ password: 'secret of P' });
});

test('settings are where the release has them', () => {
  const rows: ChosenRow[] = [
    { section: 'settings', key: 'description', source: 'New', target: '' },
    { section: 'settings', key: 'allow_localhost', source: false, target: true },
    { section: 'settings', key: 'email_theme', source: 'Light', target: 'Dark' },
    { section: 'settings', key: 'logo_full_url', source: null, target: 'https://a.example' },
    { section: 'default_permissions', key: 'user', source: ['a'], target: [] },
  ];
  const expected = { description: 'New', config: { allow_localhost: false, email_theme: 'h1', user_default_permissions: [{ id: 'a' }] } };
  expect(bodyOf(rows)).toEqual({ ...expected, full_logo_url: null });
  const later = { ...reading, project: { ...reading.project, logo_full_url: null } };
  expect(bodyOf(rows, later)).toEqual({ ...expected, logo_full_url: null });
});

test.each<readonly [StepKind, Omit<ChosenRow, 'target'>, object | undefined]>([
  [
    'create-definition',
    { section: 'permissions.team', key: 'a', source: { contains: ['b'] } },
    { endpoint: 'permissions.createTeamDefinition', body: { id: 'a', contained_permission_ids: ['b'] } },
  ],
  [
    'update-definition',
    { section: 'permissions.project', key: 'a', source: { contains: [] } },
    { endpoint: 'permissions.updateProjectDefinition', params: { id: 'a' }, body: { description: '', contained_permission_ids: [] } },
  ],
  [
    'delete-definition',
    { section: 'permissions.team', key: 'a', source: undefined },
    { endpoint: 'permissions.deleteTeamDefinition', params: { id: 'a' } },
  ],
  [
    'create-theme',
    { section: 'email_themes', key: 'Own', source: { source: 'x' } },
    { endpoint: 'emailThemes.create', body: { display_name: 'Own' } },
  ],
  [
    'update-theme',
    { section: 'email_themes', key: 'Light', source: { source: 'x' } },
    { endpoint: 'emailThemes.update', params: { id: 'h1' }, body: { tsx_source: 'x' } },
  ],
  ['update-theme', { section: 'email_themes', key: 'Gone', source: { source: 'x' } }, undefined],
  [
    'create-template',
    { section: 'email_templates', key: 'New', source: { source: 'x' } },
    { endpoint: 'emails.createTemplateById', body: { display_name: 'New' } },
  ],
  [
    'update-template',
    { section: 'email_templates', key: 'Welcome', source: { source: 'x' } },
    { endpoint: 'emails.updateTemplateById', params: { id: 't1' }, body: { tsx_source: 'x', theme_id: null } },
  ],
  [
    'update-template',
    { section: 'email_templates', key: 'Welcome', source: { source: 'x', theme: false } },
    { endpoint: 'emails.updateTemplateById', params: { id: 't1' }, body: { tsx_source: 'x', theme_id: false } },
  ],
  [
    'update-template',
    { section: 'email_templates', key: 'Welcome', source: { source: 'x', theme: 'Light' } },
    { endpoint: 'emails.updateTemplateById', params: { id: 't1' }, body: { tsx_source: 'x', theme_id: 'h1' } },
  ],
  ['update-template', { section: 'email_templates', key: 'Welcome', source: { source: 'x', theme: 'Gone' } }, undefined],
  [
    'delete-template',
    { section: 'email_templates', key: 'Welcome', source: undefined },
    { endpoint: 'emails.deleteTemplateById', params: { id: 't1' } },
  ],
  ['delete-template', { section: 'email_templates', key: 'Gone', source: undefined }, undefined],
  [
    'set-schema',
    { section: 'metadata_schemas', key: 'server_metadata', source: { a: 1 } },
    { profile: 'set-schema', kind: 'server_metadata', text: '{\n  "a": 1\n}' },
  ],
  [
    'set-schema',
    { section: 'metadata_schemas', key: 'server_metadata', source: undefined },
    { profile: 'set-schema', kind: 'server_metadata', text: null },
  ],
  [
    'save-view',
    { section: 'saved_views', key: 'New', source: { query: {}, order: {}, columns: null } },
    { profile: 'save-view', id: null, view: { name: 'New', query: {}, order: {}, columns: null } },
  ],
  ['delete-view', { section: 'saved_views', key: 'All', source: undefined }, { profile: 'delete-view', id: 'v1' }],
  ['delete-view', { section: 'saved_views', key: 'Gone', source: undefined }, undefined],
])('%s of %j', (kind, row, expected) => {
  expect(requestOf({ kind, rows: [{ ...row, target: undefined }], follows: false }, reading, secretOf)).toEqual(expected);
});

test('templates by type are updated and reset', () => {
  const row: ChosenRow = { section: 'email_templates', key: 'magic_link', source: { subject: 's', content: {} }, target: undefined };
  expect(requestOf({ kind: 'update-template', rows: [row], follows: false }, early, secretOf)).toEqual({
    endpoint: 'emails.updateTemplate',
    params: { type: 'magic_link' },
    body: { subject: 's', content: {} },
  });
  expect(requestOf({ kind: 'delete-template', rows: [{ ...row, source: undefined }], follows: false }, early, secretOf)).toEqual({
    endpoint: 'emails.resetTemplate',
    params: { type: 'magic_link' },
  });
});
