/** A whole app that exports its settings, and reads them again. */
import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Reply } from '#contract/errors.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { createScriptedTransport, createTestPorts, response } from '#tests/support/main/test-ports.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { createApp } from './app';

async function setUp(chooseSettingsFile: (() => Promise<string | null>) | null, policy?: object) {
  const folder = join(await temporaryFolder(), 'latchkey');
  await mkdir(folder, { mode: 0o755 });
  const file = join(folder, 'policy.json');
  if (policy !== undefined) await writeFile(file, JSON.stringify(policy), { mode: 0o644 });
  const policyPlace = { file, ownerId: process.getuid?.() ?? null };
  const transport = createScriptedTransport(() => response({}));
  const clock = createFakeClock({ hasteUpTo: 60_000 });
  const app = await createApp(createTestPorts(await temporaryFolder(), { transport, clock, policyPlace, chooseSettingsFile }));
  onTestFinished(() => app.close());
  return { app, call: (name: string, input: object): Promise<Reply> => app.dispatch(name, input, { windowId: 'w' }) };
}

test('the file that the user chooses is replaced, and only its owner can read it', async () => {
  const path = join(await temporaryFolder(), 'settings.json');
  await writeFile(path, 'before');
  await chmod(path, 0o644);
  const { call } = await setUp(async () => path);
  await call('settings.update', { theme: 'dark' });
  expect(await call('settings.exportAll', {})).toEqual({ ok: true, value: { outcome: 'saved', path } });
  const text = await readFile(path, 'utf8');
  if (process.platform !== 'win32') expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await call('settings.readExport', { text })).toMatchObject({
    ok: true,
    value: { settings: { theme: 'dark' }, unknown: [], invalid: [] },
  });
});

test('without dialogs, the page gets the text; a dialog that is canceled and a folder save nothing', async () => {
  expect(await (await setUp(null)).call('settings.exportAll', {})).toMatchObject({ ok: true, value: { outcome: 'text' } });
  expect(await (await setUp(async () => null)).call('settings.exportAll', {})).toEqual({ ok: true, value: { outcome: 'canceled' } });
  const folder = await temporaryFolder();
  expect(await (await setUp(async () => folder)).call('settings.exportAll', {})).toMatchObject({ error: { code: 'file-not-writable' } });
});

test('what a policy replaces is exported as the user chose it, and isn’t imported', async () => {
  const { call, app } = await setUp(null, { version: 1, settings: { clipboardSeconds: 20 } });
  expect(app.settings().clipboardSeconds).toBe(20);
  const { value } = (await call('settings.exportAll', {})) as { value: { text: string } };
  expect(JSON.parse(value.text).settings.clipboardSeconds).toBe(30);
  expect(await call('settings.update', { clipboardSeconds: 30 })).toMatchObject({ error: { code: 'setting-locked' } });
});

test('a text that is too long isn’t read', async () => {
  const { call } = await setUp(null);
  expect(await call('settings.readExport', { text: ' '.repeat(65_537) })).toMatchObject({ ok: false });
});

test('is exported also where a policy forbids to export data', async () => {
  const path = join(await temporaryFolder(), 'settings.json');
  const { call } = await setUp(async () => path, { version: 1, forbidden: ['export'] });
  expect(await call('policy.assertExport', {})).toMatchObject({ error: { code: 'forbidden-by-policy' } });
  expect(await call('settings.exportAll', {})).toEqual({ ok: true, value: { outcome: 'saved', path } });
});
