import { expect, it } from 'vitest';
import { createIndexRequests } from './index-requests';

function setUp() {
  const requests = createIndexRequests();
  const log: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (list: string, isFirst: boolean, name: string) =>
    requests.run(list, isFirst, () => {
      log.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    });
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  return { requests, log, ends, start, settle };
}

it('runs pages of one list after each other', async () => {
  const { requests, log, ends, start, settle } = setUp();
  requests.want('a');
  void start('a', true, 'a0');
  void start('a', false, 'a1');
  void start('a', false, 'a2');
  await settle();
  expect(log).toEqual(['a0']);
  ends.get('a0')?.();
  await settle();
  expect(log).toEqual(['a0', 'a1']);
  ends.get('a1')?.();
  await settle();
  expect(log).toEqual(['a0', 'a1', 'a2']);
});

it('starts the list that the user waits for at once, and the others after it', async () => {
  const { requests, log, ends, start, settle } = setUp();
  requests.want('a');
  void start('a', true, 'a0');
  requests.want('b');
  void start('b', true, 'b0');
  void start('a', true, 'a0 again');
  await settle();
  expect(log).toEqual(['a0', 'b0']);
  ends.get('a0')?.();
  await settle();
  expect(log).toEqual(['a0', 'b0']);
  ends.get('b0')?.();
  await settle();
  expect(log).toEqual(['a0', 'b0', 'a0 again']);
});

it('goes on after a failure', async () => {
  const { requests, log, start, settle } = setUp();
  const failed = requests.run('a', false, () => Promise.reject(new Error('cancelled')));
  void start('a', false, 'a1');
  await expect(failed).rejects.toThrow('cancelled');
  await settle();
  expect(log).toEqual(['a1']);
});
