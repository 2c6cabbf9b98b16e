import { describe, expect, it } from 'vitest';
import { ListenError, listen } from './listen';

const host = '127.0.0.1';

describe('listening', () => {
  it('forwards requests and responses with their headers', async () => {
    const listening = await listen({
      host,
      port: 0,
      serve: (url) => async (request) =>
        new Response(`${url} ${request.method} ${await request.text()}`, {
          status: 201,
          headers: { date: 'Thu, 01 Jan 1970 00:00:00 GMT' },
        }),
    });
    const answer = await fetch(`${listening.url}/x`, { method: 'POST', body: 'hello' });
    expect([answer.status, answer.headers.get('date'), await answer.text()]).toEqual([
      201,
      'Thu, 01 Jan 1970 00:00:00 GMT',
      `${listening.url} POST hello`,
    ]);
    await listening.close();
    await expect(fetch(listening.url)).rejects.toThrow();
  });

  it('finishes an active response when it is closed', async () => {
    let started = () => {};
    const under = new Promise<void>((resolve) => {
      started = resolve;
    });
    let finish = () => {};
    const held = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const listening = await listen({
      host,
      port: 0,
      serve: () => async () => {
        started();
        await held;
        return new Response('done');
      },
    });
    const answer = fetch(listening.url);
    await under;
    const closed = listening.close();
    await expect(fetch(listening.url)).rejects.toThrow();
    finish();
    expect(await (await answer).text()).toBe('done');
    expect((await answer).headers.get('connection')).toBe('close');
    await closed;
  });

  it('reports in a sentence why it can’t listen', async () => {
    const serve = () => async () => new Response();
    const first = await listen({ host, port: 0, serve });
    const port = Number(new URL(first.url).port);
    const second = listen({ host, port, serve });
    await expect(second).rejects.toThrow(ListenError);
    await expect(second).rejects.toThrow(`Port ${port} on 127.0.0.1 is already in use; choose another one.`);
    await expect(listen({ host: '203.0.113.1', port: 0, serve })).rejects.toThrow('203.0.113.1 is not an address of this machine.');
    await first.close();
  });
});
