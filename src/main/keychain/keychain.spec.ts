import { describe, expect, test } from 'vitest';
import type { KeychainFault } from '#contract/workers/keychain.ts';
import { createFakeClock, settle } from '#tests/support/fake-clock.ts';
import { createFakeWorkers, type FakeWorker, reportOf } from '#tests/support/main/test-ports.ts';
import { createKeychain } from './keychain';

function setUp() {
  const clock = createFakeClock();
  const { spawnWorker, workers } = createFakeWorkers();
  const keychain = createKeychain({ spawnWorker, clock, provider: 'keytar', service: 'Latchkey x', timeoutMillis: 1_000 });
  const asked = (worker: FakeWorker | undefined) => (worker?.posted ?? []) as { id: number; op: string; item: string }[];
  /** Responds to the pending request. */
  const answer = async (outcome: { value: string | null } | { fault: KeychainFault }) => {
    await settle();
    const worker = workers.at(-1);
    const id = asked(worker).at(-1)?.id;
    worker?.say('value' in outcome ? { id, ok: true, ...outcome } : { id, ok: false, ...outcome });
    await settle();
  };
  return { clock, keychain, workers, asked, answer };
}

test('starts a worker for the library and profile at the first request', async () => {
  const { keychain, workers, answer } = setUp();
  expect(workers).toEqual([]);
  const getting = keychain.get('one');
  await answer({ value: 'x' });
  expect([await getting, workers.map(({ name, args }) => [name, ...args])]).toEqual([
    'x',
    [['keychain-worker', '--provider', 'keytar', '--service', 'Latchkey x']],
  ]);
});

test('sends one request at a time, in order, also after a failed one', async () => {
  const { keychain, workers, asked, answer } = setUp();
  const asking = [keychain.set('one', '1'), reportOf(keychain.get('one')), keychain.delete('one')];
  await settle();
  expect(asked(workers[0])).toMatchObject([{ op: 'set', item: 'one', value: '1' }]);
  await answer({ value: null });
  await answer({ fault: 'keychain-locked' });
  await answer({ value: null });
  expect(await Promise.all(asking)).toEqual([undefined, { code: 'keychain-locked' }, undefined]);
  expect([asked(workers[0]).map(({ op }) => op), workers.length]).toEqual([['set', 'get', 'delete'], 1]);
});

test.each([
  { what: 'too long as UTF-16', value: 'x'.repeat(1201) },
  { what: 'too long as UTF-8', value: '€'.repeat(801) },
  { what: 'cut short by a NUL byte', value: 'a\0b' },
])('a value that would be $what is refused without asking', async ({ value }) => {
  const { keychain, workers } = setUp();
  expect(await reportOf(keychain.set('one', value))).toEqual({ code: 'keychain-full' });
  expect(workers).toEqual([]);
});

test.each(['x'.repeat(1200), '€'.repeat(800)])('a value of the maximum length is stored', async (value) => {
  const { keychain, workers, asked, answer } = setUp();
  const setting = keychain.set('one', value);
  await settle();
  expect(asked(workers[0])).toMatchObject([{ op: 'set', item: 'one', value }]);
  await answer({ value: null });
  await setting;
});

test.each([null, 'text', {}, { id: 1 }, { id: 1, ok: true }, { id: 1, ok: false, fault: 'x' }, { id: 99, ok: true, value: 'foreign' }])(
  'what is no answer to the question is not taken for one: %j',
  async (message) => {
    const { keychain, workers, answer } = setUp();
    const getting = keychain.get('one');
    await settle();
    workers[0]?.say(message);
    await answer({ value: 'own' });
    expect(await getting).toBe('own');
  },
);

describe('a worker', () => {
  test('is killed and replaced when it does not respond, and its late response is ignored', async () => {
    const { keychain, workers, clock, answer } = setUp();
    const asking = [reportOf(keychain.get('one')), keychain.get('two')];
    await settle();
    await clock.advance(1_000);
    expect(await asking[0]).toEqual({ code: 'keychain-slow' });
    workers[0]?.say({ id: 1, ok: true, value: 'late' });
    workers[0]?.exit(null);
    await answer({ value: 'in time' });
    expect([await asking[1], workers[0]?.killed, workers.length, clock.waiting]).toEqual(['in time', true, 2, 0]);
  });

  test('is replaced when it exits, and the pending request fails immediately', async () => {
    const { keychain, workers, answer, clock } = setUp();
    const asking = [reportOf(keychain.get('one')), keychain.get('two')];
    await settle();
    workers[0]?.exit(139);
    expect(await asking[0]).toEqual({ code: 'keychain-absent' });
    await answer({ value: 'x' });
    expect([await asking[1], workers.length, clock.waiting]).toEqual(['x', 2, 0]);
  });

  test('is replaced without an error when its keyring was restarted', async () => {
    const { keychain, workers, answer } = setUp();
    const first = keychain.get('one');
    await answer({ value: '1' });
    const second = keychain.get('one');
    await answer({ fault: 'keychain-absent' });
    await answer({ value: '2' });
    expect([await first, await second, workers.map(({ killed }) => killed)]).toEqual(['1', '2', [true, false]]);
  });

  test('that cannot be started is `keychain-absent` at once, and is tried again', async () => {
    const clock = createFakeClock();
    const { spawnWorker, workers } = createFakeWorkers();
    const failures = [new Error('EAGAIN')];
    const keychain = createKeychain({
      clock,
      provider: 'keytar',
      service: 'Latchkey x',
      spawnWorker(name, args) {
        const failure = failures.pop();
        if (failure) throw failure;
        return spawnWorker(name, args);
      },
    });
    expect([await reportOf(keychain.get('one')), clock.waiting]).toEqual([{ code: 'keychain-absent' }, 0]);
    const getting = keychain.get('one');
    await settle();
    workers[0]?.say({ id: 2, ok: true, value: '1' });
    expect(await getting).toBe('1');
  });

  test('is not replaced when it never reached a keychain', async () => {
    const { keychain, workers, answer } = setUp();
    const asking = reportOf(keychain.get('one'));
    await answer({ fault: 'keychain-absent' });
    expect([await asking, workers.length]).toEqual([{ code: 'keychain-absent' }, 1]);
  });
});

test('when closed, kills its worker, rejects the pending request, and starts no other worker', async () => {
  const { keychain, workers, clock } = setUp();
  const asking = [reportOf(keychain.get('one')), reportOf(keychain.get('two'))];
  await settle();
  keychain.close();
  expect(await Promise.all([...asking, reportOf(keychain.set('three', '3'))])).toEqual(Array(3).fill({ code: 'keychain-absent' }));
  expect([workers.length, workers[0]?.killed, clock.waiting]).toEqual([1, true, 0]);
});
