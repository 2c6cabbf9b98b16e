/** Callbacks of sign-ins through a provider, for the window that waits or for another one (wire/flows 5). */
import type { SignInStep } from '#contract/bridge/sign-in.ts';
import { fail, nullForAppError } from '#contract/errors.ts';
import { type ParsedLink, parseRedirectUrl } from '../../callback/parse-link';
import type { TrustedRedirect } from '../../callback/project-trust';
import type { Transport } from '../../ports/ports';
import type { Target } from '../../remote/send';
import { type CompleteSignInDeps, completeSignIn, type SignInRequest } from '../complete-sign-in';
import { exchangeCode } from './oauth-exchange';
import type { OAuthStates, PendingOAuth } from './oauth-states';

// Windows that wait for the callback of a sign-in in the system browser.

/** A window that waits for a callback. */
interface WaitingWindow {
  readonly entry: SignInRequest;
  readonly settle: (step: Promise<SignInStep>) => void;
}

interface WaitingWindows {
  /** Resolves to the step with which the window that waits for a state is settled. Stops waiting when the signal is aborted. */
  wait(state: string, entry: SignInRequest, signal: AbortSignal): Promise<SignInStep>;
  /** Returns the window that waits for a state, and removes it so that no later callback reaches it. */
  take(state: string): WaitingWindow | undefined;
}

/** Creates the list, with no window that waits. */
export function createWaitingWindows(): WaitingWindows {
  const waiting = new Map<string, WaitingWindow>();
  return {
    wait: (state, entry, signal) =>
      new Promise((resolve) => {
        waiting.set(state, { entry, settle: resolve });
        signal.addEventListener('abort', () => waiting.delete(state), { once: true });
      }),
    take(state) {
      const window = waiting.get(state);
      waiting.delete(state);
      return window;
    },
  };
}

export interface OAuthCallbackDeps extends CompleteSignInDeps {
  readonly transport: Transport;
  readonly states: OAuthStates;
  readonly trustedRedirect: TrustedRedirect;
}

export interface OAuthCallbacks {
  /**
   * Handles the callback of a sign-in that a window waits for. Resolves to `known` when the user has to decide first, and to `unknown` when
   * the state isn't one of this profile.
   */
  handleCallback(link: ParsedLink): Promise<'finished' | 'failed' | 'known' | 'unknown'>;
  /**
   * Finishes a sign-in whose callback was pasted, or that started before a restart, and ends the wait of another window for it. Throws
   * `link-gone` when it was finished before.
   */
  finish(request: SignInRequest, link: Pick<ParsedLink, 'code' | 'state'>): Promise<SignInStep>;
  /**
   * Ends the sign-in that an error is about, also for a window that waits for it. Resolves to what has ended. Throws the secret store’s
   * codes when no window waits.
   */
  end(link: Pick<ParsedLink, 'state' | 'error'>): Promise<Ended>;
}

/**
 * What has ended: a sign-in that a window waited for, or one from before, to sign in or to connect a provider. `unknown` when the state
 * isn't one of this profile.
 */
export type Ended = 'waited-for' | 'sign-in' | 'link' | 'unknown';

/** Creates the handling of callbacks. */
export function createOAuthCallbacks(deps: OAuthCallbackDeps, windows: WaitingWindows): OAuthCallbacks {
  const { states } = deps;
  return {
    async handleCallback(link) {
      const { state } = link;
      if (state === null) return 'unknown';
      const window = windows.take(state);
      if (window === undefined) return (await states.find(state)) === null ? 'unknown' : 'known';
      const failed = (thrown: unknown) => {
        window.settle(Promise.reject(thrown));
        return 'failed' as const;
      };
      const pending = await states.take(state).catch(failed);
      if (pending === 'failed') return 'failed';
      if (pending === null) return failed(fail('flow-over'));
      window.settle(arrive(deps, window.entry, pending, link));
      return 'finished';
    },
    async finish(request, link) {
      const { state } = link;
      const pending = state === null ? null : await states.find(state);
      if (state === null || pending?.connectionId !== request.connectionId) throw fail('link-gone');
      const taken = await states.take(state);
      if (taken === null) throw fail('link-gone');
      const window = windows.take(state);
      const step = arrive(deps, request, taken, link);
      window?.settle(window.entry.windowId === request.windowId ? step : seenFromElsewhere(step));
      return step;
    },
    async end(link) {
      const { state } = link;
      const window = state === null ? undefined : windows.take(state);
      window?.settle(Promise.reject(reported(link)));
      if (state === null) return 'unknown';
      if (window !== undefined) {
        // If the keychain can’t be read now, the state is kept until it expires.
        await states.take(state).catch(nullForAppError);
        return 'waited-for';
      }
      const taken = await states.take(state);
      if (taken === null) return 'unknown';
      return taken.accountId === null ? 'sign-in' : 'link';
    },
  };
}

/** Returns the result for the window that waited, when another window finishes the sign-in: further steps continue in the other window. */
async function seenFromElsewhere(finished: Promise<SignInStep>): Promise<SignInStep> {
  const step = await finished;
  if (step.step !== 'signed-in') throw fail('flow-over');
  return step;
}

/** Finishes a sign-in after its callback. Follows `after_callback_redirect_url` if it is trusted now, whether or not it was sent. */
async function arrive(
  deps: OAuthCallbackDeps,
  request: SignInRequest,
  pending: PendingOAuth,
  { code, state }: Pick<ParsedLink, 'code' | 'state'>,
): Promise<SignInStep> {
  const { connectionId, destination, accountId } = pending;
  const returns: (string | null)[] = [];
  const exchange = async (target: Target) => {
    if (code === null || state === null) throw fail('link-incomplete');
    const exchanged = await exchangeCode(deps, target, pending, { code, state });
    returns.push(parseRedirectUrl(exchanged.after_callback_redirect_url));
    return exchanged;
  };
  const step = await completeSignIn(deps, { ...request, destination, linkedAccountId: accountId }, exchange);
  const [returnTo = null] = returns;
  if (step.step !== 'signed-in' || returnTo === null) return step;
  return { ...step, goTo: await deps.trustedRedirect(returnTo, { connectionId, destination }) };
}

/** Returns the error that the service's redirect reports (wire/flows 5.4). */
function reported({ error }: Pick<ParsedLink, 'error'>) {
  return error === null ? fail('service-error') : fail('known-error', { known: error.code, text: error.message });
}
