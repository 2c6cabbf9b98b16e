/** Impersonation against the sandbox over HTTP: what the service sees, and what is left when something goes wrong. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { tryBuild } from '../../scripts/lib/setup.mjs';
import type { Bridge } from '../../src/contract/bridge/index';
import type { ServiceClient } from '../../src/contract/bridge/service';
import { createClient, type Wire } from '../../src/contract/client';
import type { Client } from '../../src/contract/kit';
import type { catalogue } from '../../src/contract/service/index';
import { createUndiciTransport } from '../../src/main/remote/undici-transport';
import { launchHost, type RunningHost } from '../support/browser/launch';
import { eventually } from '../support/eventually';
import { advanceSandbox, type LaunchOptions, launchOpened } from '../support/launch-app';
import { openPageSocket } from '../support/page-socket';
import { temporaryFolder } from '../support/temporary-folder';

beforeAll(async () => {
  expect(await tryBuild()).toBeNull();
});

type Service = ServiceClient<typeof catalogue>;

const hour = 3_600_000;
const reason = 'Ticket 4821';
const asProject = { actor: 'project', connectionId: 'sandbox' } as const;

async function userIdOf(service: Service, query: string): Promise<string> {
  const { items } = await service.users.list({ ...asProject, query: { query } });
  return items[0]?.id ?? '';
}

/** Returns the user's sessions flagged as impersonation, which only admin access lists. */
async function flaggedSessions(service: Service, userId: string): Promise<string[]> {
  const { items } = await service.auth.sessions({ ...asProject, query: { user_id: userId } });
  return items.flatMap(({ id, is_impersonation: isFlagged }) => (isFlagged ? [id] : []));
}

/** Returns the records in the file. */
const recorded = async (profile: string) => JSON.parse(await readFile(join(profile, 'impersonations.json'), 'utf8')).data.impersonations;

async function impersonated(options: LaunchOptions = {}) {
  const profile = await temporaryFolder();
  const launched = await launchOpened(profile, options);
  const { api, service } = launched;
  const userId = await userIdOf(service, 'alan.turing');
  const started = await api.impersonations.start({ connectionId: 'sandbox', userId, reason, durationMillis: hour });
  const asUser = { actor: 'account', connectionId: 'sandbox', accountId: started.accountId } as const;
  return { ...launched, ...started, profile, userId, asUser, ownAccountId: launched.accountId };
}

test('the session is requested as impersonation, and revoked by the ID in its token', async () => {
  const { api, service, exchanges, userId, id, asUser, ownAccountId } = await impersonated();
  const creation = exchanges.find(({ request }) => request.method === 'POST' && request.url.endsWith('/auth/sessions'));
  expect(JSON.parse(creation?.request.body ?? '')).toEqual({ user_id: userId, expires_in_millis: hour, is_impersonation: true });
  const { access_token: accessToken } = JSON.parse(Buffer.from(creation?.response.bytes ?? []).toString());
  const sessionId = decodeJwt(accessToken).refreshTokenId as string;
  expect(await flaggedSessions(service, userId)).toEqual([sessionId]);
  expect((await service.users.me(asUser)).id).toBe(userId);

  expect(await api.impersonations.end({ id })).toEqual({ endedAtService: true });
  const { request } = exchanges.find((exchange) => exchange.request.method === 'DELETE') ?? {};
  expect(new URL(request?.url ?? '').pathname).toBe(`/api/v1/auth/sessions/${sessionId}`);
  expect(await flaggedSessions(service, userId)).toEqual([]);
  const { value } = await api.accounts.list({});
  expect(value.map((account) => [account.id, account.current])).toEqual([[ownAccountId, true]]);
});

test('the record has the reason and the session’s ID, and no file has a token', async () => {
  const { profile, service, userId, exchanges, told } = await impersonated();
  const [sessionId] = await flaggedSessions(service, userId);
  expect(await recorded(profile)).toMatchObject([{ userId, reason, sessionId, state: 'active' }]);
  const creation = exchanges.find(({ request }) => request.url.endsWith('/auth/sessions') && request.method === 'POST');
  const tokens = Object.values(JSON.parse(Buffer.from(creation?.response.bytes ?? []).toString()) as Record<string, string>);
  expect(tokens).toHaveLength(2);
  // The sandbox's data, in a folder, is that of a service.
  const files = (await readdir(profile, { withFileTypes: true })).filter((entry) => entry.isFile());
  const texts = await Promise.all(files.map(({ name }) => readFile(join(profile, name), 'utf8')));
  expect(files.map(({ name }) => name)).toContain('impersonations.json');
  for (const text of [...texts, ...told]) for (const token of tokens) expect(text).not.toContain(token);
});

