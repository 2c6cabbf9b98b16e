import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type LaunchedApp, launchApp, launchOpened, type Opened, sandboxRuns, withAccount } from '../support/main/launch-app';
import { openedRelease } from '../support/main/release-app';
import { createLockableStore } from '../support/main/test-ports';
import { tokenReleases } from '../support/samples/access-token';
import { temporaryFolder } from '../support/temporary-folder';

test('a restart keeps connection, settings and data', async () => {
  const profile = await temporaryFolder();
  const first = await launchOpened(profile);
  await first.service.users.updateMe({ ...first.asAccount, body: { display_name: 'Countess of Lovelace' } });
  await first.api.connections.rename({ id: 'sandbox', name: 'Engines' });
  await first.api.settings.update({ theme: 'dark' });
  await first.close();

  const second = await launchApp(profile);
  expect(second.app.settings().theme).toBe('dark');
  expect((await second.api.connections.list({})).value).toMatchObject([{ id: 'sandbox', name: 'Engines' }]);
  // A known sandbox is started automatically.
  await sandboxRuns(second);
  const { accountId } = await second.api.sandbox.open({});
  expect((await second.api.accounts.list({})).value).toMatchObject([{ id: accountId, displayName: 'Countess of Lovelace' }]);
  expect((await second.api.connections.list({})).value).toMatchObject([
    { name: 'Engines', credentials: { server: expect.stringMatching(/^\w{4}$/) } },
  ]);
});

describe('accounts', () => {
  describe.each(tokenReleases)('with tokens of %s', (release) => {
    test('of a system keychain are signed in after a restart, with each connection’s current one', async () => {
      const secrets = createLockableStore();
      const first = await openedRelease(release, { secrets });
      const { connectionId, accountId } = first;
      await first.api.signIn.signUp({ connectionId, email: 'mary@analytical.example', password: 'some long words' });
      await first.api.accounts.use({ accountId });
      const { value: before } = await first.api.accounts.list({});
      await first.close();

      const second = await launchApp(first.profile, first.own);
      expect((await second.api.accounts.list({})).value).toEqual(before);
      expect(before.map(({ id, current }) => [id === accountId, current])).toEqual([
        [true, true],
        [false, false],
      ]);
      for (const { id, primaryEmail } of before) {
        const me = await second.service.users.me({ actor: 'account', connectionId, accountId: id });
        expect(me.primary_email).toBe(primaryEmail);
      }
      expect(second.exchanges.filter(({ request }) => request.url.includes('/auth/'))).toEqual([]);
    });

    test('of a keychain that is locked at the start are kept, and work once it is unlocked', async () => {
      const secrets = createLockableStore();
      const first = await openedRelease(release, { secrets });
      await first.close();
      secrets.locked = true;
      const second = await launchApp(first.profile, first.own);
      const { accountId } = first;
      await expect(second.service.users.me(first.asAccount)).rejects.toMatchObject({ report: { code: 'keychain-locked' } });
      await expect(second.api.accounts.signOut({ accountId })).rejects.toMatchObject({ report: { code: 'keychain-locked' } });
      expect((await second.api.accounts.list({})).value).toMatchObject([{ id: accountId, state: 'signed-in', current: true }]);
      secrets.locked = false;
      expect((await second.service.users.me(first.asAccount)).display_name).toBe('Ada Lovelace');
      expect(await second.api.accounts.signOut({ accountId })).toEqual({ endedAtService: true });
    });
  });

  test('of the sandbox are kept as well, and opening it uses the current one', async () => {
    const profile = await temporaryFolder();
    const secrets = createLockableStore();
    const first = await launchOpened(profile, { secrets });
    await first.api.signIn.signUp({ connectionId: 'sandbox', email: 'mary@analytical.example', password: 'some long words' });
    await first.api.accounts.use({ accountId: first.accountId });
    await first.close();
    const second = await launchApp(profile, { secrets });
    await sandboxRuns(second);
    expect((await second.api.sandbox.open({})).accountId).toBe(first.accountId);
    expect(second.exchanges.filter(({ request }) => request.url.includes('/auth/'))).toEqual([]);
  });

  test('of a keychain in memory are lost after a restart, and nothing of them is written', async () => {
    const profile = await temporaryFolder();
    const first = await launchOpened(profile);
    await first.close();
    expect(await readdir(profile)).not.toContain('accounts.json');
    expect((await (await launchApp(profile)).api.accounts.list({})).value).toEqual([]);
  });
});

test('writes that were requested just before quitting are on disk', async () => {
  const profile = await temporaryFolder();
  const first = await launchApp(profile);
  const writing = Array.from({ length: 5 }, (_, number) => first.api.settings.update({ panelWidth: 300 + number }));
  await first.close();
  await Promise.all(writing);
  expect((await launchApp(profile)).app.settings().panelWidth).toBe(304);
  expect((await readdir(profile)).filter((name) => /lock|tmp/.test(name))).toEqual([]);
});

test('a removed connection stays removed, and its sandbox is not started', async () => {
  const profile = await temporaryFolder();
  const first = await launchOpened(profile);
  await first.api.connections.remove({ id: 'sandbox' });
  expect([(await first.api.connections.list({})).value, (await first.api.accounts.list({})).value]).toEqual([[], []]);
  expect((await first.api.sandbox.state({})).value).toEqual({ state: 'stopped' });
  await expect(first.service.users.me(first.asAccount)).rejects.toMatchObject({ report: { code: 'unknown-connection' } });
  await first.close();
  const second = await launchApp(profile);
  expect([(await second.api.connections.list({})).value, second.sandboxes.length]).toEqual([[], 0]);
});

