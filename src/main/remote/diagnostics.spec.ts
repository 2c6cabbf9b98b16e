import { createServer, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Diagnosis } from '#contract/bridge/diagnostics.ts';
import { diagnosis as schema } from '#contract/bridge/diagnostics.ts';
import { fail } from '#contract/errors.ts';
import { createFakeClock, someDay } from '#tests/support/fake-clock.ts';
import { createScriptedTransport, response } from '#tests/support/main/test-ports.ts';
import { type AuthorityOptions, createAuthority, selfSigned } from '#tests/support/service/certificate.ts';
import { plain } from '#tests/support/service/fault-answers.ts';
import { startFaultServer } from '#tests/support/service/fault-server.ts';
import { unknownHost, unusedPort } from '#tests/support/service/stub-service.ts';
import { systemClock } from '../runtime/system-clock';
import { type DiagnosticsDeps, diagnose } from './diagnostics';
import { createUndiciTransport } from './undici-transport';

const date = new Date(someDay + 600_000).toUTCString();

function parts(own: Partial<DiagnosticsDeps> = {}): DiagnosticsDeps {
  const transport = createUndiciTransport();
  onTestFinished(() => transport.close());
  return { transport, clock: createFakeClock(), isOnline: () => true, ...own };
}

const brief = ({ steps }: Diagnosis) => Object.fromEntries(steps.map(({ name, ok, found }) => [name, `${ok ? 'ok' : 'failed'}: ${found}`]));

const certificateStep = ({ steps }: Diagnosis) => steps.find(({ name }) => name === 'certificate');

