/**
 * A process that ends at any step while it seals secrets with a passphrase, moves them back to memory, or changes the passphrase. The next
 * process must find the state from before or afterwards: no account without its secret, and no passphrase that opens nothing.
 */
import { cpSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import type { LockState } from '#contract/bridge/lock.ts';
import { createSealedFile } from '#main/keychain/sealed/sealed-file.ts';
import { createSealedStore } from '#main/keychain/sealed/sealed-store.ts';
import { createVault } from '#main/keychain/sealed/vault.ts';
import { createLock } from '#main/lock/lock.ts';
import { lockFile } from '#main/lock/lock-file.ts';
import { passphraseStore } from '#main/lock/passphrase-store.ts';
import { createTopic } from '#main/runtime/topics.ts';
import { createAccountStorage } from '#main/session/create-profile-sessions.ts';
import { createFakeClock } from '../support/fake-clock';
import { type Step, watchSteps } from '../support/main/dying-files';
import { ageLock } from '../support/main/stale-lock';
import { reportOf, seededRandom } from '../support/main/test-ports';
import { watchedAccount } from '../support/main/watch-scene';
import { temporaryFolder } from '../support/temporary-folder';
import '../support/main/quick-scrypt';

vi.mock('node:fs/promises', async (load) => (await import('../support/main/dying-files')).dyingFiles(await load()));

const cost = { cost: 2 ** 4, blockSize: 8, parallelization: 1 };
const passphrase = 'correct horse battery';
const other = 'another long passphrase';
const secretName = 'account/t/refresh';
const token = 'r-0123456789abcdef';
const { isShared: _derived, ...account } = { ...watchedAccount, tokenSet: 't', handOvers: [] };

/** What a process has: the IDs of its accounts, and their secret. */
type Content = readonly [accounts: readonly string[], secret: string | null];
const full: Content = [['a'], token];
const none: Content = [[], null];

/** Opens a profile without a keychain, as a new process does. */
async function openProfile(folder: string) {
  const clock = createFakeClock({ hasteUpTo: 100 });
  const random = seededRandom(Math.ceil(Math.random() * 2 ** 31));
  const failOn = (what: { file: string }) => {
    throw new Error(`${what.file} was unreadable`);
  };
  const file = createSealedFile({ profileFolder: folder, clock, random }, failOn, [cost]);
  const sealed = createSealedStore({ file, random, onResealed: () => undefined, cost });
  const vault = createVault(sealed, (await sealed.find()) === 'none' ? 'memory' : 'sealed');
  const accounts = createAccountStorage(folder, clock, vault.store, failOn).file;
  const state: LockState = {
    locked: false,
    problem: null,
    hasPassphrase: false,
    secrets: vault.store.kind,
    canSeal: true,
    canCheckPresence: false,
  };
  /** Where secrets are, as reported to the windows. */
  const shown: string[] = [];
  const lock = createLock({
    file: lockFile(folder, clock, failOn, [cost]),
    isUsed: () => true,
    secrets: passphraseStore({
      keychain: { store: vault.store, vault },
      onMoved: () => shown.push(vault.store.kind),
      inBackground: () => undefined,
    }),
    topic: createTopic<LockState>('lock.state', state, () => undefined),
    clock,
    random,
    cost,
  });
  await lock.load();
  const content = async (): Promise<Content> => [(await accounts.read()).accounts.map(({ id }) => id), await vault.store.get(secretName)];
  return { vault, accounts, lock, content, shown };
}

type Profile = Awaited<ReturnType<typeof openProfile>>;

/** A profile with an account whose secret is in memory. */
async function started(folder: string): Promise<Profile> {
  const profile = await openProfile(folder);
  await profile.accounts.update((data) => ({ ...data, accounts: [account] }));
  await profile.vault.store.set(secretName, token);
  return profile;
}

/** Starts a new process. Returns the passphrase that unlocks it, null if it isn't locked, and what it has then. */
async function restarted(folder: string): Promise<{ opens: string | null; content: Content }> {
  for (const name of ['lock.json', 'secrets.json', 'accounts.json']) await ageLock(join(folder, `${name}.lock`), 11);
  const { lock, content } = await openProfile(folder);
  if (!lock.isLocked()) return { opens: null, content: await content() };
  for (const opens of [passphrase, other]) {
    if ((await lock.unlock(opens)).outcome === 'right') return { opens, content: await content() };
  }
  throw new Error('No passphrase unlocks the profile.');
}

/** Runs a task, and returns what a new process finds if this one ended before each of its steps, and after the last. */
async function killedIn(folder: string, task: () => Promise<unknown>) {
  const copies = await temporaryFolder();
  let steps = 0;
  const copy = () => {
    steps += 1;
    cpSync(folder, join(copies, String(steps)), { recursive: true });
  };
  await watchSteps(task, copy);
  copy();
  const found = [];
  for (let step = 1; step <= steps; step += 1) found.push(await restarted(join(copies, String(step))));
  return found;
}

/** Returns the values without those that are the same as the one before them. */
const changes = <T>(values: readonly T[]) => values.filter((value, at) => JSON.stringify(value) !== JSON.stringify(values[at - 1]));

describe('a process that ends', () => {
  test('while a passphrase is set, and secrets are sealed with it', async () => {
    const folder = await temporaryFolder();
    const { lock, content } = await started(folder);
    const found = await killedIn(folder, () => lock.setPassphrase(passphrase, true));
    expect(found.length).toBeGreaterThan(20);
    expect(changes(found)).toEqual([
      { opens: null, content: none },
      { opens: passphrase, content: none },
      { opens: passphrase, content: full },
    ]);
    expect(await content()).toEqual(full);
  });

  test('while secrets are moved back to memory', async () => {
    const folder = await temporaryFolder();
    const { lock, content } = await started(folder);
    await lock.setPassphrase(passphrase, true);
    const found = await killedIn(folder, () => lock.setSealed(passphrase, false));
    expect(found.length).toBeGreaterThan(20);
    expect(changes(found)).toEqual([
      { opens: passphrase, content: full },
      { opens: passphrase, content: none },
    ]);
    expect(await content()).toEqual(full);
  });

  test('while the passphrase is removed', async () => {
    const folder = await temporaryFolder();
    const { lock, content } = await started(folder);
    await lock.setPassphrase(passphrase, true);
    const found = await killedIn(folder, () => lock.removePassphrase(passphrase));
    expect(changes(found)).toEqual([
      { opens: passphrase, content: full },
      { opens: passphrase, content: none },
      { opens: null, content: none },
    ]);
    expect(await content()).toEqual(full);
  });

  test.each([
    ['that seals secrets', true, full],
    ['that only locks', false, none],
  ])('while a passphrase is changed %s', async (_what, isSealed, content) => {
    const folder = await temporaryFolder();
    const own = await started(folder);
    await own.lock.setPassphrase(passphrase, isSealed);
    const found = await killedIn(folder, () => own.lock.changePassphrase(passphrase, other));
    expect(found.length).toBeGreaterThan(20);
    expect(changes(found)).toEqual([
      { opens: passphrase, content },
      { opens: other, content },
    ]);
    expect(await own.content()).toEqual(full);
  });
});

test('a disk that is full when the sealed file has been removed doesn’t stop the move', async () => {
  const folder = await temporaryFolder();
  const { lock, vault, content, shown } = await started(folder);
  await lock.setPassphrase(passphrase, true);
  const refuse = ({ call }: Step) => {
    if (call === 'writeFile' && vault.store.kind === 'memory') throw Object.assign(new Error('full'), { code: 'ENOSPC' });
  };
  const removing = await reportOf(watchSteps(() => lock.removePassphrase(passphrase), refuse));
  expect([removing, shown]).toEqual([{ code: 'profile-not-writable' }, ['sealed', 'memory']]);
  expect(await lock.removePassphrase(passphrase)).toEqual({ outcome: 'right' });
  expect(await content()).toEqual(full);
  expect(await restarted(folder)).toEqual({ opens: null, content: none });
});

test('what an ended process left of a move isn’t mixed with the accounts of a later one', async () => {
  const folder = await temporaryFolder();
  const first = await started(folder);
  await first.lock.setPassphrase(passphrase, true);
  let isGone = false;
  const copies = await temporaryFolder();
  const copy = join(copies, 'copy');
  await watchSteps(first.vault.moveToMemory, () => {
    // The first step after the file was removed.
    if (isGone || first.vault.store.kind === 'sealed') return;
    isGone = true;
    cpSync(folder, copy, { recursive: true });
  });
  expect(await readFile(join(copy, 'accounts.json'), 'utf8')).toContain(account.displayName);
  const later = await openProfile(copy);
  await later.lock.unlock(passphrase);
  expect(await later.content()).toEqual(none);
  await later.vault.moveToFile(passphrase);
  expect(await restarted(copy)).toEqual({ opens: passphrase, content: none });
});
