import { describe, expect, test } from 'vitest';
import type { AdminProject } from '#contract/service/models/project-models.ts';
import { sampleAdminConfig } from '#tests/support/samples/sample-admin-config.ts';
import { keepsProvidersThatAreOff, type ProjectSignIn, type ProviderSetup, projectSignIn } from './project-sign-in';
import { signInUpdate } from './sign-in-update';

type Config = AdminProject['config'];

const secret = { ref: 'r1', last_four: '41d7' };
const google = { id: 'google', type: 'shared' } as const;
const github = { id: 'github', type: 'standard', client_id: 'Iv1', client_secret: secret } as const;
const microsoft = { id: 'microsoft', type: 'standard', client_id: 'm', client_secret: { ref: 'r2' }, microsoft_tenant_id: 't' } as const;

/** As releases up to 2.8.10 return it. */
const baseline: Config = {
  ...sampleAdminConfig,
  id: 'config',
  oauth_providers: [
    { ...github, enabled: true },
    { ...google, enabled: false },
    { ...microsoft, enabled: true },
  ],
};
/** As later ones do. */
const later: Config = {
  ...baseline,
  id: undefined,
  oauth_providers: [
    { ...github, provider_config_id: 'github' },
    { ...google, provider_config_id: 'google' },
    { ...microsoft, provider_config_id: 'microsoft' },
  ],
};

const shared: ProviderSetup = { isOn: true, keys: 'shared', clientId: '', secret: { kind: 'none' }, configId: '', tenantId: '' };
const own: ProviderSetup = { ...shared, keys: 'own', clientId: 'id', secret: { kind: 'new', text: 'top' } };

const edits: readonly {
  readonly what: string;
  readonly edit: (signIn: ProjectSignIn) => Partial<ProjectSignIn>;
  readonly changed: Readonly<Record<string, object>>;
}[] = [
  {
    what: 'an added provider with shared keys',
    edit: ({ providers }) => ({ providers: { ...providers, spotify: shared } }),
    changed: { spotify: { id: 'spotify', type: 'shared', enabled: true } },
  },
  {
    what: 'an added provider with own keys',
    edit: ({ providers }) => ({ providers: { ...providers, facebook: { ...own, configId: 'c' } } }),
    changed: {
      facebook: { id: 'facebook', type: 'standard', enabled: true, client_id: 'id', client_secret: 'top', facebook_config_id: 'c' },
    },
  },
  {
    what: 'another client ID with the stored secret',
    edit: ({ providers }) => ({ providers: { ...providers, github: { ...(providers.github ?? own), clientId: 'Iv2' } } }),
    changed: { github: { ...github, enabled: true, client_id: 'Iv2' } },
  },
  {
    what: 'a new secret',
    edit: ({ providers }) => ({
      providers: { ...providers, github: { ...(providers.github ?? own), secret: { kind: 'new', text: 'next' } } },
    }),
    changed: { github: { ...github, enabled: true, client_secret: 'next' } },
  },
  {
    what: 'another tenant',
    edit: ({ providers }) => ({ providers: { ...providers, microsoft: { ...(providers.microsoft ?? own), tenantId: '' } } }),
    changed: { microsoft: { id: 'microsoft', type: 'standard', enabled: true, client_id: 'm', client_secret: { ref: 'r2' } } },
  },
  {
    what: 'a provider that is turned off',
    edit: ({ providers }) => ({ providers: { ...providers, github: { ...(providers.github ?? own), isOn: false } } }),
    changed: { github: { ...github, enabled: false } },
  },
  {
    what: 'shared keys instead of own ones',
    edit: ({ providers }) => ({ providers: { ...providers, github: shared } }),
    changed: { github: { id: 'github', type: 'shared', enabled: true } },
  },
];

describe('the providers of an update', () => {
  test.each(edits)('$what, where providers can be off', ({ edit, changed }) => {
    const before = projectSignIn(baseline);
    const unchanged = {
      github: { ...github, enabled: true },
      google: { ...google, enabled: false },
      microsoft: { ...microsoft, enabled: true },
    };
    const update = signInUpdate(baseline, { ...before, ...edit(before) });
    const expected = Object.entries({ ...unchanged, ...changed }).sort(([one], [other]) => (one < other ? -1 : 1));
    expect(update).toEqual({ oauth_providers: expected.map(([, provider]) => provider) });
  });

  test.each(edits)('$what, where listed providers are on', ({ edit, changed }) => {
    const before = projectSignIn(later);
    const unchanged = {
      github: { ...github, enabled: true },
      google: { ...google, enabled: true },
      microsoft: { ...microsoft, enabled: true },
    };
    const update = signInUpdate(later, { ...before, ...edit(before) });
    const expected = Object.entries({ ...unchanged, ...changed }).sort(([one], [other]) => (one < other ? -1 : 1));
    expect(update).toEqual({ oauth_providers: expected.map(([, provider]) => provider) });
  });

  test('name one that this version doesn’t know', () => {
    const config: Config = { ...later, oauth_providers: [...later.oauth_providers, { id: 'okta', type: 'standard', client_id: 'o' }] };
    const before = projectSignIn(config);
    const update = signInUpdate(config, { ...before, providers: { ...before.providers, google: { ...shared, isOn: false } } });
    expect(update.oauth_providers).toContainEqual({ id: 'okta', type: 'standard', enabled: true, client_id: 'o' });
  });
});

test.each<{ what: string; edit: Partial<ProjectSignIn>; update: object }>([
  { what: 'nothing', edit: {}, update: {} },
  { what: 'the password', edit: { password: false }, update: { credential_enabled: false } },
  { what: 'the code', edit: { code: true }, update: { magic_link_enabled: true } },
  { what: 'the passkey', edit: { passkey: true }, update: { passkey_enabled: true } },
  { what: 'sign-up', edit: { signUp: false }, update: { sign_up_enabled: false } },
  { what: 'the strategy', edit: { merge: 'raise_error' }, update: { oauth_account_merge_strategy: 'raise_error' } },
])('an update has only what differs: $what', ({ edit, update }) => {
  expect(signInUpdate(baseline, { ...projectSignIn(baseline), ...edit })).toEqual(update);
});

test('a provider that is off stays where the configuration has an ID', () => {
  expect([keepsProvidersThatAreOff(baseline), keepsProvidersThatAreOff(later)]).toEqual([true, false]);
});
