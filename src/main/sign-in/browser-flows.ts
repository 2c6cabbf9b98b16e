/** Sign-ins that continue in the system browser while the window waits for the result. */
import type { BrowserStep, SignInStep } from '#contract/bridge/sign-in.ts';
import { AppError, fail } from '#contract/errors.ts';
import type { GoAddress } from '../callback/confirm-pages';
import type { SecretCopier } from '../gateway/copy-secret';
import type { Clock, Ports } from '../ports/ports';
import type { Flows } from './flows';

/** Maximum time in milliseconds that a window waits for the browser. */
export const browserFlowMillis = 600_000;

export interface BrowserPlan extends Pick<BrowserStep, 'purpose' | 'provider' | 'trust'> {
  readonly url: string;
  /** Milliseconds until the flow expires. Default: {@link browserFlowMillis}. */
  readonly life?: number;
  readonly giveUp?: () => void;
  /** Resolves to the next step. The signal is aborted when the flow ends. */
  readonly outcome: (signal: AbortSignal) => Promise<SignInStep>;
}

export interface BrowserFlows {
  /** Opens the browser and returns the step to wait in. If no browser opens, the user can open the URL elsewhere. */
  begin(of: { connectionId: string; windowId: string }, plan: BrowserPlan): Promise<BrowserStep>;
  wait(flowId: string, windowId: string): Promise<SignInStep>;
  openAgain(flowId: string, windowId: string): Promise<void>;
  /**
   * Copies the URL and returns null. If the host has no clipboard, returns a link for the window to copy: it redirects once to the URL and
   * doesn't contain it.
   */
  copyLink(flowId: string, windowId: string): Promise<string | null>;
  /** Cancels a flow of any kind. */
  cancel(flowId: string, windowId: string): void;
}

export interface BrowserFlowsDeps {
  readonly flows: Flows;
  readonly clock: Clock;
  readonly openUrl: Ports['openUrl'];
  /** Null where the host has no clipboard. */
  readonly copier: Pick<SecretCopier, 'copy'> | null;
  readonly goAddress: GoAddress;
}

export function createBrowserFlows({ flows, clock, openUrl, copier, goAddress }: BrowserFlowsDeps): BrowserFlows {
  const find = (flowId: string, windowId: string) => flows.find(flowId, windowId, 'browser');

  return {
    async begin(of, { url, outcome, purpose, provider, trust, life = browserFlowMillis, giveUp = () => undefined }) {
      const ended = new AbortController();
      const next = untilOver(outcome(ended.signal), ended.signal);
      // The failure is reported to the caller of `wait`.
      next.catch(() => undefined);
      const flowId = flows.begin(of, { kind: 'browser', url, next, giveUp }, life);
      const stop = clock.after(life, () => flows.cancel(flowId, of.windowId));
      find(flowId, of.windowId).signal.addEventListener('abort', () => ended.abort(), { once: true });
      next.finally(stop).catch(() => undefined);
      const until = clock.now() + life;
      try {
        await openUrl(url);
        return { step: 'browser', flowId, purpose, provider, trust, until, isOpen: true };
      } catch (thrown) {
        if (thrown instanceof AppError && thrown.code === 'browser-not-opened') {
          return { step: 'browser', flowId, purpose, provider, trust, until, isOpen: false };
        }
        giveUp();
        flows.cancel(flowId, of.windowId);
        throw thrown;
      }
    },
    async wait(flowId, windowId) {
      const step = await find(flowId, windowId).pending.next;
      flows.end(flowId);
      return step;
    },
    openAgain: async (flowId, windowId) => openUrl(find(flowId, windowId).pending.url),
    async copyLink(flowId, windowId) {
      const { url } = find(flowId, windowId).pending;
      if (copier === null) return goAddress(url);
      await copier.copy(url);
      return null;
    },
    cancel(flowId, windowId) {
      const pending = flows.pendingOf(flowId, windowId);
      if (pending?.kind === 'browser') pending.giveUp();
      flows.cancel(flowId, windowId);
    },
  };
}

function untilOver<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(fail('flow-over')), { once: true });
    promise.then(resolve, reject);
  });
}
