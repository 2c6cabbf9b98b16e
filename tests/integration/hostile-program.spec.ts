/** A malicious program on this machine: its requests to the callback server start nothing and get no data. */
import { connect, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { gateLimits } from '#main/loopback/connection-gate.ts';
import type { Clock } from '#main/ports/ports.ts';
import { systemClock } from '#main/runtime/system-clock.ts';
import { browserScene } from '../support/main/browser-scene';
import { createSystemBrowser } from '../support/service/system-browser';
import { signedIn, stepOf } from '../support/steps';

const json = 'content-type: application/json';
const big = 'x'.repeat(70_000);

/** An app with a waiting provider sign-in and a waiting passkey sign-in, in which only Ada is signed in. */
async function waitingScene(clock: Clock = systemClock) {
  const scene = await browserScene({ clock });
  const { api, service, asProject, connectionId } = scene;
  await service.projects.update({ ...asProject, body: { config: { passkey_enabled: true } } });
  const passkey = stepOf('browser', await api.signIn.withPasskey({ connectionId }));
  const page = new URL(scene.last());
  const provider = stepOf('browser', await api.signIn.withProvider({ connectionId, provider: 'github' }));
  const authorize = scene.last();
  const state = new URL(authorize).searchParams.get('state') ?? '';
  const secrets = [state, page.pathname.split('/').at(-1) ?? '', connectionId];
  return { ...scene, port: Number(page.port), page: page.pathname, passkey, provider, authorize, state, secrets };
}

/** Sends the text unchanged, and resolves to the response when the server has closed the connection. */
function say(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = hold(port);
    let heard = '';
    socket.on('data', (part) => (heard += part.toString('latin1')));
    socket.once('close', () => resolve(heard));
    socket.write(text);
  });
}

function hold(port: number): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  return socket;
}

/** The machine's clock, except that the time limits of sockets pass with `pass()`. */
function clockWithLimits(): Clock & { pass(): void } {
  const limits = new Set<number>([gateLimits.reading.maxMillis, gateLimits.responding.maxMillis]);
  const pending = new Set<() => void>();
  return {
    ...systemClock,
    after(delay, task) {
      if (!limits.has(delay)) return systemClock.after(delay, task);
      pending.add(task);
      return () => void pending.delete(task);
    },
    pass() {
      for (const task of pending) task();
    },
  };
}

interface Known {
  readonly port: number;
  readonly page: string;
  readonly state: string;
}

const request = (line: string, port: number, headers: readonly string[] = [], body = '') =>
  [`${line} HTTP/1.1`, `host: localhost:${port}`, 'connection: close', ...headers, '', body].join('\r\n');
const post = (path: string, port: number, headers: readonly string[], body = '{"id":"x"}') =>
  request(`POST ${path}`, port, [...headers, `content-length: ${body.length}`], body);
/** Returns the callback of the waiting sign-in with an invented code. */
const way = ({ state }: Known) => `/handler/oauth-callback?code=${'c'.repeat(64)}&state=${state}`;
const bare = (line: string, ...headers: string[]) => [`${line}`, ...headers, 'connection: close', '', ''].join('\r\n');

type Say = (known: Known) => string;

