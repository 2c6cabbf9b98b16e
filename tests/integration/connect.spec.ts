/** Connecting a project over HTTP: to the sandbox like to any service, and to other servers at its address. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { CheckName, ConnectionCheck, TestResult } from '#contract/bridge/connection-test.ts';
import { type LaunchedApp, launchApp, launchOpened, sandboxUrl } from '../support/main/launch-app';
import { temporaryFolder } from '../support/temporary-folder';

const look = { name: 'Engines', environment: 'staging' as const };
const letters = '0123456789abcdefghjkmnpqrstvwxyz0123456789abc';
const foreign = { client: `pck_${letters}`, server: `ssk_${letters}`, admin: `sak_${letters}` };
const unknownProject = '00000000-0000-4000-8000-000000000000';

/** The sandbox as a service whose URL and keys the user knows. */
async function setUp() {
  const profile = await temporaryFolder();
  const launched = await launchOpened(profile);
  const baseUrl = await sandboxUrl(launched);
  const [demo] = (await launched.api.connections.list({})).value;
  const projectId = demo?.projectId ?? '';
  const keys = {
    client: await keyOf(launched, baseUrl, projectId, 'pck'),
    server: await keyOf(launched, baseUrl, projectId, 'ssk'),
    admin: await keyOf(launched, baseUrl, projectId, 'sak'),
  };
  return { ...launched, profile, baseUrl, projectId, keys, draft: { ...look, baseUrl, projectId, keys } };
}

const kinds = { pck: ['client', 'publishable-client'], ssk: ['server', 'secret-server'], sak: ['admin', 'super-secret-admin'] } as const;

/** Returns the sandbox's key for the project. */
async function keyOf({ secrets }: LaunchedApp, baseUrl: string, projectId: string, prefix: keyof typeof kinds): Promise<string> {
  const [access, header] = kinds[prefix];
  for (const key of secrets) {
    if (!key.startsWith(prefix)) continue;
    const headers = { 'x-stack-project-id': projectId, 'x-stack-access-type': access, [`x-stack-${header}-key`]: key };
    if ((await fetch(`${baseUrl}/api/v1`, { headers })).ok) return key;
  }
  throw new Error(`No key of ${projectId} begins with ${prefix}`);
}

const outcomes = ({ checks }: TestResult) => Object.fromEntries(checks.map(({ name, outcome }) => [name, outcome]));
const check = ({ checks }: TestResult, name: CheckName): ConnectionCheck | undefined => checks.find((one) => one.name === name);

describe('a test of a real service', () => {
  test('finds every credential, the release, the project and its administration, and stores nothing', async () => {
    const { api, draft } = await setUp();
    const result = await api.connections.test({ draft });
    expect(outcomes(result)).toEqual({ reach: 'ok', project: 'ok', client: 'ok', server: 'ok', admin: 'ok' });
    expect(result).toMatchObject({ release: { number: '2.8.109', isNewer: false }, adminData: true });
    expect(result.project).toMatchObject({ displayName: 'Analytical Engines', password: true });
    expect(check(result, 'admin')?.unlocks).toEqual(['users', 'administration']);
    expect((await api.connections.list({})).value).toHaveLength(1);
  });

  test('reports which keys are missing and which are wrong', async () => {
    const { api, draft, keys } = await setUp();
    const none = await api.connections.test({ draft: { ...draft, keys: {} } });
    expect(outcomes(none)).toEqual({ reach: 'ok', project: 'ok', client: 'not-needed', server: 'missing', admin: 'missing' });
    expect(none).toMatchObject({ project: { displayName: 'Analytical Engines' }, adminData: false });
    const wrong = await api.connections.test({ draft: { ...draft, keys: { ...foreign, client: keys.client } } });
    expect(outcomes(wrong)).toEqual({ reach: 'ok', project: 'ok', client: 'ok', server: 'refused', admin: 'refused' });
    expect(check(wrong, 'server')?.error).toMatchObject({ code: 'known-error', known: 'INVALID_SECRET_SERVER_KEY' });
    expect(check(wrong, 'admin')?.error).toMatchObject({ known: 'INVALID_SUPER_SECRET_ADMIN_KEY' });
    expect(JSON.stringify(wrong)).not.toContain(letters);
  });

  test.each(['client', 'server', 'admin'] as const)('shows the project and its sign-in methods with only a %s key', async (kind) => {
    const { api, draft, keys } = await setUp();
    const { project, checks } = await api.connections.test({ draft: { ...draft, keys: { [kind]: keys[kind] } } });
    expect(project).toMatchObject({ displayName: 'Analytical Engines', password: true, providers: expect.arrayContaining(['github']) });
    expect(checks.filter(({ outcome }) => outcome === 'refused')).toEqual([]);
  });

  test('distinguishes an unknown project from a wrong key', async () => {
    const { api, draft } = await setUp();
    const result = await api.connections.test({ draft: { ...draft, projectId: unknownProject } });
    expect(outcomes(result)).toEqual({
      reach: 'ok',
      project: 'refused',
      client: 'not-checked',
      server: 'not-checked',
      admin: 'not-checked',
    });
    expect(check(result, 'project')?.error).toEqual({ code: 'project-not-found' });
  });

  test('of a connection uses the stored keys and those entered in their place', async () => {
    const { api, draft } = await setUp();
    const { id } = await api.connections.add({ draft });
    expect(outcomes(await api.connections.test({ id }))).toMatchObject({ client: 'ok', server: 'ok', admin: 'ok' });
    const changed = await api.connections.test({ id, draft: { keys: { server: foreign.server, admin: null } } });
    expect(outcomes(changed)).toMatchObject({ client: 'ok', server: 'refused', admin: 'missing' });
    expect(outcomes(await api.connections.test({ id }))).toMatchObject({ server: 'ok', admin: 'ok' });
  });
});

