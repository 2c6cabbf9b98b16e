import { describe, expect, test, vi } from 'vitest';
import { someDay } from '#tests/support/fake-clock.ts';
import { createSystemClock, systemClock } from './system-clock';

test('a delay too long for a timer waits as long as a timer can', () => {
  const timer = vi.spyOn(globalThis, 'setTimeout');
  const task = vi.fn();
  systemClock.after(Number.MAX_SAFE_INTEGER, task)();
  systemClock.after(Number.POSITIVE_INFINITY, task)();
  expect(timer.mock.calls.map(([, delay]) => delay)).toEqual([2_147_483_647, 2_147_483_647]);
  timer.mockRestore();
});

test('runs a task unless it was canceled', async () => {
  const taken = vi.fn();
  const takeBack = systemClock.after(0, taken);
  takeBack();
  await new Promise<void>((resolve) => systemClock.after(1, resolve));
  expect(taken).not.toHaveBeenCalled();
});

test('the date may jump, and the monotonic time only increases', () => {
  const before = systemClock.monotonic();
  expect(Math.abs(systemClock.now() - Date.now())).toBeLessThan(1_000);
  expect(systemClock.monotonic()).toBeGreaterThanOrEqual(before);
});

describe('a machine that sleeps', () => {
  /** As on Linux, where one of the clocks stops during sleep, or as elsewhere, where neither does. */
  function setUp({ standsStill = true } = {}) {
    let [date, awake, up] = [someDay, 5_000, 900_000];
    const readUptime = vi.fn(() => up);
    return {
      readUptime,
      clock: createSystemClock({ date: () => date, awake: () => awake, up: readUptime }),
      pass(milliseconds: number) {
        date += milliseconds;
        awake += milliseconds;
        up += milliseconds;
      },
      sleep(milliseconds: number) {
        date += milliseconds;
        if (!standsStill) awake += milliseconds;
        up += milliseconds;
      },
      setDate(next: number) {
        date = next;
      },
      shiftUptime(milliseconds: number) {
        up += milliseconds;
      },
    };
  }

  test.each([true, false])('has the time it slept behind it, each time (stands still: %s)', (standsStill) => {
    const { clock, pass, sleep } = setUp({ standsStill });
    const start = clock.monotonic();
    pass(1_000);
    sleep(8 * 3_600_000);
    expect(clock.monotonic() - start).toBe(8 * 3_600_000 + 1_000);
    pass(500);
    sleep(60_000);
    pass(500);
    expect(clock.monotonic() - start).toBe(8 * 3_600_000 + 62_000);
  });

  test('many short sleeps count as well', () => {
    const { clock, sleep } = setUp();
    const start = clock.monotonic();
    for (let count = 0; count < 10; count += 1) {
      sleep(1_500);
      clock.monotonic();
    }
    expect(clock.monotonic() - start).toBeGreaterThanOrEqual(13_000);
  });

  test('an uptime in whole seconds, or one that steps back, makes it neither jump nor go back', () => {
    const { clock, pass, shiftUptime } = setUp();
    const start = clock.monotonic();
    for (const step of [-999, 999, 1_900, -1_900, -50_000]) {
      shiftUptime(step);
      pass(1_010);
      clock.monotonic();
    }
    expect(clock.monotonic() - start).toBe(5_050);
    shiftUptime(50_000);
    pass(1_010);
    expect(clock.monotonic() - start).toBe(6_060);
  });

  test('a sleep counts within a second although the date was set back by as much', () => {
    const { clock, pass, sleep, setDate } = setUp();
    const start = clock.monotonic();
    sleep(60_000);
    setDate(someDay);
    expect(clock.monotonic() - start).toBe(0);
    pass(1_001);
    expect(clock.monotonic() - start).toBe(61_001);
  });

  test.each([1_000, -1_000, 86_400_000, -86_400_000])('a date that was set %i ms away is no sleep', (away) => {
    const { clock, pass, setDate } = setUp();
    const start = clock.monotonic();
    pass(10);
    setDate(someDay + away);
    expect(clock.monotonic() - start).toBe(10);
  });

  test('reads the uptime once a second, and when the date has jumped', () => {
    const { clock, pass, sleep, readUptime } = setUp();
    readUptime.mockClear();
    for (let count = 0; count < 100; count += 1) {
      pass(5);
      clock.monotonic();
    }
    expect(readUptime).not.toHaveBeenCalled();
    pass(501);
    clock.monotonic();
    expect(readUptime).toHaveBeenCalledTimes(1);
    sleep(3_000);
    clock.monotonic();
    expect(readUptime).toHaveBeenCalledTimes(2);
  });
});
