import { describe, expect, test } from 'vitest';
import { passphrase, presenceScene } from '../../../tests/support/presence-scene';
import { reportOf } from '../../../tests/support/test-ports';
import { fail } from '../../contract/errors';

const reason = { effect: 'reveal', connection: 'Engines' } as const;

describe('the means', () => {
  test.each([
    { hasCheck: true, hasPassphrase: true, means: 'system' },
    { hasCheck: true, hasPassphrase: false, means: 'system' },
    { hasCheck: false, hasPassphrase: true, means: 'passphrase' },
  ])('with $hasCheck for the system and $hasPassphrase for a passphrase are $means', ({ means, ...options }) => {
    expect(presenceScene(options).presence.means()).toBe(means);
  });

  test('are missing without both', async () => {
    const { presence } = presenceScene({ hasPassphrase: false });
    expect(await reportOf((async () => presence.means())())).toEqual({ code: 'presence-unavailable' });
  });
});

describe('the system', () => {
  test('is told what for, and the passphrase isn’t compared', async () => {
    const { presence, reasons, compared } = presenceScene({ hasCheck: true });
    expect(await presence.verify('system', undefined, reason)).toEqual({ outcome: 'right' });
    expect([reasons, compared]).toEqual([[reason], []]);
  });

  test.each([
    ['cancels', async () => false, { code: 'presence-not-verified' }],
    ['fails', () => Promise.reject(new Error('no sensor')), { code: 'presence-not-verified' }],
    ['fails with a code', () => Promise.reject(fail('not-allowed')), { code: 'not-allowed' }],
  ])('%s, and can be asked again', async (_what, verifies, report) => {
    const { presence, state } = presenceScene({ hasCheck: true });
    state.verifies = verifies;
    expect(await reportOf(presence.verify('system', undefined, reason))).toEqual(report);
    state.verifies = async () => true;
    expect(await presence.verify('system', undefined, reason)).toEqual({ outcome: 'right' });
  });

  test('shows one prompt at a time', async () => {
    const { presence, state, reasons } = presenceScene({ hasCheck: true });
    let end = (_isVerified: boolean) => {};
    state.verifies = () =>
      new Promise((resolve) => {
        end = resolve;
      });
    const first = presence.verify('system', undefined, reason);
    expect(await reportOf(presence.verify('system', undefined, reason))).toEqual({ code: 'confirmation-pending' });
    end(true);
    expect([await first, reasons.length]).toEqual([{ outcome: 'right' }, 1]);
  });

  test('that can’t check anymore isn’t replaced by the passphrase', async () => {
    const { presence, state, compared } = presenceScene({ hasCheck: true });
    state.hasCheck = false;
    expect(await reportOf(presence.verify('system', passphrase, reason))).toEqual({ code: 'confirmation-expired' });
    expect(compared).toEqual([]);
    state.hasPassphrase = false;
    expect(await reportOf(presence.verify('system', passphrase, reason))).toEqual({ code: 'presence-unavailable' });
  });
});

describe('the passphrase', () => {
  test.each([
    [passphrase, { outcome: 'right' }],
    ['wrong', { outcome: 'wrong', waitMillis: 0 }],
    ['', { outcome: 'wrong', waitMillis: 0 }],
  ])('%j: %j', async (text, attempt) => {
    expect(await presenceScene().presence.verify('passphrase', text, reason)).toEqual(attempt);
  });

  test('isn’t compared if it is missing, was removed, or the system can check by now', async () => {
    const { presence, state, compared } = presenceScene();
    expect(await reportOf(presence.verify('passphrase', undefined, reason))).toEqual({ code: 'bad-input', path: 'passphrase' });
    state.hasCheck = true;
    expect(await reportOf(presence.verify('passphrase', passphrase, reason))).toEqual({ code: 'confirmation-expired' });
    Object.assign(state, { hasCheck: false, hasPassphrase: false });
    expect(await reportOf(presence.verify('passphrase', passphrase, reason))).toEqual({ code: 'presence-unavailable' });
    expect(compared).toEqual([]);
  });
});
