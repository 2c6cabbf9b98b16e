import { expect, test } from 'vitest';
import { fail } from '#contract/errors.ts';
import type { LibraryFault, StoredState } from '#contract/workers/library.ts';
import { createFakeClock, settle } from '#tests/support/fake-clock.ts';
import { createIndexRun } from './index-run';
import { LibraryFailure } from './library-client';

const hour = 3_600_000;
const empty: StoredState = { users: 0, teams: 0, asOfMillis: null, unread: 0, pass: null, wasRebuilt: false };

/** A run over steps that only note what they do. */
function scene() {
  const clock = createFakeClock();
  const did: string[] = [];
  const faults: unknown[] = [];
  const own = { stored: empty, offset: 0, isLocked: false, isLeased: true, onPass: () => {}, openFault: null as Error | null };
  const serverTime = () => clock.now() + own.offset;
  const run = createIndexRun({
    clock,
    serverTime,
    isLocked: () => own.isLocked,
    isPausedByUser: () => false,
    hasWindow: () => true,
    onChange: () => undefined,
    onFault: (thrown) => void faults.push(thrown),
    steps: {
      async open() {
        if (own.openFault !== null) throw own.openFault;
        did.push('open');
        return own.stored;
      },
      async pass() {
        did.push('pass');
        const asOfMillis = serverTime();
        own.onPass();
        own.stored = { ...own.stored, asOfMillis };
      },
      newest: async () => void did.push('newest'),
      state: async () => own.stored,
      close: async () => void did.push('close'),
      discard: async () => void did.push('discard'),
      async lease(task) {
        if (own.isLeased) await task();
        return own.isLeased;
      },
    },
  });
  const passes = () => did.filter((step) => step === 'pass').length;
  const start = async () => {
    run.adopt();
    await settle();
  };
  return { clock, did, faults, own, run, passes, start };
}

test('a pass isn’t followed by another one because the service’s clock turned out to be a little behind', async () => {
  const { clock, own, passes, start } = scene();
  own.onPass = () => {
    own.offset = -900;
  };
  await start();
  await clock.advance(hour);
  expect(passes()).toBe(1);
});

test('a day later, and after a clock was set back or forward by days, one pass is made', async () => {
  const { clock, own, passes, start } = scene();
  await start();
  await clock.advance(25 * hour);
  expect(passes()).toBe(2);
  own.offset = -72 * hour;
  await clock.advance(hour);
  expect(passes()).toBe(3);
  own.offset = 72 * hour;
  await clock.advance(hour);
  expect(passes()).toBe(4);
});

test('a full disk is shown, and the pass is made once there is room', async () => {
  const { clock, own, run, passes, start } = scene();
  own.onPass = () => {
    throw new LibraryFailure('disk-full');
  };
  await start();
  expect(run.known().pause).toBe('disk-full');
  own.onPass = () => {};
  await clock.advance(60_000);
  expect([run.known().pause, passes()]).toEqual([null, 2]);
});

test('a damaged file is deleted and filled again at once', async () => {
  const { clock, did, own, run, start } = scene();
  own.onPass = () => {
    own.onPass = () => {};
    throw new LibraryFailure('damaged');
  };
  await start();
  await clock.advance(10);
  expect(did).toEqual(['open', 'pass', 'discard', 'open', 'pass']);
  expect(run.known().stored?.wasRebuilt).toBe(true);
});

test.each<[string, Error]>([
  ['the keychain', fail('keychain-absent')],
  ...(['unavailable', 'busy'] satisfies LibraryFault[]).map((fault): [string, Error] => [
    `a file that is ${fault}`,
    new LibraryFailure(fault),
  ]),
])('without %s, the index is unavailable until it is back', async (_what, fault) => {
  const { clock, did, faults, own, run, start } = scene();
  own.openFault = fault;
  await start();
  expect([did, faults, run.known().isUnavailable]).toEqual([[], [fault], true]);
  own.openFault = null;
  await clock.advance(600_000);
  expect([run.known().isUnavailable, did.slice(0, 2)]).toEqual([false, ['open', 'pass']]);
});

test('locking closes the file, and unlocking opens it again', async () => {
  const { did, own, run, start } = scene();
  await start();
  own.isLocked = true;
  await start();
  expect([did, run.known().pause]).toEqual([['open', 'pass', 'close'], 'locked']);
  own.isLocked = false;
  await start();
  expect(did).toEqual(['open', 'pass', 'close', 'open']);
});

test('while another process fills the index, this one only looks at what is stored', async () => {
  const { clock, did, own, run, start } = scene();
  own.isLeased = false;
  await start();
  own.stored = { ...empty, users: 5, asOfMillis: clock.now() };
  await clock.advance(30_000);
  expect([did, run.known().stored?.users]).toEqual([['open'], 5]);
  own.isLeased = true;
  await clock.advance(30_000);
  expect(did).toEqual(['open', 'newest']);
});
