import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { throttled } from './lock-gate';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the first call runs the task at once, and the last of several within the time runs it once more, at its end', () => {
  const task = vi.fn();
  const { run } = throttled(task, 1_000);
  run();
  expect(task).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(300);
  run();
  run();
  vi.advanceTimersByTime(699);
  expect(task).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(task).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(10_000);
  expect(task).toHaveBeenCalledTimes(2);
});

test('many calls run the task at most once within the time', () => {
  const task = vi.fn();
  const { run } = throttled(task, 1_000);
  for (let time = 0; time < 10_000; time += 10) {
    run();
    vi.advanceTimersByTime(10);
  }
  expect(task).toHaveBeenCalledTimes(11);
});

test('after the time without calls, the next one runs the task at once', () => {
  const task = vi.fn();
  const { run } = throttled(task, 1_000);
  run();
  vi.advanceTimersByTime(1_000);
  run();
  expect(task).toHaveBeenCalledTimes(2);
});

test('what was canceled doesn’t run, and a later call runs again', () => {
  const task = vi.fn();
  const { run, cancel } = throttled(task, 1_000);
  run();
  run();
  vi.advanceTimersByTime(500);
  cancel();
  expect([task.mock.calls.length, vi.getTimerCount()]).toEqual([1, 0]);
  run();
  run();
  vi.advanceTimersByTime(999);
  expect(task).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(1);
  expect(task).toHaveBeenCalledTimes(3);
});
