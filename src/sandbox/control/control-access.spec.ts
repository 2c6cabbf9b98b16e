import { request as httpRequest } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Listening, listen } from '../http/listen';
import { createTestSandbox, type TestSandbox } from '../testing/test-sandbox';
import { createControlAccess, hostnameOf } from './control-access';

const get = (url: string) => new Request(url);
const refusal = (hosts: readonly string[], url: string) => createControlAccess(hosts)(get(url), new URL(url));
const byDefault = ['127.0.0.1'];
const everywhere = ['0.0.0.0'];

describe('the host', () => {
  it.each<[readonly string[], string]>([
    [byDefault, 'localhost:47800'],
    [byDefault, 'LOCALHOST'],
    [byDefault, 'sandbox.localhost'],
    [byDefault, '127.0.0.1:47800'],
    [byDefault, '127.1.2.3'],
    [byDefault, '[::1]:47800'],
    [['192.168.1.5'], '192.168.1.5'],
    [['fd00::5'], '[fd00::5]:1'],
    [['build-box.example', 'other'], 'Build-Box.example'],
    [['0.0.0.0', 'sandbox'], 'sandbox:8102'],
    [everywhere, '192.168.1.5'],
    [everywhere, '[fd00::5]'],
    [['::'], '10.0.0.1'],
  ])('listening on %j, accepts %s', (hosts, host) => {
    expect(refusal(hosts, `http://${host}/sandbox/mailbox`)).toBeNull();
  });

  it.each<[readonly string[], string]>([
    [byDefault, 'evil.example:47800'],
    [byDefault, 'localhost.evil.example'],
    [byDefault, '127.0.0.1.evil.example'],
    [byDefault, 'evil-localhost'],
    [byDefault, 'localhost.'],
    [byDefault, '192.168.1.5'],
    [byDefault, '0.0.0.0'],
    [byDefault, '[::ffff:192.168.1.5]'],
    [['192.168.1.5'], '192.168.1.6'],
    [['build-box.example'], 'example'],
    [['build-box.example'], 'evil.build-box.example'],
    [everywhere, 'evil.example'],
    [everywhere, 'host.docker.internal'],
  ])('listening on %j, rejects %s', (hosts, host) => {
    expect(refusal(hosts, `http://${host}/sandbox/mailbox`)).toContain('--allow-host');
  });

  it.each(['', 'a b', 'a:1', 'a/b', 'user@a', 'http://a', '*.example', '[::1', '::g'].map((text) => [text]))(
    'rejects %j as a host',
    (text) => {
      expect(hostnameOf(text)).toBe(null);
    },
  );
});

describe('the site a request comes from', () => {
  const mailbox = '/sandbox/mailbox';
  const provider = '/sandbox/idp/github/authorize';
  const token = '/sandbox/idp/github/token';
  const from = (site: string, method: string, path: string, mode = 'cors') => {
    const url = `http://localhost:47800${path}`;
    return createControlAccess(byDefault)(
      new Request(url, { method, headers: { 'sec-fetch-site': site, 'sec-fetch-mode': mode } }),
      new URL(url),
    );
  };

  it.each([
    ['none', 'GET', mailbox, 'navigate'],
    ['same-origin', 'GET', mailbox, 'cors'],
    ['same-origin', 'DELETE', mailbox, 'cors'],
    ['same-site', 'GET', mailbox, 'navigate'],
    ['cross-site', 'GET', provider, 'navigate'],
    ['same-site', 'GET', provider, 'navigate'],
    ['same-origin', 'POST', provider, 'navigate'],
  ])('accepts %s %s %s (%s)', (site, method, path, mode) => {
    expect(from(site, method, path, mode)).toBeNull();
  });

  it.each([
    ['cross-site', 'GET', mailbox, 'cors'],
    ['cross-site', 'GET', mailbox, 'no-cors'],
    ['cross-site', 'GET', mailbox, 'navigate'],
    ['unheard-of', 'GET', mailbox, 'cors'],
    ['cross-site', 'DELETE', mailbox, 'cors'],
    ['same-site', 'DELETE', mailbox, 'cors'],
    ['cross-site', 'POST', '/sandbox/clock', 'cors'],
    ['same-site', 'POST', '/sandbox/clock', 'cors'],
    ['cross-site', 'POST', provider, 'navigate'],
    ['same-site', 'POST', provider, 'navigate'],
    ['cross-site', 'GET', provider, 'no-cors'],
    ['cross-site', 'GET', `${provider}/more`, 'navigate'],
    ['cross-site', 'POST', token, 'cors'],
  ])('rejects %s %s %s (%s)', (site, method, path, mode) => {
    expect(from(site, method, path, mode)).toBe('Pages of other sites cannot use this call.');
  });
});

describe('a foreign host', () => {
  let test: TestSandbox;
  beforeAll(async () => {
    test = await createTestSandbox();
  });

  const own = [
    ['GET', '/sandbox/mailbox'],
    ['DELETE', '/sandbox/mailbox'],
    ['POST', '/sandbox/clock'],
    ['GET', '/sandbox/idp/github/authorize'],
    ['POST', '/sandbox/idp/github/authorize'],
    ['POST', '/sandbox/idp/github/token'],
    ['GET', '/sandbox/idp/github/userinfo'],
    ['GET', '/sandbox/nope'],
    ['GET', '/'],
  ] as const;

  it.each(own)('is rejected for %s %s', async (method, path) => {
    const response = await test.sandbox.fetch(new Request(`http://evil.example:8102${path}`, { method }));
    expect([response.status, response.headers.has('access-control-allow-origin')]).toEqual([403, false]);
    expect(await response.json()).toEqual({ error: expect.stringContaining('evil.example is not a name of this sandbox.') });
  });

  it('is accepted for the service’s API, which requires keys', async () => {
    const api = await test.sandbox.fetch(
      new Request('http://evil.example:8102/api/v1/projects/current', { headers: test.headers('client') }),
    );
    expect(api.status).toBe(200);
    expect((await test.sandbox.fetch(get('http://evil.example:8102/health'))).status).toBe(200);
  });

  it('is the one of the Host header', async () => {
    const listening = await listen({ host: '127.0.0.1', port: 0, serve: () => test.sandbox.fetch });
    expect([await statusFor(listening, 'evil.example'), await statusFor(listening, 'localhost')]).toEqual([403, 200]);
    await listening.close();
  });
});

function statusFor({ url }: Listening, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(`${url}/sandbox/mailbox`, { headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    request.once('error', reject).end();
  });
}
