import { describe, expect, it, vi } from 'vitest';
import type { JsonValue } from '#contract/service/models/fields.ts';
import { createViewStates } from './view-state';

function setUp(kept: Record<string, JsonValue> = {}) {
  const waiting: (() => void)[] = [];
  const calls = {
    read: vi.fn(async (_asked: { scope: string }) => kept),
    write: vi.fn(
      (_asked: { scope: string; key: string; value: unknown }) => new Promise<null>((resolve) => waiting.push(() => resolve(null))),
    ),
  };
  const states = createViewStates(calls);
  const heard = vi.fn();
  states.onChange(heard);
  const next = async () => {
    waiting.shift()?.();
    await settled();
  };
  return { states, calls, heard, next };
}

/** Lets what is ready to go on do so. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
}

describe('the stored view state of a scope', () => {
  it('is read once, and again after a reconnection', async () => {
    const { states, calls, heard } = setUp({ width: 400 });
    await Promise.all([states.read('a'), states.read('a')]);
    await states.read('a');
    expect([states.all(), calls.read.mock.calls.length, heard.mock.calls.length]).toEqual([{ a: { width: 400 } }, 1, 1]);
    states.forgetRead();
    await states.read('a');
    expect(calls.read).toHaveBeenCalledTimes(2);
  });

  it('isn’t read because something in it was set', async () => {
    const { states } = setUp({ width: 400 });
    states.write('a', 'height', 300);
    expect([states.all(), states.isRead('a')]).toEqual([{ a: { height: 300 } }, false]);
    await states.read('a');
    expect([states.all(), states.isRead('a')]).toEqual([{ a: { width: 400, height: 300 } }, true]);
  });

  it('is known to every caller that waited for it', async () => {
    const { states } = setUp({ width: 400 });
    void states.read('a');
    await states.read('a');
    expect(states.all()).toEqual({ a: { width: 400 } });
  });

  it('is requested again after a failed read', async () => {
    const { states, calls } = setUp({ width: 400 });
    calls.read.mockRejectedValueOnce(new Error('lost'));
    await states.read('a');
    expect(states.all()).toEqual({ a: {} });
    await states.read('a');
    expect(states.all()).toEqual({ a: { width: 400 } });
  });

  it('does not replace a value that was set during the read', async () => {
    const { states } = setUp({ width: 400, sort: 'asc' });
    const reading = states.read('a');
    states.write('a', 'width', 500);
    await reading;
    expect(states.all()).toEqual({ a: { width: 500, sort: 'asc' } });
  });
});

describe('a changed view state', () => {
  it('is visible at once, and written one at a time with the last value last', async () => {
    const { states, calls, next } = setUp();
    for (const width of [1, 2, 3]) states.write('a', 'width', width);
    states.write('b', 'width', 9);
    expect(states.all()).toEqual({ a: { width: 3 }, b: { width: 9 } });
    const written = () => calls.write.mock.calls.map(([{ scope, value }]) => [scope, value]);
    expect(written()).toEqual([
      ['a', 1],
      ['b', 9],
    ]);
    await next();
    await next();
    expect(written()).toEqual([
      ['a', 1],
      ['b', 9],
      ['a', 3],
    ]);
    await next();
    states.write('a', 'width', 4);
    expect(written().at(-1)).toEqual(['a', 4]);
  });

  it('stays visible after a failed write', async () => {
    const { states, calls } = setUp();
    calls.write.mockRejectedValueOnce(new Error('disk full'));
    states.write('a', 'width', 1);
    await settled();
    expect(states.all()).toEqual({ a: { width: 1 } });
  });
});

describe('a value that another window stored', () => {
  it('is shown, and removed by `null`', async () => {
    const { states, heard } = setUp({ width: 400 });
    await states.read('a');
    states.receive({ scope: 'a', key: 'name', value: 'Notebook' });
    expect(states.all()).toEqual({ a: { width: 400, name: 'Notebook' } });
    states.receive({ scope: 'a', key: 'name', value: null });
    expect([states.all(), heard.mock.calls.length]).toEqual([{ a: { width: 400 } }, 3]);
  });

  it('is left to the read of a scope that wasn’t read yet', () => {
    const { states } = setUp();
    states.receive({ scope: 'a', key: 'name', value: 'Notebook' });
    expect(states.all()).toEqual({});
  });

  it('doesn’t replace one that this window is writing', async () => {
    const { states, next } = setUp();
    states.write('a', 'name', 'Study');
    states.receive({ scope: 'a', key: 'name', value: 'Notebook' });
    expect(states.all()).toEqual({ a: { name: 'Study' } });
    await next();
    states.receive({ scope: 'a', key: 'name', value: 'Notebook' });
    expect(states.all()).toEqual({ a: { name: 'Notebook' } });
  });
});
