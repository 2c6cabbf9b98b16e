import { expect, test } from 'vitest';
import { createScriptedTransport, reportOf, response } from '#tests/support/main/test-ports.ts';
import { limits } from './send';
import { createPolicyTransport } from './shared-transport';

const sandbox = { ready: { url: 'http://localhost:4000' } as { url: string } | null };

test.each([
  ['https://good.test/api', true],
  ['https://bad.test/?https://good.test/', false],
  ['http://localhost:4000/api/v1', true],
  ['http://localhost:4001/api/v1', false],
  ['http://localhost:4000@bad.test/', false],
  ['not a URL', false],
])('%s: %j', async (url, isSent) => {
  const inner = createScriptedTransport(() => response({}));
  const transport = createPolicyTransport(inner, { mayReach: (address) => address.startsWith('https://good.test/') }, sandbox);
  const sending = transport.send({ method: 'GET', url, headers: {}, limits });
  if (isSent) await sending;
  else expect(await reportOf(sending)).toEqual({ code: 'host-not-allowed' });
  expect(inner.requests).toHaveLength(isSent ? 1 : 0);
});

test('without the sandbox, its address is like any other', async () => {
  const transport = createPolicyTransport(
    createScriptedTransport(() => response({})),
    { mayReach: () => false },
    { ready: null },
  );
  const sending = transport.send({ method: 'GET', url: 'http://localhost:4000', headers: {}, limits });
  expect(await reportOf(sending)).toEqual({ code: 'host-not-allowed' });
});
