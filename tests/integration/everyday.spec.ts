import { describe, expect, test } from 'vitest';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import { type LaunchedApp, launchApp, launchOpened, type Opened } from '../support/main/launch-app';
import { signedIn } from '../support/steps';
import { temporaryFolder } from '../support/temporary-folder';

/** Ada, the admin of the demo project. */
const ada = { email: 'ada@analytical.example', password: 'Analytical-Engine-1843' };

const opened = async () => launchOpened(await temporaryFolder());

async function allUsers({ service, asProject }: LaunchedApp & Opened, limit: number, query: object = {}): Promise<ServerUser[][]> {
  const pages: ServerUser[][] = [];
  let cursor: string | null | undefined;
  do {
    const page = await service.users.list({ ...asProject, query: { limit, ...query, ...(cursor ? { cursor } : {}) } });
    pages.push(page.items);
    cursor = page.pagination.next_cursor;
  } while (cursor !== null);
  return pages;
}

test('opening the sandbox signs in', async () => {
  const launched = await launchApp(await temporaryFolder());
  const { connectionId, accountId } = await launched.api.sandbox.open({});

  const { value: connections } = await launched.api.connections.list({});
  expect(connections).toMatchObject([
    {
      id: connectionId,
      kind: 'sandbox',
      name: 'Analytical Engines',
      environment: 'development',
      credentials: { client: expect.stringMatching(/^\w{4}$/), server: expect.any(String), admin: expect.any(String) },
    },
  ]);
  expect(connections[0]?.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect((await launched.api.accounts.list({})).value).toMatchObject([
    { id: accountId, connectionId, displayName: 'Ada Lovelace', primaryEmail: ada.email, state: 'signed-in', current: true },
  ]);
  expect((await launched.api.sandbox.state({})).value).toMatchObject({ state: 'running', demoAccounts: [ada, {}, {}] });
});

test('two windows that open it at the same time get the same account, and so does a third one later', async () => {
  const launched = await launchApp(await temporaryFolder());
  const [one, other] = await Promise.all([launched.api.sandbox.open({}), launched.api.sandbox.open({})]);
  expect([other, await launched.api.sandbox.open({})]).toEqual([one, one]);
  expect([(await launched.api.accounts.list({})).value.length, launched.sandboxes.length]).toEqual([1, 1]);
});

test('topics are pushed with increasing revisions, and reading them returns the last push', async () => {
  const { api, pushes } = await opened();
  const revisions = new Map<string, number>();
  for (const { name, revision } of pushes) {
    expect(revision).toBeGreaterThan(revisions.get(name) ?? 0);
    revisions.set(name, revision);
  }
  const last = (name: string) => pushes.findLast((push) => push.name === name);
  const { revision, value } = await api.accounts.list({});
  expect(last('accounts.list')).toEqual({ name: 'accounts.list', revision, value });
  const connections = await api.connections.list({});
  expect(last('connections.list')).toEqual({ name: 'connections.list', ...connections });
});

describe('users', () => {
  test('are listed in pages without duplicates or gaps', async () => {
    const launched = await opened();
    const pages = await allUsers(launched, 40);
    const ids = pages.flat().map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(200);
    expect(new Set(ids).size).toBe(ids.length);
    expect(pages.slice(0, -1).every(({ length }) => length === 40)).toBe(true);
    const [whole] = await allUsers(launched, 1000);
    expect(whole?.map(({ id }) => id)).toEqual(ids);
  });

  test('are found by name and email address', async () => {
    const launched = await opened();
    const [found = []] = await allUsers(launched, 100, { query: 'hopper' });
    expect(found.map(({ display_name }) => display_name)).toContain('Grace Hopper');
    const [none] = await allUsers(launched, 100, { query: 'no user has this name' });
    expect(none).toEqual([]);
  });

  test('are renamed by the project', async () => {
    const { service, asProject } = await opened();
    const { items } = await service.users.list({ ...asProject, query: { limit: 1, query: 'hopper' } });
    const params = { user_id: items[0]?.id ?? '' };
    await service.users.update({ ...asProject, params, body: { display_name: 'Amazing Grace' } });
    expect(await service.users.read({ ...asProject, params })).toMatchObject({ id: params.user_id, display_name: 'Amazing Grace' });
  });

  test('who don’t exist are a known error', async () => {
    const { service, asProject } = await opened();
    const asking = service.users.read({ ...asProject, params: { user_id: '00000000-0000-4000-8000-000000000000' } });
    await expect(asking).rejects.toMatchObject({
      report: { code: 'known-error', known: 'USER_NOT_FOUND', status: 404, requestId: expect.any(String) },
    });
  });
});

describe('the own account', () => {
  test('is renamed in every window', async () => {
    const { service, asAccount, pushed } = await opened();
    expect(await service.users.updateMe({ ...asAccount, body: { display_name: 'Countess of Lovelace' } })).toMatchObject({
      display_name: 'Countess of Lovelace',
    });
    await pushed('accounts.list', ([account]) => account?.displayName === 'Countess of Lovelace');
    expect((await service.users.me(asAccount)).display_name).toBe('Countess of Lovelace');
  });

  test('revokes another of its sessions', async () => {
    const { service, asAccount } = await opened();
    const query = { user_id: 'me' };
    const { items: before } = await service.auth.sessions({ ...asAccount, query });
    expect(before.filter(({ is_current_session }) => is_current_session)).toHaveLength(1);
    const other = before.find(({ is_current_session }) => !is_current_session);
    await service.auth.revokeSession({ ...asAccount, params: { id: other?.id ?? '' }, query });
    const { items: after } = await service.auth.sessions({ ...asAccount, query });
    expect(after.map(({ id }) => id).sort()).toEqual(
      before
        .map(({ id }) => id)
        .filter((id) => id !== other?.id)
        .sort(),
    );
  });

  test('signs out: the session is revoked, and the account is removed', async () => {
    const { api, service, accountId, asAccount, asProject, pushed } = await opened();
    const { id } = await service.users.me(asAccount);
    const count = async () => (await service.auth.sessions({ ...asProject, query: { user_id: id } })).items.length;
    const before = await count();
    expect(await api.accounts.signOut({ accountId })).toEqual({ endedAtService: true });
    expect(await count()).toBe(before - 1);
    expect(await pushed('accounts.list', ({ length }) => length === 0)).toEqual([]);
    await expect(service.users.me(asAccount)).rejects.toMatchObject({ report: { code: 'unknown-account' } });
    const again = await api.sandbox.open({});
    expect(again.accountId).not.toBe(accountId);
  });

  test('is deleted, and its account is removed', async () => {
    const { api, service, connectionId } = await opened();
    const { accountId } = signedIn(
      await api.signIn.signUp({ connectionId, email: 'byron@analytical.example', password: 'some long words' }),
    );
    const asByron = { actor: 'account', connectionId, accountId } as const;
    await expect(api.accounts.deleteUser({ accountId, typed: ada.email })).rejects.toMatchObject({
      report: { code: 'bad-input', path: 'typed' },
    });
    expect(await service.users.me(asByron)).toMatchObject({ primary_email: 'byron@analytical.example' });
    expect(await api.accounts.deleteUser({ accountId, typed: ' byron@analytical.example' })).toBeNull();
    expect((await api.accounts.list({})).value.map(({ displayName, current }) => [displayName, current])).toEqual([['Ada Lovelace', true]]);
    await expect(service.users.me(asByron)).rejects.toMatchObject({ report: { code: 'unknown-account' } });
  });
});

describe('other users', () => {
  test('sign up and become the current account; the first one can be used again', async () => {
    const { api, connectionId, accountId, service } = await opened();
    const step = signedIn(await api.signIn.signUp({ connectionId, email: 'mary@analytical.example', password: 'some long words' }));
    expect(step).toEqual({
      step: 'signed-in',
      accountId: expect.any(String),
      user: expect.any(Object),
      isNewUser: true,
      upgraded: false,
      goTo: null,
    });
    expect(await service.users.me({ actor: 'account', connectionId, accountId: step.accountId })).toMatchObject({
      primary_email: 'mary@analytical.example',
    });
    const current = async () => (await api.accounts.list({})).value.filter(({ current }) => current).map(({ id }) => id);
    expect(await current()).toEqual([step.accountId]);
    await api.accounts.use({ accountId });
    expect(await current()).toEqual([accountId]);
  });

  test('who exist already cannot sign up', async () => {
    const { api, connectionId } = await opened();
    await expect(api.signIn.signUp({ connectionId, email: ada.email, password: 'some long words' })).rejects.toMatchObject({
      report: { code: 'known-error', known: 'USER_EMAIL_ALREADY_EXISTS' },
    });
    expect((await api.accounts.list({})).value).toHaveLength(1);
  });

  test.each([
    { email: ada.email, password: 'not her password' },
    { email: 'unknown@analytical.example', password: ada.password },
  ])('can’t sign in with $email and $password', async (credentials) => {
    const { api, connectionId } = await opened();
    await expect(api.signIn.withPassword({ connectionId, ...credentials })).rejects.toMatchObject({
      report: { code: 'known-error', known: 'EMAIL_PASSWORD_MISMATCH' },
    });
    expect((await api.accounts.list({})).value).toHaveLength(1);
  });

  test('signing in again as the same user keeps the account and replaces its session', async () => {
    const { api, connectionId, accountId } = await opened();
    const step = signedIn(await api.signIn.withPassword({ connectionId, ...ada }));
    expect(step.accountId).toBe(accountId);
    expect((await api.accounts.list({})).value.map(({ id }) => id)).toEqual([accountId]);
  });
});
