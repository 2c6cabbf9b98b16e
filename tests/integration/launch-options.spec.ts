/** Options with which tests start the program: an opened sandbox, no network, and a profile of their own. */
import { readdir } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { launchElectron } from '../support/electron/launch';
import { prepareElectron } from '../support/electron/process';
import { launchApp } from '../support/main/launch-app';
import { reportOf } from '../support/main/test-ports';
import { temporaryFolder } from '../support/temporary-folder';

beforeAll(() => prepareElectron());

const ada = { email: 'ada@elsewhere.example', password: 'Analytical-Engine-1843' };
const elsewhere = {
  name: 'Elsewhere',
  baseUrl: 'https://elsewhere.example',
  projectId: '6fbbf22e-f4b2-4c6e-95a1-beab6fa41063',
  environment: 'staging' as const,
};

describe('the sandbox of the start', () => {
  test('is there with its admin when the program is ready, and is the same after a restart', async () => {
    const profile = await temporaryFolder();
    const { api, service, close } = await launchApp(profile, { sandboxSeed: 'demo' });
    expect((await api.connections.list({})).value).toMatchObject([{ id: 'sandbox', name: 'Analytical Engines' }]);
    expect((await api.accounts.list({})).value).toMatchObject([{ connectionId: 'sandbox', current: true }]);
    const asProject = { actor: 'project', connectionId: 'sandbox' } as const;
    const { items } = await service.users.list({ ...asProject, query: { query: 'grace.hopper' } });
    const user_id = items[0]?.id ?? '';
    await service.users.update({ ...asProject, params: { user_id }, body: { display_name: 'Amazing Grace' } });
    await close();
    const again = await launchApp(profile, { sandboxSeed: 'demo' });
    expect((await again.api.connections.list({})).value).toHaveLength(1);
    expect(await again.service.users.read({ ...asProject, params: { user_id } })).toMatchObject({ display_name: 'Amazing Grace' });
  });

  test('can be empty', async () => {
    const { service } = await launchApp(await temporaryFolder(), { sandboxSeed: 'empty' });
    const { items } = await service.users.list({ actor: 'project', connectionId: 'sandbox', query: {} });
    expect(items.length).toBeLessThanOrEqual(1);
  });

  test('doesn’t stop the program if it can’t be opened', async () => {
    const spawnWorker = () => {
      throw new Error('no processes');
    };
    const { api } = await launchApp(await temporaryFolder(), { sandboxSeed: 'demo', spawnWorker });
    expect((await api.connections.list({})).value).toEqual([]);
    expect((await api.sandbox.state({})).value).toMatchObject({ state: 'failed' });
  });
});

test('without a network, the sandbox works, and nothing is sent to other machines', async () => {
  const { api, service, exchanges } = await launchApp(await temporaryFolder(), { sandboxSeed: 'demo', noNetwork: true });
  expect((await service.projects.read({ actor: 'project', connectionId: 'sandbox' })).display_name).toBe('Analytical Engines');
  const { id } = await api.connections.add({ draft: elsewhere });
  expect(await reportOf(api.signIn.withPassword({ connectionId: id, ...ada }))).toMatchObject({
    code: 'offline',
    diagnosis: { online: false, steps: [] },
  });
  expect(await api.diagnostics.run({ connectionId: id })).toMatchObject({ online: false, steps: [] });
  expect(exchanges.filter(({ request }) => !request.url.startsWith('http://127.0.0.1:'))).toEqual([]);
});

test('with a fixed time, the sandbox and everything that it says are of that time', async () => {
  const fixedTime = Date.UTC(2026, 0, 15, 10);
  const { api, service } = await launchApp(await temporaryFolder(), { sandboxSeed: 'demo', fixedTime });
  const { items } = await service.users.list({ actor: 'project', connectionId: 'sandbox', query: {} });
  expect(items.length).toBeGreaterThan(0);
  expect(Math.max(...items.map(({ signed_up_at_millis }) => signed_up_at_millis))).toBeLessThanOrEqual(fixedTime);
  const created = await service.users.create({ actor: 'project', connectionId: 'sandbox', body: { display_name: 'Mary Somerville' } });
  expect(created.signed_up_at_millis).toBe(fixedTime);
  expect(await api.diagnostics.run({ connectionId: 'sandbox' })).toMatchObject({ at: fixedTime });
});

describe('in Electron', () => {
  test('options and their values are separated by a space or an equals sign', async () => {
    const [given, used] = [await temporaryFolder(), await temporaryFolder()];
    const running = await launchElectron(given, {
      args: ['--profile', used, '--sandbox', 'demo', '--no-network', '--clock=2026-01-15T10:00:00Z'],
    });
    expect(await running.call('connections.list', {})).toMatchObject({ ok: true, value: { value: [{ id: 'sandbox' }] } });
    expect(await running.call('diagnostics.run', { connectionId: 'sandbox' })).toMatchObject({ value: { at: Date.UTC(2026, 0, 15, 10) } });
    const reply = await running.call('connections.add', { draft: elsewhere });
    const { id } = (reply as { value: { id: string } }).value;
    expect(await running.call('signIn.withPassword', { connectionId: id, ...ada })).toMatchObject({
      error: { code: 'offline' },
    });
    expect(await readdir(used)).toContain('connections.json');
    expect(await readdir(given)).toEqual([]);
  });
});
