import { expect, test } from 'vitest';
import { createFakeClock, settle } from '#tests/support/fake-clock.ts';
import { reportOf } from '#tests/support/main/test-ports.ts';
import { createPacer } from './pacer';

const step = 16 * 1024;

test('pauses once 10 ms have passed, and again after another 10 ms', async () => {
  const clock = createFakeClock();
  const pace = createPacer(clock)();
  await clock.advance(9);
  expect(pace(step)).toBeUndefined();
  await clock.advance(1);
  const pause = pace(2 * step);
  expect(pause).toBeInstanceOf(Promise);
  await clock.advance(5);
  await pause;
  await clock.advance(9);
  expect(pace(3 * step)).toBeUndefined();
  await clock.advance(1);
  expect(pace(4 * step)).toBeInstanceOf(Promise);
});

test('looks at the clock every 16 kB only', async () => {
  const clock = createFakeClock();
  const pace = createPacer(clock)();
  await clock.advance(1000);
  expect(pace(step - 1)).toBeUndefined();
  expect(pace(step)).toBeInstanceOf(Promise);
});

test('continues one response at a time, with a turn of the event loop between two', async () => {
  let now = 0;
  const turns: (() => void)[] = [];
  const pacer = createPacer({ monotonic: () => now, after: (_delay, task) => void turns.push(task) as never });
  const paces = [pacer(), pacer(), pacer()];
  now = 10;
  const continued: number[] = [];
  for (const [index, pace] of paces.entries()) void pace(step)?.then(() => continued.push(index));
  for (const done of [[], [0], [0, 1], [0, 1, 2]]) {
    await settle();
    expect([continued, turns.length]).toEqual([done, done.length < 3 ? 1 : 0]);
    turns.shift()?.();
  }
});

test('rejects a pause of a response that was given up, and lets the others continue', async () => {
  const clock = createFakeClock();
  const pacer = createPacer(clock);
  const abort = new AbortController();
  const [given, other] = [pacer(abort.signal), pacer()];
  await clock.advance(10);
  const ended = reportOf(given(step) as Promise<void>);
  const continued = other(step);
  abort.abort();
  expect(await ended).toEqual({ code: 'cancelled' });
  await clock.advance(0);
  await expect(continued).resolves.toBeUndefined();
});
