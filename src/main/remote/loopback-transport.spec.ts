import { expect, test } from 'vitest';
import { createScriptedTransport, reportOf, response } from '../../../tests/support/test-ports';
import type { TransportRequest } from '../ports';
import { createLoopbackTransport } from './loopback-transport';

const limits = { connect: 1, headers: 1, idle: 1, total: 1, bodyBytes: 1 };
const request = (url: string): TransportRequest => ({ method: 'GET', url, headers: {}, limits });

function setUp() {
  const inner = createScriptedTransport(() => response({}));
  return { inner, transport: createLoopbackTransport(inner) };
}

test.each(['http://localhost:8102/api', 'http://127.0.0.1:1/', 'http://127.9.9.9/', 'http://[::1]:80/', 'http://app.localhost/'])(
  '%s is sent',
  async (url) => {
    const { inner, transport } = setUp();
    expect((await transport.send(request(url))).status).toBe(200);
    expect(inner.requests.map((sent) => sent.url)).toEqual([url]);
  },
);

test.each([
  'https://api.stack-auth.com/',
  'http://10.0.0.1/',
  'http://localhost.example/',
  'http://127.0.0.1.example/',
  'http://[::2]/',
  'x',
])('%s is refused without being sent', async (url) => {
  const { inner, transport } = setUp();
  expect(await reportOf(transport.send(request(url)))).toEqual({ code: 'offline' });
  expect(inner.requests).toEqual([]);
});
