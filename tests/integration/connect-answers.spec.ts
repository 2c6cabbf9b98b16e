/** Responses of other servers at a service's address: each case has its own code and text, and nothing is stored. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { CheckName, ConnectionCheck, TestResult } from '#contract/bridge/connection-test.ts';
import type { ErrorCode } from '#contract/error-codes.ts';
import { errorText } from '#lib/errors/error-text.ts';
import { testConnection } from '#main/administration/connection-test.ts';
import { keysInHand } from '#main/remote/project-keys.ts';
import { createSender } from '#main/remote/send.ts';
import { createUndiciTransport } from '#main/remote/undici-transport.ts';
import { systemClock } from '#main/runtime/system-clock.ts';
import { createTranslator } from '#messages/translator.ts';
import { launchApp } from '../support/main/launch-app';
import { reportOf, seededRandom } from '../support/main/test-ports';
import { type CertificateOptions, selfSigned } from '../support/service/certificate';
import * as does from '../support/service/fault-answers';
import { type Fault, startFaultServer } from '../support/service/fault-server';
import { startStubService, unknownHost, unusedPort } from '../support/service/stub-service';
import { temporaryFolder } from '../support/temporary-folder';

const letters = '0123456789abcdefghjkmnpqrstvwxyz0123456789abc';
const foreign = { client: `pck_${letters}`, server: `ssk_${letters}`, admin: `sak_${letters}` };
const unknownProject = '00000000-0000-4000-8000-000000000000';

const outcomes = ({ checks }: TestResult) => Object.fromEntries(checks.map(({ name, outcome }) => [name, outcome]));
const check = ({ checks }: TestResult, name: CheckName): ConnectionCheck | undefined => checks.find((one) => one.name === name);

describe('other responses', () => {
  const parts = (ca?: string) => {
    const transport = createUndiciTransport();
    if (ca !== undefined) void transport.follow?.({ proxy: { mode: 'none' }, authorities: [ca] });
    onTestFinished(() => transport.close());
    const sender = createSender({ transport, clock: systemClock, random: seededRandom(), clientVersion: 'x @y/z@1' });
    return { transport, sender, clock: systemClock };
  };
  const keys = keysInHand(foreign);
  const tested = (baseUrl: string, ca?: string) => testConnection({ baseUrl, projectId: unknownProject, keys }, parts(ca));
  const reached = (result: TestResult) => check(result, 'reach')?.error?.code;

  test.each<{ what: string; fault: Fault; code: string }>([
    { what: 'a server without that path', fault: does.plain(404, 'Not found'), code: 'address-not-found' },
    { what: 'a web page for a path it does not have', fault: does.answer(404, '<html>'), code: 'address-not-found' },
    { what: 'a web page', fault: does.captivePortal, code: 'web-page-answers' },
    { what: 'a web page that does not say so', fault: does.plain(200, '  <!DOCTYPE html><p>Hi'), code: 'web-page-answers' },
    { what: 'another API', fault: does.json({ hello: 'world' }), code: 'not-a-service' },
    { what: 'another text', fault: does.plain(200, 'Welcome'), code: 'not-a-service' },
    { what: 'nothing', fault: does.answer(204), code: 'not-a-service' },
    { what: 'a proxy that wants a password', fault: does.answer(407), code: 'proxy-sign-in' },
    { what: 'a network that wants one to sign in', fault: does.answer(511), code: 'network-sign-in' },
    { what: 'a hotspot that redirects elsewhere', fault: does.redirect(302, 'http://login.example/'), code: 'redirect-refused' },
    { what: 'a service that has moved', fault: does.redirect(308, 'https://new.example/api/v1'), code: 'service-moved' },
    { what: 'a service that has moved long ago', fault: does.redirect(301, 'https://new.example/'), code: 'service-moved' },
    { what: 'a path that has moved', fault: does.redirect(301, '/v2'), code: 'redirect-refused' },
    { what: 'a move to no address', fault: does.redirect(301, 'javascript:alert(1)'), code: 'redirect-refused' },
    { what: 'a service that is down', fault: does.plain(503, 'Down for maintenance'), code: 'service-error' },
    { what: 'a service that requires a pause', fault: does.plain(429, 'Slow down'), code: 'rate-limited' },
    { what: 'a process that dies', fault: does.reset, code: 'connection-lost' },
    { what: 'another protocol', fault: does.notHttp, code: 'connection-lost' },
    { what: 'a list without end', fault: does.endlessList(2), code: 'response-too-large' },
  ])('$what is $code, after one request without a key', async ({ fault, code }) => {
    const server = await startFaultServer(fault);
    const result = await tested(server.url);
    expect(check(result, 'reach')).toMatchObject({ outcome: 'refused', error: { code } });
    expect(outcomes(result)).toMatchObject({ project: 'not-checked', client: 'not-checked', server: 'not-checked', admin: 'not-checked' });
    expect(server.requests.map(({ target }) => target)).toEqual(['/api/v1']);
    expect(JSON.stringify(server.requests)).not.toContain(letters);
  });

  test.each<{ what: string; fault: Fault }>([
    { what: 'is silent', fault: does.stallBeforeHeaders },
    { what: 'stops during its first response', fault: does.stallWithinBody },
    { what: 'drips without end', fault: does.dribble(20) },
  ])('a service that $what is `timed-out`', async ({ fault }) => {
    const server = await startFaultServer(fault);
    const target = { baseUrl: server.url, projectId: unknownProject, keys };
    expect(check(await testConnection(target, { ...parts(), timeoutMillis: 150 }), 'reach')?.error?.code).toBe('timed-out');
  });

  test('a closed port is `unreachable`, and an unknown name is `name-not-found`', async () => {
    expect(reached(await tested(`http://127.0.0.1:${await unusedPort()}`))).toBe('unreachable');
    expect(reached(await tested(`https://${unknownHost}`))).toBe('name-not-found');
  });

  const anHour = 3_600_000;
  test.each<{ what: string; options?: CertificateOptions; trusted: boolean; code: string }>([
    { what: 'that is self-signed', trusted: false, code: 'tls-untrusted' },
    { what: 'that has expired', options: { until: Date.now() - anHour }, trusted: true, code: 'tls-expired' },
    { what: 'that does not hold yet', options: { from: Date.now() + anHour }, trusted: true, code: 'tls-expired' },
    { what: 'for another host', options: { names: ['a.example'], addresses: ['10.0.0.1'] }, trusted: true, code: 'tls-wrong-host' },
    {
      what: 'for a host whose name only begins alike',
      options: { names: ['127.0.0.1.example'], addresses: [] },
      trusted: true,
      code: 'tls-wrong-host',
    },
    { what: 'that fits', trusted: true, code: 'not-a-service' },
  ])('a certificate $what is $code', async ({ options, trusted, code }) => {
    const certificate = selfSigned(options);
    const server = await startFaultServer(does.json({}), certificate);
    expect(reached(await tested(server.url, trusted ? certificate.cert : undefined))).toBe(code);
    if (code.startsWith('tls-')) expect(server.requests).toEqual([]);
  });

  test('a server without TLS is `tls-refused`', async () => {
    const { url } = await startStubService(() => ({}));
    expect(reached(await tested(url.replace('http', 'https')))).toBe('tls-refused');
  });

  const root = does.plain(200, 'Welcome to the Stack API endpoint!\n\nAuthentication: None');
  const genuine =
    (otherwise: Fault): Fault =>
    (socket, request) => {
      const known: Record<string, Fault> = { '/api/v1': root, '/health': does.json({ status: 'ok' }) };
      (known[request.target] ?? otherwise)(socket, request);
    };

  test.each<{ what: string; fault: Fault; code: string }>([
    { what: 'lies', fault: genuine(does.json({ hello: 'world' })), code: 'bad-response' },
    { what: 'sends pages', fault: genuine(does.captivePortal), code: 'bad-response' },
    { what: 'contradicts itself', fault: genuine(does.known('A', 400, { code: 'B' })), code: 'protocol-violation' },
    { what: 'fails', fault: genuine(does.plain(500, 'oops')), code: 'service-error' },
  ])('a service that responds first and then $what is $code for each credential', async ({ fault, code }) => {
    const server = await startFaultServer(fault);
    const result = await tested(server.url);
    for (const name of ['project', 'client', 'server', 'admin'] as const) {
      expect([name, check(result, name)]).toMatchObject([name, { outcome: 'refused', error: { code } }]);
    }
    expect([result.release, result.adminData]).toEqual([null, false]);
  });

  test('an unhealthy service is down', async () => {
    const server = await startFaultServer((socket, request) =>
      (request.target === '/health' ? does.plain(500, 'no database') : root)(socket, request),
    );
    expect(check(await tested(server.url), 'reach')?.error).toEqual({ code: 'service-error', status: 500 });
  });
});

test('each case has its own text, and certificates, hotspots and addresses have their own next step', () => {
  const messages = createTranslator('en');
  const textOf = (code: ErrorCode) => errorText(messages, { code });
  const codes: readonly ErrorCode[] = [
    ...(['web-page-answers', 'network-sign-in', 'proxy-sign-in', 'service-moved'] as const),
    ...(['address-not-found', 'not-a-service', 'redirect-refused', 'service-error', 'rate-limited', 'connection-lost'] as const),
    ...(['response-too-large', 'timed-out', 'unreachable', 'name-not-found', 'tls-refused', 'tls-untrusted', 'tls-expired'] as const),
    ...(['tls-wrong-host', 'bad-response', 'protocol-violation', 'project-not-found', 'key-invalid'] as const),
  ];
  expect(new Set(codes.map((code) => textOf(code).title)).size).toBe(codes.length);
  const own = [
    'address-not-found',
    'redirect-refused',
    'network-sign-in',
    'proxy-sign-in',
    'service-moved',
    'unreachable',
    'rate-limited',
    'tls-untrusted',
    'tls-expired',
    'tls-wrong-host',
  ] as const;
  expect(new Set(own.map((code) => textOf(code).next)).size).toBe(own.length);
});

test('a redirect is described by its target', () => {
  const moved = { code: 'service-moved', details: { origin: 'https://new.example' } } as const;
  expect(errorText(createTranslator('en'), moved).title).toBe('The service has moved to https://new.example');
});

test('stores nothing of a connection that was tested or rejected', async () => {
  const profile = await temporaryFolder();
  const { api, secrets } = await launchApp(profile);
  const portal = await startFaultServer(does.redirect(302, 'http://login.example/'));
  const draft = { name: 'Engines', environment: 'staging' as const, baseUrl: portal.url, projectId: unknownProject, keys: foreign };
  const script = 'javascript:alert(1)';
  const lines = `${script}\n`.repeat(2);
  expect(check(await api.connections.test({ draft }), 'reach')?.outcome).toBe('refused');
  const refused = [
    { change: { baseUrl: script }, path: 'baseUrl' },
    { change: { projectId: script }, path: 'projectId' },
    { change: { keys: { ...foreign, client: lines } }, path: 'keys.client' },
    { change: { keys: { ...foreign, server: lines } }, path: 'keys.server' },
    { change: { keys: { ...foreign, admin: lines } }, path: 'keys.admin' },
    { change: { handlerBase: script }, path: 'handlerBase' },
  ];
  for (const { change, path } of refused) {
    expect(await reportOf(api.connections.add({ draft: { ...draft, ...change } }))).toMatchObject({ path });
    expect(await reportOf(api.connections.test({ draft: { ...draft, ...change } }))).toMatchObject({ path });
  }
  expect((await api.connections.list({})).value).toEqual([]);
  expect([...secrets]).toEqual([]);
  expect(await readFile(join(profile, 'connections.json'), 'utf8').catch(() => '')).not.toContain('Engines');
});
