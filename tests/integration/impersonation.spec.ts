/** Impersonation over HTTP: what the service sees, and what is left when something goes wrong. */
import { cp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Bridge } from '#contract/bridge/index.ts';
import type { ServiceClient } from '#contract/bridge/service.ts';
import { createClient, type Wire } from '#contract/client.ts';
import type { Client } from '#contract/definitions.ts';
import type { catalog } from '#contract/service/index.ts';
import { createMemoryStore } from '#main/keychain/memory-store.ts';
import { createUndiciTransport } from '#main/remote/undici-transport.ts';
import { tryBuild } from '../../scripts/lib/setup.mjs';
import { launchHost, type RunningHost } from '../support/browser/launch';
import { eventually } from '../support/eventually';
import { advanceSandbox, type LaunchOptions, launchApp } from '../support/main/launch-app';
import { ownKeyring } from '../support/main/own-keyring';
import { openPageSocket } from '../support/main/page-socket';
import { openedRelease } from '../support/main/release-app';
import { leaveLocks } from '../support/main/stale-lock';
import { type TokenRelease, tokenReleases } from '../support/samples/access-token';
import { startRelease } from '../support/service/start-release';
import { temporaryFolder } from '../support/temporary-folder';

beforeAll(async () => {
  expect(await tryBuild()).toBeNull();
});

type Service = ServiceClient<typeof catalog>;

const hour = 3_600_000;
const reason = 'Ticket 4821';

async function userIdOf(service: Service, connectionId: string): Promise<string> {
  const { items } = await service.users.list({ actor: 'project', connectionId, query: { query: 'alan.turing' } });
  return items[0]?.id ?? '';
}

/** Returns the user's sessions flagged as impersonation, which only admin access lists. */
async function flaggedSessions(service: Service, connectionId: string, userId: string): Promise<string[]> {
  const { items } = await service.auth.sessions({ actor: 'project', connectionId, query: { user_id: userId } });
  return items.flatMap(({ id, is_impersonation: isFlagged }) => (isFlagged ? [id] : []));
}

/** Returns the records in the file. */
const recorded = async (profile: string) => JSON.parse(await readFile(join(profile, 'impersonations.json'), 'utf8')).data.impersonations;

async function impersonated(release: TokenRelease, options: LaunchOptions = {}) {
  const launched = await openedRelease(release, options);
  const { api, service, connectionId, profile, exchanges } = launched;
  const userId = await userIdOf(service, connectionId);
  const started = await api.impersonations.start({ connectionId, userId, reason, durationMillis: hour });
  const creation = exchanges.find(({ request }) => request.method === 'POST' && request.url.endsWith('/auth/sessions'));
  return {
    ...launched,
    ...started,
    userId,
    creation: creation?.request.body ?? '',
    /** Tokens of the session, from the service's response. */
    tokens: JSON.parse(Buffer.from(creation?.response.bytes ?? '{}').toString()) as Record<string, string>,
    asUser: { actor: 'account', connectionId, accountId: started.accountId } as const,
    ownAccountId: launched.accountId,
    flagged: () => flaggedSessions(service, connectionId, userId),
    records: () => recorded(profile),
  };
}

