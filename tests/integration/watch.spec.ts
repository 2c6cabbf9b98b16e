/** The background watch over real HTTP, at a sandbox whose clock is moved: what is notified of, and what ends that. */
import { expect, test } from 'vitest';
import type { Finding } from '#contract/bridge/watch.ts';
import type { AppNotification } from '#main/ports/ports.ts';
import { systemClock } from '#main/runtime/system-clock.ts';
import type { MailServer } from '#sandbox/mail/smtp.ts';
import { closedPort } from '#sandbox/testing/mail-server.ts';
import { advanceSandbox, type LaunchedApp, launchApp, sandboxUrl, targetsOf, withAccount } from '../support/main/launch-app';
import { sandboxNow } from '../support/service/mailbox';
import { temporaryFolder } from '../support/temporary-folder';

const hour = 3_600_000;
const day = 24 * hour;
const email = 'charles@analytical.example';
const callback_url = 'http://localhost:47810/handler/team-invitation?connection=sandbox';

const kinds = ['watchEmails', 'watchKeys', 'watchSessions', 'watchInvitations'] as const;

/** A watch of one kind that has looked once. Nothing is found, because what the demo has was dismissed. */
async function watching(kind: (typeof kinds)[number], before = async (_api: LaunchedApp['api']) => {}) {
  const notifications: AppNotification[] = [];
  const moved = { millis: 0 };
  const app = await launchApp(await temporaryFolder(), {
    notify: (notification) => void notifications.push(notification),
    clock: { ...systemClock, now: () => systemClock.now() + moved.millis },
  });
  const { api, service } = app;
  await before(api);
  const launched = { ...app, ...targetsOf(withAccount(await api.sandbox.open({}))) };
  const { asProject, asAccount } = launched;
  await api.settings.update({ watch: true, ...Object.fromEntries(kinds.map((name) => [name, name === kind])) });
  const check = () => api.watch.check({});
  const findings = async (): Promise<readonly Finding[]> => (await api.watch.state({})).value.findings;
  await check();
  for (const { id } of await findings()) await api.watch.dismiss({ id });
  const team = (await service.teams.list({ ...asAccount, query: { user_id: 'me' } })).items[0]?.id ?? '';
  notifications.length = 0;
  return {
    ...launched,
    moved,
    check,
    findings,
    team,
    found: async () => (await findings()).map((finding) => finding.kind),
    titles: () => notifications.map(({ title }) => title),
    notifications,
    pass: (millis: number) => advanceSandbox(launched, millis),
    async revokeInvitations() {
      const { items } = await service.teams.invitations({ ...asAccount, query: { team_id: team } });
      for (const { id } of items) await service.teams.revokeInvitation({ ...asAccount, params: { id }, query: { team_id: team } });
    },
    invite: () => service.teams.invite({ ...asProject, body: { team_id: team, email, callback_url } }),
    createKeys: async (days: number) =>
      service.apiKeys.createKeySet({
        ...asProject,
        body: {
          description: 'Difference engine',
          expires_at_millis: (await sandboxNow(launched)) + days * day,
          has_publishable_client_key: true,
          has_secret_server_key: false,
          has_super_secret_admin_key: false,
        },
      }),
  };
}

test('keys are notified of at 30, 7, and 1 days, and no longer once they expired or were revoked', async () => {
  const { service, asProject, asAccount, createKeys, check, pass, found, titles } = await watching('watchKeys');
  // One of the demo's, which would expire soon as well.
  const ofUser = { user_id: 'me' };
  const notebook = (await service.apiKeys.listUserKeys({ ...asAccount, query: ofUser })).items.find(
    (key) => key.description === 'Notebook',
  );
  const params = { api_key_id: notebook?.id ?? '' };
  await service.apiKeys.updateUserKey({ ...asAccount, params, query: ofUser, body: { revoked: true } });
  await createKeys(40);
  await check();
  expect([await found(), titles()]).toEqual([[], []]);
  for (const days of [11, 1, 22, 1, 4.5]) {
    await pass(days * day);
    await check();
  }
  const within = (time: string) => `Project keys expire within ${time}`;
  expect(titles()).toEqual([within('30 days'), within('7 days'), within('a day')]);
  expect(await found()).toEqual(['key-set']);
  await pass(day);
  await check();
  expect(await found()).toEqual([]);

  const { id } = await createKeys(5);
  await check();
  expect([await found(), titles().slice(3)]).toEqual([['key-set'], [within('7 days')]]);
  await service.apiKeys.updateKeySet({ ...asProject, params: { api_key_id: id }, body: { revoked: true } });
  // Without a check, because the app itself revoked them.
  await expect.poll(found).toEqual([]);
  expect(titles()).toHaveLength(4);
});

