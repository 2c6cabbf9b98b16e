import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { parseSchema, schemaProblems } from './check-schema';
import { checkWithinLimit, problemOfSchema, type SchemaWorker } from './check-within-limit';

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

/** Checks at once, as the worker does. */
const checkAtOnce: typeof checkWithinLimit = async ({ text, value }) => {
  const schema = parseSchema(text);
  return (schema && schemaProblems(schema, value)) ?? 'invalid';
};

it.each([
  ['', undefined],
  ['  \n', undefined],
  ['{}', undefined],
  ['{"required": ["plan"]}', undefined],
  ['[]', 'users.schema.not-a-schema'],
  ['{"type": ', 'users.schema.not-a-schema'],
  ['{"$ref": "#"}', 'users.schema.not-a-schema'],
  ['{"$ref": "#/missing"}', 'users.schema.not-a-schema'],
  [JSON.stringify({ description: 'x'.repeat(14_000) }), 'users.schema.too-long'],
])('the problem of %s is %s', async (text, problem) => {
  expect(await problemOfSchema(text, checkAtOnce)).toBe(problem);
});

it('a schema that takes any time is not applied by the window, and is refused', async () => {
  vi.useFakeTimers();
  const nested = Object.fromEntries(
    Array.from({ length: 40 }, (_, at) => [`d${at}`, { allOf: [{ $ref: `#/$defs/d${at + 1}` }, { $ref: `#/$defs/d${at + 1}` }] }]),
  );
  const text = JSON.stringify({ $ref: '#/$defs/d0', $defs: { ...nested, d40: {} } });
  const worker = { postMessage: vi.fn(), terminate: vi.fn(), onmessage: null, onerror: null } as unknown as SchemaWorker;
  const problem = problemOfSchema(text, (request, signal) => checkWithinLimit(request, signal, () => worker));
  await vi.runAllTimersAsync();
  expect([await problem, vi.mocked(worker.terminate).mock.calls.length]).toEqual(['users.schema.too-slow', 1]);
  vi.useRealTimers();
});
