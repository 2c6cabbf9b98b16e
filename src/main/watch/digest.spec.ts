import { describe, expect, test } from 'vitest';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { createDigestTimer, lastDigest } from './digest';

const hour = 3_600_000;
const at = (day: number, hours: number, minutes = 0) => new Date(2026, 10, day, hours, minutes).getTime();

test.each([
  ['before it', at(20, 7, 59), at(19, 8)],
  ['at it', at(20, 8), at(20, 8)],
  ['after it', at(20, 23), at(20, 8)],
  ['on the first of a month', at(1, 7), at(0, 8)],
])('the last digest %s', (_when, now, expected) => {
  expect(lastDigest('08:00', now)).toBe(expected);
});

describe('the timer', () => {
  const setUp = (start: number, time: string | null = '08:00') => {
    const clock = createFakeClock({ start });
    const due: number[] = [];
    const chosen = { time };
    const timer = createDigestTimer({ clock, time: () => chosen.time, onDue: () => due.push(clock.now()) });
    timer.adopt();
    return { clock, due, chosen, timer };
  };

  test('is due once a day, at its time', async () => {
    const { clock, due } = setUp(at(20, 7));
    await clock.advance(49 * hour);
    expect(due).toEqual([at(20, 8), at(21, 8), at(22, 8)]);
  });

  test('is due soon after the machine has slept through it, and once after several days', async () => {
    const { clock, due } = setUp(at(20, 7));
    clock.setDate(at(23, 12));
    await clock.advance(hour);
    expect(due).toHaveLength(1);
    expect(due[0]).toBeLessThanOrEqual(at(23, 12, 5));
  });

  test('follows a clock that is set back', async () => {
    const { clock, due } = setUp(at(20, 7));
    await clock.advance(2 * hour);
    clock.setDate(at(20, 7));
    await clock.advance(2 * hour);
    expect(due).toHaveLength(2);
  });

  test('follows another time, and none', async () => {
    const { clock, due, chosen, timer } = setUp(at(20, 7));
    chosen.time = '09:30';
    timer.adopt();
    await clock.advance(3 * hour);
    expect(due).toEqual([at(20, 9, 30)]);
    chosen.time = null;
    timer.adopt();
    expect(clock.waiting).toBe(0);
  });

  test('waits for nothing without a digest, and once it is stopped', () => {
    expect(setUp(at(20, 7), null).clock.waiting).toBe(0);
    const { clock, timer } = setUp(at(20, 7));
    timer.stop();
    expect(clock.waiting).toBe(0);
  });
});
