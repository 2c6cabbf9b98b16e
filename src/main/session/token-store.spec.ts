import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fail } from '#contract/errors.ts';
import { eventually } from '#tests/support/eventually.ts';
import { createFakeClock, someDay } from '#tests/support/fake-clock.ts';
import { accessToken, createLockableStore, reportOf } from '#tests/support/main/test-ports.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { systemClock } from '../runtime/system-clock';
import { createTokenRevisions, createTokenStore } from './token-store';

const access = accessToken(someDay);

test('gives back what was stored, each account its own', async () => {
  const store = createTokenStore(createLockableStore(), createFakeClock());
  await store.write('a', { refresh: 'r1', access });
  await store.write('b', { refresh: 'r2', access: null });
  expect([await store.read('a'), await store.read('b'), await store.read('c')]).toEqual([
    { refresh: 'r1', access, isOverdue: false },
    { refresh: 'r2', access: null, isOverdue: false },
    null,
  ]);
  await store.clear('a');
  expect([await store.read('a'), await store.read('b')]).toEqual([null, { refresh: 'r2', access: null, isOverdue: false }]);
});

test('storing no access token removes the previous one', async () => {
  const store = createTokenStore(createLockableStore(), createFakeClock());
  await store.write('a', { refresh: 'r1', access });
  await store.write('a', { refresh: 'r2', access: null });
  expect(await store.read('a')).toEqual({ refresh: 'r2', access: null, isOverdue: false });
});

test.each([
  { refresh: '', access },
  { refresh: 'undefined', access },
  { refresh: 'r', access: '' },
  { refresh: 'r', access: 'undefined' },
  { refresh: 'r', access: 'not.a.jwt' },
])('stores neither of $refresh and $access, and keeps what was there', async (tokens) => {
  const store = createTokenStore(createLockableStore(), createFakeClock());
  await store.write('a', { refresh: 'old', access });
  expect(await reportOf(store.write('a', tokens))).toEqual({ code: 'bad-token' });
  expect(await store.read('a')).toEqual({ refresh: 'old', access, isOverdue: false });
});

test('a locked keychain is an error, never an empty one', async () => {
  const secrets = createLockableStore();
  const store = createTokenStore(secrets, createFakeClock());
  await store.write('a', { refresh: 'r', access });
  secrets.locked = true;
  expect(await reportOf(store.read('a'))).toEqual({ code: 'keychain-locked' });
  expect(await reportOf(store.write('a', { refresh: 's', access }))).toEqual({ code: 'keychain-locked' });
  expect(await reportOf(store.clear('a'))).toEqual({ code: 'keychain-locked' });
  secrets.locked = false;
  expect(await store.read('a')).toEqual({ refresh: 'r', access, isOverdue: false });
});

test('an access token is kept for a day; a refresh token is overdue after a year, and returned all the same', async () => {
  const clock = createFakeClock();
  const store = createTokenStore(createLockableStore(), clock);
  await store.write('a', { refresh: 'r', access });
  const day = 86_400_000;
  for (const { at, found } of [
    { at: day, found: { refresh: 'r', access, isOverdue: false } },
    { at: day + 1, found: { refresh: 'r', access: null, isOverdue: false } },
    { at: 365 * day, found: { refresh: 'r', access: null, isOverdue: false } },
    { at: 365 * day + 1, found: { refresh: 'r', access: null, isOverdue: true } },
    { at: 10_000 * day, found: { refresh: 'r', access: null, isOverdue: true } },
  ]) {
    clock.setDate(someDay + at);
    expect(await store.read('a')).toEqual(found);
  }
});

test.each([-600_000, 600_000])('a clock set %d ms off loses nothing', async (off) => {
  const clock = createFakeClock();
  const store = createTokenStore(createLockableStore(), clock);
  await store.write('a', { refresh: 'r', access });
  clock.setDate(someDay + off);
  expect(await store.read('a')).toEqual({ refresh: 'r', access, isOverdue: false });
});

test('an access token too long for the store is not kept, nor an older one in its place', async () => {
  const secrets = createLockableStore();
  const store = createTokenStore(secrets, createFakeClock());
  await store.write('a', { refresh: 'r', access });
  const { set } = secrets;
  secrets.set = (key, value) => (value.length > 1_000 ? Promise.reject(fail('keychain-full')) : set(key, value));
  await store.writeAccess('a', accessToken(someDay, 'x'.repeat(1_000)));
  expect(await store.read('a')).toEqual({ refresh: 'r', access: null, isOverdue: false });
});

/** The system may report a change of a file later than it is read. */
const events = vi.hoisted(() => ({
  areLate: false,
  waiting: [] as (() => void)[],
  arrive() {
    events.areLate = false;
    for (const event of events.waiting.splice(0)) event();
  },
}));
vi.mock('../storage/watch-file', async (load) => {
  const { watchFile } = await load<typeof import('../storage/watch-file')>();
  return {
    watchFile: (path: string, listener: () => void) =>
      watchFile(path, () => (events.areLate ? void events.waiting.push(listener) : listener())),
  };
});

function open(profile: string) {
  const heard: string[] = [];
  const revisions = createTokenRevisions(profile, systemClock);
  onTestFinished(revisions.onForeignChange((accountId) => heard.push(accountId)));
  return { ...revisions, heard };
}

test('each process is notified of the others’ changes, and not of its own', async () => {
  const profile = await temporaryFolder();
  const [one, other] = [open(profile), open(profile)];
  await one.bump('a');
  await eventually(() => expect(other.heard).toEqual(['a']));
  await other.bump('b');
  await eventually(() => expect(one.heard).toEqual(['b']));
  await one.bump('a');
  await eventually(() => expect(other.heard).toEqual(['a', 'a']));
  expect(one.heard).toEqual(['b']);
});

test('many changes at once by several are all counted', async () => {
  const profile = await temporaryFolder();
  const all = [open(profile), open(profile), open(profile)];
  await Promise.all(all.flatMap(({ bump }) => Array.from({ length: 10 }, () => bump('a'))));
  expect(JSON.parse(await readFile(join(profile, 'token-revisions.json'), 'utf8')).data).toEqual({ a: 30 });
});

test('a broken file costs nothing', async () => {
  const profile = await temporaryFolder();
  await writeFile(join(profile, 'token-revisions.json'), '{"format":');
  const [one, other] = [open(profile), open(profile)];
  await one.bump('a');
  await eventually(() => expect(other.heard).toEqual(['a']));
});

test('a change of another process that is found while the own one is written is reported', async () => {
  const profile = await temporaryFolder();
  const [one, other] = [open(profile), open(profile)];
  events.areLate = true;
  await other.bump('of the other');
  await one.bump('own');
  events.arrive();
  await eventually(() => expect(one.heard).toEqual(['of the other']));
  await eventually(() => expect(other.heard).toEqual(['own']));
});
