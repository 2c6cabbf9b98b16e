/** What windows get of a locked app. A call that isn't in the table of the lock screen's own calls is refused, also a new one. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { bridge } from '#contract/bridge/index.ts';
import type { Push } from '#contract/definitions.ts';
import type { Reply } from '#contract/errors.ts';
import { catalog } from '#contract/service/index.ts';
import { createFakeClock, settle } from '#tests/support/fake-clock.ts';
import { createScriptedTransport, createTestPorts, response } from '#tests/support/main/test-ports.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { createMemoryStore } from '../keychain/memory-store';
import type { Ports } from '../ports/ports';
import { createApp } from './app';
import '#tests/support/main/quick-scrypt.ts';

const passphrase = 'correct horse battery';
const open = ['lock.state', 'lock.wait', 'lock.unlock', 'lock.now', 'settings.state', 'localData.clear'];
const refused: Reply = { ok: false, error: { code: 'app-locked' } };

const bridgeCalls = Object.entries(bridge).flatMap(([group, entries]) =>
  Object.entries(entries).flatMap(([name, entry]) => (entry.kind !== 'event' ? [`${group}.${name}`] : [])),
);
const serviceCalls = Object.entries(catalog).flatMap(([group, rows]) => Object.keys(rows).map((name) => `service.${group}.${name}`));

async function started(own: Partial<Ports> = {}, profile?: string) {
  const clock = createFakeClock();
  const app = await createApp(createTestPorts(profile ?? (await temporaryFolder()), { clock, ...own }));
  onTestFinished(() => app.close());
  const pushes: Push[] = [];
  app.onPush((push) => pushes.push(push));
  const call = (name: string, input: unknown = {}) => app.dispatch(name, input, { windowId: 'w' });
  return { app, clock, pushes, call };
}

async function withPassphrase(own: Partial<Ports> = {}) {
  const scene = await started(own);
  expect(await scene.call('lock.setPassphrase', { passphrase, seal: false })).toEqual({ ok: true, value: null });
  return scene;
}

const draft = { name: 'Engines', baseUrl: 'https://example.com', projectId: 'internal', environment: 'production' };

describe('while the app is locked', () => {
  let call: (name: string, input?: unknown) => Promise<Reply>;
  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'latchkey-locked-'));
    const app = await createApp(createTestPorts(folder));
    call = (name, input = {}) => app.dispatch(name, input, { windowId: 'w' });
    await call('lock.setPassphrase', { passphrase, seal: false });
    await call('lock.now');
    return async () => {
      await app.close();
      await rm(folder, { recursive: true, force: true });
    };
  });

  it.each([...bridgeCalls, ...serviceCalls, 'no.call', ''].filter((name) => !open.includes(name)))('%s is refused', async (name) => {
    expect(await call(name)).toEqual(refused);
  });

  it.each(open)('%s isn’t', async (name) => {
    expect(await call(name)).not.toEqual(refused);
  });
});

it('what was locked stays so after a restart', async () => {
  const profile = await temporaryFolder();
  const before = await started({}, profile);
  await before.call('lock.setPassphrase', { passphrase, seal: false });
  await before.app.close();
  const { call, app } = await started({}, profile);
  expect(await call('connections.list')).toEqual(refused);
  expect(app.connections()).toEqual([]);
  expect(await call('lock.unlock', { passphrase: 'wrong passphrase' })).toMatchObject({ ok: true, value: { outcome: 'wrong' } });
  expect(await call('connections.list')).toEqual(refused);
  expect(await call('lock.unlock', { passphrase })).toEqual({ ok: true, value: { outcome: 'right' } });
  expect(await call('connections.list')).toMatchObject({ ok: true });
});

it('a confirmation outside the windows is canceled', async () => {
  const shown: AbortSignal[] = [];
  const confirm: Ports['confirm'] = (_confirmation, _caller, signal) => new Promise(() => void shown.push(signal));
  const { app, call } = await withPassphrase({ confirm });
  const saving = call('sealedConnections.save', { passphrase });
  await expect.poll(() => shown.length).toBe(1);
  app.lock();
  expect(shown[0]?.aborted).toBe(true);
  await call('lock.unlock', { passphrase });
  expect(await saving).toEqual({ ok: false, error: { code: 'not-confirmed' } });
});

it('a preview isn’t served', async () => {
  const { app, call } = await withPassphrase();
  const shown = await call('previews.show', { html: '<p>of a customer</p>' });
  const path = shown.ok ? (shown.value as { path: string }).path : '';
  expect(app.preview(path)).toContain('of a customer');
  await call('lock.now');
  expect(app.preview(path)).toBeNull();
  await call('lock.unlock', { passphrase });
  expect(app.preview(path)).toContain('of a customer');
});

it.each<[string, 'chooseExportFile' | 'chooseEnvFile', object]>([
  ['sealedConnections.save', 'chooseExportFile', { passphrase }],
  ['secrets.chooseEnvFile', 'chooseEnvFile', {}],
])('%s reads and writes nothing for a file that is chosen while the app is locked', async (name, port, input) => {
  const chosen = join(await temporaryFolder(), '.env');
  const secrets = createMemoryStore();
  const read = vi.spyOn(secrets, 'get');
  let choose: ((path: string | null) => void) | null = null;
  const dialog = () => new Promise<string | null>((resolve) => (choose = resolve));
  const { call } = await withPassphrase({ secrets, [port]: dialog });
  expect(await call('connections.add', { draft: { ...draft, keys: { server: `ssk_${'0'.repeat(45)}` } } })).toMatchObject({ ok: true });
  const answer = async (path: string | null) => {
    const calling = call(name, input);
    await expect.poll(() => choose).not.toBeNull();
    await call('lock.now');
    read.mockClear();
    choose?.(path);
    choose = null;
    await settle();
    expect(read).not.toHaveBeenCalled();
    await call('lock.unlock', { passphrase });
    return calling;
  };
  expect(await answer(chosen)).toEqual({ ok: false, error: { code: 'app-locked' } });
  await expect(readFile(chosen)).rejects.toThrow();
  expect(await answer(null)).toMatchObject({ ok: true });
});

it('no data is pushed until the app is unlocked, then the last value of each topic', async () => {
  const { call, app, pushes } = await withPassphrase();
  const adding = call('connections.add', { draft });
  await call('lock.now');
  pushes.length = 0;
  app.openLink('latchkey://nothing');
  await settle();
  expect(pushes).toEqual([]);
  await call('lock.unlock', { passphrase });
  expect(await adding).toMatchObject({ ok: true });
  expect(pushes.map(({ name }) => name)).toEqual(expect.arrayContaining(['lock.state', 'connections.list', 'app.notices']));
});

it('the reply to a call that is in progress waits', async () => {
  let answer = () => {};
  const transport = createScriptedTransport(
    () =>
      new Promise((resolve) => {
        answer = () => resolve(response({}));
      }),
  );
  const { call } = await withPassphrase({ transport });
  let replied = false;
  const testing = call('connections.test', { draft }).then((reply) => {
    replied = true;
    return reply;
  });
  await expect.poll(() => transport.requests.length).toBeGreaterThan(0);
  await call('lock.now');
  for (let turn = 0; turn < 50; turn += 1) {
    answer();
    await settle();
  }
  expect(replied).toBe(false);
  await call('lock.unlock', { passphrase });
  const more = setInterval(() => answer());
  onTestFinished(() => clearInterval(more));
  expect(await testing).toBeDefined();
});

it('a copied secret is removed from the clipboard', async () => {
  let text = '';
  const clipboard = {
    read: async () => text,
    write: async (next: string) => {
      text = next;
    },
  };
  const { call } = await withPassphrase({ clipboard });
  const kept = await call('secrets.keep', { connectionId: 'c', text: 'ssk_0123456789' });
  await call('secrets.copy', { ref: kept.ok && (kept.value as { ref: string }).ref });
  expect(text).toBe('ssk_0123456789');
  await call('lock.now');
  await expect.poll(() => text).toBe('');
});

it('the app locks without use, by the settings, and windows can’t turn that off while it is locked', async () => {
  const { call, clock, pushes } = await withPassphrase();
  await call('settings.update', { lockAfterMinutes: 1 });
  await clock.advance(50_000);
  await call('lock.activity');
  await clock.advance(50_000);
  expect(await call('settings.update', { lockAfterMinutes: 2 })).toMatchObject({ ok: true });
  await call('settings.update', { lockAfterMinutes: 1 });
  await clock.advance(10_000);
  expect(pushes.at(-1)).toMatchObject({ name: 'lock.state', value: { locked: true } });
  expect(await call('settings.update', { lockAfterMinutes: null })).toEqual(refused);
});
