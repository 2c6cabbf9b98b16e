/** Keys in the real keychain of the system, where there is one. */
import { drivenElectron } from '../../scripts/lib/electron-binary.mjs';
import { launchElectron } from '../support/browser/electron';
import { electronTest, expect } from '../support/browser/fixtures';
import { newProfile, removeProfile } from '../support/browser/launch';
import { launchSandbox, type RunningSandbox } from '../support/browser/launch-sandbox';
import { filesWithSecrets } from '../support/browser/secret-search';

const test = electronTest.extend<{ keychainProfile: string; service: RunningSandbox }>({
  // The profile of the first window has its secrets in memory.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures used from the pattern
  keychainProfile: async ({}, use) => {
    const profile = await newProfile();
    await use(profile);
    await removeProfile(profile);
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures used from the pattern
  service: async ({}, use) => {
    const service = await launchSandbox();
    await use(service);
    await service.stop();
  },
});

test('a key that was saved is used after a restart, and is in no file', async ({
  electronApp: _electronApp,
  keychainProfile: profile,
  service,
}) => {
  const driven = drivenElectron();
  if ('missing' in driven) throw new Error(driven.missing);
  const { project_id: projectId, secret_server_key: server } = service.demo;
  const draft = { name: 'Engines', baseUrl: service.url, allowPlainHttp: true, projectId, environment: 'development', keys: { server } };
  const first = await launchElectron(driven, profile, 'auto');
  const page = await first.firstWindow();
  const added = (await page.evaluate(`window.latchkey.call('connections.add', ${JSON.stringify({ draft })})`)) as {
    ok: boolean;
    value?: { id: string };
    error?: { code: string };
  };
  await first.close();
  test.skip(added.error?.code.startsWith('keychain') === true, 'This machine has no keychain that is unlocked.');
  expect(added.ok).toBe(true);

  const second = await launchElectron(driven, profile, 'auto');
  const target = { actor: 'project', connectionId: added.value?.id, query: { limit: 1 } };
  const users = await (await second.firstWindow()).evaluate(`window.latchkey.call('service.users.list', ${JSON.stringify(target)})`);
  expect(users).toMatchObject({ ok: true });
  await (await second.firstWindow()).evaluate(`window.latchkey.call('connections.remove', { id: ${JSON.stringify(added.value?.id)} })`);
  await second.close();
  expect(await filesWithSecrets(profile)).toEqual([]);
});
