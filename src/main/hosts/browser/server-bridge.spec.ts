import { describe, expect, test } from 'vitest';
import { maxDocumentLength } from '#contract/bridge/configuration.ts';
import { settle, until } from '#tests/support/fake-clock.ts';
import { sendRequest, setUpServer } from '#tests/support/main/browser-server.ts';
import { closeCodes } from './socket';

describe('the bridge', () => {
  test('responds to each call with its ID, in any order', async () => {
    const waiting: (() => void)[] = [];
    const { tab, calls } = await setUpServer((name) => new Promise((resolve) => waiting.push(() => resolve({ ok: true, value: name }))));
    const socket = await tab();
    for (const id of [7, 8]) socket.send({ id, name: `n.${id}`, input: { id } });
    await until(() => waiting.length === 2);
    for (const answer of waiting.reverse()) answer();
    expect([await socket.next(), await socket.next()]).toEqual([
      { type: 'reply', id: 8, reply: { ok: true, value: 'n.8' } },
      { type: 'reply', id: 7, reply: { ok: true, value: 'n.7' } },
    ]);
    expect(calls).toEqual([7, 8].map((id) => ({ name: `n.${id}`, input: { id }, windowId: 'tab-1' })));
  });

  test('accepts a call without input', async () => {
    const { tab, calls } = await setUpServer();
    const socket = await tab();
    socket.send({ id: 1, name: 'app.info' });
    expect(await socket.next()).toMatchObject({ id: 1 });
    expect(calls).toMatchObject([{ name: 'app.info', input: undefined }]);
  });

  test('tabs have their own IDs, and receive every push until they are closed', async () => {
    const { tab, push, calls, closedWindows, listeners } = await setUpServer();
    const [one, other] = [await tab(), await tab()];
    push({ name: 'settings.state', revision: 2, value: { theme: 'dark' } });
    const expected = { type: 'push', name: 'settings.state', revision: 2, value: { theme: 'dark' } };
    expect([await one.next(), await other.next()]).toEqual([expected, expected]);
    push({ name: 'app.command', revision: 1, value: {}, to: 'tab-2' });
    expect(await other.next()).toEqual({ type: 'push', name: 'app.command', revision: 1, value: {} });
    for (const socket of [one, other]) socket.send({ id: 1, name: 'app.info', input: {} });
    await Promise.all([one.next(), other.next()]);
    expect(new Set(calls.map(({ windowId }) => windowId)).size).toBe(2);
    one.close();
    await one.closed;
    await until(() => listeners.size <= 1);
    expect(closedWindows).toEqual(['tab-1']);
    push({ name: 'settings.state', revision: 3, value: {} });
    expect(await other.next()).toMatchObject({ revision: 3 });
  });

  test('discards a reply for a closed tab', async () => {
    let answer = () => {};
    const { tab, port, calls } = await setUpServer(() => new Promise((resolve) => (answer = () => resolve({ ok: true, value: 1 }))));
    const socket = await tab();
    socket.send({ id: 1, name: 'app.info', input: {} });
    await until(() => calls.length > 0);
    socket.close();
    await socket.closed;
    answer();
    await settle();
    expect(await sendRequest(port)).toMatchObject({ status: 200 });
  });

  test.each<{ what: string; message: unknown }>([
    { what: 'no JSON', message: '{' },
    { what: 'nothing', message: '' },
    { what: 'bytes', message: Buffer.from('{"id":1,"name":"app.info","input":{}}') },
    { what: 'a list', message: [] },
    { what: 'no number', message: { name: 'app.info', input: {} } },
    { what: 'a number that is text', message: { id: '1', name: 'app.info', input: {} } },
    { what: 'a number below zero', message: { id: -1, name: 'app.info', input: {} } },
    { what: 'a number with a fraction', message: { id: 1.5, name: 'app.info', input: {} } },
    { what: 'no name', message: { id: 1, input: {} } },
    { what: 'a name that is none', message: { id: 1, name: { toString: 'app.info' }, input: {} } },
    { what: 'a very long name', message: { id: 1, name: 'x'.repeat(201), input: {} } },
    { what: 'more than a call', message: { id: 1, name: 'app.info', input: {}, windowId: 'tab-2' } },
    { what: 'prototype keys', message: '{"__proto__":{"id":1,"name":"app.info","input":{}}}' },
    { what: 'a second hello', message: { token: 'x' } },
  ])('a message that is no call closes the tab: $what', async ({ message }) => {
    const { tab, port, calls, listeners } = await setUpServer();
    const socket = await tab();
    socket.send(message);
    expect(await socket.closed).toBe(closeCodes.malformed);
    await until(() => listeners.size <= 0);
    expect(calls).toEqual([]);
    expect(await sendRequest(port)).toMatchObject({ status: 200 });
  });

  test('a message of 70 MB closes only its own tab', async () => {
    const { tab, calls } = await setUpServer();
    const [one, other] = [await tab(), await tab()];
    one.send({ id: 1, name: 'app.info', input: 'x'.repeat(70_000_000) });
    expect(await one.closed).toBe(1009);
    other.send({ id: 1, name: 'app.info', input: {} });
    expect(await other.next()).toMatchObject({ id: 1 });
    expect(calls).toHaveLength(1);
  });

  test.each(['x', '\n', '\u0001', 'é', '語'])(
    'accepts two configuration files that are as long as they may be, of %j',
    async (character) => {
      const { tab } = await setUpServer(async () => ({ ok: true, value: null }));
      const socket = await tab();
      const file = { kind: 'file', text: character.repeat(maxDocumentLength) };
      socket.send({ id: 1, name: 'configuration.compare', input: { source: file, target: file } });
      expect(await socket.next()).toMatchObject({ id: 1 });
    },
  );

  test('closing the server closes the tabs', async () => {
    const { tab, server, listeners } = await setUpServer();
    const socket = await tab();
    await server.close();
    expect(await socket.closed).toBe(1006);
    await until(() => listeners.size <= 0);
    await expect(sendRequest(server.port)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});
