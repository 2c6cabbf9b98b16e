import { QueryObserver } from '@tanstack/react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import { queryClient } from './query-client';

function setUp() {
  vi.useFakeTimers();
  onTestFinished(() => {
    queryClient.clear();
    vi.useRealTimers();
  });
  const queryKey = ['connection', 'c', 'users'];
  queryClient.setQueryData(queryKey, 'Ada');
  const observe = () => new QueryObserver(queryClient, { queryKey, enabled: false }).subscribe(() => undefined);
  return { observe, read: () => queryClient.getQueryData(queryKey) };
}

test('keeps data that a part of the window uses', async () => {
  const { observe, read } = setUp();
  onTestFinished(observe());
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(read()).toBe('Ada');
});

test('drops data five seconds after the last part that used it', async () => {
  const { observe, read } = setUp();
  const [leaveFirst, leaveLast] = [observe(), observe()];
  leaveFirst();
  await vi.advanceTimersByTimeAsync(60_000);
  leaveLast();
  await vi.advanceTimersByTimeAsync(4_999);
  expect(read()).toBe('Ada');
  await vi.advanceTimersByTimeAsync(1);
  expect(read()).toBeUndefined();
});
