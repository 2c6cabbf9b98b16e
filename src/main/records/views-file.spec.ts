import { randomBytes } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { SavedView } from '#contract/bridge/saved-views.ts';
import { fail } from '#contract/errors.ts';
import { newestFirst } from '#contract/query/user-query.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { createTestPorts, reportOf } from '#tests/support/main/test-ports.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { createMemoryStore } from '../keychain/memory-store';
import { createSealedFile } from '../keychain/sealed/sealed-file';
import { createSealedStore } from '../keychain/sealed/sealed-store';
import { createVault } from '../keychain/sealed/vault';
import type { SecretStore } from '../ports/ports';
import { createRuntime } from '../runtime/create-runtime';
import { createSavedViews } from './saved-views';

const query = { field: 'text', value: 'ada@example.com' } as const;
const ada: SavedView = { id: 'v1', connectionId: 'a', name: 'Only Ada', query, order: newestFirst, columns: null };
const { id: _id, connectionId: _connectionId, ...content } = ada;
const keychain = (): SecretStore => ({ ...createMemoryStore(), kind: 'system' });
const envelope = (version: number, data: unknown) => JSON.stringify({ format: 'latchkey/saved-views', version, data });

async function opened(own: { profile?: string; secrets?: SecretStore } = {}) {
  const clock = createFakeClock();
  const ports = createTestPorts(own.profile ?? (await temporaryFolder()), { clock, random: randomBytes });
  const secrets = own.secrets ?? keychain();
  const runtime = createRuntime(ports);
  const views = createSavedViews({ ports, runtime, secrets, find: () => null });
  onTestFinished(views.close);
  const path = join(ports.profileFolder, 'saved-views.json');
  const names = () => runtime.topics['savedViews.list'].get().value.map(({ name }) => name);
  return {
    views,
    clock,
    secrets,
    profile: ports.profileFolder,
    path,
    stored: () => readFile(path, 'utf8'),
    names,
    notices: () => runtime.topics['app.notices'].get().value.map(({ kind }) => kind),
    save: (view = content) => views.handlers.savedViews.save({ connectionId: 'a', id: null, view }, { windowId: 'w' }),
    remove: () => views.forget('a'),
  };
}

test('the file tells neither names nor values, and is read again with its key', async () => {
  const { views, save, stored, profile, secrets } = await opened();
  await views.load();
  await save();
  const first = await stored();
  expect(first).not.toMatch(/ada/i);
  await save({ ...content, name: 'Another' });
  const nonceOf = (text: string) => (JSON.parse(text) as { data: { nonce: string } }).data.nonce;
  expect(nonceOf(await stored())).not.toBe(nonceOf(first));
  const again = await opened({ profile, secrets });
  await again.views.load();
  expect(again.names()).toEqual(['Only Ada', 'Another']);
});

test('a file that isn’t encrypted yet is encrypted when it is read', async () => {
  const { views, path, stored, names, profile, notices } = await opened();
  await writeFile(path, envelope(1, [ada]));
  await views.load();
  expect([names(), notices()]).toEqual([['Only Ada'], []]);
  expect(await stored()).not.toMatch(/ada/i);
  expect((await readdir(profile)).filter((name) => name.startsWith('saved-views'))).toEqual(['saved-views.json']);
});

test.each([
  ['another key', async ({ secrets }: { secrets: SecretStore }) => secrets.set('library/views', '0'.repeat(64))],
  ['a lost key', async ({ secrets }: { secrets: SecretStore }) => secrets.delete('library/views')],
  ['a changed file', ({ path }: { path: string }) => changeStored(path)],
  ['other content', ({ path }: { path: string }) => writeFile(path, envelope(2, { nonce: 'AA==', content: 'AA==' }))],
  ['no list', ({ path }: { path: string }) => writeFile(path, envelope(2, 7))],
])('a file is set aside that can’t be decrypted: %s', async (_what, damage) => {
  // Not loaded, so that it doesn't follow the file.
  const before = await opened();
  await before.save();
  await damage(before);
  const { views, names, notices, save, profile } = await opened(before);
  await views.load();
  expect([names(), notices()]).toEqual([[], ['file-unreadable']]);
  expect((await readdir(profile)).some((name) => name.startsWith('saved-views.json.broken-'))).toBe(true);
  await save();
  expect(names()).toEqual(['Only Ada']);
});

async function changeStored(path: string): Promise<void> {
  const stored = JSON.parse(await readFile(path, 'utf8')) as { data: { content: string } };
  const bytes = Buffer.from(stored.data.content, 'base64');
  bytes[0] = (bytes[0] ?? 0) ^ 1;
  await writeFile(path, JSON.stringify({ ...stored, data: { ...stored.data, content: bytes.toString('base64') } }));
}

test('a keychain that is locked changes nothing, and is asked again later', async () => {
  const before = await opened();
  await before.views.load();
  await before.save();
  const stored = await before.stored();
  let isLocked = true;
  const get = async (item: string) => {
    if (isLocked) throw fail('keychain-locked');
    return before.secrets.get(item);
  };
  const { views, names, save, clock, notices } = await opened({ profile: before.profile, secrets: { ...before.secrets, get } });
  await views.load();
  expect([names(), notices()]).toEqual([[], []]);
  expect(await reportOf(save())).toMatchObject({ code: 'keychain-locked' });
  expect(await before.stored()).toBe(stored);
  isLocked = false;
  await clock.advance(60_000);
  await expect.poll(names).toEqual(['Only Ada']);
});

test('without views, neither a file nor a key is created', async () => {
  const failing = async () => {
    throw fail('keychain-locked');
  };
  const { views, remove, profile } = await opened({ secrets: { kind: 'system', get: failing, set: failing, delete: failing } });
  await views.load();
  await remove();
  expect(await readdir(profile)).toEqual(['logs']);
});

test('where no key can be kept, views end with the process, and are kept from the moment on when one can', async () => {
  const { profile, path } = await opened();
  await writeFile(path, envelope(1, [ada]));
  const file = createSealedFile({ profileFolder: profile, clock: createFakeClock(), random: randomBytes }, () => undefined, [cost]);
  const vault = createVault(createSealedStore({ file, random: randomBytes, onResealed: () => undefined, cost }), 'memory');
  const { views, names, save, stored } = await opened({ profile, secrets: vault.store });
  await views.load();
  await save({ ...content, name: 'Second' });
  expect(names()).toEqual(['Only Ada', 'Second']);
  expect(JSON.parse(await stored())).toMatchObject({ version: 2, data: [] });
  await vault.moveToFile('correct horse battery');
  await expect.poll(stored).toContain('nonce');
  await vault.moveToMemory();
  await expect.poll(async () => JSON.parse(await stored())).toMatchObject({ data: [] });
  expect(names()).toEqual(['Only Ada', 'Second']);
});

const cost = { cost: 2 ** 10, blockSize: 8, parallelization: 1 };
