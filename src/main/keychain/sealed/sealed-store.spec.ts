import { randomBytes } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { fail } from '#contract/errors.ts';
import { settle } from '#tests/support/fake-clock.ts';
import { reportOf } from '#tests/support/main/test-ports.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { systemClock } from '../../runtime/system-clock';
import { createSealedFile, type SealedSecretsFile } from './sealed-file';
import { createSealedStore } from './sealed-store';

const cost = { cost: 2 ** 10, blockSize: 8, parallelization: 1 };
const passphrase = 'correct horse battery';
const other = 'another long passphrase';
const token = 'r-0123456789abcdef';

function storeIn(folder: string, change = (file: SealedSecretsFile) => file) {
  const unreadable = vi.fn();
  const onResealed = vi.fn();
  // A clock that jumps gives up waiting for the lock of the file before a slow disk has written it.
  const file = change(createSealedFile({ profileFolder: folder, clock: systemClock, random: randomBytes }, unreadable, [cost]));
  return { ...createSealedStore({ file, random: randomBytes, onResealed, cost }), unreadable, onResealed };
}

async function scene() {
  const folder = await temporaryFolder();
  const path = join(folder, 'secrets.json');
  const store = storeIn(folder);
  await store.create(passphrase, { 'account/a/refresh': token });
  return { folder, path, store, json: async () => JSON.parse(await readFile(path, 'utf8')) };
}

describe('a sealed store', () => {
  it('has its items after it is opened with its passphrase', async () => {
    const { folder, store } = await scene();
    await store.set('key', 'ssk_1');
    await store.delete('account/a/refresh');
    const again = storeIn(folder);
    expect(await again.open(passphrase)).toBe(true);
    expect(await again.get('account/a/refresh')).toBeNull();
    expect(await again.remove()).toEqual({ key: 'ssk_1' });
  });

  it.each(['', ' ', passphrase.toUpperCase(), `${passphrase} `, other])('isn’t opened with %j', async (wrong) => {
    const { folder } = await scene();
    expect(await storeIn(folder).open(wrong)).toBe(false);
  });

  it('has no names and no secrets in its file, and a new nonce after each change', async () => {
    const { store, path, json } = await scene();
    const before = await json();
    await store.set('b', 'c');
    const after = await json();
    expect(after.cipher.nonce).not.toBe(before.cipher.nonce);
    expect(after.kdf.salt).toBe(before.kdf.salt);
    const text = await readFile(path, 'utf8');
    const content = Buffer.from(after.content, 'base64').toString('latin1');
    for (const secret of [token, 'account/a', passphrase]) expect(text + content).not.toContain(secret);
  });

  it('makes requests wait until it is opened, and again after its key was forgotten', async () => {
    const { folder } = await scene();
    const store = storeIn(folder);
    const reading = store.get('account/a/refresh');
    const writing = store.set('b', 'c');
    await store.open(passphrase);
    expect(await reading).toBe(token);
    await writing;
    store.forgetKey();
    let isRead = false;
    const later = store.get('b').then((found) => {
      isRead = true;
      return found;
    });
    await settle();
    expect(isRead).toBe(false);
    await store.open(passphrase);
    expect(await later).toBe('c');
  });

  it('completes what is in progress when its key is forgotten', async () => {
    const { folder, store } = await scene();
    const reading = store.get('account/a/refresh');
    const writing = store.set('b', 'c');
    store.forgetKey();
    expect(await reading).toBe(token);
    await writing;
    const again = storeIn(folder);
    await again.open(passphrase);
    expect(await again.get('b')).toBe('c');
  });

  it('fails what waits when it is closed, and what comes later', async () => {
    const { folder } = await scene();
    const store = storeIn(folder);
    const reading = reportOf(store.get('a'));
    store.close();
    expect(await reading).toEqual({ code: 'keychain-locked' });
    expect(await reportOf(store.set('a', 'b'))).toEqual({ code: 'keychain-locked' });
  });

  it('seals itself with another passphrase while it is read', async () => {
    const { folder } = await scene();
    const reading: Promise<string | null>[] = [];
    const store = storeIn(folder, (file) => ({
      ...file,
      locked: (task) =>
        file.locked((write) =>
          task(async (items, key) => {
            await write(items, key);
            reading.push(store.get('account/a/refresh'));
            await file.find();
            await settle();
          }),
        ),
    }));
    await store.open(passphrase);
    await store.reseal(other);
    expect([await Promise.all(reading), store.onResealed.mock.calls]).toEqual([[token], []]);
  });

  it('isn’t opened with a passphrase that is changed in the meantime', async () => {
    const { folder } = await scene();
    let change: (() => Promise<void>) | null = null;
    const store = storeIn(folder, (file) => ({
      ...file,
      async find() {
        const found = await file.find();
        const overtaking = change;
        change = null;
        await overtaking?.();
        return found;
      },
    }));
    await store.open(passphrase);
    change = () => store.reseal(other);
    expect(await store.open(passphrase)).toBe(false);
    expect([await store.get('account/a/refresh'), store.onResealed.mock.calls]).toEqual([token, []]);
  });

  it('keeps its passphrase if it can’t be sealed with another one', async () => {
    const { folder } = await scene();
    const refuse = async () => {
      throw fail('profile-not-writable');
    };
    const store = storeIn(folder, (file) => ({ ...file, locked: (task) => file.locked(() => task(refuse)) }));
    await store.open(passphrase);
    expect(await reportOf(store.reseal(other))).toEqual({ code: 'profile-not-writable' });
    expect(await store.get('account/a/refresh')).toBe(token);
    expect(await store.open(passphrase)).toBe(true);
  });

  it('isn’t created over another one', async () => {
    const { folder, store } = await scene();
    expect(await reportOf(storeIn(folder).create(other, {}))).toEqual({ code: 'not-allowed' });
    expect(await store.get('account/a/refresh')).toBe(token);
  });
});

