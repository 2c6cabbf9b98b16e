import { expect, test } from 'vitest';
import { fewAtOnce } from './few-at-once';

function scene(max: number) {
  const run = fewAtOnce(max);
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (name: string, signal = new AbortController().signal) =>
    run(() => {
      started.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    }, signal);
  const settle = async () => {
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  };
  return { started, start, end: (name: string) => ends.get(name)?.(), settle };
}

test('runs tasks in their order, and no more than allowed', async () => {
  const { started, start, end, settle } = scene(2);
  const results = ['a', 'b', 'c', 'd'].map((name) => start(name));
  await settle();
  expect(started).toEqual(['a', 'b']);
  end('b');
  await settle();
  expect(started).toEqual(['a', 'b', 'c']);
  for (const name of ['a', 'c']) end(name);
  await settle();
  end('d');
  expect(await Promise.all(results)).toEqual(['a', 'b', 'c', 'd']);
});

test('leaves out a task that is aborted before its turn', async () => {
  const { started, start, end, settle } = scene(1);
  const first = start('a');
  const aborted = new AbortController();
  const second = start('b', aborted.signal);
  const third = start('c');
  await settle();
  aborted.abort(new Error('gone'));
  end('a');
  await expect(second).rejects.toThrow('gone');
  await settle();
  end('c');
  expect(await Promise.all([first, third])).toEqual(['a', 'c']);
  expect(started).toEqual(['a', 'c']);
});

test('goes on after a task that failed', async () => {
  const run = fewAtOnce(1);
  const { signal } = new AbortController();
  const failing = run(() => Promise.reject(new Error('refused')), signal);
  const next = run(async () => 'done', signal);
  await expect(failing).rejects.toThrow('refused');
  expect(await next).toBe('done');
});
