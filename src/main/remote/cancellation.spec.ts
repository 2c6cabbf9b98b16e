import { describe, expect, test } from 'vitest';
import { createFakeClock, settle } from '#tests/support/fake-clock.ts';
import { reportOf } from '#tests/support/main/test-ports.ts';
import { abortable, combineSignals, wait } from './cancellation';

describe('a wait', () => {
  test('resolves after its time', async () => {
    const clock = createFakeClock();
    let over = false;
    const waiting = wait(clock, 1000, {}).then(() => (over = true));
    await clock.advance(999);
    expect(over).toBe(false);
    await clock.advance(1);
    await waiting;
    expect([over, clock.waiting]).toEqual([true, 0]);
  });

  test.each([
    { what: 'the caller', own: true, code: 'cancelled' },
    { what: 'the end of the sandbox', own: false, code: 'sandbox-stopped' },
  ])('is ended early by $what, and leaves no timer', async ({ own, code }) => {
    const clock = createFakeClock();
    const [caller, sandbox] = [new AbortController(), new AbortController()];
    const failing = reportOf(wait(clock, 1000, combineSignals(caller.signal, sandbox.signal)));
    await settle();
    (own ? caller : sandbox).abort();
    expect(await failing).toEqual({ code });
    expect(clock.waiting).toBe(0);
  });

  test('rejects immediately when it was canceled before', async () => {
    const clock = createFakeClock();
    expect(await reportOf(wait(clock, 1000, combineSignals(AbortSignal.abort(), undefined)))).toEqual({ code: 'cancelled' });
    expect(clock.waiting).toBe(0);
  });
});

describe('abortable', () => {
  test('resolves and rejects as the promise does', async () => {
    const stop = combineSignals(new AbortController().signal, undefined);
    expect(await abortable(Promise.resolve(7), stop)).toBe(7);
    await expect(abortable(Promise.reject(new Error('mine')), stop)).rejects.toThrow('mine');
    expect(await abortable(Promise.resolve(7), combineSignals(undefined, undefined))).toBe(7);
  });

  test('ignores a rejection after it was canceled', async () => {
    const controller = new AbortController();
    let reject = (_cause: Error) => {};
    const failing = reportOf(abortable(new Promise((_resolve, no) => (reject = no)), combineSignals(controller.signal, undefined)));
    controller.abort();
    expect(await failing).toEqual({ code: 'cancelled' });
    reject(new Error('late'));
    await settle();
  });
});