describe('a connection', () => {
  test('works like the sandbox’s own, until it is removed with all its data', async () => {
    const { api, service, draft, secrets, sentToWindows } = await setUp();
    const { id } = await api.connections.add({ draft });
    const asProject = { actor: 'project', connectionId: id } as const;
    expect((await service.users.list({ ...asProject, query: { limit: 1 } })).items).toHaveLength(1);
    expect((await service.projects.read(asProject)).display_name).toBe('Analytical Engines');
    await api.connections.detect({ id });
    const known = (await api.connections.list({})).value.find((connection) => connection.id === id);
    expect(known).toMatchObject({ release: '2.8.109', credentials: { client: draft.keys.client.slice(-4) } });
    await api.connections.remove({ id });
    await expect(service.projects.read(asProject)).rejects.toMatchObject({ report: { code: 'unknown-connection' } });
    for (const secret of secrets) expect(sentToWindows.some((text) => text.includes(secret))).toBe(false);
  });

  test('exists after a restart, and its keys are in no file', async () => {
    const { api, draft, profile, keys, close } = await setUp();
    const { id } = await api.connections.add({ draft });
    await api.connections.setGroup({ id, group: 'Work' });
    await api.connections.pin({ id, pinned: true });
    await api.connections.arrange({ ids: [id] });
    await close();
    const text = await readFile(join(profile, 'connections.json'), 'utf8');
    for (const key of Object.values(keys)) expect(text).not.toContain(key);
    const again = await launchApp(profile);
    expect((await again.api.connections.list({})).value[0]).toMatchObject({ id, group: 'Work', pinned: true });
  });

  test('is rejected for invalid input, and nothing of it is stored', async () => {
    const { api, draft } = await setUp();
    const mistakes = [
      { draft: { ...draft, baseUrl: 'http://service.example' }, report: { code: 'address-not-secure', path: 'baseUrl' } },
      { draft: { ...draft, projectId: 'x' }, report: { code: 'project-id-invalid', path: 'projectId' } },
      { draft: { ...draft, keys: { server: 'two\nlines' } }, report: { code: 'key-invalid', path: 'keys.server' } },
    ];
    for (const { draft: wrong, report } of mistakes) {
      await expect(api.connections.add({ draft: wrong })).rejects.toMatchObject({ report });
      await expect(api.connections.test({ draft: wrong })).rejects.toMatchObject({ report });
    }
    expect((await api.connections.list({})).value).toHaveLength(1);
  });

  test('is exported to another profile as text, without its keys', async () => {
    const { api, draft, keys } = await setUp();
    await api.connections.add({ draft });
    const { text } = await api.connections.exportAll({});
    for (const key of Object.values(keys)) expect(text).not.toContain(key.slice(0, 20));
    const other = await launchApp(await temporaryFolder());
    const { added, skipped } = await other.api.connections.importAll({ text });
    expect([added.length, skipped]).toEqual([1, []]);
    expect((await other.api.connections.list({})).value).toMatchObject([
      { id: added[0], name: 'Engines', credentials: { client: false, server: false, admin: false, owner: null } },
    ]);
    expect((await other.api.connections.importAll({ text })).skipped).toEqual([{ index: 0, name: 'Engines', reason: 'duplicate' }]);
  });

  test('of an owner uses their session on project `internal`', async () => {
    const { api, service, draft, baseUrl, projectId, ...launched } = await setUp();
    const client = await keyOf({ ...launched, api, service }, baseUrl, 'internal', 'pck');
    const { id: internal } = await api.connections.add({ draft: { ...draft, name: 'Dashboard', projectId: 'internal', keys: { client } } });
    const { value: sandbox } = await api.sandbox.state({});
    const [admin] = sandbox.state === 'running' ? sandbox.demoAccounts : [];
    const signedIn = await api.signIn.withPassword({ connectionId: internal, email: admin?.email ?? '', password: admin?.password ?? '' });
    const accountId = 'accountId' in signedIn ? signedIn.accountId : '';
    const { id } = await api.connections.openOwned({ internalConnectionId: internal, accountId, projectId, name: 'Owned' });
    const asProject = { actor: 'project', connectionId: id } as const;
    expect((await service.projects.read(asProject)).id).toBe(projectId);
    expect(outcomes(await api.connections.test({ id }))).toMatchObject({
      project: 'ok',
      owner: 'ok',
      client: 'not-needed',
      admin: 'missing',
    });
    await api.accounts.signOut({ accountId });
    await expect(service.projects.read(asProject)).rejects.toMatchObject({ report: { code: 'owner-signed-out' } });
    const named = { kind: 'owner', internalConnectionId: internal, name: 'Ada Lovelace' };
    expect((await api.connections.list({})).value.find((one) => one.id === id)?.credentials.owner).toMatchObject(named);
    // Signing in again makes the connection work again, and so does a second time.
    const again = await api.signIn.withPassword({ connectionId: internal, email: admin?.email ?? '', password: admin?.password ?? '' });
    const accountAgain = 'accountId' in again ? again.accountId : '';
    const asOwner = { actor: 'account', connectionId: internal, accountId: accountAgain } as const;
    const sessionsNow = async () => (await service.auth.sessions({ ...asOwner, query: { user_id: 'me' } })).items;
    const sessionsBefore = await sessionsNow();
    expect((await service.projects.read(asProject)).id).toBe(projectId);
    expect(
      await api.signIn.withPassword({ connectionId: internal, email: admin?.email ?? '', password: admin?.password ?? '' }),
    ).toMatchObject({
      accountId: accountAgain,
    });
    expect((await service.projects.read(asProject)).id).toBe(projectId);
    expect(await api.connections.openOwned({ internalConnectionId: internal, accountId: accountAgain, projectId, name: 'Owned' })).toEqual({
      id,
    });
    expect(await sessionsNow()).toHaveLength(sessionsBefore.length);
    await expect(api.connections.openOwned({ internalConnectionId: id, accountId, projectId, name: 'x' })).rejects.toMatchObject({
      report: { code: 'bad-input', path: 'internalConnectionId' },
    });
  });
});

