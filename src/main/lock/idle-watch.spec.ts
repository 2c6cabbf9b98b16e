import { describe, expect, it } from 'vitest';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import type { PowerMonitor } from '../ports/ports';
import { createIdleWatch } from './idle-watch';

const minute = 60_000;

function scene({ lockAfterMinutes = 10 as number | null, lockOnSuspend = true, power = null as PowerMonitor | null } = {}) {
  const clock = createFakeClock();
  let slept = 0;
  let locks = 0;
  const watch = createIdleWatch({
    clock: { ...clock, monotonic: () => clock.monotonic() + slept },
    power,
    settings: () => ({ lockAfterMinutes, lockOnSuspend }),
    lock() {
      locks += 1;
      watch.stop();
    },
  });
  watch.start();
  return {
    clock,
    watch,
    locks: () => locks,
    sleep(millis: number) {
      slept += millis;
    },
  };
}

function fakePower() {
  const listeners = new Set<() => void>();
  const power = {
    idle: 0,
    idleSeconds: () => power.idle,
    onSuspend(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    suspend: () => [...listeners].forEach((listener) => void listener()),
    listeners,
  };
  return power;
}

describe('the app', () => {
  it('locks after the minutes without use, and not before', async () => {
    const { clock, locks } = scene();
    await clock.advance(10 * minute - 1);
    expect(locks()).toBe(0);
    await clock.advance(1);
    expect(locks()).toBe(1);
  });

  it('stays open while a window is used', async () => {
    const { clock, watch, locks } = scene();
    for (let time = 0; time < 100; time += 1) {
      await clock.advance(minute);
      watch.activity();
    }
    expect(locks()).toBe(0);
  });

  it('locks if the machine wasn’t used, whatever a window reports', async () => {
    const power = fakePower();
    const { clock, watch, locks } = scene({ power });
    power.idle = 600;
    watch.activity();
    expect(locks()).toBe(1);
    await clock.advance(minute);
    expect(locks()).toBe(1);
  });

  it('never locks without a limit', async () => {
    const { clock, locks } = scene({ lockAfterMinutes: null });
    await clock.advance(100 * 60 * minute);
    expect(locks()).toBe(0);
  });

  it.each([
    [true, 1],
    [false, 0],
  ])('locks when the machine sleeps: %s', (lockOnSuspend, times) => {
    const power = fakePower();
    const { locks } = scene({ power, lockOnSuspend });
    power.suspend();
    expect(locks()).toBe(times);
  });

  it.each([
    [true, 1],
    [false, 0],
  ])('locks when the clock jumped: %s', async (lockOnSuspend, times) => {
    const { clock, sleep, locks } = scene({ lockOnSuspend });
    sleep(minute);
    await clock.advance(10_000);
    expect(locks()).toBe(times);
  });

  it('locks before the first call after the jump', () => {
    const { watch, sleep, locks } = scene();
    sleep(minute);
    watch.check();
    expect(locks()).toBe(1);
  });

  it('counts the time asleep as unused', async () => {
    const { clock, sleep, locks } = scene({ lockOnSuspend: false });
    sleep(10 * minute);
    await clock.advance(10_000);
    expect(locks()).toBe(1);
  });

  it('isn’t watched any longer after it was locked or closed', async () => {
    const power = fakePower();
    const { clock, watch } = scene({ power });
    watch.close();
    expect([clock.waiting, power.listeners.size]).toEqual([0, 0]);
  });
});
