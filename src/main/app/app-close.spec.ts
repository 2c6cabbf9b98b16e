import { expect, test } from 'vitest';
import { createFakeClock, until } from '#tests/support/fake-clock.ts';
import { createFakeKeychains } from '#tests/support/main/fake-keychains.ts';
import { createTestPorts } from '#tests/support/main/test-ports.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import type { Ports } from '../ports/ports';
import { createApp } from './app';

test('quitting starts no worker again that it has ended, whatever still runs', async () => {
  const clock = createFakeClock({ hasteUpTo: 1_000 });
  const workers: { readonly name: string; isEnded: boolean }[] = [];
  const spawnWorker: Ports['spawnWorker'] = (name) => {
    const worker = { name, isEnded: false };
    workers.push(worker);
    // A machine with much to do: the worker hasn't answered yet.
    const kill = () => {
      worker.isEnded = true;
    };
    return { post: () => undefined, onMessage: () => undefined, onExit: () => undefined, kill };
  };
  const app = await createApp(createTestPorts(await temporaryFolder(), { clock, spawnWorker }));
  const listing = app.dispatch('journal.list', { filter: {}, limit: 1 }, { windowId: 'w' });
  await until(() => workers.length === 1);
  let isClosed = false;
  const closing = app.close().then(() => {
    isClosed = true;
  });
  await until(async () => {
    await clock.advance(1_000);
    return isClosed;
  });
  await closing;
  expect(await listing).toEqual({ ok: false, error: { code: 'profile-busy' } });
  expect(workers).toEqual([{ name: 'library-worker', isEnded: true }]);
});

test('quitting waits three seconds for a keychain that hangs, and then fails its requests', async () => {
  const clock = createFakeClock({ hasteUpTo: 1_000 });
  const keychains = createFakeKeychains();
  const { secrets: _memory, ...ports } = createTestPorts(await temporaryFolder(), { clock, spawnWorker: keychains.spawnWorker });
  const app = await createApp(ports);
  keychains.health['napi-keyring'] = 'hanging';
  const draft = {
    name: 'Engines',
    baseUrl: 'https://x.test',
    projectId: '11111111-2222-4333-8444-555555555555',
    environment: 'development',
    keys: { server: `ssk_${'x'.repeat(45)}` },
  };
  const adding = app.dispatch('connections.add', { draft }, { windowId: 'w' });
  await expect.poll(() => keychains.asked.at(-1)).toMatch(/ set key\//);
  let isClosed = false;
  const closing = app.close().then(() => {
    isClosed = true;
  });
  await until(() => clock.delays.includes(3_000));
  await clock.advance(2_999);
  expect(isClosed).toBe(false);
  await clock.advance(1);
  await closing;
  expect(await adding).toEqual({ ok: false, error: { code: 'keychain-absent' } });
});
