/** The built Electron host on the test double of Electron: presence is proved to the system where Electron can ask it. */
import { beforeAll, expect, test } from 'vitest';
import { launchElectron } from '../support/electron/launch';
import { prepareElectron, type RunningElectron } from '../support/electron/process';
import { temporaryFolder } from '../support/temporary-folder';

beforeAll(() => prepareElectron());

const passphrase = 'correct horse battery';
const secret = 'ssk_0123456789';
const draft = {
  name: 'Engines\nof Ada',
  baseUrl: 'https://x.test',
  projectId: 'internal',
  environment: 'development',
  requirePresence: true,
};

type Reply<T> = { ok: true; value: T } | { ok: false; error: { code: string; confirmation?: { id: string; presence: string } } };

const launch = async (touchId: boolean) => launchElectron(await temporaryFolder(), { env: { STAND_IN_TOUCH_ID: touchId ? '1' : '0' } });
const call = async <T>(running: RunningElectron, name: string, input: unknown) => (await running.call(name, input)) as Reply<T>;

/** Adds a connection that checks presence and returns a reference to a secret of it. */
async function keep(running: RunningElectron): Promise<{ ref: string }> {
  const added = await call<{ id: string }>(running, 'connections.add', { draft });
  if (!added.ok) throw new Error(added.error.code);
  const kept = await call<{ ref: string }>(running, 'secrets.keep', { connectionId: added.value.id, text: secret });
  if (!kept.ok) throw new Error(kept.error.code);
  return { ref: kept.value.ref };
}

async function requested(running: RunningElectron, input: unknown): Promise<{ id: string; presence: string }> {
  const reply = await call(running, 'secrets.copy', input);
  if (reply.ok || reply.error.confirmation === undefined) throw new Error('nothing was asked');
  return reply.error.confirmation;
}

test('Touch ID is prompted with what for, in the language of the app, and decides', async () => {
  const running = await launch(true);
  expect(await running.call('lock.state', {})).toMatchObject({ value: { value: { canCheckPresence: true } } });
  await running.call('settings.update', { language: 'de' });
  const input = await keep(running);
  const { id, presence } = await requested(running, input);
  expect(presence).toBe('system');
  await running.evaluate(({ systemPreferences }) => {
    systemPreferences.isRecognized = false;
  });
  expect(await running.call('safety.confirm', { id })).toMatchObject({ ok: false, error: { code: 'presence-not-verified' } });
  expect(await running.call('secrets.copy', input)).toMatchObject({ ok: false, error: { code: 'confirmation-required' } });
  expect(await running.evaluate(({ clipboard }) => clipboard.text)).toBe('');
  await running.evaluate(({ systemPreferences }) => {
    systemPreferences.isRecognized = true;
  });
  expect(await running.call('safety.confirm', { id })).toEqual({ ok: true, value: { outcome: 'right' } });
  expect(await running.call('secrets.copy', input)).toEqual({ ok: true, value: null });
  expect(await running.evaluate(({ clipboard }) => clipboard.text)).toBe(secret);
  const reasons = await running.evaluate(({ systemPreferences }) => systemPreferences.reasons);
  expect(reasons).toEqual(Array(2).fill('ein Geheimnis von „Engines of Ada“ anzuzeigen'));
});

test('one prompt is shown at a time', async () => {
  const running = await launch(true);
  const input = await keep(running);
  const { id } = await requested(running, input);
  await running.evaluate(({ systemPreferences }) => {
    systemPreferences.isRecognized = null;
  });
  const first = running.call('safety.confirm', { id });
  await expect.poll(() => running.evaluate(({ systemPreferences }) => systemPreferences.reasons.length)).toBe(1);
  expect(await running.call('safety.confirm', { id })).toMatchObject({ error: { code: 'confirmation-pending' } });
  await running.evaluate(({ systemPreferences }) => {
    systemPreferences.isRecognized = true;
  });
  expect(await first).toEqual({ ok: true, value: { outcome: 'right' } });
});

test('without an enrolled finger, the passphrase is the proof', async () => {
  const running = await launch(true);
  const input = await keep(running);
  await running.evaluate(({ systemPreferences }) => {
    systemPreferences.isEnrolled = false;
  });
  expect(await running.call('secrets.copy', input)).toMatchObject({ error: { code: 'presence-unavailable' } });
  await running.call('lock.setPassphrase', { passphrase, seal: false });
  const { id, presence } = await requested(running, input);
  expect(presence).toBe('passphrase');
  expect(await running.call('safety.confirm', { id, passphrase })).toEqual({ ok: true, value: { outcome: 'right' } });
  expect(await running.call('secrets.copy', input)).toEqual({ ok: true, value: null });
});

test('on a system without Touch ID, only a passphrase lets a connection check presence', async () => {
  const running = await launch(false);
  expect(await running.call('lock.state', {})).toMatchObject({ value: { value: { canCheckPresence: false } } });
  expect(await running.call('connections.add', { draft })).toMatchObject({ ok: false, error: { code: 'presence-unavailable' } });
  await running.call('lock.setPassphrase', { passphrase, seal: false });
  expect((await requested(running, await keep(running))).presence).toBe('passphrase');
});
