import { expect, test } from 'vitest';
import { fail } from '#contract/errors.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { type Answer, createScriptedTransport, reportOf, response } from '#tests/support/main/test-ports.ts';
import { createReachability } from './slow-calls';

const root = response('Welcome to the service\n\nAuthentication: None\n');
const up: Answer = ({ url }) => (url.endsWith('/health') ? response({ status: 'ok' }) : root);
const down: Answer = () => {
  throw fail('unreachable');
};

function setUp(answer: Answer) {
  const transport = createScriptedTransport(answer);
  const clock = createFakeClock({ hasteUpTo: -1 });
  const target = async (id: string) => {
    if (id === 'none') throw fail('unknown-connection');
    return { baseUrl: `https://${id}.test` };
  };
  return { transport, clock, responds: createReachability({ transport, clock, target }) };
}

test('requests a response without a credential', async () => {
  const { responds, transport } = setUp(up);
  expect(await responds('a')).toBe(true);
  expect(transport.requests.map(({ url, headers }) => [url, headers])).toEqual([
    ['https://a.test/api/v1', {}],
    ['https://a.test/health', {}],
  ]);
});

test.each<{ what: string; answer: Answer }>([
  { what: 'that cannot be reached', answer: down },
  { what: 'behind a gateway that reports it as down', answer: () => response('Bad gateway', { status: 502 }) },
  { what: 'that is not well', answer: (request) => (request.url.endsWith('/health') ? response('Down', { status: 503 }) : root) },
  { what: 'in whose place a hotspot responds', answer: () => response('<html>', { headers: { 'content-type': 'text/html' } }) },
  { what: 'that requires a pause', answer: () => response('', { status: 429 }) },
])('a service $what does not respond', async ({ answer }) => {
  expect(await setUp(answer).responds('a')).toBe(false);
});

test('windows share one probe per connection at the same time and shortly after', async () => {
  const { responds, transport, clock } = setUp(down);
  expect(await Promise.all([responds('a'), responds('a'), responds('b')])).toEqual([false, false, false]);
  expect(transport.requests.map(({ url }) => url)).toEqual(['https://a.test/api/v1', 'https://b.test/api/v1']);
  await clock.advance(1_999);
  await responds('a');
  expect(transport.requests).toHaveLength(2);
  await clock.advance(1);
  transport.answer = up;
  expect(await responds('a')).toBe(true);
  expect(transport.requests).toHaveLength(4);
});

test('a missing connection is an error each time', async () => {
  const { responds } = setUp(up);
  for (let time = 0; time < 2; time += 1) expect(await reportOf(responds('none'))).toEqual({ code: 'unknown-connection' });
});
