import { randomBytes } from 'node:crypto';
import { readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { LockState } from '#contract/bridge/lock.ts';
import { fail } from '#contract/errors.ts';
import { background, cost, folder, locked, ownFolders, passphrase, start, started, storeOf } from '#tests/support/main/locks.ts';
import { makeStrange, strangeKinds } from '#tests/support/main/strange-files.ts';
import { reportOf } from '#tests/support/main/test-ports.ts';
import { createMemoryStore } from '../keychain/memory-store';
import { createSealedFile } from '../keychain/sealed/sealed-file';
import { createSealedStore } from '../keychain/sealed/sealed-store';
import { createVault } from '../keychain/sealed/vault';
import type { SecretStore } from '../ports/ports';
import { systemClock } from '../runtime/system-clock';

ownFolders();

describe('a file that can’t be read', () => {
  const path = () => join(folder, 'lock.json');
  const derivation = { name: 'scrypt', ...cost, salt: Buffer.alloc(16).toString('base64') };
  const verifier = { derivation, hash: Buffer.alloc(32).toString('base64') };
  const withData = (data: unknown, version = 1) => JSON.stringify({ format: 'latchkey/lock', version, data });
  const stored = async (): Promise<Buffer> => {
    await locked();
    return readFile(path());
  };

  /** Starts with a file, and fails if the app is open, the file was replaced, or a passphrase can be set. */
  async function expectLocked(bytes: Buffer | string, problem: LockState['problem']) {
    await writeFile(path(), bytes);
    const unreadable = vi.fn();
    const { lock, state } = await start({ unreadable });
    expect(state()).toMatchObject({ locked: true, hasPassphrase: true, problem });
    expect(await reportOf(lock.unlock(passphrase))).toEqual({ code: 'lock-file-unreadable' });
    expect(await reportOf(lock.setPassphrase('another long passphrase', false))).toEqual({ code: 'not-allowed' });
    expect([lock.isLocked(), await readdir(folder), unreadable.mock.calls]).toEqual([true, ['lock.json'], []]);
    expect(await readFile(path())).toEqual(Buffer.from(bytes));
  }

  it('after any flipped bit stays locked, and is never replaced', async () => {
    const bytes = await stored();
    const failed: number[] = [];
    let problems = 0;
    // Every position, each with one of the eight bits.
    for (let at = 0; at < bytes.length; at += 1) {
      const flipped = Buffer.from(bytes);
      flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 8));
      await writeFile(path(), flipped);
      const { lock, state } = await start();
      if (state().problem !== null) problems += 1;
      if (!lock.isLocked() || !(await readFile(path())).equals(flipped)) failed.push(at);
    }
    expect(failed).toEqual([]);
    expect(problems).toBeGreaterThan(bytes.length / 2);
  });

  it('that is cut off anywhere stays locked, and is never replaced', async () => {
    const bytes = await stored();
    const failed: number[] = [];
    // Without its line break, it is whole.
    for (let length = 0; length < bytes.length - 1; length += 1) {
      await writeFile(path(), bytes.subarray(0, length));
      const { lock, state } = await start();
      if (!lock.isLocked() || state().problem !== 'damaged' || (await stat(path())).size !== length) failed.push(length);
    }
    expect(failed).toEqual([]);
  });

  it.each<[string, string, LockState['problem']]>([
    ['that is empty', '', 'damaged'],
    ['with zeros', '\0'.repeat(300), 'damaged'],
    ['with a list', '[]', 'damaged'],
    ['of another format', withData({ verifier, failures: 0 }).replace('latchkey/lock', 'latchkey/settings'), 'damaged'],
    ['of a later version', withData({ verifier, failures: 0 }, 2), 'newer'],
    ['of a later version without a passphrase', withData({ verifier: null, failures: 0 }, 9), 'newer'],
    ['without a passphrase, but damaged', withData({ verifier: null, failures: 0, more: 1 }), 'damaged'],
    ['without a verifier', withData({ failures: 0 }), 'damaged'],
    ['with a negative count', withData({ verifier, failures: -1 }), 'damaged'],
    ['with another function', withData({ verifier: { ...verifier, derivation: { ...derivation, name: 'none' } }, failures: 0 }), 'damaged'],
    ['with a short salt', withData({ verifier: { ...verifier, derivation: { ...derivation, salt: 'AAAA' } }, failures: 0 }), 'damaged'],
    ['with a short hash', withData({ verifier: { ...verifier, hash: 'AAAA' }, failures: 0 }), 'damaged'],
    ['with another field', withData({ verifier, failures: 0, passphrase: 'x' }), 'damaged'],
    ...[{ cost: 2 }, { cost: 1000 }, { cost: 2 ** 30 }, { cost: 2 ** 17 }, { cost: 2, blockSize: 2 ** 20, parallelization: 4 }].map(
      (other): [string, string, LockState['problem']] => [
        `with parameters that no version has written, ${JSON.stringify(other)}`,
        withData({ verifier: { ...verifier, derivation: { ...derivation, ...other } }, failures: 0 }),
        'damaged',
      ],
    ),
  ])('%s stays locked, and is never replaced', (_what, text, problem) => expectLocked(text, problem));

  it.each(strangeKinds)('because there is $what stays locked', async ({ kind }) => {
    await makeStrange(kind, path());
    const { lock, state } = await start();
    expect(state()).toMatchObject({ locked: true, problem: 'unreadable' });
    expect(await reportOf(lock.unlock(passphrase))).toEqual({ code: 'lock-file-unreadable' });
    expect(await readdir(folder)).toEqual(['lock.json']);
  });

  it('because there is a link to nothing stays locked', async () => {
    await symlink(join(folder, 'missing'), path());
    expect((await start()).state()).toMatchObject({ locked: true, problem: 'unreadable' });
  });

  it('is followed when it is restored, and then opens with its passphrase', async () => {
    const bytes = await stored();
    await writeFile(path(), '{');
    const { lock, state } = await start();
    await writeFile(path(), bytes);
    await lock.reload();
    expect(state()).toMatchObject({ locked: true, problem: null });
    expect(await lock.unlock(passphrase)).toEqual({ outcome: 'right' });
    expect(state()).toMatchObject({ locked: false, problem: null });
  });

  it('opens nothing when it is restored without a passphrase, or deleted', async () => {
    await stored();
    await writeFile(path(), '{');
    const { lock, state } = await start();
    for (const change of [() => writeFile(path(), withData({ verifier: null, failures: 0 })), () => rm(path())]) {
      await change();
      await lock.reload();
      expect(state()).toMatchObject({ locked: true, problem: 'absent' });
      expect(await reportOf(lock.unlock(passphrase))).toEqual({ code: 'lock-file-unreadable' });
    }
  });

  it.each<[string, () => Promise<void>]>([
    ['damaged', () => writeFile(path(), '{')],
    ['deleted', () => rm(path())],
  ])('and is %s while the app is used opens with the passphrase, which restores it', async (_what, change) => {
    const { lock, state } = await start();
    await lock.setPassphrase(passphrase, false);
    await change();
    await lock.reload();
    expect(state()).toMatchObject({ locked: false, hasPassphrase: true });
    lock.lock();
    expect(await lock.unlock('wrong passphrase')).toMatchObject({ outcome: 'wrong' });
    expect(await lock.unlock(passphrase)).toEqual({ outcome: 'right' });
    const again = await start();
    expect(again.state()).toMatchObject({ locked: true, problem: null });
    expect(await again.lock.unlock(passphrase)).toEqual({ outcome: 'right' });
  });

  it('doesn’t matter where a sealed file tells which passphrase is right, and is restored', async () => {
    const file = createSealedFile({ profileFolder: folder, clock: systemClock, random: randomBytes }, () => undefined, [cost]);
    const vaultOf = (place: 'memory' | 'sealed') =>
      createVault(createSealedStore({ file, random: randomBytes, onResealed: () => undefined, cost }), place);
    const before = await started(storeOf(vaultOf('memory')), systemClock);
    await before.setPassphrase(passphrase, true);
    for (const change of [() => writeFile(path(), '{'), () => rm(path())]) {
      await change();
      const { lock, state } = await start({ secrets: storeOf(vaultOf('sealed')), own: systemClock });
      expect(state()).toMatchObject({ locked: true, problem: null });
      expect(await lock.unlock('wrong passphrase')).toMatchObject({ outcome: 'wrong' });
      expect(await lock.unlock(passphrase)).toEqual({ outcome: 'right' });
      expect(JSON.parse(await readFile(path(), 'utf8')).data.verifier).not.toBeNull();
    }
    await rm(path());
    await writeFile(join(folder, 'secrets.json'), '{');
    expect((await start({ secrets: storeOf(vaultOf('sealed')), own: systemClock })).state()).toMatchObject({
      locked: true,
      problem: 'absent',
    });
  });
});

