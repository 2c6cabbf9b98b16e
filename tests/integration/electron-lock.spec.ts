/** The built Electron host on the test double of Electron: what keeps others from seeing and using what is on the screen. */
import { beforeAll, expect, test } from 'vitest';
import { launchElectron } from '../support/electron/launch';
import { prepareElectron, type RunningElectron } from '../support/electron/process';
import { temporaryFolder } from '../support/temporary-folder';

beforeAll(() => prepareElectron());

const passphrase = 'correct horse battery';
const isProtected = (running: RunningElectron) => running.evaluate(({ windows }) => windows.map((window) => window.isProtected));
const refused = { ok: false, error: { code: 'app-locked' } };

test('all windows are hidden from screenshots as soon as the setting is on, also later ones', async () => {
  const running = await launchElectron(await temporaryFolder());
  await running.call('app.openWindow', { path: '/' });
  expect(await isProtected(running)).toEqual([false, false]);
  await running.call('settings.update', { captureProtection: true });
  await expect.poll(() => isProtected(running)).toEqual([true, true]);
  await running.call('app.openWindow', { path: '/' });
  expect(await isProtected(running)).toEqual([true, true, true]);
  await running.call('settings.update', { captureProtection: false });
  await expect.poll(() => isProtected(running)).toEqual([false, false, false]);
});

test('a copied secret is marked as one, and removed when the app is locked', async () => {
  const running = await launchElectron(await temporaryFolder());
  await running.call('lock.setPassphrase', { passphrase, seal: false });
  const kept = (await running.call('secrets.keep', { connectionId: 'c', text: 'ssk_0123456789' })) as { value: { ref: string } };
  await running.call('secrets.copy', { ref: kept.value.ref });
  const copied = () => running.evaluate(({ clipboard }) => ({ text: clipboard.text, marks: clipboard.formats.length }));
  expect(await copied()).toEqual({ text: 'ssk_0123456789', marks: expect.any(Number) });
  if (process.platform === 'linux') expect((await copied()).marks).toBe(1);
  await running.call('lock.now', {});
  await expect.poll(copied).toEqual({ text: '', marks: 0 });
});

test.each(['suspend', 'lock-screen'] as const)('the app locks at the event %s', async (event) => {
  const running = await launchElectron(await temporaryFolder());
  await running.call('lock.setPassphrase', { passphrase, seal: false });
  await running.evaluate(({ powerMonitor }, name) => powerMonitor.tell(name), event);
  expect(await running.call('connections.list', {})).toEqual(refused);
  expect(await running.call('lock.unlock', { passphrase })).toEqual({ ok: true, value: { outcome: 'right' } });
  expect(await running.call('connections.list', {})).toMatchObject({ ok: true });
});

test('the app locks when the machine wasn’t used, whatever its windows report', async () => {
  const running = await launchElectron(await temporaryFolder());
  await running.call('lock.setPassphrase', { passphrase, seal: false });
  await running.evaluate(({ powerMonitor }) => {
    powerMonitor.idleSeconds = 601;
  });
  await running.call('lock.activity', {});
  expect(await running.call('connections.list', {})).toEqual(refused);
});