/** Raw requests, grouped by their response. */
const attempts: Readonly<Record<string, Readonly<Record<string, Say>>>> = {
  '400': {
    'OPTIONS of everything': ({ port }) => request('OPTIONS *', port),
    'no host': (known) => bare(`GET ${way(known)} HTTP/1.1`),
    'a host and another in the line': (known) => request(`GET http://evil.example${way(known)}`, known.port),
    'its own host in the line': (known) => request(`GET http://localhost:${known.port}${way(known)}`, known.port),
    'a state as a list': ({ port, state }) => request(`GET /handler/oauth-callback?code=${'c'.repeat(64)}&state[]=${state}`, port),
    'half a state': ({ port, state }) => request(`GET /handler/oauth-callback?code=${'c'.repeat(64)}&state=${state.slice(0, 42)}`, port),
    'a guessed state': ({ port }) => request(`GET /handler/oauth-callback?code=${'c'.repeat(64)}&state=${'s'.repeat(43)}`, port),
    'a guessed failure': ({ port }) => request(`GET /handler/error?errorCode=X&message=x&state=${'s'.repeat(43)}`, port),
    'a passkey without end': ({ port, page }) => post(page, port, [json, `origin: http://localhost:${port}`], `{"id":"${big}"}`),
    'a passkey that is no JSON': ({ port, page }) => post(page, port, [json, `origin: http://localhost:${port}`], '{"id":'),
  },
  '403': {
    'a foreign host': (known) => bare(`GET ${way(known)} HTTP/1.1`, `host: evil.example:${known.port}`),
    'a host of another port': (known) => bare(`GET ${way(known)} HTTP/1.1`, 'host: localhost:1'),
    'two hosts': (known) => bare(`GET ${way(known)} HTTP/1.1`, 'host: evil.example', `host: localhost:${known.port}`),
    'no host, in the old way': (known) => bare(`GET ${way(known)} HTTP/1.0`),
    'a script of another page': (known) =>
      request(`GET ${way(known)}`, known.port, ['sec-fetch-mode: cors', 'origin: https://evil.example']),
    'a frame of another page': (known) => request(`GET ${way(known)}`, known.port, ['sec-fetch-mode: navigate', 'sec-fetch-dest: iframe']),
    'a page loaded ahead': (known) => request(`GET ${way(known)}`, known.port, ['sec-purpose: prefetch']),
    'another protocol': ({ port }) =>
      request('GET /handler/sign-out', port, ['upgrade: websocket', 'sec-websocket-version: 13', 'sec-fetch-mode: websocket']),
  },
  '404': {
    'a way out of the base': (known) => request(`GET /x/..${way(known)}`, known.port),
    'an encoded way out': (known) => request(`GET /x/%2e%2e${way(known)}`, known.port),
    'an encoded slash': ({ port, page }) => request(`GET /latchkey%2f${page.slice(10)}`, port),
    'a way out of the own pages': ({ port }) => request('GET /latchkey/../handler/sign-out', port),
    'a backslash': ({ port }) => request('GET /handler\\sign-out', port),
    'a doubled slash': ({ port }) => request('GET //handler/sign-out', port),
    'a state given twice': (known) => request(`GET ${way(known)}&state=${known.state}`, known.port),
    'a code given twice': (known) => request(`GET ${way(known)}&code=${'d'.repeat(64)}`, known.port),
    'a passkey of no page': ({ port, page }) => post(page, port, [json]),
    'a passkey of another page': ({ port, page }) => post(page, port, [json, 'origin: https://evil.example']),
    'a passkey of a page without an address': ({ port, page }) => post(page, port, [json, 'origin: null']),
    'a passkey of a page of another port': ({ port, page }) => post(page, port, [json, 'origin: http://localhost:1']),
    'a passkey as a form': ({ port, page }) => post(page, port, ['content-type: text/plain', `origin: http://localhost:${port}`]),
    'a passkey for a guessed page': ({ port }) =>
      post(`/latchkey/passkey/${'a'.repeat(32)}`, port, [json, `origin: http://localhost:${port}`]),
    'the page behind a person’s back': ({ port, page }) => request(`GET ${page}`, port, ['origin: https://evil.example']),
  },
  '405': {
    HEAD: (known) => request(`HEAD ${way(known)}`, known.port),
    OPTIONS: (known) =>
      request(`OPTIONS ${way(known)}`, known.port, ['origin: https://evil.example', 'access-control-request-method: GET']),
    PUT: (known) => request(`PUT ${way(known)}`, known.port),
    DELETE: (known) => request(`DELETE ${way(known)}`, known.port),
    PATCH: (known) => request(`PATCH ${way(known)}`, known.port),
    TRACE: (known) => request(`TRACE ${way(known)}`, known.port, ['cookie: secret=1']),
  },
  '414': {
    'too long an address': (known) => request(`GET ${way(known)}&x=${'x'.repeat(9_000)}`, known.port),
  },
  'hung up': {
    CONNECT: ({ port }) => request('CONNECT evil.example:443', port),
    'a method that is none': (known) => request(`BREW ${way(known)}`, known.port),
    'a method in small letters': (known) => request(`get ${way(known)}`, known.port),
    'headers beyond measure': (known) => request(`GET ${way(known)}`, known.port, [`x: ${'x'.repeat(20_000)}`]),
    'headers without end': (known) => request(`GET ${way(known)}`, known.port, Array(4_000).fill('x: xxxxxxxx')),
    'two lengths at once': ({ port, page }) => post(page, port, [json, 'transfer-encoding: chunked']),
    'a chunk of no size': ({ port, page }) => request(`POST ${page}`, port, [json, 'transfer-encoding: chunked'], 'zz\r\n{}\r\n'),
    'no HTTP': () => '\u0016\u0003\u0001\u0002\r\n\r\n',
  },
};