test('an email that isn’t delivered is notified of once, until a later one to the same recipient is', async () => {
  const { service, asProject, invite, check, findings, notifications } = await watching('watchEmails');
  const send = async (email_config: { type: 'shared' } | ({ type: 'standard' } & MailServer)) => {
    await service.projects.update({ ...asProject, body: { config: { email_config } } });
    await invite().catch(() => undefined);
    await check();
  };
  await send({ type: 'standard', ...(await closedPort()) });
  expect(notifications).toEqual([{ title: '1 email wasn’t delivered', body: 'Analytical Engines' }]);
  await check();
  expect([await findings(), notifications.length]).toMatchObject([[{ kind: 'failed-emails', count: 1 }], 1]);
  await send({ type: 'shared' });
  expect([await findings(), notifications.length]).toEqual([[], 1]);
});

test('a session from a new country is notified of, until it is revoked', async () => {
  const launched = await watching('watchSessions');
  const { api, service, asAccount, exchanges, check, findings, found, notifications } = launched;
  const { value } = await api.sandbox.state({});
  const demo = value.state === 'running' ? value.demoAccounts[0] : undefined;
  const { headers } = exchanges.find(({ request }) => request.headers['x-stack-publishable-client-key'] !== undefined)?.request ?? {};
  const signInFrom = (country: string) =>
    fetch(`${value.state === 'running' ? value.url : ''}/api/v1/auth/password/sign-in`, {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': 'application/json',
        'user-agent': 'Mozilla/5.0',
        'x-forwarded-for': '198.51.100.4',
        'cf-ipcountry': country,
      },
      body: JSON.stringify(demo),
    });
  expect((await signInFrom('JP')).status).toBe(200);
  await check();
  await check();
  expect(notifications).toEqual([{ title: 'Session from a new country', body: 'Analytical Engines: Japan' }]);
  expect(await findings()).toMatchObject([{ kind: 'new-country', country: 'JP', accountId: launched.accountId }]);
  const { items } = await service.auth.sessions({ ...asAccount, query: { user_id: 'me' } });
  const own = items.find((session) => session.last_used_at_end_user_ip_info?.countryCode === 'JP');
  await service.auth.revokeSession({ ...asAccount, params: { id: own?.id ?? '' }, query: { user_id: 'me' } });
  await expect.poll(found).toEqual([]);
});

test('an invitation is notified of a day before it expires, until it is revoked', async () => {
  const { team, invite, revokeInvitations, check, pass, findings, found, notifications } = await watching('watchInvitations');
  await revokeInvitations();
  await invite();
  await check();
  expect([await found(), notifications]).toEqual([[], []]);
  await pass(6.5 * day);
  await check();
  expect(notifications).toEqual([{ title: 'Team invitation expires within a day', body: `Analytical Engines: ${email}` }]);
  expect(await findings()).toMatchObject([{ kind: 'invitation', teamId: team, recipient: email }]);
  await revokeInvitations();
  await expect.poll(found).toEqual([]);
});

test('in quiet hours, findings are shown without a notification, which follows afterwards', async () => {
  const { api, createKeys, check, found, titles, moved } = await watching('watchKeys');
  const timeOf = (millis: number) => new Date(millis).toTimeString().slice(0, 5);
  const now = Date.now();
  await api.settings.update({ quietHours: { from: timeOf(now - hour), to: timeOf(now + hour) } });
  await createKeys(5);
  await check();
  await check();
  expect([await found(), titles()]).toEqual([['key-set'], []]);
  moved.millis = 2 * hour;
  await check();
  await check();
  expect([await found(), titles()]).toEqual([['key-set'], ['Project keys expire within 7 days']]);
});

test('a connection that can’t be reached, or is refused, stops no other one', async () => {
  const { port } = await closedPort();
  const keys = { client: `pck_${'a'.repeat(45)}`, server: `ssk_${'b'.repeat(45)}`, admin: `sak_${'c'.repeat(45)}` };
  const projectId = '6fbbf22e-f4b2-4c6e-95a1-beab6fa41063';
  const draft = { environment: 'production', projectId, keys } as const;
  const launched = await watching('watchKeys', async (api) => {
    await api.connections.add({ draft: { ...draft, name: 'Unreachable', baseUrl: `http://127.0.0.1:${port}` } });
  });
  const { api, createKeys, check, findings, notifications } = launched;
  await api.connections.add({ draft: { ...draft, name: 'Refused', baseUrl: await sandboxUrl(launched) } });
  expect((await api.connections.list({})).value.map(({ name }) => name)).toEqual(['Unreachable', 'Analytical Engines', 'Refused']);
  await createKeys(5);
  await check();
  expect(notifications).toEqual([{ title: 'Project keys expire within 7 days', body: 'Analytical Engines: Difference engine' }]);
  expect(await findings()).toHaveLength(1);
});
