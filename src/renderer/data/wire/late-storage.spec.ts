import { expect, it } from 'vitest';
import { createLateStorage } from './decorators';

function setUp() {
  const kept = new Map<string, string>();
  let accesses = 0;
  const runs: (() => void)[] = [];
  let leave: () => void = () => {};
  const storage = createLateStorage({
    storage: () => {
      accesses += 1;
      return {
        getItem: (key) => kept.get(key) ?? null,
        setItem: (key, value) => void kept.set(key, value),
        removeItem: (key) => void kept.delete(key),
      };
    },
    delay: (run) => runs.push(run),
    onLeave: (run) => {
      leave = run;
    },
  });
  const wait = () => {
    for (const run of runs.splice(0)) run();
  };
  return { storage, kept, accesses: () => accesses, wait, leave: () => leave() };
}

it('doesn’t load the tab’s storage until the delay has passed', () => {
  const { storage, kept, accesses, wait } = setUp();
  storage.setItem('session', 's1');
  expect([storage.getItem('session'), accesses(), kept.size]).toEqual(['s1', 0, 0]);
  wait();
  expect([storage.getItem('session'), kept.get('session')]).toEqual(['s1', 's1']);
});

it('is written when the page goes away, and not again', () => {
  const { storage, kept, wait, leave } = setUp();
  storage.setItem('session', 's1');
  leave();
  expect(kept.get('session')).toBe('s1');
  kept.set('session', 'of the next page');
  wait();
  expect(kept.get('session')).toBe('of the next page');
});

it('writes the last value only', () => {
  const { storage, kept, wait } = setUp();
  storage.setItem('session', 's1');
  storage.setItem('session', 's2');
  wait();
  expect(kept.get('session')).toBe('s2');
});

it('never writes what was removed', () => {
  const { storage, kept, wait, leave } = setUp();
  kept.set('session', 's0');
  storage.setItem('session', 's1');
  storage.removeItem('session');
  wait();
  leave();
  expect([storage.getItem('session'), kept.size]).toEqual([null, 0]);
});
