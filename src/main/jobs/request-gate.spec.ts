import { expect, test } from 'vitest';
import { createFakeClock, settle } from '#tests/support/fake-clock.ts';
import { createUserCalls } from '../gateway/user-calls';
import { createRequestGate } from './request-gate';

function setUp(perSecond: number | null = null) {
  const clock = createFakeClock();
  const userCalls = createUserCalls();
  const gate = createRequestGate({ clock, connectionId: 'c', userCalls, perSecond: () => perSecond });
  const times: number[] = [];
  const enter = async (count = 1) => {
    for (let number = 0; number < count; number += 1) void gate.enter().then(() => times.push(clock.monotonic()));
    await settle();
  };
  return { clock, userCalls, gate, times, enter };
}

test('requests of several rows share one pace', async () => {
  const { clock, times, enter } = setUp(4);
  await enter(4);
  await clock.advance(2_000);
  expect(times).toEqual([0, 250, 500, 750]);
});

test('a request waits for the calls of windows, but not without end', async () => {
  const { clock, userCalls, times, enter } = setUp();
  let end = () => {};
  void userCalls.run(
    'c',
    () =>
      new Promise<void>((resolve) => {
        end = resolve;
      }),
  );
  await enter();
  await clock.advance(400);
  expect(times).toEqual([]);
  end();
  await settle();
  expect(times).toEqual([400]);
  void userCalls.run('c', () => new Promise(() => undefined));
  await enter();
  await clock.advance(1_000);
  expect(times).toEqual([400, 1_400]);
});

test('all requests wait as long as the service asks one to, also those that had their turn already', async () => {
  const { clock, gate, times, enter } = setUp(1);
  await enter(3);
  gate.hold(30_000);
  expect(gate.heldUntil()).toBe(clock.now() + 30_000);
  await clock.advance(29_000);
  expect(times).toEqual([0]);
  await clock.advance(10_000);
  expect(times.slice(1).every((time) => time >= 30_000)).toBe(true);
  expect([times.length, gate.heldUntil()]).toEqual([3, null]);
});

test('after that, requests are apart, farther with each time, and come closer again while no one has to wait', async () => {
  const { clock, gate, times, enter } = setUp();
  const apart = async () => {
    times.length = 0;
    await enter(2);
    await clock.advance(20_000);
    return (times[1] ?? 0) - (times[0] ?? 0);
  };
  expect(await apart()).toBe(0);
  gate.hold(1);
  expect(await apart()).toBe(250);
  for (let number = 0; number < 2; number += 1) gate.hold(1);
  expect(await apart()).toBe(1_000);
  for (let number = 0; number < 20; number += 1) gate.passed();
  expect(await apart()).toBe(500);
  for (let number = 0; number < 40; number += 1) gate.passed();
  expect(await apart()).toBe(0);
});

test('four requests have a place, and the next one has it when one of them ends, once', async () => {
  const { gate } = setUp();
  const leave = await Promise.all([gate.slot(), gate.slot(), gate.slot(), gate.slot()]);
  let others = 0;
  for (let number = 0; number < 2; number += 1) void gate.slot().then(() => (others += 1));
  await settle();
  expect(others).toBe(0);
  leave[0]?.();
  leave[0]?.();
  await settle();
  expect(others).toBe(1);
});
