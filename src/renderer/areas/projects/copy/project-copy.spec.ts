import { describe, expect, it } from 'vitest';
import { type AdminProject, projectCreation } from '#contract/service/models/project-models.ts';
import { type NotCopied, projectCopy } from './project-copy';

const withheld = { ref: 'r1', last_four: 'abcd' };
const early = {
  id: 'e0b52f4d-dece-408c-af49-d23061bb0f8d',
  allow_localhost: false,
  sign_up_enabled: false,
  credential_enabled: true,
  magic_link_enabled: true,
  passkey_enabled: false,
  client_team_creation_enabled: true,
  client_user_deletion_enabled: false,
  allow_user_api_keys: true,
  allow_team_api_keys: false,
  create_team_on_sign_up: true,
  oauth_providers: [
    { id: 'github', type: 'shared', enabled: true },
    { id: 'spotify', type: 'shared', enabled: false },
  ],
  enabled_oauth_providers: [{ id: 'github' }],
  domains: [{ domain: 'https://app.example.com', handler_path: '/handler' }],
  email_config: { type: 'shared' },
  team_creator_default_permissions: [{ id: 'admin' }],
  team_member_default_permissions: [{ id: 'member' }, { id: '$read_members' }],
  user_default_permissions: [],
  oauth_account_merge_strategy: 'raise_error',
};
const { id: _early, ...withoutId } = early;
const later = {
  ...withoutId,
  email_theme: 't1',
  oauth_providers: [{ id: 'github', type: 'shared', provider_config_id: 'github' }],
  team_creator_default_permissions: [{ id: 'team_admin' }],
  team_member_default_permissions: [{ id: 'team_member' }],
};
const project = (config: object, own: object = {}) =>
  ({ display_name: 'Engines', is_production_mode: false, ...own, config }) as unknown as AdminProject;
const copied = (config: object) => projectCopy(project(config), false).config;
const rest: NotCopied = { kind: 'other-data' };

it.each<[string, object]>([
  ['an early release', early],
  ['a later release', later],
])('of %s copies what can be copied, and is valid for the call', (_, config) => {
  const { config: own, notCopied } = projectCopy(project(config), false);
  const { enabled_oauth_providers: _derived, id: _id, email_theme: _theme, ...expected } = config as typeof early & typeof later;
  const providers = expected.oauth_providers.map(
    ({ provider_config_id: _later, ...provider }: { provider_config_id?: string }) => provider,
  );
  expect(own).toEqual({ ...expected, oauth_providers: providers });
  expect(projectCreation.safeParse({ display_name: 'Copy', config: own }).error).toBeUndefined();
  expect(notCopied).toEqual([rest]);
});

it('sends `enabled` to releases that have it, and to them alone', () => {
  const provider = { id: 'google', type: 'shared' };
  expect(copied({ ...early, oauth_providers: [provider] }).oauth_providers).toEqual([{ ...provider, enabled: true }]);
  expect(copied({ ...later, oauth_providers: [provider] }).oauth_providers).toEqual([provider]);
});

const smtp = {
  type: 'standard',
  host: 'smtp.example.com',
  port: 587,
  username: 'u',
  password: withheld,
  sender_name: 'S',
  sender_email: 's@e.com',
};
const ownKeys = { id: 'google', type: 'standard', enabled: true, client_id: 'c', client_secret: withheld, facebook_config_id: 'f' };

describe('isn’t copied', () => {
  it.each<[string, object, readonly NotCopied[], object?]>([
    ['a provider with its own keys', { oauth_providers: [ownKeys] }, [{ kind: 'provider-keys', provider: 'google' }]],
    [
      'such a provider that is off',
      { oauth_providers: [{ ...ownKeys, id: 'x', enabled: false }] },
      [{ kind: 'provider-keys', provider: 'x' }],
    ],
    ['an own email server', { email_config: smtp }, [{ kind: 'email-server', host: 'smtp.example.com' }]],
    ['what isn’t a domain', { domains: [{ domain: 'ftp://a', handler_path: '/' }] }, [{ kind: 'domain-invalid', domain: 'ftp://a' }]],
    [
      'a domain with a handler path that no update takes',
      { domains: [{ domain: 'https://a.example', handler_path: 'handler' }] },
      [{ kind: 'domain-invalid', domain: 'https://a.example' }],
    ],
    [
      'a domain that was listed before',
      { domains: [...early.domains, { domain: 'https://app.example.com', handler_path: '/auth' }] },
      [{ kind: 'domain-twice', domain: 'https://app.example.com' }],
    ],
    [
      'defaults that a new project doesn’t define',
      { team_creator_default_permissions: [{ id: 'admin' }, { id: 'boss' }], team_member_default_permissions: [{ id: 'team_member' }] },
      [
        { kind: 'defaults', of: 'creator', ids: ['boss'] },
        { kind: 'defaults', of: 'member', ids: ['team_member'] },
      ],
    ],
    [
      'any default of users, for whom a new project defines no permission',
      { user_default_permissions: [{ id: 'member' }, { id: '$read_members' }] },
      [{ kind: 'defaults', of: 'user', ids: ['member', '$read_members'] }],
    ],
    ['production mode', {}, [{ kind: 'production' }], { is_production_mode: true }],
  ])('%s', (_, change, expected, own) => {
    expect(projectCopy(project({ ...early, ...change }, own), false).notCopied).toEqual([...expected, rest]);
  });

  it('what the service keeps apart from the project', () => {
    expect(projectCopy(project(later), true).notCopied).toEqual([{ kind: 'later-settings' }, rest]);
  });
});

it('leaves out what isn’t copied, and nothing else', () => {
  const sent = copied({
    ...early,
    oauth_providers: [ownKeys, ...early.oauth_providers],
    email_config: smtp,
    user_default_permissions: [{ id: 'boss' }],
    domains: [{ domain: 'nowhere', handler_path: '/' }, ...early.domains],
  });
  const { email_config: _email, user_default_permissions: _user, ...expected } = copied(early);
  expect(sent).toEqual(expected);
  expect(JSON.stringify(sent)).not.toMatch(/client_secret|password|"ref"/);
});
