/** Calls of release 2.8.86 whose requests and responses differ from the sandbox's, made through the app. */
import { describe, expect, test } from 'vitest';
import { release2886 } from '#sandbox/testing/release-scene.ts';
import { ada } from '#sandbox/testing/test-sandbox.ts';
import { releaseApp } from '../support/main/release-app';
import { reportOf } from '../support/main/test-ports';
import type { RunningRelease } from '../support/service/start-release';
import { createSystemBrowser } from '../support/service/system-browser';
import { signedIn, stepOf } from '../support/steps';

const smtp = { host: '127.0.0.1', port: 1, username: 'u', password: 'p', sender_name: 's', sender_email: 's@x.example' };

async function setUp() {
  const scene = await releaseApp(release2886, ['client', 'server', 'admin']);
  const { service, connectionId } = scene;
  const asProject = { actor: 'project', connectionId } as const;
  const { items } = await service.users.list({ ...asProject, query: { query: ada.email } });
  const adaId = items[0]?.id ?? '';
  const ownServer = () => service.projects.update({ ...asProject, body: { config: { email_config: { type: 'standard', ...smtp } } } });
  return { ...scene, asProject, adaId, ownServer };
}

/** Sends a stored template, which the app doesn't do. */
async function sendTemplate({ url, projects: { demo } }: RunningRelease, template_id: string, userId: string): Promise<void> {
  const headers = {
    'x-stack-project-id': demo.project_id,
    'x-stack-access-type': 'server',
    'x-stack-secret-server-key': demo.secret_server_key,
    'content-type': 'application/json',
  };
  const body = JSON.stringify({ user_ids: [userId], template_id });
  await fetch(`${url}/api/v1/emails/send-email`, { method: 'POST', headers, body });
}

describe('emails', () => {
  test('are listed with each form of recipients, subject and error', async () => {
    const { service, played, asProject, adaId, ownServer } = await setUp();
    await service.emails.sendTestEmail({ ...asProject, body: { recipient_email: 'a@x.example', email_config: smtp } });
    await ownServer();
    const body = { user_ids: [adaId], subject: 's', html: '<p>h</p>', notification_category_name: 'Transactional' };
    await service.emails.sendEmail({ ...asProject, body });
    const broken = '00000000-0000-4000-8000-00000000ffff';
    played.override('branch', { [`emails.templates.${broken}`]: { displayName: 'Broken', tsxSource: 'broken' } });
    await sendTemplate(played, broken, adaId);
    const { items, omitted } = await service.emails.sent(asProject);
    expect(omitted).toBeUndefined();
    expect(items[0]).toMatchObject({ subject: '', to: [`User ID: ${adaId}`], error: expect.stringMatching(/^Render error: /) });
    expect(items.some(({ error }) => String(error).startsWith('Send error: '))).toBe(true);
    expect(items.some(({ error }) => error === null)).toBe(true);
    // Test emails aren't.
    expect(JSON.stringify(items)).not.toContain('a@x.example');
  });

  test('are sent to users, each of whom the response names', async () => {
    const { service, asProject, adaId, ownServer } = await setUp();
    await ownServer();
    const body = { user_ids: [adaId], subject: 's', html: '<p>h</p>', notification_category_name: 'Transactional' };
    expect(await service.emails.sendEmail({ ...asProject, body })).toEqual({ results: [{ user_id: adaId }] });
  });

  test('have templates whose theme is an ID, none, or the project’s', async () => {
    const { service, asProject, ownServer } = await setUp();
    await ownServer();
    const { id } = await service.emails.createTemplateById({ ...asProject, body: { display_name: 'Mine' } });
    const tsx_source = 'export function EmailTemplate() { return <p>Hi</p>; }';
    const themeOf = async () => {
      const { templates, omitted } = await service.emails.templatesById(asProject);
      expect(omitted).toBeUndefined();
      return templates.find((template) => template.id === id)?.theme_id;
    };
    for (const [sent, read] of [
      ['7b3f1c0e-2f4b-4e0a-9d0e-4d1c6a0f9b21', '7b3f1c0e-2f4b-4e0a-9d0e-4d1c6a0f9b21'],
      [false, false],
      [null, undefined],
    ] as const) {
      await service.emails.updateTemplateById({ ...asProject, params: { id }, body: { tsx_source, theme_id: sent } });
      expect(await themeOf()).toBe(read);
    }
  });
});

test('the configuration is overridden by level, and as a whole not at all', async () => {
  const { service, played, asProject } = await setUp();
  const body = { config_override_string: '{"onboarding.requireEmailVerification": true}' };
  expect(await reportOf(service.config.override({ ...asProject, body }))).toEqual({ code: 'not-offered-by-service' });
  expect(played.requests.filter(({ method }) => method === 'PATCH')).toEqual([]);
  expect(await service.config.overrideLevel({ ...asProject, params: { level: 'environment' }, body })).toEqual({ success: true });
  expect(played.requests.filter(({ method }) => method === 'PATCH').map(({ path }) => path)).toEqual([
    '/internal/config/override/environment',
  ]);
  const { config_string } = await service.config.readLevel({ ...asProject, params: { level: 'environment' } });
  expect(config_string).toBeDefined();
});

test('the invitations of a user are those to verified email addresses', async () => {
  const { api, service, asProject, connectionId } = await setUp();
  const [email, password] = ['new@x.example', ada.password];
  const body = { primary_email: email, primary_email_auth_enabled: true, password };
  const { id: userId } = await service.users.create({ ...asProject, body });
  const { id: teamId } = await service.teams.create({ ...asProject, body: { display_name: 'Engine builders' } });
  const callback_url = 'http://localhost:1/handler/team-invitation';
  await service.teams.invite({ ...asProject, body: { team_id: teamId, email, callback_url } });
  const { accountId } = signedIn(await api.signIn.withPassword({ connectionId, email, password }));
  const invitations = async () =>
    (await service.teams.invitationsForMe({ actor: 'account', connectionId, accountId, query: { user_id: 'me' } })).items;
  expect(await invitations()).toEqual([]);
  await service.users.update({ ...asProject, params: { user_id: userId }, body: { primary_email_verified: true } });
  expect(await invitations()).toMatchObject([{ team_id: teamId, recipient_email: email, team_display_name: 'Engine builders' }]);
});

test('a search for a user’s ID finds the user', async () => {
  const { service, asProject, adaId } = await setUp();
  const { items } = await service.users.list({ ...asProject, query: { query: adaId } });
  expect(items.map(({ id }) => id)).toEqual([adaId]);
});

test('a sign-in through a provider ends in the browser where the project requires its publishable key', async () => {
  const { api, played, opened, connectionId } = await releaseApp(release2886, []);
  played.override('project', { 'project.requirePublishableClientKey': true });
  stepOf('browser', await api.signIn.withProvider({ connectionId, provider: 'gitlab' }));
  const page = await createSystemBrowser().open(opened.at(-1) ?? '');
  expect(page.status).toBe(401);
  expect(page.text).toContain('PUBLISHABLE_CLIENT_KEY_REQUIRED_FOR_PROJECT');
});
