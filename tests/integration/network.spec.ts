/** Proxies and certificates of the user on real sockets: what is sent where, and what a failure says. */

import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Notice } from '#contract/bridge/app.ts';
import { defaultSettings, type Settings } from '#contract/setting-rows.ts';
import { createMemoryStore } from '#main/keychain/memory-store.ts';
import { diagnose } from '#main/remote/diagnostics.ts';
import { createNetwork } from '#main/remote/network/network.ts';
import { createProxySignIn } from '#main/remote/network/proxy-sign-in.ts';
import { createLoopbackTransport } from '#main/remote/shared-transport.ts';
import { createUndiciTransport } from '#main/remote/undici-transport.ts';
import { createNotices } from '#main/runtime/notices.ts';
import { systemClock } from '#main/runtime/system-clock.ts';
import { createTopic } from '#main/runtime/topics.ts';
import { reportOf } from '../support/main/test-ports';
import { type AuthorityOptions, type Certificate, createAuthority } from '../support/service/certificate';
import { startConnectProxy } from '../support/service/connect-proxy';
import { startSocksProxy } from '../support/service/socks-proxy';
import { startStubService, unknownHost, unusedPort } from '../support/service/stub-service';
import { temporaryFolder } from '../support/temporary-folder';

const limits = { connect: 2_000, headers: 5_000, idle: 5_000, total: 10_000, bodyBytes: 100_000 };
const day = 86_400_000;
const company = createAuthority();
const names: AuthorityOptions = { names: ['service.test'], addresses: [] };

