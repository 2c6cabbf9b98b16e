import { expect, test, vi } from 'vitest';
import { settle } from '#tests/support/fake-clock.ts';
import { createPendingWrites, shareCalls, shareInFlight } from './pending';

function controlled<T>() {
  let resolve = (_value: T) => {};
  let reject = (_cause: Error) => {};
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

test('settled waits for what was added, however it ends', async () => {
  const pendingWrites = createPendingWrites();
  const [one, other] = [controlled<number>(), controlled<number>()];
  const first = pendingWrites.add(one.promise);
  const second = pendingWrites.add(other.promise).catch((error: Error) => error.message);
  let settled = false;
  const waiting = pendingWrites.settled().then(() => (settled = true));
  one.resolve(1);
  await settle();
  expect(settled).toBe(false);
  other.reject(new Error('full'));
  await waiting;
  expect([await first, await second]).toEqual([1, 'full']);
  await pendingWrites.settled();
});

test('shares one promise among concurrent callers, and calls again afterwards, also after a failure', async () => {
  const answers = [controlled<string>(), controlled<string>()];
  const make = vi.fn(() => answers[make.mock.calls.length - 1]?.promise ?? Promise.resolve('third'));
  const ask = shareInFlight(make);
  const [one, other] = [ask(), ask()];
  answers[0]?.resolve('first');
  expect([await one, await other]).toEqual(['first', 'first']);
  const failing = ask();
  answers[1]?.reject(new Error('no'));
  await expect(failing).rejects.toThrow('no');
  expect([await ask(), make.mock.calls.length]).toEqual(['third', 3]);
});

test('callers with the same argument share one call while it runs, others have their own, and a later one is new', async () => {
  const ends: ((value: string) => void)[] = [];
  const make = vi.fn(() => new Promise<string>((resolve) => ends.push(resolve)));
  const call = shareCalls(make);
  const [one, same, other] = [call('a'), call('a'), call('b')];
  expect(make.mock.calls).toEqual([['a'], ['b']]);
  ends[0]?.('first');
  ends[1]?.('second');
  expect(await Promise.all([one, same, other])).toEqual(['first', 'first', 'second']);
  const next = call('a');
  ends[2]?.('third');
  expect(await next).toBe('third');
});

test('a call that fails, fails for all who share it, and is made again', async () => {
  const make = vi.fn(() => Promise.reject(new Error('down')));
  const call = shareCalls<void>(make);
  expect((await Promise.allSettled([call('a'), call('a')])).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(call('a')).rejects.toThrow('down');
  expect(make).toHaveBeenCalledTimes(2);
});
