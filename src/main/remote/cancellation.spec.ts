import { getEventListeners } from 'node:events';
import { describe, expect, test } from 'vitest';
import { createFakeClock, settle } from '#tests/support/fake-clock.ts';
import { reportOf } from '#tests/support/main/test-ports.ts';
import { abortable, assertNotStopped, Canceler, combineSignals, wait } from './cancellation';

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

describe('a canceler', () => {
  test('calls its listeners once, without those that were removed', () => {
    const canceler = new Canceler();
    const called: string[] = [];
    const removed = () => called.push('removed');
    canceler.addEventListener('abort', () => {
      called.push('first');
      // As a call does whose failure ends another one.
      canceler.removeEventListener('abort', second);
    });
    const second = () => called.push('second');
    canceler.addEventListener('abort', removed);
    canceler.addEventListener('abort', second);
    canceler.addEventListener('abort', () => called.push('last'));
    canceler.removeEventListener('abort', removed);
    expect(canceler.aborted).toBe(false);
    canceler.cancel();
    canceler.cancel();
    expect([canceler.aborted, called]).toEqual([true, ['first', 'last']]);
  });
});

describe('combined signals', () => {
  test.each(['own', 'sandbox', 'watched'] as const)('are aborted by the %s one, also if it was aborted before', (which) => {
    for (const isBefore of [true, false]) {
      const sources = { own: new Canceler(), sandbox: new AbortController(), watched: new Canceler() };
      const abort = () => (which === 'sandbox' ? sources.sandbox.abort() : sources[which].cancel());
      if (isBefore) abort();
      const stop = combineSignals(sources.own, sources.sandbox.signal, sources.watched);
      if (!isBefore) {
        expect(() => assertNotStopped(stop)).not.toThrow();
        abort();
      }
      expect(stop.signal?.aborted).toBe(true);
      expect(() => assertNotStopped(stop)).toThrow(which === 'sandbox' ? 'sandbox-stopped' : 'cancelled');
    }
  });

  test('leave nothing at signals that last longer', () => {
    const sandbox = new AbortController();
    for (let call = 0; call < 3; call += 1) combineSignals(new Canceler(), sandbox.signal).release?.();
    expect(getEventListeners(sandbox.signal, 'abort')).toEqual([]);
  });

  test('of one are that one', () => {
    const own = new Canceler();
    expect(combineSignals(own, undefined)).toEqual({ stopped: undefined, signal: own });
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
