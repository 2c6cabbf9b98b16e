/** Updates of a project on later releases, which replace what they name: nothing else of it is lost (wire/later 6 and 7.4). */
import { describe, expect, test } from 'vitest';
import { defaultRelease } from '#sandbox/releases/release.ts';
import { releaseApp } from '../support/main/release-app';

const github = { type: 'github', isShared: false, clientId: 'c', clientSecret: 'shh', allowSignIn: false, allowConnectedAccounts: true };

async function setUp(release: string) {
  const scene = await releaseApp(release, ['client', 'admin']);
  const { service, played, connectionId } = scene;
  const project = { actor: 'project', connectionId } as const;
  const admin = async (method: string, path: string, body?: object) => {
    const { project_id, super_secret_admin_key } = played.projects.demo;
    const response = await fetch(`${played.url}/api/v1${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        'x-stack-access-type': 'admin',
        'x-stack-project-id': project_id,
        'x-stack-super-secret-admin-key': super_secret_admin_key,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    expect(response.status).toBeLessThan(300);
    return (await response.json()) as Record<string, unknown>;
  };
  const providers = async () => JSON.parse(String((await admin('GET', '/internal/config')).config_string)).auth.oauth.providers;
  return { ...scene, project, service, admin, providers };
}

describe.each(['2.8.28', '2.8.86', defaultRelease])('a provider whose sign-in is off, on %s', (release) => {
  test('stays when others are added, changed, and turned off', async () => {
    const { service, project, played, providers } = await setUp(release);
    played.override('environment', {
      'auth.oauth.providers': { google: { type: 'google', isShared: true, allowSignIn: true, allowConnectedAccounts: true }, github },
    });
    const update = (oauth_providers: NonNullable<Parameters<typeof service.projects.update>[0]['body']['config']>['oauth_providers']) =>
      service.projects.update({ ...project, body: { config: { oauth_providers, sign_up_enabled: false } } });
    const before = await service.projects.read(project);
    expect(before.config.oauth_providers.map(({ id }) => id)).toEqual(['google']);

    const after = await update([
      { id: 'google', type: 'shared', enabled: true },
      { id: 'discord', type: 'standard', client_id: 'd', client_secret: 't' },
    ]);
    expect(after.config.oauth_providers.map(({ id }) => id).sort()).toEqual(['discord', 'google']);
    expect(after.config.sign_up_enabled).toBe(false);
    expect(await providers()).toMatchObject({ github, google: { isShared: true }, discord: { clientSecret: 't' } });

    await update([{ id: 'google', type: 'shared', enabled: false }]);
    expect(Object.keys(await providers())).toEqual(['github']);
    expect(await providers()).toMatchObject({ github });
  });
});

test('a managed domain stays when its server is sent back as it was read', async () => {
  const { service, project, admin, played } = await setUp(defaultRelease);
  const path = '/internal/emails/managed-onboarding';
  const { domain_id } = await admin('POST', `${path}/setup`, { subdomain: 'mail.example.com', sender_local_part: 'hello' });
  const decided = await fetch(`${played.url}/sandbox/managed-domain`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ domain_id, status: 'verified' }),
  });
  expect(decided.status).toBe(200);
  await admin('POST', `${path}/apply`, { domain_id });
  const { config } = await service.projects.read(project);
  expect(config.email_config).toMatchObject({ type: 'standard', host: 'smtp.resend.com', password: { ref: expect.any(String) } });
  const { email_config } = config;
  await service.projects.update({ ...project, body: { display_name: 'Looms', config: { email_config } } });
  const written = JSON.parse(String((await admin('GET', '/internal/config')).config_string));
  expect(written.emails.server).toMatchObject({ provider: 'managed', managedSubdomain: 'mail.example.com' });
});
