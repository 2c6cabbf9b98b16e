import { expect, test, vi } from 'vitest';
import { settle } from '../../../tests/support/fake-clock';
import { createPendingWrites, shareInFlight } from './pending';

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
