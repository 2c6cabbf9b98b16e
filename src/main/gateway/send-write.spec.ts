import { expect, test } from 'vitest';
import type { Write } from '#contract/bridge/data.ts';
import { AppError, fail } from '#contract/errors.ts';
import { createSendWrite } from './send-write';

const write = { endpoint: 'users.updateMe', connectionId: 'c' };

test.each([
  ['succeeds', async () => 'done', [write]],
  ['loses its response', async () => Promise.reject(fail('connection-lost')), [write]],
  ['is refused', async () => Promise.reject(new AppError({ code: 'known-error', known: 'SCHEMA_ERROR' })), []],
])('tells the windows about a change that %s: %j', async (_title, send, told) => {
  const writes: Write[] = [];
  const outcome = createSendWrite((one) => writes.push(one))(write, send);
  await outcome.catch(() => undefined);
  expect(writes).toEqual(told);
});