/** Starts an HTTPS server for `service.test`. `waiting` keeps its responses until it is called. */
async function startService(certificate: Certificate = company.issue(names)) {
  const waiting: (() => void)[] = [];
  const state = { holds: false, requests: 0 };
  const server: Server = createServer({ key: certificate.key, cert: certificate.cert }, (_request, response) => {
    state.requests += 1;
    const answer = () => response.end('fine');
    if (state.holds) waiting.push(answer);
    else answer();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const release = () => {
    for (const answer of waiting.splice(0)) answer();
  };
  return { port: (server.address() as AddressInfo).port, state, release };
}

async function fileWith(text: string, name = 'company.pem'): Promise<string> {
  const path = join(await temporaryFolder(), name);
  await writeFile(path, text);
  return path;
}

/** A network over real sockets, with the settings of a spec. */
function networkOf(initial: Partial<Settings> = {}, { environment = {}, noNetwork = false } = {}) {
  const inner = createUndiciTransport({ timeout: 2_000, environment });
  const transport = noNetwork ? createLoopbackTransport(inner) : inner;
  onTestFinished(() => transport.close());
  let settings: Settings = defaultSettings;
  const topic = createTopic<Notice[]>('app.notices', [], () => undefined);
  const notices = createNotices(topic, () => 'id');
  const store = createMemoryStore();
  const signIn = createProxySignIn(() => store);
  const network = createNetwork({
    host: 'browser',
    signIn,
    transport,
    settings: () => settings,
    clock: systemClock,
    notices,
    log: () => undefined,
    trusted: { set: () => undefined },
  });
  const set = (change: Partial<Settings>) => {
    settings = { ...settings, ...change };
    network.settingsChanged();
  };
  set(initial);
  const send = (url = 'https://service.test/x') => network.transport.send({ method: 'GET', url, headers: {}, limits });
  return { network, set, send, signIn, shown: () => topic.get().value.map(({ kind, file }) => [kind, file]) };
}

const through = (proxyUrl: string, caFile: string | null): Partial<Settings> => ({ proxyMode: 'manual', proxyUrl, caFile });

describe('a proxy', () => {
  test('carries the connections to other machines, and none to this one', async () => {
    const service = await startService();
    const local = await startStubService(() => ({ body: 'local' }));
    const proxy = await startConnectProxy({ 'service.test': service.port });
    const { send } = networkOf(through(proxy.url, await fileWith(company.cert)));
    expect((await send()).status).toBe(200);
    expect((await send(local.url)).status).toBe(200);
    expect(proxy.asked).toEqual(['service.test:443']);
    expect(proxy.passwords).toEqual([undefined]);
  });

  test('carries requests without encryption in a tunnel, too', async () => {
    const service = await startStubService(() => ({ body: 'fine' }));
    const proxy = await startConnectProxy({ 'service.test': Number(new URL(service.url).port) });
    const { send } = networkOf(through(proxy.url, null));
    expect((await send('http://service.test/x')).status).toBe(200);
    expect([proxy.asked, service.requests.map(({ target }) => target)]).toEqual([['service.test:80'], ['/x']]);
  });

  test('with encryption is trusted by the same certificates', async () => {
    const service = await startService();
    const own = company.issue();
    const proxy = await startConnectProxy({ 'service.test': service.port }, own);
    const { send, set } = networkOf(through(proxy.url, await fileWith(company.cert)));
    expect((await send()).status).toBe(200);
    set({ caFile: null });
    expect(await reportOf(send())).toEqual({ code: 'proxy-unreachable' });
  });

  test.each([
    [407, { code: 'proxy-sign-in', status: 407 }],
    [403, { code: 'proxy-refused', status: 403 }],
    [502, { code: 'proxy-refused', status: 502 }],
  ])('that answers %i', async (status, report) => {
    const proxy = await startConnectProxy();
    proxy.status = status;
    expect(await reportOf(networkOf(through(proxy.url, null)).send())).toEqual(report);
  });

  test('at a port where nothing listens, or of a name that doesn’t exist', async () => {
    for (const url of [`http://127.0.0.1:${await unusedPort()}`, 'http://proxy.invalid:3128'])
      expect(await reportOf(networkOf(through(url, null)).send())).toEqual({ code: 'proxy-unreachable' });
  });

  test('that can’t be used isn’t gone around, and is reported until it is changed', async () => {
    const { send, set, shown } = networkOf(through('socks4://127.0.0.1:1080', null));
    expect(await reportOf(send())).toEqual({ code: 'proxy-url-invalid' });
    expect(shown()).toEqual([['proxy-unusable', undefined]]);
    set({ proxyMode: 'none' });
    expect(await reportOf(send(`https://${unknownHost}`))).toEqual({ code: 'name-not-found' });
    expect(shown()).toEqual([]);
  });

  test('isn’t used for the hosts that the settings name', async () => {
    const proxy = await startConnectProxy();
    const { send } = networkOf({ ...through(proxy.url, null), proxyBypass: '.invalid' });
    expect(await reportOf(send(`https://${unknownHost}`))).toEqual({ code: 'name-not-found' });
    expect(proxy.asked).toEqual([]);
  });

  test('of the environment is used with its password, unless the settings say otherwise', async () => {
    const service = await startService();
    const proxy = await startConnectProxy({ 'service.test': service.port });
    const environment = { HTTPS_PROXY: proxy.url.replace('//', '//ada:hush@'), NO_PROXY: `other.${unknownHost}` };
    const { send, set } = networkOf({ caFile: await fileWith(company.cert) }, { environment });
    expect((await send()).status).toBe(200);
    expect(proxy.passwords).toEqual([`Basic ${Buffer.from('ada:hush').toString('base64')}`]);
    expect(await reportOf(send(`https://other.${unknownHost}`))).toEqual({ code: 'name-not-found' });
    set({ proxyMode: 'none' });
    expect(await reportOf(send(`https://${unknownHost}`))).toEqual({ code: 'name-not-found' });
    expect(proxy.asked).toEqual(['service.test:443']);
  });

  test('doesn’t make the app send anything with --no-network', async () => {
    const proxy = await startConnectProxy({ 'service.test': 9 });
    const { send } = networkOf(through(proxy.url, null), { noNetwork: true });
    expect(await reportOf(send())).toEqual({ code: 'offline' });
    expect(proxy.asked).toEqual([]);
  });
});

describe('a sign-in at a proxy', () => {
  const header = `Basic ${Buffer.from('ada:hush').toString('base64')}`;

  test('is sent to the proxy that it was stored for, as soon as it is stored', async () => {
    const service = await startService();
    const proxy = await startConnectProxy({ 'service.test': service.port });
    proxy.signIn = header;
    const { send, set, signIn } = networkOf(through(proxy.url, await fileWith(company.cert)));
    expect(await reportOf(send())).toEqual({ code: 'proxy-sign-in', status: 407 });
    set({ proxySignInUrl: await signIn.store(proxy.url, { username: 'ada', password: 'hush' }) });
    expect((await send()).status).toBe(200);
    expect(proxy.passwords).toEqual([undefined, header]);
  });

  test('is sent to no other proxy, also if the settings say so', async () => {
    const service = await startService();
    const [own, other] = await Promise.all([1, 2].map(() => startConnectProxy({ 'service.test': service.port })));
    if (!own || !other) throw new Error('no proxies');
    const { send, set, signIn } = networkOf(through(own.url, await fileWith(company.cert)));
    set({ proxySignInUrl: await signIn.store(own.url, { username: 'ada', password: 'hush' }) });
    set({ proxyUrl: other.url });
    expect((await send()).status).toBe(200);
    set({ proxySignInUrl: other.url });
    expect(await reportOf(send())).toEqual({ code: 'proxy-sign-in' });
    expect(other.passwords).toEqual([undefined]);
  });

  test('that is wrong is an error, until another one is stored', async () => {
    const service = await startService();
    const proxy = await startSocksProxy({ 'service.test': service.port }, 'ada:hush');
    const { send, set, signIn } = networkOf(through(proxy.url, await fileWith(company.cert)));
    set({ proxySignInUrl: await signIn.store(proxy.url, { username: 'ada', password: 'wrong' }) });
    const report = await reportOf(send());
    expect(report).toEqual({ code: 'proxy-sign-in' });
    expect(JSON.stringify(report)).not.toContain('wrong');
    await signIn.store(proxy.url, { username: 'ada', password: 'hush' });
    expect((await send()).status).toBe(200);
    expect(proxy.passwords).toEqual(['ada:wrong', 'ada:hush']);
  });
});

describe('a SOCKS proxy', () => {
  test('carries encrypted and other connections, and looks up the names', async () => {
    const [secure, plain] = [await startService(), await startStubService(() => ({ body: 'fine' }))];
    const places = { 'service.test': secure.port, 'plain.test': Number(new URL(plain.url).port) };
    const proxy = await startSocksProxy(places);
    const { send } = networkOf(through(proxy.url, await fileWith(company.cert)));
    expect([(await send()).status, (await send('http://plain.test/x')).status]).toEqual([200, 200]);
    expect(proxy.asked).toEqual(['service.test:443', 'plain.test:80']);
  });

  test('that wants a sign-in, knows no such host, or doesn’t run', async () => {
    const wanting = await startSocksProxy({}, 'ada:hush');
    expect(await reportOf(networkOf(through(wanting.url, null)).send())).toEqual({ code: 'proxy-sign-in' });
    expect(await reportOf(networkOf(through((await startSocksProxy()).url, null)).send())).toEqual({ code: 'proxy-refused' });
    const closed = `socks5://127.0.0.1:${await unusedPort()}`;
    expect(await reportOf(networkOf(through(closed, null)).send())).toEqual({ code: 'proxy-unreachable' });
  });

  test('of the environment is used with its password', async () => {
    const service = await startService();
    const proxy = await startSocksProxy({ 'service.test': service.port }, 'ada:h@sh');
    const environment = { ALL_PROXY: proxy.url.replace('socks5://', 'socks5h://ada:h%40sh@') };
    expect((await networkOf({ caFile: await fileWith(company.cert) }, { environment }).send()).status).toBe(200);
    expect(proxy.passwords).toEqual(['ada:h@sh']);
  });
});

test('a proxy script isn’t run outside Electron, and nothing goes past it', async () => {
  const { send, set, shown } = networkOf({ proxyMode: 'automatic', proxyScript: 'http://wpad.test/proxy.pac' });
  expect(await reportOf(send())).toEqual({ code: 'proxy-script-unsupported' });
  expect(shown()).toEqual([['proxy-unusable', undefined]]);
  set({ proxyMode: 'none' });
  await expect.poll(shown).toEqual([]);
});

describe('a change of the settings', () => {
  test('is for the requests that start later; those that are being sent end by the former ones', async () => {
    const service = await startService();
    const former = await startConnectProxy({ 'service.test': service.port });
    const later = await startConnectProxy({ 'service.test': service.port });
    const { send, set } = networkOf(through(former.url, await fileWith(company.cert)));
    service.state.holds = true;
    const running = send();
    await expect.poll(() => service.state.requests).toBe(1);
    set({ proxyUrl: later.url });
    service.state.holds = false;
    expect((await send()).status).toBe(200);
    expect([former.asked.length, later.asked.length]).toEqual([1, 1]);
    service.release();
    expect((await running).status).toBe(200);
    expect([former.asked.length, later.asked.length]).toEqual([1, 1]);
  });

  test('applies to a request that starts right after it, also while an earlier change is being applied', async () => {
    const service = await startService();
    const proxies = await Promise.all([1, 2, 3].map(() => startConnectProxy({ 'service.test': service.port })));
    const { send, set } = networkOf({ caFile: await fileWith(company.cert) });
    const sent = [];
    for (const { url } of proxies) {
      set({ proxyMode: 'manual', proxyUrl: url });
      sent.push(send());
    }
    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(proxies.map(({ asked }) => asked.length)).toEqual([0, 0, 3]);
  });

  test('closes the connections of the former settings', async () => {
    const service = await startStubService(() => ({}));
    const proxy = await startConnectProxy({ 'service.test': Number(new URL(service.url).port) });
    const { send, set } = networkOf(through(proxy.url, null));
    await send('http://service.test/');
    expect(service.sockets.size).toBe(1);
    set({ proxyMode: 'none' });
    await expect.poll(() => service.sockets.size).toBe(0);
  });
});

describe('certificates of the user', () => {
  const reached = async (certificate: Certificate, file: string | null) => {
    const service = await startService(certificate);
    const proxy = await startConnectProxy({ 'service.test': service.port });
    const parts = networkOf(through(proxy.url, file));
    return { ...parts, answer: parts.send().then(({ status }) => status), requests: () => service.state.requests };
  };

  test('are trusted in addition to those of Node, and only while the settings name them', async () => {
    const { answer, send, set } = await reached(company.issue(names), await fileWith(company.cert));
    expect(await answer).toBe(200);
    set({ caFile: null });
    expect(await reportOf(send())).toEqual({ code: 'tls-untrusted' });
    set({ caFile: await fileWith(createAuthority().cert) });
    expect(await reportOf(send())).toEqual({ code: 'tls-untrusted' });
  });

  test.each<[string, AuthorityOptions, string]>([
    ['another host', { names: ['other.test'], addresses: [] }, 'tls-wrong-host'],
    ['a time that is over', { ...names, from: Date.now() - 3 * day, until: Date.now() - day }, 'tls-expired'],
    ['a time to come', { ...names, from: Date.now() + day, until: Date.now() + 3 * day }, 'tls-expired'],
  ])('don’t make a certificate valid for %s', async (_what, options, code) => {
    const { answer, requests } = await reached(company.issue(options), await fileWith(company.cert));
    expect(await reportOf(answer)).toEqual({ code });
    expect(requests()).toBe(0);
  });

  test.each([
    ['missing', null, 'ca-file-unreadable'],
    ['without a certificate', 'hello', 'ca-file-empty'],
    ['expired', createAuthority({ from: Date.now() - 3 * day, until: Date.now() - day }).cert, 'ca-file-expired'],
  ])('in a file that is %s: no other server is trusted, and the reason is named', async (_what, text, code) => {
    const file = text === null ? join(await temporaryFolder(), 'company.pem') : await fileWith(text);
    const { answer, send, set, shown, requests } = await reached(company.issue(names), file);
    expect(await reportOf(answer)).toEqual({ code });
    expect([requests(), shown()]).toEqual([0, [[code, 'company.pem']]]);
    set({ caFile: await fileWith(company.cert) });
    expect((await send()).status).toBe(200);
    expect(shown()).toEqual([]);
  });
});

describe('the diagnosis', () => {
  const brief = async ({ network }: ReturnType<typeof networkOf>) => {
    const { proxy, steps } = await diagnose('https://service.test', {
      transport: network.transport,
      clock: systemClock,
      isOnline: () => true,
      authorities: network.authorities,
      stepLimit: 2_000,
    });
    return { proxy, ...Object.fromEntries(steps.map(({ name, ok, found }) => [name, `${ok ? 'ok' : 'failed'}: ${found}`])) };
  };

  test('names the proxy and the certificates', async () => {
    const service = await startService();
    const proxy = await startConnectProxy({ 'service.test': service.port });
    const found = await brief(networkOf(through(proxy.url, await fileWith(company.cert))));
    const address = proxy.url.slice('http://'.length);
    expect(found).toMatchObject({
      proxy: address,
      'proxy-connection': `ok: ${address}`,
      connection: 'ok: service.test:443',
      authorities: 'ok: company.pem: 1',
      certificate: 'ok: Company Company authority',
      health: 'ok: 200',
    });
    expect(Object.keys(found)).not.toContain('name');
  });

  test('says why a proxy or a certificate is the reason', async () => {
    const service = await startService();
    const proxy = await startConnectProxy({ 'service.test': service.port });
    expect(await brief(networkOf(through(proxy.url, await fileWith('x'))))).toMatchObject({
      authorities: 'failed: ca-file-empty',
      certificate: expect.stringMatching(/^failed: (UNABLE_TO_VERIFY_LEAF_SIGNATURE|SELF_SIGNED)/),
      health: 'failed: ca-file-empty',
    });
    proxy.status = 407;
    const signIn = 'failed: proxy-sign-in';
    expect(await brief(networkOf(through(proxy.url, null)))).toMatchObject({ connection: signIn, certificate: signIn, health: signIn });
    const dead = `127.0.0.1:${await unusedPort()}`;
    expect(await brief(networkOf(through(`http://${dead}`, null)))).toMatchObject({
      proxy: dead,
      'proxy-connection': 'failed: ECONNREFUSED',
      connection: 'failed: proxy-unreachable',
    });
    const unusable = 'failed: proxy-url-invalid';
    expect(await brief(networkOf(through('x:y', null)))).toEqual({
      proxy: null,
      'proxy-connection': unusable,
      health: unusable,
      api: unusable,
      writing: unusable,
      clock: 'failed: no-date',
    });
  });
});
