import { describe, expect, test } from 'vitest';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { createSchedule, firstLookMillis, type LookOutcome, lookEveryMillis, offlineMillis } from './schedule';

function setUp(chance: 0 | 255) {
  const clock = createFakeClock();
  const looks: { readonly id: string; readonly at: number }[] = [];
  let outcome: LookOutcome = 'done';
  let slept = 0;
  const schedule = createSchedule({
    clock: { monotonic: () => clock.monotonic() + slept, after: clock.after },
    random: (bytes) => new Uint8Array(bytes).fill(chance),
    onDue() {
      for (const id of schedule.due()) {
        looks.push({ id, at: clock.monotonic() });
        schedule.looked(id, outcome);
      }
      schedule.wait(null);
    },
  });
  return {
    clock,
    schedule,
    looks,
    sleep: (millis: number) => {
      slept += millis;
    },
    fail: (next: LookOutcome) => {
      outcome = next;
    },
    gaps: () => looks.slice(1).map(({ at }, index) => at - (looks[index]?.at ?? 0)),
  };
}

describe('a connection', () => {
  test.each([
    [0, firstLookMillis, lookEveryMillis],
    [255, firstLookMillis * 1.2, lookEveryMillis * 1.2],
  ] as const)('is looked at soon, then at most every ten minutes (chance %i)', async (chance, first, every) => {
    const { schedule, clock, looks, gaps } = setUp(chance);
    schedule.keep(['a']);
    schedule.wait(null);
    await clock.advance(3_600_000);
    expect(looks[0]?.at).toBe(first);
    expect(new Set(gaps())).toEqual(new Set([every]));
    expect(clock.waiting).toBe(1);
  });

  test('that fails is looked at less and less often, until it works again', async () => {
    const { schedule, clock, gaps, fail } = setUp(0);
    fail('failed');
    schedule.keep(['a']);
    schedule.wait(null);
    await clock.advance(12 * 3_600_000);
    const minutes = gaps().map((gap) => gap / 60_000);
    expect(minutes.slice(0, 6)).toEqual([20, 40, 80, 120, 120, 120]);
    fail('done');
    await clock.advance(3 * 3_600_000);
    expect(gaps().at(-1)).toBe(lookEveryMillis);
  });

  test('without a network is tried again soon, which isn’t a failure', async () => {
    const { schedule, clock, gaps, fail } = setUp(0);
    fail('offline');
    schedule.keep(['a']);
    schedule.wait(null);
    await clock.advance(600_000);
    expect(new Set(gaps())).toEqual(new Set([offlineMillis]));
  });

  test('is looked at once after the machine slept for a night', async () => {
    const { schedule, clock, looks, sleep } = setUp(0);
    schedule.keep(['a', 'b']);
    schedule.wait(null);
    await clock.advance(firstLookMillis);
    // Timers stand still while the machine sleeps.
    sleep(8 * 3_600_000);
    await clock.advance(lookEveryMillis);
    expect(looks.map(({ id }) => id)).toEqual(['a', 'b', 'a', 'b']);
    expect(schedule.due()).toEqual([]);
  });

  test('can be hastened, but not delayed', async () => {
    const { schedule, clock, looks } = setUp(0);
    schedule.keep(['a']);
    schedule.wait(null);
    schedule.hasten('a', 1_000);
    schedule.hasten('a', 500_000);
    schedule.hasten('unknown', 1);
    schedule.wait(null);
    await clock.advance(1_000);
    expect(looks).toEqual([{ id: 'a', at: 1_000 }]);
  });

  test('that was removed isn’t looked at', async () => {
    const { schedule, clock, looks } = setUp(0);
    schedule.keep(['a', 'b']);
    schedule.keep(['b']);
    schedule.wait(null);
    await clock.advance(firstLookMillis);
    expect(looks.map(({ id }) => id)).toEqual(['b']);
  });
});

test('has no timer without connections, or after it stopped', () => {
  const { schedule, clock } = setUp(0);
  schedule.wait(null);
  schedule.keep([]);
  schedule.wait(1_000);
  expect(clock.waiting).toBe(0);
  schedule.keep(['a']);
  schedule.wait(null);
  schedule.stop();
  expect(clock.waiting).toBe(0);
});
