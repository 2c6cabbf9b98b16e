import { expect, test } from 'vitest';
import { createFakeClock, until } from '#tests/support/fake-clock.ts';
import { createFakeKeychains } from '#tests/support/main/fake-keychains.ts';
import { createTestPorts } from '#tests/support/main/test-ports.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { createApp } from './app';

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
