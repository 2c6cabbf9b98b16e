import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createRefresher, refreshPauseMillis } from './query-client';

const key = ['connection', 'c', 'users'] as const;

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
});

/** A client with an observed query, each of whose requests the spec ends. */
function setUp() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, gcTime: Number.POSITIVE_INFINITY } } });
  const requests: ((value: string) => void)[] = [];
  const queryFn = () => new Promise<string>((resolve) => requests.push(resolve));
  const observer = new QueryObserver(client, { queryKey: key, queryFn });
  onTestFinished(observer.subscribe(() => undefined));
  const refresher = createRefresher(client, Date.now, (millis, task) => void setTimeout(task, millis));
  const end = async (value: string) => {
    requests.at(-1)?.(value);
    await vi.advanceTimersByTimeAsync(0);
  };
  const refresh = () => refresher.refresh(({ queryKey }) => queryKey[1] === 'c');
  return { client, requests, end, refresh, refresher };
}

test('reads a query again after a write', async () => {
  const { requests, end, refresh, client } = setUp();
  await end('old');
  refresh();
  expect(requests).toHaveLength(2);
  await end('new');
  expect(client.getQueryData(key)).toBe('new');
});

test('starts at most one request in 300 ms for each query, and one after the last write', async () => {
  const { requests, end, refresh } = setUp();
  await end('first');
  refresh();
  await end('second');
  for (let writes = 0; writes < 5; writes += 1) refresh();
  await vi.advanceTimersByTimeAsync(refreshPauseMillis - 1);
  expect(requests).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(requests).toHaveLength(3);
  await end('third');
  await vi.advanceTimersByTimeAsync(10 * refreshPauseMillis);
  expect(requests).toHaveLength(3);
});

test('reads once more when a request was running during the write', async () => {
  const { requests, end, refresh, client } = setUp();
  refresh();
  refresh();
  expect(requests).toHaveLength(1);
  await end('from before the write');
  expect(requests).toHaveLength(2);
  await end('from after it');
  expect(client.getQueryData(key)).toBe('from after it');
});

test('leaves queries alone that the write does not concern, and those without an observer to their next use', async () => {
  const { client, requests, end, refresher } = setUp();
  await end('value');
  client.setQueryData(['connection', 'd', 'users'], 'unused');
  refresher.refresh(({ queryKey }) => queryKey[1] === 'd');
  expect(requests).toHaveLength(1);
  expect(client.getQueryState(['connection', 'd', 'users'])?.isInvalidated).toBe(true);
  expect(client.getQueryState(key)?.isInvalidated).toBe(false);
});
