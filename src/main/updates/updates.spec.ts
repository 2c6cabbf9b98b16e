/** Looking for updates, with a fake of the host's updater. */
import { expect, test } from 'vitest';
import type { UpdateState } from '#contract/bridge/app.ts';
import { defaultSettings, type Settings } from '#contract/setting-rows.ts';
import { createFakeClock, someDay } from '#tests/support/fake-clock.ts';
import { errorOf } from '#tests/support/main/test-ports.ts';
import type { Updater } from '../ports/ports';
import { createTopic } from '../runtime/topics';
import { createUpdates } from './updates';

const minute = 60_000;
const hour = 60 * minute;

function create(own: Partial<Updater> = {}, changed: Partial<Settings> = {}, isLocked = false) {
  const clock = createFakeClock();
  const calls: string[] = [];
  let settings = { ...defaultSettings, ...changed };
  const states: UpdateState[] = [];
  const state = createTopic<UpdateState>('app.updates', { state: 'current', checkedAtMillis: null }, ({ value }) => {
    states.push(value as UpdateState);
  });
  const updater: Updater = {
    async find(channel) {
      calls.push(`find ${channel}`);
      return null;
    },
    async download() {
      calls.push('download');
    },
    install() {
      calls.push('install');
    },
    ...own,
  };
  const ports = { updater, clock, random: (bytes: number) => new Uint8Array(bytes) };
  const updates = createUpdates({ ports, state, settings: () => settings, isLocked: () => isLocked, log: () => undefined });
  const set = (change: Partial<Settings>) => {
    settings = { ...settings, ...change };
    updates.settingsChanged();
  };
  return { updates, clock, calls, states, set, now: () => state.get().value };
}

test('looks a minute after the start, and every six hours', async () => {
  const { updates, clock, calls, now } = create();
  updates.start();
  await clock.advance(minute - 1);
  expect(calls).toEqual([]);
  await clock.advance(1);
  expect(calls).toEqual(['find stable']);
  expect(now()).toEqual({ state: 'current', checkedAtMillis: someDay + minute });
  await clock.advance(12 * hour);
  expect(calls).toHaveLength(3);
  updates.close();
  await clock.advance(24 * hour);
  expect(calls).toHaveLength(3);
});

test('adds a random wait of at most ten minutes', async () => {
  const { clock } = create();
  const late = createUpdates({
    ports: {
      updater: { find: async () => null, download: async () => undefined, install: () => undefined },
      clock,
      random: (n) => new Uint8Array(n).fill(255),
    },
    state: createTopic<UpdateState>('app.updates', { state: 'current', checkedAtMillis: null }, () => undefined),
    settings: () => defaultSettings,
    isLocked: () => false,
    log: () => undefined,
  });
  late.start();
  expect(clock.delays).toEqual([11 * minute]);
});

test('downloads a newer version, installs it on request, and stops looking', async () => {
  const { updates, calls, states } = create({ find: async () => '2.0.0' });
  expect(await errorOf(Promise.resolve().then(updates.install))).toMatchObject({ code: 'not-allowed' });
  await updates.check();
  expect(states).toEqual([{ state: 'checking' }, { state: 'downloading', version: '2.0.0' }, { state: 'ready', version: '2.0.0' }]);
  await updates.check();
  updates.install();
  expect(calls).toEqual(['download', 'install']);
});

test.each<[what: string, own: Partial<Updater>]>([
  ['a server that can’t be reached', { find: () => Promise.reject(new Error('offline')) }],
  [
    'a download that fails, or whose signature isn’t valid',
    { find: async () => '2.0.0', download: () => Promise.reject(new Error('bad signature')) },
  ],
])('tries again after %s', async (_what, own) => {
  const { updates, clock, now, states } = create(own);
  updates.start();
  await clock.advance(minute);
  expect(now()).toEqual({ state: 'failed', atMillis: someDay + minute });
  await clock.advance(6 * hour);
  expect(states.filter(({ state }) => state === 'checking')).toHaveLength(2);
});

test('looks in the channel of the settings', async () => {
  const { updates, calls, set } = create();
  set({ updateChannel: 'beta' });
  await updates.check();
  expect(calls).toEqual(['find beta']);
});

test('doesn’t look while updates are turned off, and does again afterwards', async () => {
  const { updates, clock, calls, set, now } = create({}, { updates: false });
  updates.start();
  expect(now()).toEqual({ state: 'off', reason: 'setting' });
  await updates.check();
  await clock.advance(7 * hour);
  expect(calls).toEqual([]);
  set({ updates: true });
  expect(now()).toEqual({ state: 'current', checkedAtMillis: null });
  await updates.check();
  expect(calls).toEqual(['find stable']);
});

test.each([
  ['one is found', (found: (version: string | null) => void) => found('2.0.0')],
  ['none is found', (found: (version: string | null) => void) => found(null)],
])('downloads nothing if updates are turned off before %s', async (_what, end) => {
  let found = (_version: string | null) => {};
  const find = () =>
    new Promise<string | null>((resolve) => {
      found = resolve;
    });
  const { updates, calls, set, now } = create({ find });
  const checking = updates.check();
  set({ updates: false });
  end(found);
  await checking;
  expect([calls, now()]).toEqual([[], { state: 'off', reason: 'setting' }]);
  set({ updates: true });
  expect(now()).toEqual({ state: 'current', checkedAtMillis: someDay });
});

test('is off after a failed check if updates were turned off in the meantime', async () => {
  let fails = () => {};
  const find = () =>
    new Promise<null>((_resolve, reject) => {
      fails = () => reject(new Error('offline'));
    });
  const { updates, set, now } = create({ find });
  const checking = updates.check();
  set({ updates: false });
  fails();
  await checking;
  expect(now()).toEqual({ state: 'off', reason: 'setting' });
});

test('keeps an update that is ready when updates are turned off', async () => {
  const { updates, set, now } = create({ find: async () => '2.0.0' });
  await updates.check();
  set({ updates: false });
  expect(now()).toEqual({ state: 'ready', version: '2.0.0' });
});

test.each(['not-offered', 'store', 'policy'] as const)('does nothing where updates are off: %s', async (reason) => {
  const clock = createFakeClock();
  const state = createTopic<UpdateState>('app.updates', { state: 'current', checkedAtMillis: null }, () => undefined);
  const ports = { updater: { off: reason }, clock, random: (bytes: number) => new Uint8Array(bytes) };
  const updates = createUpdates({ ports, state, settings: () => defaultSettings, isLocked: () => false, log: () => undefined });
  updates.start();
  await updates.check();
  updates.settingsChanged();
  expect(clock.waiting).toBe(0);
  expect(state.get().value).toEqual({ state: 'off', reason });
  expect(() => updates.install()).toThrow('not-allowed');
});

test('a policy that turns updates off is told from the setting', async () => {
  const { updates, set, calls, now } = create({}, {}, true);
  updates.start();
  set({ updates: false });
  expect(now()).toEqual({ state: 'off', reason: 'policy' });
  await updates.check();
  expect(calls).toEqual([]);
  set({ updates: true });
  expect(now()).toEqual({ state: 'current', checkedAtMillis: null });
});
