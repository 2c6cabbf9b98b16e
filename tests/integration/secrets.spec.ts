import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { SecretReference } from '#contract/service/models/secret.ts';
import { createMemoryStore } from '#main/keychain/memory-store.ts';
import type { Transport } from '#main/ports/ports.ts';
import { createUndiciTransport } from '#main/remote/undici-transport.ts';
import { targetOf } from '../support/main/go-link';
import { advanceSandbox, launchOpened } from '../support/main/launch-app';
import { releaseApp } from '../support/main/release-app';
import { createLockableStore, reportOf } from '../support/main/test-ports';
import { signedIn } from '../support/steps';
import { temporaryFolder } from '../support/temporary-folder';

const typed = { email: 'mary@analytical.example', password: 'words that Mary typed' };

/** Returns every file of the profile except those of the sandbox, which as a service stores its own data. */
async function filesOf(profile: string): Promise<Map<string, string>> {
  const entries = await readdir(profile, { recursive: true, withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const own = names.filter((name) => !name.startsWith(join(profile, 'sandbox')));
  return new Map(
    await Promise.all(own.map(async (name): Promise<[string, string]> => [name.slice(profile.length + 1), await readFile(name, 'utf8')])),
  );
}

/** SQLite leaves its log beside the file, both encrypted. */
const journalFiles = ['library/records.db', 'library/records.db-shm', 'library/records.db-wal'];

const ownFiles = ['connections.json', 'handler-server.json', 'logs/latchkey.log', 'settings.json'];

test.each([
  { kind: 'memory', secretStore: createMemoryStore, expected: ownFiles },
  {
    kind: 'the keychain',
    secretStore: createLockableStore,
    expected: ['accounts.json', ...ownFiles, ...journalFiles, 'token-revisions.json'],
  },
])('with secrets in $kind, none is in a reply, a push, the log or a file of the profile', async ({ secretStore, expected }) => {
  const profile = await temporaryFolder();
  const launched = await launchOpened(profile, { secrets: secretStore(), sandbox: 'process' });
  const { api, service, asAccount, asProject, connectionId } = launched;
  const ignore = (asking: Promise<unknown>) => asking.catch(() => undefined);

  // All kinds of calls and failures, so that there is data to search.
  await service.users.list({ ...asProject, query: { limit: 300 } });
  await service.auth.sessions({ ...asAccount, query: { user_id: 'me' } });
  await service.teams.list({ ...asAccount, query: { user_id: 'me' } });
  await service.projects.current({ actor: 'none', connectionId });
  const { accountId } = signedIn(await api.signIn.signUp({ connectionId, ...typed }));
  await ignore(api.signIn.signUp({ connectionId, ...typed }));
  await ignore(api.signIn.withPassword({ connectionId, email: typed.email, password: `${typed.password}, wrongly` }));
  await ignore(service.users.read({ ...asProject, params: { user_id: '00000000-0000-4000-8000-000000000000' } }));
  const { id } = await service.users.me(asAccount);
  await service.users.update({ ...asProject, params: { user_id: id }, body: { password: typed.password } });
  await advanceSandbox(launched, 11 * 60_000);
  await ignore(service.users.me(asAccount));
  await service.users.me({ ...asAccount, accountId });
  await api.settings.update({ theme: 'dark' });
  await api.connections.rename({ id: connectionId, name: 'Engines' });
  await ignore(launched.app.dispatch('service.auth.token', { password: typed.password }, { windowId: 'x' }));
  await ignore(launched.app.dispatch('signIn.withPassword', { connectionId, ...typed, extra: launched.secrets }, { windowId: 'x' }));
  await api.accounts.signOut({ accountId });
  launched.sandboxes.at(-1)?.child?.kill('SIGKILL');
  await launched.pushed('sandbox.state', ({ state }) => state === 'failed');
  await ignore(service.users.me(asAccount));
  await launched.close();

  const secrets = [...launched.secrets, typed.password];
  expect(secrets.filter((secret) => /^(pck|ssk|sak)_/.test(secret))).toHaveLength(6);
  expect(secrets.filter((secret) => secret.startsWith('eyJ')).length).toBeGreaterThanOrEqual(3);

  const files = await filesOf(profile);
  expect([...files.keys()].sort()).toEqual(expected.toSorted());
  expect(files.get('logs/latchkey.log')).toContain('USER_NOT_FOUND');
  const places = [...files, ...launched.sentToWindows.map((text, number): [string, string] => [`sentToWindows ${number}`, text])];
  expect(launched.sentToWindows.length).toBeGreaterThan(20);
  const found = places.flatMap(([place, text]) =>
    secrets.filter((secret) => text.includes(secret)).map((secret) => `${secret.slice(0, 6)}… in ${place}`),
  );
  expect(found).toEqual([]);
  for (const [place, text] of places)
    expect([place, /eyJ[\w-]+\.[\w-]+\.|"(?:access|refresh)_token"|(?:ssk|sak)_\w/.exec(text)]).toEqual([place, null]);
});

test('a window can’t read tokens or pass its own tokens', async () => {
  const launched = await launchOpened(await temporaryFolder());
  const { app, connectionId, accountId } = launched;
  const ask = (name: string, input: unknown) => app.dispatch(name, input, { windowId: 'x' });
  const withheld = ['auth.passwordSignIn', 'auth.passwordSignUp', 'auth.refresh', 'auth.token', 'auth.signOut', 'auth.sendSignInCode'];
  for (const name of [...withheld, 'auth.codeSignIn', 'auth.mfaSignIn', 'auth.resetPassword', 'cli.complete', 'users.deleteMe']) {
    expect(await ask(`service.${name}`, { actor: 'none', connectionId })).toEqual({ ok: false, error: { code: 'unknown-call' } });
  }
  const surplus = {
    actor: 'account',
    connectionId,
    accountId,
    session: {},
    refreshToken: 'x',
    headers: { 'x-stack-access-type': 'admin' },
  };
  expect(await ask('service.users.me', surplus)).toEqual({ ok: false, error: { code: 'bad-input', path: '' } });
});

type PortalResponse = (body: Record<string, string>) => { readonly body: unknown; readonly status?: number; readonly headers?: object };

const plainText = { 'content-type': 'text/plain; charset=utf-8' };
const refusal = { 'x-stack-known-error': 'WEBHOOKS_UNAVAILABLE', 'x-stack-actual-status': '400' };

/** Ways in which the portal isn't opened: what the service responds, and whether the browser can be opened. */
const portalFaults: { what: string; code: string; respond?: PortalResponse; opens?: boolean }[] = [
  {
    what: 'its URL is refused',
    code: 'portal-url-refused',
    respond: ({ token, url = '' }) => ({ body: { token, url: url.replace('https', 'http') } }),
  },
  { what: 'the browser can’t be opened', code: 'internal', opens: false },
  { what: 'the response is incomplete', code: 'bad-response', respond: ({ url }) => ({ body: { url } }) },
  { what: 'the URL has another type', code: 'bad-response', respond: ({ token, url }) => ({ body: { token, url: [url] } }) },
  {
    what: 'the service fails',
    code: 'service-error',
    respond: ({ url }) => ({ body: `Couldn’t open ${url} at once.`, status: 500, headers: plainText }),
  },
  {
    what: 'the service refuses',
    code: 'known-error',
    respond: ({ url }) => ({ body: { code: 'WEBHOOKS_UNAVAILABLE', error: `Not at ${url}` }, status: 200, headers: refusal }),
  },
];

describe('the URL of the webhook portal', () => {
  /** The app on a release with a portal, whose response a test changes. `secrets` contains the token and the URL, whole and in part. */
  async function setUp() {
    const state: { respond: PortalResponse; opens: boolean } = { respond: (body) => ({ body }), opens: true };
    const secrets = new Set<string>();
    const inner = createUndiciTransport();
    const transport: Transport = {
      ...inner,
      async send(request) {
        const response = await inner.send(request);
        if (!request.url.endsWith('/webhooks/svix-token')) return response;
        const body = JSON.parse(Buffer.from(response.bytes).toString()) as Record<string, string>;
        for (const secret of [body.token ?? '', body.url ?? '', new URL(body.url ?? '').hash.replace('#key=', '')]) secrets.add(secret);
        const { body: changed, status = response.status, headers } = state.respond(body);
        const bytes = new TextEncoder().encode(typeof changed === 'string' ? changed : JSON.stringify(changed));
        return { status, headers: { ...response.headers, ...headers }, bytes };
      },
    };
    const reached: string[] = [];
    const openUrl = async (link: string) => {
      const target = await targetOf(link);
      if (!state.opens) throw new Error(`Couldn’t start a browser at ${target}`);
      reached.push(target);
    };
    const launched = await releaseApp('2.8.86', ['admin'], { transport, openUrl, secrets: createLockableStore() });
    const { api, service, connectionId, profile, sentToWindows, close } = launched;
    const open = async () => {
      const { url } = await service.webhooks.token({ actor: 'project', connectionId, body: {} });
      await api.webhookPortal.open({ connectionId, ref: (url as SecretReference).ref });
    };
    /** Returns the places that contain a secret, once everything is on disk. The release's data isn't in the profile. */
    const places = async () => {
      await close();
      const files = await filesOf(profile);
      const texts = [...files, ...sentToWindows.map((text, number): [string, string] => [`sentToWindows ${number}`, text])];
      expect([...files.keys()]).toContain('logs/latchkey.log');
      return texts.flatMap(([place, text]) => ([...secrets].some((secret) => text.includes(secret)) ? [place] : []));
    };
    return {
      ...launched,
      state,
      secrets,
      reached,
      open,
      places,
      ask: (name: string, input: unknown) => launched.app.dispatch(name, input, { windowId: 'x' }),
    };
  }

  test('is opened, and is in no reply, log or file', async () => {
    const { open, reached, secrets, places, ask, connectionId } = await setUp();
    await open();
    expect(reached).toEqual([expect.stringMatching(/^https:\/\/portal\.webhooks\.example\/login#key=\w+/)]);
    // Another window has no such reference, and an input isn't logged.
    expect(await ask('webhookPortal.open', { connectionId, ref: reached[0] })).toMatchObject({ ok: false });
    expect([...secrets]).toContain(reached[0]);
    expect(secrets.size).toBe(3);
    expect(await places()).toEqual([]);
  });

  test.each(portalFaults)('is in none when $what', async ({ code, respond, opens = true }) => {
    const { state, open, reached, secrets, places, profile } = await setUp();
    Object.assign(state, { opens, ...(respond ? { respond } : {}) });
    expect(await reportOf(open())).toMatchObject({ code });
    expect([reached, secrets.size]).toEqual([[], 3]);
    expect(await places()).toEqual([]);
    expect((await filesOf(profile)).get('logs/latchkey.log')).toContain(code);
  });
});
