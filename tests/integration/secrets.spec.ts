import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createMemoryStore } from '../../src/main/keychain/memory-store';
import { advanceSandbox, launchOpened } from '../support/launch-app';
import { signedIn } from '../support/steps';
import { temporaryFolder } from '../support/temporary-folder';
import { createLockableStore } from '../support/test-ports';

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

const ownFiles = ['connections.json', 'handler-server.json', 'logs/latchkey.log', 'settings.json'];

test.each([
  { kind: 'memory', secretStore: createMemoryStore, expected: ownFiles },
  { kind: 'the keychain', secretStore: createLockableStore, expected: ['accounts.json', ...ownFiles, 'token-revisions.json'] },
])('with secrets in $kind, none is in a reply, a push, the log or a file of the profile', async ({ secretStore, expected }) => {
  const profile = await temporaryFolder();
  const launched = await launchOpened(profile, { secrets: secretStore() });
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
  launched.sandboxes.at(-1)?.kill('SIGKILL');
  await launched.pushed('sandbox.changed', ({ state }) => state === 'failed');
  await ignore(service.users.me(asAccount));
  await launched.close();

  const secrets = [...launched.secrets, typed.password];
  expect(secrets.filter((secret) => /^(pck|ssk|sak)_/.test(secret))).toHaveLength(6);
  expect(secrets.filter((secret) => secret.startsWith('eyJ')).length).toBeGreaterThanOrEqual(3);

  const files = await filesOf(profile);
  expect([...files.keys()].sort()).toEqual(expected);
  expect(files.get('logs/latchkey.log')).toContain('USER_NOT_FOUND');
  const places = [...files, ...launched.told.map((text, number): [string, string] => [`told ${number}`, text])];
  expect(launched.told.length).toBeGreaterThan(20);
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
