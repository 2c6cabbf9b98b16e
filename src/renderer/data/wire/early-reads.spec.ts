import { describe, expect, it, vi } from 'vitest';
import type { Reply } from '#contract/errors.ts';
import { withEarlyReads } from './decorators';
import type { StatefulWire } from './socket-wire';

function setUp() {
  const listeners = new Map<string, Set<(value: unknown, revision: number) => void>>();
  const calls: { name: string; input: unknown }[] = [];
  const inner: StatefulWire = {
    status: () => 'open',
    onStatus: () => () => undefined,
    onReconnect: () => () => undefined,
    call: async (name, input) => {
      calls.push({ name, input });
      return { ok: true, value: calls.length } satisfies Reply;
    },
    on(topic, listener) {
      const known = listeners.get(topic) ?? new Set();
      listeners.set(topic, known.add(listener));
      return () => known.delete(listener);
    },
  };
  const push = (topic: string, value: unknown, revision: number) => {
    for (const listener of listeners.get(topic) ?? []) listener(value, revision);
  };
  const wire = withEarlyReads(inner, ['settings.state', 'links.list']);
  return { wire, calls, push, listeners };
}

describe('early reads', () => {
  it('are made at once, and used by the first call only', async () => {
    const { wire, calls } = setUp();
    expect(calls).toEqual([
      { name: 'settings.state', input: {} },
      { name: 'links.list', input: {} },
    ]);
    expect(await wire.call('links.list', {})).toEqual({ ok: true, value: 2 });
    expect(calls).toHaveLength(2);
    expect(await wire.call('links.list', {})).toEqual({ ok: true, value: 3 });
    expect(await wire.call('app.info', { x: 1 })).toEqual({ ok: true, value: 4 });
    expect(calls.at(-1)).toEqual({ name: 'app.info', input: { x: 1 } });
  });

  it('lose no push that arrives before the first listener', () => {
    const { wire, push, listeners } = setUp();
    const listener = vi.fn();
    push('settings.state', 'old', 1);
    push('settings.state', 'new', 2);
    const stop = wire.on('settings.state', listener);
    expect(listener.mock.calls).toEqual([['new', 2]]);
    push('settings.state', 'newer', 3);
    expect(listener).toHaveBeenLastCalledWith('newer', 3);
    stop();
    push('settings.state', 'newest', 4);
    expect(listener).toHaveBeenCalledTimes(2);
    expect(listeners.get('settings.state')?.size).toBe(0);
  });

  it('give a second listener only what comes later', () => {
    const { wire, push } = setUp();
    push('links.list', 'kept', 1);
    wire.on('links.list', () => undefined);
    const second = vi.fn();
    wire.on('links.list', second);
    expect(second).not.toHaveBeenCalled();
    push('links.list', 'later', 2);
    expect(second.mock.calls).toEqual([['later', 2]]);
  });
});
