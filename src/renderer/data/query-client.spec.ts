import { QueryObserver } from '@tanstack/react-query';
import { expect, it, onTestFinished, test, vi } from 'vitest';
import { queryClient, shareEqualParts } from './query-client';

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

it('keeps the parts that are equal', () => {
  const before = {
    items: [
      { id: 1, metadata: { a: 1 } },
      { id: 2, metadata: {} },
    ],
  };
  const after = shareEqualParts(before, {
    items: [
      { id: 1, metadata: { a: 1 } },
      { id: 2, metadata: { b: 2 } },
    ],
  }) as typeof before;
  expect(after.items[0]).toBe(before.items[0]);
  expect(after.items[1]).toEqual({ id: 2, metadata: { b: 2 } });
  expect(shareEqualParts(before, structuredClone(before))).toBe(before);
});

it.each(['{"__proto__": {"a": 1}, "b": 2}', '[{"metadata": {"__proto__": null}}]', '{"a": [[{"__proto__": 1}]]}'])(
  'keeps every key of %s',
  (text) => {
    const before = JSON.parse(text.replaceAll('1', '3'));
    expect(JSON.stringify(shareEqualParts(before, JSON.parse(text)))).toBe(JSON.stringify(JSON.parse(text)));
  },
);