describe('the connection to a service', () => {
  test('is diagnosed step by step, including the service’s clock', async () => {
    const server = await startFaultServer((socket, request) =>
      (request.target === '/health' ? plain(200, 'x', { date }) : plain(404, 'x'))(socket, request),
    );
    const found = await diagnose(server.url, parts());
    expect(schema.parse(found)).toEqual(found);
    expect(found).toMatchObject({ baseUrl: server.url, online: true, proxy: null, at: someDay });
    expect(brief(found)).toEqual({
      name: 'ok: 127.0.0.1',
      connection: `ok: ${server.url.slice('http://'.length)}`,
      health: 'ok: 200',
      api: 'ok: 404',
      writing: 'ok: 404',
      clock: 'ok: 600 s',
    });
    expect(server.requests.map(({ method, target }) => `${method} ${target}`)).toEqual([
      'GET /health',
      'GET /api/v1',
      'POST /api/v1/check-feature-support',
    ]);
    expect(found.steps.at(-1)).toMatchObject({ name: 'clock', aheadSeconds: 600 });
    for (const { headers } of server.requests.slice(0, 2)) expect(Object.keys(headers).sort()).toEqual(['connection', 'host']);
    const [, , post] = server.requests;
    expect(Object.keys(post?.headers ?? {}).sort()).toEqual(['connection', 'content-length', 'content-type', 'host']);
  });

  test('is diagnosed below the path where a proxy offers the service, and not at its root', async () => {
    const server = await startFaultServer((socket, request) =>
      (request.target.startsWith('/auth/') ? plain(200, 'x') : plain(502, 'x'))(socket, request),
    );
    expect(brief(await diagnose(`${server.url}/auth`, parts()))).toMatchObject({ health: 'ok: 200', api: 'ok: 200', writing: 'ok: 200' });
    expect(server.requests.map(({ target }) => target)).toEqual(['/auth/health', '/auth/api/v1', '/auth/api/v1/check-feature-support']);
  });

  test('names whom an untrusted certificate is for, and who issued it', async () => {
    const server = await startFaultServer(plain(200, 'x'), selfSigned());
    const diagnosis = await diagnose(server.url, parts());
    expect(schema.parse(diagnosis)).toEqual(diagnosis);
    const found = brief(diagnosis);
    const self = 'Unknown issuer localhost';
    expect(certificateStep(diagnosis)).toMatchObject({
      found: 'DEPTH_ZERO_SELF_SIGNED_CERT',
      reason: 'tls-untrusted',
      certificate: { subject: self, issuer: self, authority: self },
    });
    expect(found).toMatchObject({ connection: expect.stringMatching(/^ok/), health: 'failed: tls-untrusted' });
    expect(server.requests).toEqual([]);
  });

  test('stops at a closed port, at an unknown name, and at a missing date', async () => {
    expect(brief(await diagnose(`http://127.0.0.1:${await unusedPort()}`, parts()))).toEqual({
      name: 'ok: 127.0.0.1',
      connection: 'failed: ECONNREFUSED',
      health: 'failed: unreachable',
      api: 'failed: unreachable',
      writing: 'failed: unreachable',
      clock: 'failed: no-date',
    });
    expect(brief(await diagnose(`https://${unknownHost}`, parts()))).toMatchObject({
      name: expect.stringMatching(/^failed: (ENOTFOUND|EAI_AGAIN)$/),
      certificate: expect.stringMatching(/^failed: (ENOTFOUND|EAI_AGAIN)$/),
    });
  });

  test('takes no longer than its limit a step', async () => {
    const sockets = new Set<Socket>();
    const silent = createServer((socket) => void sockets.add(socket.on('error', () => undefined)));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
      silent.close();
    });
    const address = silent.address();
    const url = `https://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    const found = await diagnose(url, parts({ clock: systemClock, stepLimit: 100 }));
    expect(brief(found)).toMatchObject({
      certificate: expect.stringMatching(/^failed: (timed-out|ETIMEDOUT)$/),
      health: 'failed: timed-out',
      api: 'failed: timed-out',
    });
    for (const { millis } of found.steps) expect(millis).toBeLessThan(2_000);
  });

  test('is diagnosed without rejecting for any failure', async () => {
    const broken = createScriptedTransport(() => {
      throw new TypeError('ours');
    });
    expect(brief(await diagnose('http://127.0.0.1:9', parts({ transport: broken })))).toMatchObject({ health: 'failed: failed' });
    const lost = createScriptedTransport(() => {
      throw fail('connection-lost');
    });
    expect(brief(await diagnose('http://[::1]:9', parts({ transport: lost })))).toMatchObject({ health: 'failed: connection-lost' });
    expect(await diagnose('no address', parts())).toMatchObject({
      baseUrl: '',
      steps: [{ name: 'name', ok: false, found: 'bad-address' }],
    });
  });
});

describe('the certificate', () => {
  const day = 86_400_000;
  const issued = async (options: AuthorityOptions) => {
    const authority = createAuthority();
    const { cert, key } = authority.issue({ ...options });
    const server = await startFaultServer(plain(200, 'x'), { key, cert: `${cert}${authority.cert}` });
    const trusted = { file: 'company.pem', certificates: [authority.cert], problem: null };
    return { server, trusted };
  };

  test('of an authority that isn’t trusted names it', async () => {
    const { server } = await issued({});
    expect(certificateStep(await diagnose(server.url, parts()))).toMatchObject({
      ok: false,
      found: 'SELF_SIGNED_CERT_IN_CHAIN',
      reason: 'tls-untrusted',
      certificate: { subject: 'Company server', issuer: 'Company Company authority', authority: 'Company Company authority' },
    });
  });

  test('of the user’s certificates is counted', async () => {
    const { server, trusted } = await issued({});
    const { steps } = await diagnose(server.url, parts({ authorities: () => trusted }));
    expect(steps.find(({ name }) => name === 'authorities')).toMatchObject({
      found: 'company.pem: 1',
      authorities: { file: 'company.pem', count: 1 },
    });
  });

  test.each<[string, AuthorityOptions, string, string]>([
    ['has expired', { from: Date.now() - 3 * day, until: Date.now() - day }, 'CERT_HAS_EXPIRED', 'tls-expired'],
    ['isn’t valid yet', { from: Date.now() + day, until: Date.now() + 3 * day }, 'CERT_NOT_YET_VALID', 'tls-expired'],
    ['is for another host', { names: ['other.test'], addresses: [] }, 'ERR_TLS_CERT_ALTNAME_INVALID', 'tls-wrong-host'],
  ])('that %s is described', async (_what, options, code, reason) => {
    const { server, trusted } = await issued(options);
    const step = certificateStep(await diagnose(server.url, parts({ authorities: () => trusted })));
    expect(step).toMatchObject({ ok: false, found: code, reason, certificate: { subject: 'Company server' } });
    if (options.until === undefined) return;
    expect(step?.certificate?.until).toBe(Math.floor(options.until / 1000) * 1000);
  });
});

describe('a machine without a network', () => {
  const offline = () => parts({ isOnline: () => false, transport: createScriptedTransport(() => response('x')) });

  test('is offline, and no step runs', async () => {
    const given = offline();
    expect(await diagnose('https://api.example', given)).toMatchObject({ online: false, steps: [] });
    expect(given.transport).toHaveProperty('requests', []);
  });

  test.each(['http://localhost:9', 'http://127.0.0.1:9', 'http://127.1.2.3:9', 'http://[::1]:9', 'http://app.localhost:9'])(
    'still reaches itself: %s',
    async (url) => {
      expect(await diagnose(url, offline())).toMatchObject({ online: true });
    },
  );

  test('does not treat another host as this machine', async () => {
    expect(await diagnose('http://127.0.0.1.example', offline())).toMatchObject({ online: false });
  });
});

describe('the diagnosis', () => {
  const told = (url: string, environment: Record<string, string>) => {
    const transport = createUndiciTransport({ environment });
    onTestFinished(() => transport.close());
    return diagnose(url, parts({ isOnline: () => false, transport }));
  };

  test.each([
    { url: 'https://x.test', environment: { HTTPS_PROXY: 'http://ada:pass@proxy.corp:3128' }, proxy: 'proxy.corp:3128' },
    { url: 'https://x.test', environment: { https_proxy: 'proxy.corp:3128' }, proxy: 'proxy.corp:3128' },
    { url: 'https://x.test', environment: { ALL_PROXY: 'http://proxy.corp:3128' }, proxy: 'proxy.corp:3128' },
    { url: 'https://x.test', environment: { HTTPS_PROXY: 'http://proxy.corp', NO_PROXY: '.test' }, proxy: null },
    { url: 'https://localhost', environment: { HTTPS_PROXY: 'http://proxy.corp' }, proxy: null },
    { url: 'https://x.test', environment: { http_proxy: 'http://other' }, proxy: null },
    { url: 'http://x.test', environment: { http_proxy: 'http://other' }, proxy: 'other' },
    { url: 'https://x.test', environment: { HTTPS_PROXY: '' }, proxy: null },
    { url: 'https://x.test', environment: { HTTPS_PROXY: 'http://:' }, proxy: null },
  ])('names the proxy $proxy without its password', async ({ url, environment, proxy }) => {
    const found = await told(url, environment);
    expect(found.proxy).toBe(proxy);
    expect(JSON.stringify(found)).not.toContain('pass');
  });

  test('contains no password of the address', async () => {
    expect(JSON.stringify(await told('https://ada:hush@x.test/path?token=hush', {}))).not.toContain('hush');
  });
});
