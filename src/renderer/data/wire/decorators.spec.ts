import { describe, expect, it, test, vi } from 'vitest';
import type { LockState } from '#contract/bridge/lock.ts';
import { settle } from '#tests/support/fake-clock.ts';
import { removeWebRtc, takePageToken, withUnlock } from './decorators';

/** A page whose calls are refused while the app is locked. */
function setUp(locked: boolean) {
  const app = { locked, isConnected: true, calls: [] as string[] };
  const listeners = new Set<(value: unknown, revision: number) => void>();
  const stateOf = () => ({ locked: app.locked }) as LockState;
  const wire = withUnlock({
    async call(name) {
      app.calls.push(name);
      if (!app.isConnected) return { ok: false, error: { code: 'connection-lost' } };
      if (name === 'lock.state') return { ok: true, value: { revision: 1, value: stateOf() } };
      return app.locked ? { ok: false, error: { code: 'app-locked' } } : { ok: true, value: 'done' };
    },
    on(name, listener) {
      if (name === 'lock.state') listeners.add(listener);
      return () => listeners.delete(listener);
    },
    status: () => 'open',
    onStatus: () => () => undefined,
    onReconnect: () => () => undefined,
  });
  const setLocked = async (next: boolean) => {
    app.locked = next;
    for (const listener of listeners) listener(stateOf(), 1);
    await settle();
  };
  return { app, wire, listeners, setLocked };
}

describe('a call', () => {
  test('is sent once if the app isn’t locked', async () => {
    const { app, wire } = setUp(false);
    expect(await wire.call('users.list', {})).toEqual({ ok: true, value: 'done' });
    expect(app.calls).toEqual(['users.list']);
  });

  test('waits while the app is locked, and is repeated once it is unlocked, also if it is locked again', async () => {
    const { app, wire, listeners, setLocked } = setUp(true);
    const replies: unknown[] = [];
    void wire.call('users.list', {}).then((reply) => replies.push(reply));
    await settle();
    await setLocked(true);
    expect([app.calls, replies]).toEqual([['users.list', 'lock.state'], []]);
    // Locked again before the repeated call arrives.
    app.locked = true;
    for (const listener of listeners) listener({ locked: false }, 1);
    await settle();
    expect([app.calls.filter((name) => name === 'users.list').length, replies]).toEqual([2, []]);
    await setLocked(false);
    expect(replies).toEqual([{ ok: true, value: 'done' }]);
    expect([app.calls.filter((name) => name === 'users.list').length, listeners.size]).toEqual([3, 0]);
  });

  test('is repeated if the app was unlocked before the page listens', async () => {
    const { app, wire, listeners } = setUp(true);
    const reply = wire.call('users.list', {});
    app.locked = false;
    expect(await reply).toEqual({ ok: true, value: 'done' });
    expect([app.calls, listeners.size]).toEqual([['users.list', 'lock.state', 'users.list'], 0]);
  });

  test('reports a connection that is lost in the meantime', async () => {
    const { app, wire } = setUp(true);
    const reply = wire.call('users.list', {});
    app.isConnected = false;
    expect(await reply).toEqual({ ok: false, error: { code: 'connection-lost' } });
  });
});

const token = 'A-_9'.padEnd(43, 'x');

describe('the one-time token', () => {
  it('is removed from the URL', () => {
    const replaceState = vi.fn();
    expect(takePageToken({ hash: `#${token}`, pathname: '/', search: '' }, { replaceState })).toBe(token);
    expect(replaceState).toHaveBeenCalledWith(null, '', '/#/');
  });

  it('leaves the path at which the page starts', () => {
    const replaceState = vi.fn();
    expect(takePageToken({ hash: `#${token}/c/ae/users?q=a`, pathname: '/', search: '' }, { replaceState })).toBe(token);
    expect(replaceState).toHaveBeenCalledWith(null, '', '/#/c/ae/users?q=a');
  });

  it.each(['', '#/c/ae/users', '#short', `#${token}y`, `#/${token}`])('is not seen in %j', (hash) => {
    const replaceState = vi.fn();
    expect(takePageToken({ hash, pathname: '/', search: '' }, { replaceState })).toBeNull();
    expect(replaceState).not.toHaveBeenCalled();
  });
});

it('removes every constructor of WebRTC and nothing else', () => {
  const global = { RTCPeerConnection: 1, webkitRTCPeerConnection: 1, RTCDataChannel: 1, RTCIceCandidate: 1, rtc: 1, Request: 1, fetch: 1 };
  removeWebRtc(global);
  expect(Object.keys(global)).toEqual(['rtc', 'Request', 'fetch']);
});