describe('a program that sends requests to the callback server', () => {
  test('gets nothing and starts nothing, and both sign-ins continue', async () => {
    const scene = await waitingScene();
    const { api, accountId, secrets, focused, authorize, provider, port } = scene;
    const all = Object.entries(attempts).flatMap(([status, said]) => Object.entries(said).map(([what, text]) => ({ status, what, text })));
    for (const { status, what, text } of all) {
      const heard = await say(port, text(scene));
      expect(/^HTTP\/1\.1 (\d+)/.exec(heard)?.[1] ?? 'hung up', what).toBe(status);
      expect(
        secrets.filter((secret) => heard.includes(secret)),
        what,
      ).toEqual([]);
      expect(heard, what).not.toMatch(/access-control-|set-cookie|cookie: secret|location:/i);
    }
    expect([(await api.links.list({})).value, focused]).toEqual([[], []]);
    expect((await api.accounts.list({})).value.map(({ id }) => id)).toEqual([accountId]);
    expect((await createSystemBrowser().open(`http://localhost:${port}${scene.page}`)).text).toContain('Use passkey');
    const [, step] = await Promise.all([
      createSystemBrowser().allow(authorize, 'a@elsewhere.example'),
      api.signIn.wait({ flowId: provider.flowId }),
    ]);
    expect(signedIn(step).isNewUser).toBe(true);
  });

  test('gets nothing with a used callback', async () => {
    const { api, authorize, provider, port, focused } = await waitingScene();
    const [{ url }] = await Promise.all([
      createSystemBrowser().allow(authorize, 'a@elsewhere.example'),
      api.signIn.wait({ flowId: provider.flowId }),
    ]);
    const { pathname, search } = new URL(url);
    const before = [(await api.accounts.list({})).value, [...focused]];
    for (const method of ['GET', 'POST', 'GET']) {
      expect(await say(port, request(`${method} ${pathname}${search}`, port))).toMatch(/^HTTP\/1\.1 400 /);
    }
    expect([(await api.accounts.list({})).value, focused]).toEqual(before);
    expect((await api.links.list({})).value).toEqual([]);
  });

  test('is disconnected when its requests never end, and others are served in the meantime', async () => {
    const clock = clockWithLimits();
    const { port, page, authorize, api, provider } = await waitingScene(clock);
    const halves = ['GET /handler/sign-in HTTP/1.1\r\nhost: localhost', `POST ${page} HTTP/1.1\r\nhost: localhost:${port}\r\n${json}\r\n`];
    const beginning = `origin: http://localhost:${port}\r\ncontent-length: 500\r\n\r\n{"id":`;
    const sockets = Array.from({ length: 16 }, (_, number) => {
      const socket = hold(port);
      socket.write(`${halves[number % 2]}${number % 4 === 1 ? beginning : ''}`);
      return socket;
    });
    const closed = Promise.all(sockets.map((socket) => new Promise((resolve) => socket.resume().once('close', resolve))));
    const [, step] = await Promise.all([
      createSystemBrowser().allow(authorize, 'a@elsewhere.example'),
      api.signIn.wait({ flowId: provider.flowId }),
    ]);
    expect(signedIn(step).isNewUser).toBe(true);
    expect(sockets.filter(({ closed }) => closed)).toEqual([]);
    clock.pass();
    await closed;
    expect((await api.links.list({})).value).toEqual([]);
  });

  test('can fill the list of twenty links, but not decide about them', async () => {
    const { api, port, accountId, pushed } = await waitingScene();
    const code = (number: number) => number.toString(32).padStart(45, '0');
    for (let number = 0; number < 100; number += 1) {
      await say(port, request(`GET /handler/magic-link-callback?code=${code(number)}`, port));
    }
    await say(port, request('GET /handler/sign-out', port));
    await pushed('links.list', (links) => links.some(({ kind }) => kind === 'sign-out'));
    expect((await api.links.list({})).value).toHaveLength(20);
    expect((await api.accounts.list({})).value.map(({ id }) => id)).toEqual([accountId]);
  });
});
