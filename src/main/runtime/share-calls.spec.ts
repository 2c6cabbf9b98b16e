import { expect, test, vi } from 'vitest';
import { shareCalls } from './share-calls';

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
