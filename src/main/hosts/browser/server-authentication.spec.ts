import { describe, expect, test } from 'vitest';
import { sendRequest, setUpServer } from '#tests/support/main/browser-server.ts';
import { openPageSocket } from '#tests/support/main/page-socket.ts';
import { closeCodes, helloLimits } from './socket';

/** Parts of a server that is never reached. */
describe('authentication on the bridge', () => {
  test.each([
    { what: 'another origin', origin: 'http://evil.test' },
    { what: 'no origin', origin: null },
    { what: 'the origin `null`', origin: 'null' },
    { what: 'an empty origin', origin: '' },
    { what: 'another port', origin: 'http://localhost:1' },
    { what: 'https', origin: 'https://localhost:PORT' },
    { what: 'a name that begins the same', origin: 'http://localhost:PORT.evil.test' },
    { what: 'a path in the origin', origin: 'http://localhost:PORT/' },
    { what: 'another host', host: 'evil.test' },
    { what: 'a rebound name', host: 'evil.test:PORT', origin: 'http://evil.test:PORT' },
    { what: 'another path', path: '/other' },
    { what: 'the root', path: '/' },
    { what: 'a path below', path: '/bridge/x' },
    { what: 'an encoded path', path: '/%62ridge' },
  ])('stays shut for $what', async ({ origin, host, path }) => {
    const { port, tokens, listeners } = await setUpServer();
    const filled = (text: string) => text.replace('PORT', String(port));
    const options = {
      port,
      ...(origin === undefined ? {} : { origin: origin === null ? null : filled(origin) }),
      ...(host === undefined ? {} : { host: filled(host) }),
      ...(path === undefined ? {} : { path }),
    };
    await expect(openPageSocket(options)).rejects.toThrow('refused with 403');
    expect([listeners.size, typeof tokens.trade]).toEqual([0, 'function']);
    expect(await sendRequest(port)).toMatchObject({ status: 200 });
  });

  test('opens for a token, once', async () => {
    const { port, token, tab } = await setUpServer();
    const used = token();
    const { welcome } = await tab({ token: used });
    expect(welcome).toEqual({ type: 'welcome', session: expect.stringMatching(/^[\w-]{43}$/) });
    const again = await openPageSocket({ port });
    again.send({ token: used });
    expect(await again.closed).toBe(closeCodes.notSignedIn);
  });

  test('opens for the session again and again, as a reloaded tab needs it', async () => {
    const { tab } = await setUpServer();
    const { session, close, closed } = await tab();
    close();
    await closed;
    for (let number = 0; number < 3; number += 1) expect((await tab({ session })).session).toBe(session);
  });

  test('stays closed for an old token', async () => {
    const { port, token, time } = await setUpServer();
    const old = token();
    time.now = 300_001;
    const socket = await openPageSocket({ port });
    socket.send({ token: old });
    expect(await socket.closed).toBe(closeCodes.notSignedIn);
  });

  test.each<{ what: string; hello: (token: string) => unknown }>([
    { what: 'an unknown token', hello: () => ({ token: 'x'.repeat(43) }) },
    { what: 'no token', hello: () => ({}) },
    { what: 'a token and more', hello: (token) => ({ token, more: 1 }) },
    { what: 'a token and a session', hello: (token) => ({ token, session: token }) },
    { what: 'a token as a session', hello: (token) => ({ session: token }) },
    { what: 'characters of several bytes', hello: () => ({ session: 'é'.repeat(43) }) },
    { what: 'a very long token', hello: () => ({ token: 'x'.repeat(30_000) }) },
    { what: 'a list', hello: (token) => [{ token }] },
    { what: 'a call', hello: () => ({ id: 1, name: 'app.info', input: {} }) },
    { what: 'no JSON', hello: (token) => `token=${token}` },
    { what: 'nothing', hello: () => '' },
    { what: 'null', hello: () => 'null' },
    { what: 'prototype keys', hello: (token) => `{"__proto__":{"token":"${token}"}}` },
    { what: 'bytes', hello: (token) => Buffer.from(JSON.stringify({ token })) },
  ])('stays shut for $what', async ({ hello }) => {
    const { port, token, calls, listeners } = await setUpServer();
    const socket = await openPageSocket({ port });
    socket.send(hello(token()));
    expect(await socket.closed).toBe(closeCodes.notSignedIn);
    expect([calls, listeners.size]).toEqual([[], 0]);
    expect(await sendRequest(port)).toMatchObject({ status: 200 });
  });

  test('ignores messages after an invalid first message', async () => {
    const { port, token, calls, listeners } = await setUpServer();
    const socket = await openPageSocket({ port });
    socket.send({});
    socket.send({ token: token() });
    socket.send({ id: 1, name: 'app.info', input: {} });
    expect(await socket.closed).toBe(closeCodes.notSignedIn);
    expect([calls, listeners.size]).toEqual([[], 0]);
  });

  test('drops a tab whose first message never ends, before much of it is read', async () => {
    const { port, tab } = await setUpServer();
    const known = await tab();
    const socket = await openPageSocket({ port });
    socket.send('x'.repeat(7_000_000));
    expect(await socket.closed).toBe(1006);
    known.send({ id: 1, name: 'app.info', input: {} });
    expect(await known.next()).toMatchObject({ type: 'reply', id: 1 });
  });

  test('drops the oldest of too many unauthenticated tabs', async () => {
    const { port, tab, token } = await setUpServer();
    const known = await tab();
    const silent = await Promise.all(Array.from({ length: helloLimits.maxSockets }, () => openPageSocket({ port })));
    const newest = await openPageSocket({ port });
    expect(await Promise.race(silent.map(({ closed }) => closed))).toBe(1006);
    newest.send({ token: token() });
    expect(await newest.next()).toMatchObject({ type: 'welcome' });
    known.send({ id: 1, name: 'app.info', input: {} });
    expect(await known.next()).toMatchObject({ type: 'reply', id: 1 });
  });

  test('closes an unauthenticated tab after ten seconds, but no authenticated one', async () => {
    const { port, tab, clock } = await setUpServer();
    const silent = await openPageSocket({ port });
    const known = await tab();
    await clock.advance(10_000);
    expect(await silent.closed).toBe(closeCodes.notSignedIn);
    known.send({ id: 1, name: 'app.info', input: {} });
    expect(await known.next()).toMatchObject({ type: 'reply', id: 1 });
    expect(clock.waiting).toBe(0);
  });
});
