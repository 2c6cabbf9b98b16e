import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { checkWithinLimit, type SchemaWorker } from './check-within-limit';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp() {
  const worker = { postMessage: vi.fn(), terminate: vi.fn(), onmessage: null, onerror: null } as unknown as SchemaWorker;
  const abort = new AbortController();
  const result = checkWithinLimit({ text: '{}', value: 1 }, abort.signal, () => worker);
  return { worker, abort, result };
}

it.each([
  [[], []],
  [[{ path: ['a'], text: 'wrong' }], [{ path: ['a'], text: 'wrong' }]],
  [null, 'invalid'],
])('resolves to what the worker found: %j', async (data, expected) => {
  const { worker, result } = setUp();
  expect(worker.postMessage).toHaveBeenCalledWith({ text: '{}', value: 1 });
  worker.onmessage?.call(worker as Worker, { data } as MessageEvent);
  expect(await result).toEqual(expected);
  expect(worker.terminate).toHaveBeenCalledOnce();
});

it('ends a check that takes too long', async () => {
  const { worker, result } = setUp();
  await vi.advanceTimersByTimeAsync(1_999);
  expect(worker.terminate).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect([await result, vi.mocked(worker.terminate).mock.calls.length]).toEqual(['too-slow', 1]);
});

it('ends a check whose value has changed, and one whose worker fails', async () => {
  const changed = setUp();
  changed.abort.abort();
  await changed.result;
  expect(changed.worker.terminate).toHaveBeenCalledOnce();
  const failed = setUp();
  failed.worker.onerror?.call(failed.worker as Worker, {} as ErrorEvent);
  expect(await failed.result).toBe('invalid');
});
