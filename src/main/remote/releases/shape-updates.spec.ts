import { describe, expect, test } from 'vitest';
import type { AdminProject, ProjectUpdate } from '#contract/service/models/project-models.ts';
import { sampleAdminConfig } from '#tests/support/samples/sample-admin-config.ts';
import { shapeProjectUpdate } from './shape-updates';

const google = { id: 'google', type: 'shared' } as const;
const github = { id: 'github', type: 'standard', client_id: 'c', client_secret: 's' } as const;

function project(config: Partial<AdminProject['config']>): AdminProject {
  return {
    id: 'p',
    display_name: 'Engines',
    description: 'Analytical',
    created_at_millis: 1,
    is_production_mode: false,
    config: {
      ...sampleAdminConfig,
      allow_localhost: false,
      ...config,
    },
  };
}

const baseline = project({
  id: 'config',
  oauth_providers: [
    { ...google, enabled: true },
    { ...github, enabled: false },
  ],
});
const newer = project({ oauth_providers: [{ ...google, provider_config_id: 'google' }] });
const unchanged = { description: 'Analytical', config: { allow_localhost: false } };

describe('what must not change by being left out', () => {
  test.each<{ what: string; update: ProjectUpdate; shaped: ProjectUpdate }>([
    { what: 'nothing', update: {}, shaped: unchanged },
    { what: 'a name', update: { display_name: 'x' }, shaped: { display_name: 'x', ...unchanged } },
    { what: 'a description', update: { description: 'x' }, shaped: { ...unchanged, description: 'x' } },
    { what: 'no description', update: { description: null }, shaped: { ...unchanged, description: null } },
    { what: 'an empty description', update: { description: '' }, shaped: { ...unchanged, description: '' } },
    { what: 'localhost', update: { config: { allow_localhost: true } }, shaped: { ...unchanged, config: { allow_localhost: true } } },
    {
      what: 'a switch',
      update: { config: { passkey_enabled: true } },
      shaped: { ...unchanged, config: { passkey_enabled: true, allow_localhost: false } },
    },
  ])('is said when $what is sent', ({ update, shaped }) => {
    expect(shapeProjectUpdate(update, baseline)).toEqual(shaped);
    expect(shapeProjectUpdate(update, newer)).toEqual(shaped);
  });
});

describe('providers', () => {
  const shaped = (providers: NonNullable<ProjectUpdate['config']>['oauth_providers'], current: AdminProject) =>
    shapeProjectUpdate({ config: { oauth_providers: providers } }, current).config?.oauth_providers;

  test.each([
    {
      what: 'none',
      sent: [],
      kept: [
        { ...google, enabled: false },
        { ...github, enabled: false },
      ],
    },
    {
      what: 'one',
      sent: [google],
      kept: [
        { ...google, enabled: true },
        { ...github, enabled: false },
      ],
    },
    {
      what: 'one that is off',
      sent: [{ ...github, enabled: false }],
      kept: [
        { ...github, enabled: false },
        { ...google, enabled: false },
      ],
    },
  ])('are all named to a release with `config.id`: $what sent', ({ sent, kept }) => {
    expect(shaped(sent, baseline)).toEqual(kept);
  });

  test.each([
    { what: 'none', sent: [], kept: [] },
    { what: 'one that is on', sent: [{ ...google, enabled: true }], kept: [google] },
    { what: 'one that is off', sent: [google, { ...github, enabled: false }], kept: [google] },
  ])('never say `enabled` to one without: $what', ({ sent, kept }) => {
    expect(shaped(sent, newer)).toEqual(kept);
  });

  test('of a later release are not sent with fields that only it answers', () => {
    const both = project({ id: 'config', oauth_providers: [{ ...google, enabled: true, provider_config_id: 'google' }] });
    expect(shaped([], both)).toEqual([{ ...google, enabled: false }]);
  });
});

describe('an email server', () => {
  const managed = {
    type: 'standard',
    host: 'smtp.resend.com',
    port: 465,
    username: 'resend',
    password: 'secret',
    sender_name: 'Engines',
    sender_email: 'hello@mail.example.com',
  } as const;
  const shaped = (email_config: NonNullable<ProjectUpdate['config']>['email_config']) =>
    shapeProjectUpdate({ config: { email_config } }, project({ email_config: managed })).config;

  test('that is the project’s already isn’t written, which would end a managed domain', () => {
    expect(shaped({ ...managed })).toEqual({ allow_localhost: false });
  });

  test.each([{ ...managed, sender_name: 'Looms' }, { ...managed, password: 'other' }, { type: 'shared' } as const])(
    '%j is written',
    (server) => {
      expect(shaped(server)).toEqual({ email_config: server, allow_localhost: false });
    },
  );
});