test('a session that was revoked elsewhere ends here when its tokens are renewed', async () => {
  const launched = await impersonated();
  const { api, service, userId, asUser, profile, ownAccountId } = launched;
  const [sessionId = ''] = await flaggedSessions(service, userId);
  await service.auth.revokeSession({ ...asProject, params: { id: sessionId }, query: { user_id: userId } });
  await advanceSandbox(launched, hour / 2);
  await expect(service.users.me(asUser)).rejects.toMatchObject({ report: { code: 'session-ended' } });
  await eventually(async () => expect((await api.impersonations.list({})).value).toEqual([]));
  await eventually(async () => expect(await recorded(profile)).toEqual([]));
  expect((await api.accounts.list({})).value).toMatchObject([{ id: ownAccountId, current: true }]);
});

test('without a connection at the end, the account is removed at once, and the session is revoked afterwards', async () => {
  const inner = createUndiciTransport();
  let isAway = false;
  // Port 9 is closed.
  const away = (url: string) => Object.assign(new URL(url), { port: '9' }).href;
  const transport = {
    ...inner,
    send: (request: Parameters<typeof inner.send>[0]) => inner.send(isAway ? { ...request, url: away(request.url) } : request),
  };
  const { api, service, id, userId, profile, ownAccountId } = await impersonated({ transport });
  isAway = true;
  expect(await api.impersonations.end({ id })).toEqual({ endedAtService: false });
  expect((await api.accounts.list({})).value).toMatchObject([{ id: ownAccountId, current: true }]);
  expect((await api.impersonations.list({})).value).toMatchObject([{ id, state: 'ending', problem: 'failed' }]);
  expect(await recorded(profile)).toMatchObject([{ id, state: 'ending' }]);
  isAway = false;
  expect(await flaggedSessions(service, userId)).toHaveLength(1);
  expect(await api.impersonations.end({ id })).toEqual({ endedAtService: true });
  expect([await flaggedSessions(service, userId), await recorded(profile)]).toEqual([[], []]);
});

/** Returns the calls of a page of the host. */
async function pageOf({ url }: RunningHost): Promise<{ api: Client<Bridge>; service: Service }> {
  const { port, hash } = new URL(url);
  const socket = await openPageSocket({ port: Number(port) });
  socket.send({ token: hash.slice(1) });
  let calls = 0;
  const wire: Wire = {
    async call(name, input) {
      calls += 1;
      socket.send({ id: calls, name, input });
      for (;;) {
        const message = (await socket.next()) as { type: string; id?: number; reply?: never };
        if (message.type === 'reply' && message.id === calls && message.reply) return message.reply;
      }
    },
    on: () => () => undefined,
  };
  return { api: createClient(wire), service: createClient(wire, 'service.') };
}

test('the next start after a kill revokes the session', async () => {
  const profile = await temporaryFolder();
  const first = await launchHost(profile);
  onTestFinished(() => first.kill());
  const page = await pageOf(first);
  await page.api.sandbox.open({});
  const userId = await userIdOf(page.service, 'alan.turing');
  await page.api.impersonations.start({ connectionId: 'sandbox', userId, reason, durationMillis: hour });
  expect(await flaggedSessions(page.service, userId)).toHaveLength(1);
  await first.kill();
  expect(await recorded(profile)).toMatchObject([{ reason, state: 'active' }]);

  const second = await launchHost(profile);
  onTestFinished(() => second.stop());
  const { api, service } = await pageOf(second);
  await api.sandbox.open({});
  // The lock of the killed process is stale after 10 seconds.
  await eventually(async () => expect(await recorded(profile)).toEqual([]));
  expect(await flaggedSessions(service, userId)).toEqual([]);
  expect((await api.accounts.list({})).value.every(({ impersonationId }) => impersonationId === undefined)).toBe(true);
});
