import { describe, expect, test, vi } from 'vitest';
import { fail } from '#contract/errors.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { reportOf } from '#tests/support/main/test-ports.ts';
import type { HostConfirmation, ShowConfirmation } from '../ports/ports';
import { confirmationPauseMillis, createHostConfirmations, hostConfirmationMillis } from './host-confirmations';

const confirmation: HostConfirmation = {
  title: 'Approve a program’s sign-in?',
  facts: [{ label: 'Project', value: 'Shop' }],
  consequences: ['It shares this session.'],
  confirmLabel: 'Approve sign-in',
  cancelLabel: 'Cancel',
};
const caller = { windowId: 'w' };
const notConfirmed = { code: 'not-confirmed' };

function setUp() {
  const clock = createFakeClock();
  const app = { isLocked: false };
  const shown: { settle: (answer: boolean | PromiseLike<boolean>) => void; signal: AbortSignal }[] = [];
  const show = vi.fn<ShowConfirmation>(
    (_confirmation, _caller, signal) => new Promise((resolve) => void shown.push({ settle: resolve, signal })),
  );
  const confirmations = createHostConfirmations({ show, clock, isLocked: () => app.isLocked });
  const abort = new AbortController();
  const request = (by = caller) => confirmations.request(confirmation, by, abort.signal);
  return { clock, app, shown, show, confirmations, abort, request };
}

/** All ways to end a confirmation without an approval. */
const endings: [what: string, end: (scene: ReturnType<typeof setUp>) => unknown][] = [
  ['the user cancels', ({ shown }) => shown[0]?.settle(false)],
  ['the user does not respond in time', ({ clock }) => clock.advance(hostConfirmationMillis)],
  ['the window closes', ({ confirmations }) => confirmations.forgetWindow('w')],
  ['the app is locked', ({ confirmations }) => confirmations.cancel()],
  ['the confirmed link is dismissed', ({ abort }) => abort.abort()],
];

describe('a confirmation', () => {
  test('is shown over the window that requested it and passes when the user approves', async () => {
    const { shown, show, request, clock } = setUp();
    const asked = request();
    expect(show).toHaveBeenCalledWith(confirmation, caller, expect.any(AbortSignal));
    shown[0]?.settle(true);
    expect(await asked).toBeUndefined();
    expect(clock.waiting).toBe(0);
  });

  test.each(endings)('fails when %s', async (_what, end) => {
    const scene = setUp();
    const asked = reportOf(scene.request());
    await end(scene);
    expect(await asked).toEqual(notConfirmed);
    expect(scene.shown[0]?.signal.aborted).toBe(true);
  });

  test('is not approved by a late response', async () => {
    const { clock, shown, request } = setUp();
    const asked = reportOf(request());
    await clock.advance(hostConfirmationMillis);
    shown[0]?.settle(true);
    expect(await asked).toEqual(notConfirmed);
  });

  test('is not shown when it was aborted before', async () => {
    const { abort, request, show } = setUp();
    abort.abort();
    expect(await reportOf(request())).toEqual(notConfirmed);
    expect(show).not.toHaveBeenCalled();
  });

  test('is not shown while the app is locked, and starts no pause', async () => {
    const { app, request, show } = setUp();
    app.isLocked = true;
    expect(await reportOf(request())).toEqual({ code: 'app-locked' });
    expect(show).not.toHaveBeenCalled();
    app.isLocked = false;
    void request();
    expect(show).toHaveBeenCalledOnce();
  });

  test('stays open when another window closes', async () => {
    const { confirmations, shown, request } = setUp();
    const asked = request();
    confirmations.forgetWindow('another');
    expect(shown[0]?.signal.aborted).toBe(false);
    shown[0]?.settle(true);
    await asked;
  });

  test('reports why it could not be shown, and closes the dialog', async () => {
    const { shown, request } = setUp();
    const asked = reportOf(request());
    shown[0]?.settle(Promise.reject(fail('browser-not-opened')));
    expect(await asked).toEqual({ code: 'browser-not-opened' });
    expect(shown[0]?.signal.aborted).toBe(true);
  });

  test('excludes others until it has ended', async () => {
    const { shown, request } = setUp();
    const first = reportOf(request());
    expect(await reportOf(request({ windowId: 'another' }))).toEqual({ code: 'confirmation-pending' });
    expect(shown).toHaveLength(1);
    shown[0]?.settle(false);
    await first;
  });

  test.each(endings)('is not shown for half a minute after %s', async (_what, end) => {
    const scene = setUp();
    const { confirmations, clock, shown } = scene;
    const asked = reportOf(scene.request());
    await end(scene);
    await asked;
    const again = () => confirmations.request({ ...confirmation, facts: [] }, { windowId: 'another' }, new AbortController().signal);
    expect(await reportOf(again())).toEqual({ code: 'confirmation-paused' });
    await clock.advance(confirmationPauseMillis - 1);
    expect(await reportOf(again())).toEqual({ code: 'confirmation-paused' });
    await clock.advance(1);
    const second = again();
    expect(shown).toHaveLength(2);
    shown[1]?.settle(true);
    expect(await second).toBeUndefined();
  });

  test.each<[what: string, settle: (shown: ReturnType<typeof setUp>['shown']) => unknown]>([
    ['was approved', ([first]) => first?.settle(true)],
    ['could not be shown', ([first]) => first?.settle(Promise.reject(fail('browser-not-opened')))],
  ])('is shown immediately after one that %s', async (_what, settle) => {
    const { shown, request } = setUp();
    const first = request().catch(() => undefined);
    settle(shown);
    await first;
    void request();
    expect(shown).toHaveLength(2);
  });
});
