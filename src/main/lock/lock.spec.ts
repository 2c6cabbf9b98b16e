import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fail } from '#contract/errors.ts';
import { clock, cost, failTimes, folder, locked, ownFolders, passphrase, start, started, storeOf } from '#tests/support/main/locks.ts';
import { reportOf } from '#tests/support/main/test-ports.ts';
import { createSealedFile } from '../keychain/sealed/sealed-file';
import { createSealedStore } from '../keychain/sealed/sealed-store';
import { createVault } from '../keychain/sealed/vault';
import { systemClock } from '../runtime/system-clock';
import type { Lock } from './lock';
import { longestWaitMillis, waitAfter } from './passphrase-check';
import type { PassphraseStore } from './passphrase-store';

ownFolders();

describe('without a passphrase', () => {
  it('nothing is locked, neither at the start nor on request', async () => {
    const lock = await started();
    lock.lock();
    expect(lock.isLocked()).toBe(false);
  });

  it.each(['', 'elevenchars', '🔑'.repeat(11)])('%j is too short for one', async (short) => {
    const lock = await started();
    expect(await reportOf(lock.setPassphrase(short, false))).toEqual({ code: 'passphrase-too-short' });
    lock.lock();
    expect(lock.isLocked()).toBe(false);
  });
});

describe('with a passphrase', () => {
  it('the app is unlocked by it, also after a restart, which locks it', async () => {
    const before = await locked();
    expect(await before.unlock(passphrase)).toEqual({ outcome: 'right' });
    expect(before.isLocked()).toBe(false);
    const after = await started();
    expect(after.isLocked()).toBe(true);
    expect(await after.unlock(passphrase.normalize('NFD'))).toEqual({ outcome: 'right' });
    expect(after.isLocked()).toBe(false);
  });

  it.each(['', ' ', passphrase.toUpperCase(), `${passphrase} `, passphrase.slice(0, -1), 'x'.repeat(1000), '\0'])(
    '%j doesn’t unlock it',
    async (wrong) => {
      const lock = await locked();
      expect(await lock.unlock(wrong)).toEqual({ outcome: 'wrong', waitMillis: 0 });
      expect(lock.isLocked()).toBe(true);
    },
  );

  it('another one can’t be set without it', async () => {
    const lock = await started();
    await lock.setPassphrase(passphrase, false);
    expect(await reportOf(lock.setPassphrase('another long passphrase', false))).toEqual({ code: 'not-allowed' });
    expect(await lock.changePassphrase('wrong passphrase', 'another long passphrase')).toMatchObject({ outcome: 'wrong' });
    expect(await lock.removePassphrase('wrong passphrase')).toMatchObject({ outcome: 'wrong' });
    lock.lock();
    expect(await lock.unlock(passphrase)).toEqual({ outcome: 'right' });
  });

  it('another one can’t be set at the same time, also by another process', async () => {
    // A clock that jumps gives up waiting for the lock of the file before a slow disk has written it.
    const [one, other] = [await started(undefined, systemClock), await started(undefined, systemClock)];
    const results = await Promise.allSettled([
      one.setPassphrase(passphrase, false),
      one.setPassphrase('another long passphrase', false),
      other.setPassphrase('a third long passphrase', false),
    ]);
    expect(results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []))).toEqual(['not-allowed', 'not-allowed']);
  });

  it('no key is left if it is locked while its passphrase is changed', async () => {
    let forgotten = 0;
    const lock = await started({
      ...storeOf(),
      isSealed: async () => true,
      open: async () => true,
      forgetKey() {
        forgotten += 1;
      },
      async reseal() {
        lock.lock();
        forgotten = 0;
      },
    });
    expect(await lock.changePassphrase(passphrase, 'another long passphrase')).toEqual({ outcome: 'right' });
    expect([lock.isLocked(), forgotten]).toEqual([true, 1]);
    await lock.unlock('another long passphrase');
    expect([lock.isLocked(), forgotten]).toEqual([false, 1]);
  });

  it.each<['changed in vain' | 'set', (lock: Lock) => Promise<unknown>]>([
    ['changed in vain', (lock) => lock.changePassphrase(passphrase, 'another long passphrase')],
    ['set', (lock) => lock.setPassphrase(passphrase, true)],
  ])('no key is left if it is locked while its passphrase is %s', async (what, change) => {
    let hasKey = false;
    const overtaken = async () => {
      lock.lock();
      hasKey = true;
      if (what !== 'set') throw fail('profile-not-writable');
    };
    const lock = await started({
      ...storeOf(),
      canSeal: () => true,
      isSealed: async () => what !== 'set',
      open: async () => true,
      forgetKey() {
        hasKey = false;
      },
      reseal: overtaken,
      setSealed: overtaken,
    });
    if (lock.isLocked()) await lock.unlock(passphrase);
    await change(lock).catch(() => undefined);
    expect([lock.isLocked(), hasKey]).toEqual([true, false]);
  });

  it('no key is left if it is locked while a passphrase is only compared', async () => {
    let hasKey = false;
    const lock = await started({
      ...storeOf(),
      isSealed: async () => true,
      async open() {
        lock.lock();
        hasKey = true;
        return true;
      },
      forgetKey() {
        hasKey = false;
      },
    });
    await lock.unlock(passphrase);
    expect(await lock.verify(passphrase)).toEqual({ outcome: 'right' });
    expect([lock.isLocked(), hasKey]).toEqual([true, false]);
  });

  it('it is changed and removed with it', async () => {
    const lock = await started();
    await lock.setPassphrase(passphrase, false);
    expect(await reportOf(lock.changePassphrase(passphrase, 'short'))).toEqual({ code: 'passphrase-too-short' });
    expect(await lock.changePassphrase(passphrase, 'another long passphrase')).toEqual({ outcome: 'right' });
    lock.lock();
    expect(await lock.unlock(passphrase)).toMatchObject({ outcome: 'wrong' });
    expect(await lock.unlock('another long passphrase')).toEqual({ outcome: 'right' });
    expect(await lock.removePassphrase('another long passphrase')).toEqual({ outcome: 'right' });
    expect((await started()).isLocked()).toBe(false);
  });

  it('what waits for the lock continues when it is unlocked', async () => {
    const lock = await locked();
    const waiting = lock.whenUnlocked().then(() => lock.isLocked());
    await lock.unlock(passphrase);
    expect(await waiting).toBe(false);
  });

  it('another process that sets or removes one is followed, and never unlocks the app', async () => {
    const [one, other] = [await started(), await started()];
    await other.setPassphrase(passphrase, false);
    await one.reload();
    one.lock();
    expect(one.isLocked()).toBe(true);
    await other.removePassphrase(passphrase);
    await one.reload();
    expect(one.isLocked()).toBe(true);
    expect(await one.unlock('wrong passphrase')).toEqual({ outcome: 'wrong', waitMillis: 0 });
    expect(await one.unlock(passphrase)).toEqual({ outcome: 'right' });
    one.lock();
    expect(one.isLocked()).toBe(false);
  });

  it.each<[string, (one: Lock) => Promise<void>]>([
    ['heard of that', (one) => one.reload()],
    ['heard of nothing', async () => undefined],
  ])('it still unlocks a process that %s after another one removed it', async (_what, hear) => {
    const one = await locked();
    const other = await started();
    await other.unlock(passphrase);
    await other.removePassphrase(passphrase);
    await hear(one);
    expect(await one.unlock(passphrase)).toEqual({ outcome: 'right' });
    expect(await reportOf(one.setPassphrase('another long passphrase', false).then(() => one.setPassphrase(passphrase, false)))).toEqual({
      code: 'not-allowed',
    });
  });

  it('another process that changes it makes the new one unlock the app, and no longer the old one', async () => {
    const one = await locked();
    const other = await started();
    await other.unlock(passphrase);
    await other.changePassphrase(passphrase, 'another long passphrase');
    expect(await one.unlock(passphrase)).toMatchObject({ outcome: 'wrong' });
    expect(await one.unlock('another long passphrase')).toEqual({ outcome: 'right' });
  });

  it.each<[string, (other: Lock) => Promise<unknown>]>([
    ['removed it', (other) => other.removePassphrase(passphrase)],
    ['keeps the secrets in its memory', (other) => other.setSealed(passphrase, false)],
  ])('it unlocks a process whose secrets it sealed after another one %s, and says that they are away', async (_what, change) => {
    const file = createSealedFile({ profileFolder: folder, clock: systemClock, random: randomBytes }, () => undefined, [cost]);
    const vaultOf = (place: 'memory' | 'sealed') =>
      createVault(createSealedStore({ file, random: randomBytes, onResealed: () => undefined, cost }), place);
    const before = vaultOf('memory');
    const other = await started(storeOf(before), systemClock);
    await other.setPassphrase(passphrase, true);
    await before.store.set('account/a', 'token');
    const vault = vaultOf('sealed');
    const one = await started(storeOf(vault), systemClock);
    const waiting = reportOf(vault.store.get('account/a'));
    await change(other);
    expect(await one.unlock(passphrase)).toEqual({ outcome: 'right' });
    expect([await waiting, await reportOf(vault.store.get('account/a'))]).toEqual([
      { code: 'keychain-absent' },
      { code: 'keychain-absent' },
    ]);
    expect(await before.store.get('account/a')).toBe('token');
  });

  it('the file contains neither it nor a key', async () => {
    await locked();
    const text = await readFile(join(folder, 'lock.json'), 'utf8');
    expect(text).not.toContain('horse');
    expect(JSON.parse(text)).toMatchObject({ version: 1, data: { failures: 0, verifier: { derivation: { name: 'scrypt', cost: 1024 } } } });
  });
});

