import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { eventually } from '#tests/support/eventually.ts';
import { createFakeKeychains } from '#tests/support/main/fake-keychains.ts';
import { makeStrange } from '#tests/support/main/strange-files.ts';
import { createTestPorts, seededRandom } from '#tests/support/main/test-ports.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { createApp } from '../app/app';
import type { Ports } from '../ports/ports';
import { systemClock } from '../runtime/system-clock';
import { type Clearing, clearingFile } from './clearing-file';

const draft = { name: 'Engines', baseUrl: 'https://example.com', projectId: 'internal', environment: 'production' };

/** One run of the program on a profile, until it is closed. `restarts` counts how often it asked its host to restart it. */
async function start(profile: string, own: Partial<Ports> = {}) {
  let restarts = 0;
  const restart = () => {
    restarts += 1;
  };
  const app = await createApp(createTestPorts(profile, { clock: systemClock, restart, ...own }));
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= app.close();
    return closing;
  };
  onTestFinished(close);
  const call = async (name: string, input: unknown = {}) => app.dispatch(name, input, { windowId: 'w' });
  const names = async () => app.connections().map(({ name }) => name);
  return { app, call, close, names, restarts: () => restarts };
}

const mark = (profile: string) => clearingFile(profile, systemClock, () => undefined);
const done = { ok: true, value: null };

test('a restart after the request has nothing of before', async () => {
  const profile = await temporaryFolder();
  const first = await start(profile);
  await first.call('connections.add', { draft });
  await first.call('settings.update', { theme: 'dark' });
  expect([await first.names(), first.restarts()]).toEqual([['Engines'], 0]);
  expect(await first.call('localData.clear')).toEqual(done);
  expect(first.restarts()).toBe(1);
  await first.close();

  const second = await start(profile);
  expect([await second.names(), second.app.settings().theme]).toEqual([[], 'system']);
  await second.close();
  expect((await readdir(profile)).sort()).toEqual(['logs']);
});

test('a locked app is cleared without its passphrase, and ends no sessions', async () => {
  const profile = await temporaryFolder();
  const first = await start(profile);
  await first.call('lock.setPassphrase', { passphrase: 'correct horse battery', seal: false });
  await first.call('lock.now');
  expect(await first.call('localData.endSessions')).toEqual({ ok: false, error: { code: 'app-locked' } });
  expect(await first.call('localData.clear')).toEqual(done);
  await first.close();
  const second = await start(profile);
  expect(await second.call('lock.state')).toMatchObject({ value: { value: { locked: false, hasPassphrase: false } } });
});

test('read-only mode doesn’t keep a user from clearing', async () => {
  const profile = await temporaryFolder();
  const { call, restarts } = await start(profile);
  await call('settings.update', { readOnly: true });
  expect([await call('localData.clear'), restarts()]).toEqual([done, 1]);
});

describe('other processes of the profile', () => {
  test('restart when one of them requests it', async () => {
    const profile = await temporaryFolder();
    const [one, other] = [await start(profile), await start(profile)];
    await one.call('localData.clear');
    await eventually(() => expect([one.restarts(), other.restarts()]).toEqual([1, 1]));
  });

  test('restart when it was requested before they followed it', async () => {
    const profile = await temporaryFolder();
    const one = await start(profile);
    await one.close();
    await mark(profile).update((): Clearing => ({ step: 'requested', keychains: [], hasUnknown: false }));
    const other = await start(profile);
    // It has cleared the profile itself.
    expect([other.restarts(), await mark(profile).read()]).toEqual([0, null]);
  });

  test('no longer restart while they close', async () => {
    const profile = await temporaryFolder();
    const [one, other] = [await start(profile), await start(profile)];
    await one.close();
    await mark(profile).update((): Clearing => ({ step: 'requested', keychains: [], hasUnknown: false }));
    await eventually(() => expect(other.restarts()).toBe(1));
    expect(one.restarts()).toBe(0);
  });

  test('restart when they notice it only once another process deletes', async () => {
    const profile = await temporaryFolder();
    const one = await start(profile);
    await mark(profile).update((): Clearing => ({ step: 'deleting', keychains: [], hasUnknown: false }));
    await eventually(() => expect(one.restarts()).toBe(1));
  });

  test('are waited for from the moment they read the profile', async () => {
    const profile = await temporaryFolder();
    const noted: boolean[] = [];
    const isNoted = () => existsSync(join(profile, `running-${process.pid}`));
    const bytes = seededRandom();
    const random: Ports['random'] = (size) => {
      noted.push(isNoted());
      return bytes(size);
    };
    // Its domains use it before they read anything.
    const one = await start(profile, { random });
    expect([noted.length > 0, noted.includes(false)]).toEqual([true, false]);
    await one.close();
    expect(isNoted()).toBe(false);
  });
});

describe('what a keychain has kept', () => {
  const left = { provider: 'napi-keyring', service: 'Latchkey 0123456789abcdef', items: ['key/a', 'key/b'] } as const;
  const noticesOf = async ({ call }: Awaited<ReturnType<typeof start>>) => JSON.stringify(await call('app.notices'));

  test('is reported, and deleted by a later start, which leaves the new profile as it is', async () => {
    const profile = await temporaryFolder();
    const keychains = createFakeKeychains({ 'napi-keyring': 'keychain-locked' });
    const { spawnWorker } = keychains;
    await mark(profile).update((): Clearing => ({ step: 'deleting', keychains: [{ ...left, items: [...left.items] }], hasUnknown: true }));
    const first = await start(profile, { spawnWorker });
    expect(await noticesOf(first)).toContain('"kind":"secrets-left"');
    expect(await noticesOf(first)).toContain('"kind":"secrets-unknown"');
    await first.call('connections.add', { draft });
    await first.close();

    keychains.health['napi-keyring'] = 'healthy';
    const second = await start(profile, { spawnWorker });
    await eventually(async () => expect(await mark(profile).read()).toBeNull());
    expect(await second.names()).toEqual(['Engines']);
    expect(await noticesOf(second)).not.toContain('secrets-');
    expect(keychains.asked).toEqual(expect.arrayContaining(left.items.map((item) => `napi-keyring delete ${item}`)));
  });

  test('isn’t deleted from the record that the profile uses again', async () => {
    const profile = await temporaryFolder();
    const keychains = createFakeKeychains();
    const { service } = left;
    const choice = { format: 'latchkey/keychain', version: 1, data: { provider: left.provider, service } };
    await writeFile(join(profile, 'keychain.json'), JSON.stringify(choice));
    await mark(profile).update((): Clearing => ({ step: 'left', keychains: [{ ...left, items: [...left.items] }], hasUnknown: false }));
    await start(profile, { spawnWorker: keychains.spawnWorker });
    await eventually(async () => expect(await mark(profile).read()).toBeNull());
    expect(keychains.asked).toEqual(left.items.map((item) => `napi-keyring delete ${item}`));
  });
});

test.each(['pipe', 'folder'] as const)('a %s under the name of the mark deletes nothing, and the request fails', async (kind) => {
  const profile = await temporaryFolder();
  await makeStrange(kind, join(profile, 'clearing.json'));
  const { call, restarts } = await start(profile);
  expect(await call('localData.clear')).toEqual({ ok: false, error: { code: 'profile-not-writable' } });
  expect(restarts()).toBe(0);
});