describe.each(tokenReleases)('with tokens of %s', (release) => {
  test('the session is requested as impersonation, and revoked by the ID in its token', async () => {
    const { api, service, exchanges, userId, id, asUser, ownAccountId, creation, tokens, flagged } = await impersonated(release);
    expect(JSON.parse(creation)).toEqual({ user_id: userId, expires_in_millis: hour, is_impersonation: true });
    const sessionId = decodeJwt(tokens.access_token ?? '')[release === '2.8.4' ? 'refreshTokenId' : 'refresh_token_id'];
    expect(await flagged()).toEqual([sessionId]);
    expect((await api.impersonations.list({})).value).toMatchObject([{ sessionId, state: 'active' }]);
    expect((await service.users.me(asUser)).id).toBe(userId);

    expect(await api.impersonations.end({ id })).toEqual({ endedAtService: true });
    const { request } = exchanges.find((exchange) => exchange.request.method === 'DELETE') ?? {};
    expect(new URL(request?.url ?? '').pathname).toBe(`/api/v1/auth/sessions/${sessionId}`);
    expect(await flagged()).toEqual([]);
    const { value } = await api.accounts.list({});
    expect(value.map((account) => [account.id, account.current])).toEqual([[ownAccountId, true]]);
  });

  test('the record has the reason and the session’s ID, and no file has a token', async () => {
    const { profile, userId, tokens, sentToWindows, flagged, records } = await impersonated(release);
    const [sessionId] = await flagged();
    expect(await records()).toMatchObject([{ userId, reason, sessionId, state: 'active' }]);
    expect(Object.keys(tokens).sort()).toEqual(['access_token', 'refresh_token']);
    const entries = await readdir(profile, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    const texts = await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'utf8')));
    expect(files.map(({ name }) => name)).toEqual(expect.arrayContaining(['impersonations.json', 'latchkey.log']));
    for (const text of [...texts, ...sentToWindows]) for (const token of Object.values(tokens)) expect(text).not.toContain(token);
  });

  test('a session that was revoked elsewhere ends here when its tokens are renewed', async () => {
    const launched = await impersonated(release);
    const { api, service, userId, asUser, asProject, ownAccountId, flagged, records } = launched;
    const [sessionId = ''] = await flagged();
    await service.auth.revokeSession({ ...asProject, params: { id: sessionId }, query: { user_id: userId } });
    await advanceSandbox(launched, hour / 2);
    await expect(service.users.me(asUser)).rejects.toMatchObject({ report: { code: 'session-ended' } });
    await eventually(async () => expect((await api.impersonations.list({})).value).toEqual([]));
    await eventually(async () => expect(await records()).toEqual([]));
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
    const { api, id, ownAccountId, flagged, records } = await impersonated(release, { transport });
    isAway = true;
    expect(await api.impersonations.end({ id })).toEqual({ endedAtService: false });
    expect((await api.accounts.list({})).value).toMatchObject([{ id: ownAccountId, current: true }]);
    expect((await api.impersonations.list({})).value).toMatchObject([{ id, state: 'ending', problem: 'failed' }]);
    expect(await records()).toMatchObject([{ id, state: 'ending' }]);
    isAway = false;
    expect(await flagged()).toHaveLength(1);
    expect(await api.impersonations.end({ id })).toEqual({ endedAtService: true });
    expect([await flagged(), await records()]).toEqual([[], []]);
  });
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

describe.each(tokenReleases)('with tokens of %s', (release) => {
  test('the next start after the end of a process revokes the session', async () => {
    const secrets = { ...createMemoryStore(), kind: 'system' } as const;
    const { profile, own, flagged, records } = await impersonated(release, { secrets });
    expect(await flagged()).toHaveLength(1);
    expect(await records()).toMatchObject([{ reason, state: 'active' }]);
    // What the first process does from now on isn't in the copy.
    const copy = await temporaryFolder();
    await cp(profile, copy, { recursive: true, preserveTimestamps: true });
    await leaveLocks(copy);
    const next = await launchApp(copy, { ...own, secrets });
    await eventually(async () => expect(await recorded(copy)).toEqual([]));
    expect(await flagged()).toEqual([]);
    expect((await next.api.accounts.list({})).value.every(({ impersonationId }) => impersonationId === undefined)).toBe(true);
  });
});

test('the next start after a kill revokes the session, with the keys in the system keychain', async () => {
  const keychain = await ownKeyring();
  const played = await startRelease('2.8.109');
  onTestFinished(() => played.close());
  const { project_id: projectId, secret_server_key: server, super_secret_admin_key: admin } = played.projects.demo;
  const draft = { name: 'Engines', environment: 'staging', baseUrl: played.url, projectId, keys: { server, admin } } as const;
  const profile = await temporaryFolder();
  const first = await launchHost(profile, keychain);
  onTestFinished(() => first.kill());
  const page = await pageOf(first);
  const { id: connectionId } = await page.api.connections.add({ draft });
  const userId = await userIdOf(page.service, connectionId);
  await page.api.impersonations.start({ connectionId, userId, reason, durationMillis: hour });
  expect(await flaggedSessions(page.service, connectionId, userId)).toHaveLength(1);
  await first.kill();
  expect(await recorded(profile)).toMatchObject([{ reason, state: 'active' }]);

  const second = await launchHost(profile, keychain);
  onTestFinished(() => second.stop());
  const next = await pageOf(second);
  await eventually(async () => expect(await recorded(profile)).toEqual([]));
  expect(await flaggedSessions(next.service, connectionId, userId)).toEqual([]);
  expect((await next.api.accounts.list({})).value.every(({ impersonationId }) => impersonationId === undefined)).toBe(true);
});