describe('wrong passphrases', () => {
  it.each([
    [0, 0],
    [2, 0],
    [3, 5_000],
    [4, 10_000],
    [5, 20_000],
    [12, longestWaitMillis],
    [100_000, longestWaitMillis],
  ])('%d of them: %d ms', (failures, millis) => expect(waitAfter(failures)).toBe(millis));

  it('make the next one wait, which isn’t compared before', async () => {
    const lock = await locked();
    await failTimes(lock, 3);
    expect(await lock.unlock(passphrase)).toEqual({ outcome: 'wait', waitMillis: 5_000 });
    await clock.advance(4_999);
    expect(await lock.unlock(passphrase)).toMatchObject({ outcome: 'wait' });
    await clock.advance(1);
    expect(await lock.unlock(passphrase)).toEqual({ outcome: 'right' });
    expect(await lock.verify('wrong passphrase')).toEqual({ outcome: 'wrong', waitMillis: 0 });
  });

  it('make it wait after a restart, too, whatever the date of the machine is', async () => {
    await failTimes(await locked(), 4);
    clock.setDate(clock.now() + 365 * 86_400_000);
    const lock = await started();
    expect(await lock.unlock(passphrase)).toEqual({ outcome: 'wait', waitMillis: waitAfter(3) });
  });

  it('are counted before they are compared', async () => {
    const lock = await locked();
    void lock.unlock('wrong passphrase');
    await expect.poll(async () => JSON.parse(await readFile(join(folder, 'lock.json'), 'utf8')).data.failures).toBe(1);
  });

  it('at once are compared one after another', async () => {
    const lock = await locked();
    const attempts = await Promise.all(['a', 'b', 'c', 'd', passphrase].map((text) => lock.unlock(text)));
    expect(attempts.map(({ outcome }) => outcome)).toEqual(['wrong', 'wrong', 'wrong', 'wait', 'wait']);
  });
});

describe('a passphrase that can’t seal the secrets', () => {
  it('isn’t set where there is a keychain', async () => {
    const { lock, state } = await start();
    expect(await reportOf(lock.setPassphrase(passphrase, true))).toEqual({ code: 'not-allowed' });
    expect([state().hasPassphrase, await readdir(folder)]).toEqual([false, []]);
    await lock.setPassphrase(passphrase, false);
    expect(await reportOf(lock.setSealed(passphrase, true))).toEqual({ code: 'not-allowed' });
  });

  it('isn’t set when the file can’t be written', async () => {
    const secrets: PassphraseStore = {
      ...storeOf(),
      canSeal: () => true,
      async setSealed() {
        throw fail('profile-not-writable');
      },
    };
    const { lock, state } = await start({ secrets });
    expect(await reportOf(lock.setPassphrase(passphrase, true))).toEqual({ code: 'profile-not-writable' });
    expect(state()).toMatchObject({ hasPassphrase: false, locked: false });
    expect((await start()).state()).toMatchObject({ locked: false, problem: null });
    await lock.setPassphrase('another long passphrase', false);
  });
});
