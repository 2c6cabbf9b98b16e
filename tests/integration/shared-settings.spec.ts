/** Two processes of the program on one data folder: what is set in one applies in the other at once. */
import { expect, test } from 'vitest';
import { createUndiciTransport } from '#main/remote/undici-transport.ts';
import { systemClock } from '#main/runtime/system-clock.ts';
import { eventually } from '../support/eventually';
import { type LaunchedApp, type LaunchOptions, launchApp } from '../support/main/launch-app';
import { temporaryFolder } from '../support/temporary-folder';

const asProject = { actor: 'project', connectionId: 'sandbox' } as const;

async function pair(options: LaunchOptions = {}) {
  const folder = await temporaryFolder();
  return { one: await launchApp(folder), other: await launchApp(folder, options) };
}

const settingsPushes = ({ pushes }: LaunchedApp) => pushes.filter(({ name }) => name === 'settings.state').length;

test('a window of the other process shows it, and each process pushes it once', async () => {
  const { one, other } = await pair();
  await one.api.settings.update({ privacyMode: true, language: 'de' });
  await other.pushed('settings.state', ({ privacyMode, language }) => privacyMode && language === 'de');
  await other.api.settings.update({ theme: 'dark' });
  await one.pushed('settings.state', ({ theme }) => theme === 'dark');
  expect((await one.api.settings.state({})).value).toEqual((await other.api.settings.state({})).value);
  expect([settingsPushes(one), settingsPushes(other)]).toEqual([2, 2]);
});

test('read-only mode refuses changes in both, until it is turned off in either', async () => {
  const { one, other } = await pair();
  await other.api.sandbox.open({});
  const create = () => other.service.users.create({ ...asProject, body: { display_name: 'Charles' } });
  await one.api.settings.update({ readOnly: true });
  await eventually(() => expect(create()).rejects.toMatchObject({ report: { code: 'app-read-only' } }));
  await other.api.settings.update({ readOnly: false });
  expect((await create()).display_name).toBe('Charles');
  await one.pushed('settings.state', ({ readOnly }) => !readOnly);
});

test('the network and the time until the lock follow', async () => {
  let moved = 0;
  const modes: string[] = [];
  const transport = createUndiciTransport();
  const { one, other } = await pair({
    clock: { ...systemClock, monotonic: () => systemClock.monotonic() + moved },
    transport: {
      ...transport,
      follow: async ({ proxy }) => void modes.push(proxy.mode),
    },
  });
  await one.api.settings.update({ proxyMode: 'manual', proxyUrl: 'http://proxy.test:3128', lockAfterMinutes: 1 });
  await eventually(() => expect(modes).toEqual(['manual']));
  await one.api.lock.setPassphrase({ passphrase: 'correct horse battery', seal: false });
  await other.pushed('lock.state', ({ hasPassphrase }) => hasPassphrase);
  moved = 2 * 60_000;
  await expect(other.api.connections.list({})).rejects.toMatchObject({ report: { code: 'app-locked' } });
});
