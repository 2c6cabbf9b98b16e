import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LockState } from '#contract/bridge/lock.ts';
import { fail } from '#contract/errors.ts';
import { createFakeClock, type FakeClock } from '#tests/support/fake-clock.ts';
import { makeStrange, strangeKinds } from '#tests/support/main/strange-files.ts';
import { reportOf, seededRandom } from '#tests/support/main/test-ports.ts';
import { createMemoryStore } from '../keychain/memory-store';
import { createSealedFile } from '../keychain/sealed/sealed-file';
import { createSealedStore } from '../keychain/sealed/sealed-store';
import { createVault, type Vault } from '../keychain/sealed/vault';
import type { Clock, SecretStore } from '../ports/ports';
import { systemClock } from '../runtime/system-clock';
import { createTopic } from '../runtime/topics';
import type { UnreadableFile } from '../storage/json-file';
import { createLock, type Lock } from './lock';
import { lockFile } from './lock-file';
import { longestWaitMillis, waitAfter } from './passphrase-check';
import { type PassphraseStore, passphraseStore } from './passphrase-store';

const cost = { cost: 2 ** 10, blockSize: 8, parallelization: 1 };
const passphrase = 'correct horse battery';
let folder: string;
let clock: FakeClock;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-lock-'));
  clock = createFakeClock();
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** The store of a profile with a keychain, or with a vault. */
const storeOf = (vault: Vault | null = null, store: SecretStore = createMemoryStore()) =>
  passphraseStore({ keychain: { store, vault }, onMoved: () => undefined, inBackground: (task) => void background.push(task) });
const background: Promise<void>[] = [];

interface Started {
  readonly secrets?: PassphraseStore;
  readonly own?: Clock;
  readonly isUsed?: boolean;
  readonly unreadable?: (what: UnreadableFile) => void;
}

async function start({ secrets = storeOf(), own = clock, isUsed = true, unreadable = () => undefined }: Started = {}) {
  const topic = createTopic<LockState>(
    'lock.state',
    { locked: false, problem: null, hasPassphrase: false, secrets: 'system', canSeal: false, canCheckPresence: false },
    () => undefined,
  );
  const lock = createLock({
    file: lockFile(folder, own, unreadable, [cost]),
    secrets,
    topic,
    isUsed: () => isUsed,
    clock: own,
    random: seededRandom(),
    cost,
  });
  await lock.load();
  await lock.checked();
  return { lock, state: () => topic.get().value };
}

const started = async (secrets?: PassphraseStore, own?: Clock): Promise<Lock> =>
  (await start({ ...(secrets && { secrets }), ...(own && { own }) })).lock;

/** A lock with a passphrase, locked. */
async function locked(): Promise<Lock> {
  const lock = await started();
  await lock.setPassphrase(passphrase, false);
  lock.lock();
  return lock;
}

async function failTimes(lock: Lock, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) await lock.unlock(`wrong passphrase ${time}`);
}

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
