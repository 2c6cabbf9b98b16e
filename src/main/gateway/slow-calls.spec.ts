import { describe, expect, test } from 'vitest';
import type { SlowCall } from '#contract/bridge/diagnostics.ts';
import { createFakeClock, someDay } from '#tests/support/fake-clock.ts';
import { createTopic } from '../runtime/topics';
import { createSlowCalls } from './slow-calls';

function setUp() {
  const clock = createFakeClock();
  const pushes: (readonly SlowCall[])[] = [];
  const topic = createTopic<SlowCall[]>('diagnostics.slowCalls', [], ({ value }) => pushes.push(value as SlowCall[]));
  let number = 0;
  const slowCalls = createSlowCalls(topic, clock, () => `id${++number}`);
  return { clock, pushes, slowCalls, shown: () => topic.get().value, ids: () => number };
}

const call = { id: 'id1', name: 'users.list', connectionId: 'c' };

describe('a call that is repeated', () => {
  test('is shown two seconds after it started, with the number of the next try', async () => {
    const { clock, slowCalls, shown } = setUp();
    const watch = slowCalls.watch('users.list', 'c');
    watch.pause(2, 1_000);
    await clock.advance(1_000);
    watch.pause(3, 3_000);
    await clock.advance(999);
    expect(shown()).toEqual([]);
    await clock.advance(1);
    expect(shown()).toEqual([{ ...call, kind: 'retrying', try: 3, until: null }]);
    await clock.advance(2_000);
    watch.pause(4, 5_000);
    await clock.advance(0);
    expect(shown()).toEqual([{ ...call, kind: 'retrying', try: 4, until: null }]);
  });

  test('is not shown when it ends before that, and leaves no timer', async () => {
    const { clock, slowCalls, pushes } = setUp();
    const watch = slowCalls.watch('users.list', 'c');
    watch.pause(2, 1_000);
    watch.done();
    await clock.advance(10_000);
    expect([pushes, clock.waiting]).toEqual([[], 0]);
  });

  test('is hidden when it ends, and no other call is', async () => {
    const { clock, slowCalls, shown } = setUp();
    const [first, second] = [slowCalls.watch('users.list', 'c'), slowCalls.watch('teams.list', 'd')];
    first.pause(2, 1_000);
    second.pause(2, 1_000);
    await clock.advance(2_000);
    expect(shown().map(({ name }) => name)).toEqual(['users.list', 'teams.list']);
    first.done();
    expect(shown().map(({ name }) => name)).toEqual(['teams.list']);
    first.done();
    expect(shown()).toHaveLength(1);
  });
});

describe('a call that waits for the service', () => {
  test('is shown immediately with the end of a pause of more than 30 seconds, and then as retried', async () => {
    const { clock, slowCalls, shown } = setUp();
    const watch = slowCalls.watch('users.list', 'c');
    watch.pause(2, 30_001);
    expect(shown()).toEqual([{ ...call, kind: 'waiting', try: 2, until: someDay + 30_001 }]);
    await clock.advance(30_001);
    expect(shown()).toEqual([{ ...call, kind: 'retrying', try: 2, until: null }]);
    watch.done();
    expect([shown(), clock.waiting]).toEqual([[], 0]);
  });

  test('is shown like any other when the pause is shorter', async () => {
    const { clock, slowCalls, shown } = setUp();
    slowCalls.watch('users.list', 'c').pause(2, 30_000);
    expect(shown()).toEqual([]);
    await clock.advance(2_000);
    expect(shown()).toMatchObject([{ kind: 'retrying' }]);
  });
});

describe('cancel', () => {
  test('aborts that call and no other', () => {
    const { slowCalls } = setUp();
    const [first, second] = [slowCalls.watch('users.list', 'c'), slowCalls.watch('teams.list', 'd')];
    first.pause(2, 60_000);
    second.pause(2, 60_000);
    slowCalls.cancel('id1');
    expect([first.signal.aborted, second.signal.aborted]).toEqual([true, false]);
  });

  test('does nothing for a call that has ended or never existed', () => {
    const { slowCalls } = setUp();
    const watch = slowCalls.watch('users.list', 'c');
    watch.pause(2, 60_000);
    watch.done();
    slowCalls.cancel('id1');
    slowCalls.cancel('id7');
    expect(watch.signal.aborted).toBe(false);
  });

  test('a call that never pauses gets no ID', () => {
    const { slowCalls, pushes, ids } = setUp();
    slowCalls.watch('users.list', 'c').done();
    expect([pushes, ids()]).toEqual([[], 0]);
  });
});
