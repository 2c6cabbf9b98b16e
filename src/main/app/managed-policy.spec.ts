/** A whole app under a policy: what it refuses, in every way that windows can ask for it. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { createScriptedTransport, createTestPorts, response } from '#tests/support/main/test-ports.ts';
import { sampleUser } from '#tests/support/samples/sample-user.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { createApp } from './app';

const draft = (baseUrl: string) => ({ name: 'Shop', baseUrl, projectId: sampleUser.id, environment: 'development', safety: 'normal' });
const entry = (name: string, baseUrl: string) => ({
  ...draft(baseUrl),
  name,
  colour: null,
  handlerBase: '/handler',
  group: null,
});

async function setUp(policy: object | null, profile?: string) {
  const folder = join(await temporaryFolder(), 'latchkey');
  await mkdir(folder, { mode: 0o755 });
  const file = join(folder, 'policy.json');
  if (policy !== null) await writeFile(file, JSON.stringify(policy), { mode: 0o644 });
  const transport = createScriptedTransport(() => response({}));
  const profileFolder = profile ?? (await temporaryFolder());
  const policyPlace = { file, ownerId: process.getuid?.() ?? null };
  const app = await createApp(createTestPorts(profileFolder, { transport, clock: createFakeClock({ hasteUpTo: 60_000 }), policyPlace }));
  onTestFinished(() => app.close());
  const call = (name: string, input: object) => app.dispatch(name, input, { windowId: 'w' });
  return { app, call, transport, profileFolder };
}

const refused = { ok: false, error: { code: 'host-not-allowed' } };

describe('a service that isn’t allowed', () => {
  const policy = { version: 1, allowedHosts: ['good.test'] };

  test('can’t be connected, opened, or imported', async () => {
    const { call, transport } = await setUp(policy);
    expect(await call('connections.add', { draft: draft('https://bad.test') })).toMatchObject(refused);
    const added = await call('connections.add', { draft: draft('https://good.test') });
    const { id } = (added as { value: { id: string } }).value;
    expect(await call('connections.edit', { id, change: { baseUrl: 'https://bad.test' } })).toMatchObject(refused);
    expect(await call('connections.edit', { id, change: { name: 'Shop 2' } })).toMatchObject({ ok: true });
    const connections = [entry('Good', 'https://good.test'), entry('Bad', 'https://bad.test')];
    const text = JSON.stringify({ format: 'latchkey/connections-export', version: 1, connections });
    expect(await call('connections.importAll', { text, allowPlainHttp: false })).toMatchObject({
      value: { added: [expect.any(String)], skipped: [{ index: 1, name: 'Bad', reason: 'not-allowed' }] },
    });
    expect(await call('connections.test', { draft: draft('https://bad.test') })).not.toMatchObject({ ok: true, value: { ok: true } });
    expect(transport.requests.filter(({ url }) => url.includes('bad.test'))).toEqual([]);
  });

  test('gets no request, although it was connected before', async () => {
    const before = await setUp(null);
    const added = await before.call('connections.add', { draft: draft('https://bad.test') });
    const { id } = (added as { value: { id: string } }).value;
    await before.app.close();
    const { call, transport } = await setUp(policy, before.profileFolder);
    const read = { actor: 'none', connectionId: id };
    expect(await call('service.projects.current', { ...read, actor: 'project' })).toMatchObject({ ok: false });
    expect(await call('signIn.withPassword', { connectionId: id, email: 'ada@x.test', password: 'p' })).toMatchObject(refused);
    await call('diagnostics.run', { connectionId: id });
    await call('diagnostics.reach', { connectionId: id });
    expect(transport.requests).toEqual([]);
  });
});

describe('a setting that is locked', () => {
  test('has the value of the policy, and can’t be changed', async () => {
    const { app, call } = await setUp({ version: 1, settings: { clipboardSeconds: 10 } });
    expect(app.settings().clipboardSeconds).toBe(10);
    expect([app.isLockedByPolicy('clipboardSeconds'), app.isLockedByPolicy('startAtLogin')]).toEqual([true, false]);
    expect(await call('settings.update', { clipboardSeconds: 60 })).toMatchObject({ ok: false, error: { code: 'setting-locked' } });
    expect(await call('settings.update', { theme: 'dark' })).toMatchObject({ ok: true });
    expect(await call('policy.state', {})).toMatchObject({ value: { value: { state: 'active', locked: ['clipboardSeconds'] } } });
  });

  test('doesn’t keep the app from starting where its profile can’t be: the watch', async () => {
    const { app, call } = await setUp({ version: 1, settings: { watch: true } }, '/dev/null/x');
    expect(app.settings().watch).toBe(true);
    expect(await call('watch.state', {})).toMatchObject({ ok: true, value: { value: { findings: [] } } });
  });
});

describe('under a broken policy', () => {
  test('the app is read-only, and can’t be made writable', async () => {
    const { app, call } = await setUp({ version: 1, setting: {} });
    expect(app.settings()).toMatchObject({ readOnly: true, updates: false });
    expect(await call('settings.update', { readOnly: false })).toMatchObject({ ok: false, error: { code: 'setting-locked' } });
    expect(await call('connections.add', { draft: draft('https://new.test') })).toMatchObject(refused);
  });
});

describe('actions that are forbidden', () => {
  const forbidden = (path: string) => ({ ok: false, error: { code: 'forbidden-by-policy', path } });
  const session = { connectionId: 'c', userId: 'u', durationMillis: 60_000 };

  test('are refused by the main process', async () => {
    const { call, transport } = await setUp({ version: 1, forbidden: ['export', 'impersonation'] });
    expect(await call('policy.assertExport', {})).toMatchObject(forbidden('export'));
    expect(await call('connections.exportAll', {})).toMatchObject(forbidden('export'));
    expect(await call('sealedConnections.save', { passphrase: 'correct horse battery' })).toMatchObject(forbidden('export'));
    expect(await call('impersonations.start', { ...session, reason: 'r' })).toMatchObject(forbidden('impersonation'));
    expect(await call('impersonations.createSession', session)).toMatchObject(forbidden('impersonation'));
    expect(transport.requests).toEqual([]);
  });

  test('are those that reveal secrets, also in a sealed file', async () => {
    const { call } = await setUp({ version: 1, forbidden: ['reveal'] });
    expect(await call('secrets.reveal', { ref: 'r' })).toMatchObject(forbidden('reveal'));
    expect(await call('sealedConnections.save', { passphrase: 'correct horse battery' })).toMatchObject(forbidden('reveal'));
    expect(await call('connections.exportAll', {})).toMatchObject({ ok: true });
  });

  test('are allowed without a policy, and none of them under a broken one', async () => {
    expect(await (await setUp(null)).call('policy.assertExport', {})).toMatchObject({ ok: true });
    const { call } = await setUp({ version: 1, forbid: [] });
    expect(await call('policy.assertExport', {})).toMatchObject(forbidden('export'));
    expect(await call('secrets.reveal', { ref: 'r' })).toMatchObject(forbidden('reveal'));
  });
});