describe('two processes', () => {
  it('see each other’s changes, and lose none that they make at once', async () => {
    const { folder, store } = await scene();
    const second = storeIn(folder);
    await second.open(passphrase);
    await Promise.all(Array.from({ length: 10 }, (_, at) => (at % 2 === 0 ? store : second).set(`item ${at}`, String(at))));
    expect(await second.get('item 4')).toBe('4');
    expect(Object.keys(await store.remove())).toHaveLength(11);
  });

  it('need the new passphrase once one of them has changed it', async () => {
    const { folder, store } = await scene();
    const second = storeIn(folder);
    await second.open(passphrase);
    await store.reseal(other);
    const reading = second.get('account/a/refresh');
    const writing = second.set('b', 'c');
    await expect.poll(() => second.onResealed.mock.calls.length).toBe(1);
    expect(await second.open(passphrase)).toBe(false);
    expect(await second.open(other)).toBe(true);
    expect(await reading).toBe(token);
    await writing;
    expect(await store.get('b')).toBe('c');
  });

  it('don’t start over when one of them has removed the file', async () => {
    const { folder, store, path } = await scene();
    const second = storeIn(folder);
    await second.open(passphrase);
    await store.remove();
    expect(await reportOf(second.get('a'))).toEqual({ code: 'keychain-absent' });
    expect(await reportOf(second.set('a', 'b'))).toEqual({ code: 'keychain-absent' });
    await expect(readFile(path)).rejects.toThrow();
  });
});

describe('a file', () => {
  const damages: [string, (text: string) => string][] = [
    ['that is empty', () => ''],
    ['that is cut off', (text) => text.slice(0, text.length / 2)],
    ['of another kind', (text) => text.replace('sealed-secrets', 'settings')],
    ['with another nonce', (text) => withOther('nonce', text)],
    ['with another salt', (text) => withOther('salt', text)],
    ['with a lower cost', (text) => text.replace('"cost": 1024', '"cost": 512')],
    ['with the cost of another format', (text) => text.replace('"cost": 1024', `"cost": ${2 ** 17}`)],
    ['with a block size that exhausts the memory', (text) => text.replace('"blockSize": 8', `"blockSize": ${2 ** 20}`)],
    ['with a cost that exhausts the memory', (text) => text.replace('"cost": 1024', `"cost": ${2 ** 40}`)],
    ['with other content', (text) => withOther('content', text)],
    ['with another field', (text) => text.replace('"version": 1,', '"version": 1, "more": 1,')],
  ];
  it.each(damages)('%s is damaged: it is copied and reported once, and never written', async (_what, change) => {
    const { folder, path } = await scene();
    const text = change(await readFile(path, 'utf8'));
    await writeFile(path, text);
    const store = storeIn(folder);
    expect(await store.find()).toBe('damaged');
    expect(await reportOf(store.open(passphrase))).toEqual({ code: 'secrets-damaged' });
    expect(await reportOf(store.create(passphrase, {}))).toEqual({ code: 'not-allowed' });
    expect(store.unreadable).toHaveBeenCalledTimes(1);
    expect(await readFile(path, 'utf8')).toBe(text);
    // The next start finds the copy that there is.
    await storeIn(folder).find();
    expect((await readdir(folder)).filter((name) => name.includes('broken'))).toHaveLength(1);
  });

  it('from a newer version says so', async () => {
    const { folder, path } = await scene();
    await writeFile(path, (await readFile(path, 'utf8')).replace('"version": 1', '"version": 2'));
    expect(await reportOf(storeIn(folder).open(passphrase))).toEqual({ code: 'secrets-newer' });
  });

  it('that was damaged while it is open fails, and can be restored', async () => {
    const { path, store } = await scene();
    const good = await readFile(path, 'utf8');
    await writeFile(path, good.slice(0, 100));
    expect(await reportOf(store.get('account/a/refresh'))).toEqual({ code: 'secrets-damaged' });
    expect(await reportOf(store.set('b', 'c'))).toEqual({ code: 'secrets-damaged' });
    expect(await readFile(path, 'utf8')).toBe(good.slice(0, 100));
    await writeFile(path, good);
    expect(await store.get('account/a/refresh')).toBe(token);
  });

  it('is only readable by its owner', async () => {
    const { path } = await scene();
    if (process.platform === 'win32') return;
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });
});

/** Returns the file's text with another first character in a field: always another one, whatever the random bytes are. */
function withOther(field: string, text: string): string {
  return text.replace(new RegExp(`("${field}": ")(.)`), (_all, head: string, first: string) => `${head}${first === 'A' ? 'B' : 'A'}`);
}
