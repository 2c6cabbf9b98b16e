import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createSocketWire, type Socket } from './socket-wire';

class FakeSocket implements Socket {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  readonly sent: unknown[] = [];
  send = (text: string) => void this.sent.push(JSON.parse(text));
  hear = (message: unknown) => this.onmessage?.({ data: JSON.stringify(message) });
  welcome = (session = 's1') => {
    this.onopen?.();
    this.hear({ type: 'welcome', session });
  };
}

const sockets: FakeSocket[] = [];
const kept = new Map<string, string>();
let reloads = 0;
const waits: { run: () => void; millis: number }[] = [];
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
};

function start(token: string | null = 't1') {
  return createSocketWire({
    token,
    storage,
    open: () => {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket;
    },
    delay: (run, millis) => waits.push({ run, millis }),
    reload: () => {
      reloads += 1;
    },
  });
}

const last = () => sockets.at(-1) as FakeSocket;
const lost = { ok: false, error: { code: 'bridge-lost' } };

beforeEach(() => {
  sockets.length = 0;
  waits.length = 0;
  kept.clear();
  reloads = 0;
});

describe('signing in the page', () => {
  it('exchanges the token for a session and keeps it', () => {
    const wire = start();
    last().welcome('s9');
    expect(last().sent[0]).toEqual({ token: 't1' });
    expect(kept.get('latchkey-session')).toBe('s9');
    expect(wire.status()).toBe('open');
  });

  it('uses the session when there is no token, and requests none if there is neither', () => {
    kept.set('latchkey-session', 's1');
    start(null);
    last().onopen?.();
    expect(last().sent[0]).toEqual({ session: 's1' });
    kept.clear();
    const opened = sockets.length;
    expect(start(null).status()).toBe('refused');
    expect(sockets).toHaveLength(opened);
  });

  it('ends when it is rejected, without another attempt', async () => {
    const wire = start();
    const call = wire.call('app.info', {});
    last().onclose?.({ code: 4401 });
    expect(wire.status()).toBe('refused');
    expect(await call).toEqual(lost);
    expect(await wire.call('app.info', {})).toEqual(lost);
    expect(waits).toHaveLength(0);
    expect(sockets).toHaveLength(1);
  });

  it('falls back to the tab’s session if the token was used', () => {
    kept.set('latchkey-session', 's1');
    const wire = start('spent');
    last().onclose?.({ code: 4401 });
    last().onopen?.();
    expect(last().sent[0]).toEqual({ session: 's1' });
    last().onclose?.({ code: 4401 });
    expect(wire.status()).toBe('refused');
    expect(sockets).toHaveLength(2);
    expect(kept.size).toBe(0);
  });
});

it('loads the page again when the app has restarted, without another connection', () => {
  const wire = start();
  last().welcome();
  last().onclose?.({ code: 4410 });
  expect([reloads, wire.status(), waits.length, sockets.length]).toEqual([1, 'open', 0, 1]);
});

describe('calls and pushes', () => {
  it('sends calls made before the welcome behind the token, and matches replies by id', async () => {
    const wire = start();
    const first = wire.call('a.b', { x: 1 });
    const second = wire.call('a.c', {});
    expect(last().sent).toEqual([]);
    last().welcome();
    expect(last().sent.slice(1)).toEqual([
      { id: 1, name: 'a.b', input: { x: 1 } },
      { id: 2, name: 'a.c', input: {} },
    ]);
    last().hear({ type: 'reply', id: 2, reply: { ok: true, value: 'two' } });
    last().hear({ type: 'reply', id: 1, reply: { ok: true, value: 'one' } });
    expect(await first).toEqual({ ok: true, value: 'one' });
    expect(await second).toEqual({ ok: true, value: 'two' });
  });

  it('does not wait for the welcome with calls made before the socket opened, nor sends them twice', () => {
    kept.set('latchkey-session', 's1');
    const wire = start('spent');
    const early = { id: 1, name: 'a.b', input: {} };
    void wire.call('a.b', {});
    last().onopen?.();
    expect(last().sent).toEqual([{ token: 'spent' }, early]);
    last().onclose?.({ code: 4401 });
    last().onopen?.();
    void wire.call('a.c', {});
    expect(last().sent).toEqual([{ session: 's1' }, early]);
    last().hear({ type: 'welcome', session: 's1' });
    expect(last().sent.slice(2)).toEqual([{ id: 2, name: 'a.c', input: {} }]);
  });

  it('delivers pushes to listeners until they unsubscribe', () => {
    const wire = start();
    const listener = vi.fn();
    const stop = wire.on('settings.state', listener);
    last().welcome();
    last().hear({ type: 'push', name: 'settings.state', revision: 4, value: 'v' });
    last().hear({ type: 'push', name: 'other', revision: 5, value: 'v' });
    stop();
    last().hear({ type: 'push', name: 'settings.state', revision: 6, value: 'v' });
    expect(listener.mock.calls).toEqual([['v', 4]]);
  });
});

describe('a lost socket', () => {
  it('fails pending calls and those made in the meantime', async () => {
    const wire = start();
    last().welcome();
    const call = wire.call('a.b', {});
    last().onclose?.({ code: 1006 });
    expect(await call).toEqual(lost);
    expect(wire.status()).toBe('lost');
    expect(await wire.call('a.b', {})).toEqual(lost);
  });

  it('reconnects after increasing pauses, which start again after a success', () => {
    start();
    last().welcome();
    for (let round = 0; round < 7; round += 1) {
      last().onclose?.({ code: 1006 });
      waits.at(-1)?.run();
    }
    expect(waits.map(({ millis }) => millis)).toEqual([250, 500, 1000, 2000, 4000, 5000, 5000]);
    last().welcome();
    last().onclose?.({ code: 1006 });
    expect(waits.at(-1)?.millis).toBe(250);
  });

  it('notifies listeners also if the first connection was lost, with the calls that a window starts with', async () => {
    const wire = start();
    const heard = vi.fn();
    wire.onReconnect(heard);
    const first = wire.call('settings.state', {});
    last().onclose?.({ code: 1006 });
    expect(await first).toEqual(lost);
    waits.at(-1)?.run();
    expect(heard).not.toHaveBeenCalled();
    last().welcome();
    expect(heard).toHaveBeenCalledOnce();
  });

  it('notifies listeners only once it is reconnected', () => {
    const wire = start();
    const back = vi.fn();
    const statuses: string[] = [];
    wire.onReconnect(back);
    wire.onStatus((status) => statuses.push(status));
    last().welcome();
    expect(back).not.toHaveBeenCalled();
    last().onclose?.({ code: 1006 });
    waits.at(-1)?.run();
    last().welcome();
    expect(last().sent[0]).toEqual({ session: 's1' });
    expect(back).toHaveBeenCalledOnce();
    expect(statuses).toEqual(['open', 'lost', 'open']);
  });
});