describe('a safety level', () => {
  test('applies to every window', async () => {
    const { app, api, draft } = await setUp();
    const { id } = await api.connections.add({ draft: { ...draft, safety: 'confirm-writes' } });
    const list = { actor: 'project', connectionId: id, query: { limit: 1 } };
    const call = (name: string, input: unknown, windowId = 'test') => app.dispatch(name, input, { windowId });
    const found = await call('service.users.list', list);
    const userId = found.ok ? (found.value as { items: { id: string }[] }).items[0]?.id : undefined;
    const rename = { actor: 'project', connectionId: id, params: { user_id: userId }, body: { display_name: 'Ada King' } };
    const asked = await call('service.users.update', rename);
    const question = asked.ok ? undefined : asked.error.confirmation;
    expect(question).toMatchObject({ kind: 'confirm', name: 'Engines', endpoint: 'users.update', effect: 'write', presence: null });
    expect(await call('safety.confirm', { id: question?.id }, 'another')).toMatchObject({ error: { code: 'confirmation-expired' } });
    expect(await call('safety.confirm', { id: question?.id })).toEqual({ ok: true, value: { outcome: 'right' } });
    expect(await call('service.users.update', rename, 'another')).toMatchObject({ error: { code: 'confirmation-required' } });
    expect(await call('service.users.update', rename)).toMatchObject({ ok: true, value: { display_name: 'Ada King' } });
    await api.connections.edit({ id, change: { safety: 'read-only' } });
    expect(await call('service.users.update', rename)).toEqual({ ok: false, error: { code: 'read-only-connection' } });
    expect((await call('service.users.list', list)).ok).toBe(true);
  });
});