describe('a file that was deleted', () => {
  /** Where a passphrase was set, and its file deleted. */
  async function deleted() {
    const store: SecretStore = { ...createMemoryStore(), kind: 'system' };
    const { lock } = await start({ secrets: storeOf(null, store) });
    await lock.setPassphrase(passphrase, false);
    await Promise.all(background);
    await rm(join(folder, 'lock.json'));
    return store;
  }

  it('keeps the app locked, because the keychain says that there was one', async () => {
    const store = await deleted();
    const { lock, state } = await start({ secrets: storeOf(null, store) });
    expect(state()).toMatchObject({ locked: true, hasPassphrase: true, problem: 'absent' });
    expect(await reportOf(lock.unlock(passphrase))).toEqual({ code: 'lock-file-unreadable' });
    expect(await readdir(folder)).toEqual([]);
  });

  it('is none where there is nothing to protect', async () => {
    const store = await deleted();
    expect((await start({ secrets: storeOf(null, store), isUsed: false })).state()).toMatchObject({ locked: false, hasPassphrase: false });
  });

  it('isn’t missed once the passphrase was removed', async () => {
    const store: SecretStore = { ...createMemoryStore(), kind: 'system' };
    const { lock } = await start({ secrets: storeOf(null, store) });
    await lock.setPassphrase(passphrase, false);
    await lock.removePassphrase(passphrase);
    await Promise.all(background);
    await rm(join(folder, 'lock.json'));
    expect((await start({ secrets: storeOf(null, store) })).state()).toMatchObject({ locked: false });
  });

  it('is missed after a passphrase of an earlier version was entered once', async () => {
    await locked();
    const store: SecretStore = { ...createMemoryStore(), kind: 'system' };
    const { lock } = await start({ secrets: storeOf(null, store) });
    await lock.unlock(passphrase);
    await Promise.all(background);
    await rm(join(folder, 'lock.json'));
    expect((await start({ secrets: storeOf(null, store) })).state()).toMatchObject({ locked: true, problem: 'absent' });
  });

  it('isn’t known of while the keychain fails, which changes nothing else', async () => {
    const failing = async () => {
      throw fail('keychain-locked');
    };
    const store: SecretStore = { kind: 'system', get: failing, set: failing, delete: failing };
    const { lock, state } = await start({ secrets: storeOf(null, store) });
    expect(state()).toMatchObject({ locked: false, hasPassphrase: false });
    await lock.setPassphrase(passphrase, false);
    lock.lock();
    expect(await lock.unlock(passphrase)).toEqual({ outcome: 'right' });
    expect(await lock.removePassphrase(passphrase)).toEqual({ outcome: 'right' });
    await Promise.all(background);
  });
});