describe('a sandbox that is killed', () => {
  const opened = async () => launchOpened(await temporaryFolder(), { sandbox: 'process' });
  const kill = async ({ sandboxes, pushed }: LaunchedApp) => {
    sandboxes.at(-1)?.child?.kill('SIGKILL');
    await pushed('sandbox.state', ({ state }) => state === 'failed');
  };
  const stopped = { report: { code: 'sandbox-stopped' } };
  const asks: { what: string; ask: (launched: LaunchedApp & Opened) => Promise<unknown> }[] = [
    { what: 'a list', ask: ({ service, asProject }) => service.users.list({ ...asProject, query: { limit: 10 } }) },
    { what: 'a change', ask: ({ service, asAccount }) => service.users.updateMe({ ...asAccount, body: { display_name: 'x' } }) },
    {
      what: 'a sign-in',
      ask: ({ api, connectionId }) => api.signIn.withPassword({ connectionId, email: 'ada@analytical.example', password: 'x' }),
    },
  ];

  test('aborts active calls with `sandbox-stopped`', async () => {
    const launched = await opened();
    const [{ child } = {}] = launched.sandboxes;
    // Stopped, so that the calls are certainly active when the process is killed.
    child?.kill('SIGSTOP');
    const asking = asks.map(({ ask }) => ask(launched).catch((thrown: unknown) => thrown));
    await new Promise((resolve) => setImmediate(resolve));
    child?.kill('SIGKILL');
    for (const [index, { what }] of asks.entries()) expect(await asking[index], what).toMatchObject(stopped);
  });

  test('fails calls afterwards with `sandbox-stopped`, and allows signing out', async () => {
    const launched = await opened();
    await kill(launched);
    for (const { what, ask } of asks) expect(await ask(launched).catch((thrown: unknown) => thrown), what).toMatchObject(stopped);
    expect(await launched.api.accounts.signOut({ accountId: launched.accountId })).toEqual({ endedAtService: false });
    expect((await launched.api.accounts.list({})).value).toEqual([]);
  });

  test('is started again with its data, and the account works', async () => {
    const launched = await opened();
    const { api, service, asAccount, asProject } = launched;
    await service.users.updateMe({ ...asAccount, body: { display_name: 'Countess of Lovelace' } });
    await kill(launched);
    expect((await api.sandbox.state({})).value).toEqual({ state: 'failed', reason: 'exited' });
    await api.sandbox.restart({});
    expect((await service.users.me(asAccount)).display_name).toBe('Countess of Lovelace');
    expect((await service.users.list({ ...asProject, query: { limit: 1 } })).items).toHaveLength(1);
    expect(await api.sandbox.open({})).toEqual({ connectionId: asAccount.connectionId, accountId: asAccount.accountId });
  });

  test('is stopped and started again immediately', async () => {
    const launched = await launchOpened(await temporaryFolder());
    for (let round = 0; round < 3; round += 1) {
      await launched.api.connections.remove({ id: 'sandbox' });
      const { accountId, connectionId } = withAccount(await launched.api.sandbox.open({}));
      expect((await launched.service.users.me({ actor: 'account', connectionId, accountId })).display_name).toBe('Ada Lovelace');
    }
  });
});

describe('a broken profile', () => {
  test.each([
    { what: 'empty files', content: '' },
    { what: 'half files', content: '{"format":"latchkey/settings","version":1,"da' },
    { what: 'files of other programs', content: '{"name":"settings"}' },
    { what: 'bytes', content: '\0\u0001\u0002' },
    { what: 'huge nesting', content: '['.repeat(100_000) },
  ])('is renamed and reported, and the program starts: $what', async ({ content }) => {
    const profile = await temporaryFolder();
    for (const name of ['settings.json', 'connections.json']) await writeFile(join(profile, name), content);
    const { api } = await launchApp(profile);
    const { value: notices } = await api.app.notices({});
    expect(notices).toMatchObject([
      { kind: 'file-unreadable', file: 'settings.json', copy: expect.stringMatching(/^settings\.json\.broken-\d+$/) },
      { kind: 'memory-keychain' },
      { kind: 'file-unreadable', file: 'connections.json', copy: expect.stringMatching(/^connections\.json\.broken-\d+$/) },
    ]);
    const files = await readdir(profile);
    for (const { copy } of notices) if (copy !== undefined) expect(files).toContain(copy);
    await api.settings.update({ theme: 'light' });
    expect((await api.sandbox.open({})).connectionId).toBe('sandbox');
    for (const { id } of notices) await api.app.dismiss({ id });
    expect((await api.app.notices({})).value).toEqual([]);
  });

  test('the sandbox renames its unreadable data', async () => {
    const profile = await temporaryFolder();
    const first = await launchOpened(profile);
    await first.close();
    await writeFile(join(profile, 'sandbox', 'sandbox.db'), 'not a database');
    const second = await launchApp(profile);
    expect((await second.api.sandbox.open({})).connectionId).toBe('sandbox');
  });

  test('reports a folder that can’t be written, and works without files', async () => {
    const profile = join(await temporaryFolder(), 'profile');
    await writeFile(profile, 'a file');
    const { api } = await launchApp(profile);
    expect((await api.app.notices({})).value.map(({ kind }) => kind)).toEqual(['profile-not-writable', 'memory-keychain']);
    expect((await api.app.info({})).profileFolder).toBe(profile);
    await expect(api.settings.update({ theme: 'dark' })).rejects.toMatchObject({ report: { code: 'profile-not-writable' } });
    await expect(api.sandbox.open({})).rejects.toMatchObject({ report: { code: 'profile-not-writable' } });
    expect((await api.sandbox.state({})).value).toEqual({ state: 'failed', reason: 'folder-not-writable' });
  });
});
