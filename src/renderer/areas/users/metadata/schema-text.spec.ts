import { expect, it, vi } from 'vitest';
import { parseSchema, schemaProblems } from './check-schema';
import { checkWithinLimit, type SchemaWorker } from './check-within-limit';
import { problemOfSchema } from './schema-text';

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
