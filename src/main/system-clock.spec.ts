import { expect, test, vi } from 'vitest';
import { systemClock } from './system-clock';

test('a delay too long for a timer waits as long as a timer can', () => {
  const timer = vi.spyOn(globalThis, 'setTimeout');
  const task = vi.fn();
  systemClock.after(Number.MAX_SAFE_INTEGER, task)();
  systemClock.after(Number.POSITIVE_INFINITY, task)();
  expect(timer.mock.calls.map(([, delay]) => delay)).toEqual([2_147_483_647, 2_147_483_647]);
  timer.mockRestore();
});

test('runs a task, and not one that was taken back', async () => {
  const taken = vi.fn();
  const takeBack = systemClock.after(0, taken);
  takeBack();
  await new Promise<void>((resolve) => systemClock.after(1, resolve));
  expect(taken).not.toHaveBeenCalled();
});

test('the date may jump, the other time only grows', () => {
  const before = systemClock.monotonic();
  expect(Math.abs(systemClock.now() - Date.now())).toBeLessThan(1_000);
  expect(systemClock.monotonic()).toBeGreaterThanOrEqual(before);
});
