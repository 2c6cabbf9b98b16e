/** Confirmations outside the page, for actions that a compromised page of the app must not be able to perform. */
import { AppError, fail } from '#contract/errors.ts';
import type { Caller } from '../ports/caller';
import type { Clock, HostConfirmation, ShowConfirmation } from '../ports/ports';
import { abortable } from '../remote/cancellation';

export interface HostConfirmations {
  /**
   * Resolves when the user approved. Throws `AppError` with code `not-confirmed` when the user canceled, did not answer in time, or closed
   * the window, and when the app was locked or `signal` was aborted; with `confirmation-pending` while another confirmation is shown; with
   * `confirmation-paused` for a while after one that was not approved; with `app-locked` while the app is locked.
   */
  request(confirmation: HostConfirmation, caller: Caller, signal: AbortSignal): Promise<void>;
  /** Cancels the confirmation that the window requested. */
  forgetWindow(windowId: string): void;
  /** Cancels the confirmation that is shown, whichever window requested it. */
  cancel(): void;
}

export interface HostConfirmationsDeps {
  readonly show: ShowConfirmation;
  readonly clock: Pick<Clock, 'after' | 'monotonic'>;
  readonly isLocked: () => boolean;
}

/** Milliseconds after which a confirmation without a response is canceled. */
export const hostConfirmationMillis = 120_000;
/** Milliseconds without another confirmation after one that was shown and not approved. */
export const confirmationPauseMillis = 30_000;

/**
 * Creates the confirmations. Only one is shown at a time, and none for a while after one that was not approved, so that a page can't flood
 * the user with dialogs or repeat one until the user approves.
 */
export function createHostConfirmations({ show, clock, isLocked }: HostConfirmationsDeps): HostConfirmations {
  let pending: { readonly windowId: string; readonly ended: AbortController } | null = null;
  let pausedUntil = Number.NEGATIVE_INFINITY;
  return {
    async request(confirmation, caller, signal) {
      // It was requested before, and took some time.
      if (isLocked()) throw fail('app-locked');
      if (pending !== null) throw fail('confirmation-pending');
      if (signal.aborted) throw fail('not-confirmed');
      if (clock.monotonic() < pausedUntil) throw fail('confirmation-paused');
      const ended = new AbortController();
      pending = { windowId: caller.windowId, ended };
      const stopTimer = clock.after(hostConfirmationMillis, () => ended.abort());
      const either = AbortSignal.any([ended.signal, signal]);
      try {
        const isApproved = await abortable(show(confirmation, caller, either), { signal: either });
        if (!isApproved) throw fail('not-confirmed');
      } catch (thrown) {
        const failure = either.aborted ? fail('not-confirmed', {}, thrown) : thrown;
        // A confirmation that could not be shown starts no pause.
        if (failure instanceof AppError && failure.code === 'not-confirmed') pausedUntil = clock.monotonic() + confirmationPauseMillis;
        throw failure;
      } finally {
        stopTimer();
        // Closes the dialog if it is still open, also after a failure.
        ended.abort();
        pending = null;
      }
    },
    forgetWindow(windowId) {
      if (pending?.windowId === windowId) pending.ended.abort();
    },
    cancel: () => pending?.ended.abort(),
  };
}
