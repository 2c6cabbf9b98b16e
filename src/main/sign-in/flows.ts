/** Sign-ins that wait for their next step. Their secrets stay here; windows have only an ID. */
import type { SignInStep } from '#contract/bridge/sign-in.ts';
import { fail } from '#contract/errors.ts';
import type { Clock } from '../ports/ports';
import type { DestinationOf } from '../records/pinned-connection';

/** A step that is open in a browser. */
interface BrowserPending {
  readonly kind: 'browser';
  /** May contain keys, states and codes: only the browser and the clipboard get it. */
  readonly url: string;
  readonly next: Promise<SignInStep>;
  /** Runs when the user cancels, but not when the flow expires. */
  readonly giveUp: () => void;
}

/** The step that a flow waits for, with the data that it needs. */
export type Pending =
  | { readonly kind: 'totp'; readonly attemptCode: string; readonly goTo: string | null; readonly linkedAccountId: string | null }
  | { readonly kind: 'code'; readonly email: string; readonly nonces: readonly string[]; readonly canResendAfter: number }
  | {
      readonly kind: 'totp-setup';
      readonly accountId: string;
      /** Raw bytes, which only this window's user gets to see. */
      readonly secret: Uint8Array;
      readonly uri: string;
      /** The code that was verified, so that it can be sent again after its time. */
      readonly verified: string | null;
      /** Whether the secret was sent to the service, which may have stored it even if the response was lost. */
      readonly isSent: boolean;
    }
  | { readonly kind: 'reset'; readonly email: string; readonly canResendAfter: number }
  | BrowserPending;

export interface Flow<P extends Pending = Pending> {
  readonly id: string;
  readonly connectionId: string;
  /** The server and project that returned the pending data. */
  readonly destination: string | null;
  readonly windowId: string;
  readonly pending: P;
  /** Aborted when the flow is canceled. */
  readonly signal: AbortSignal;
}

export interface Flows {
  /** Starts a flow that expires after `life` milliseconds. Returns its ID. */
  begin(of: { connectionId: string; windowId: string; destination?: string | null }, pending: Pending, life: number): string;
  /**
   * Returns the window's own flow if it waits for one of `kinds`. Throws `flow-over` otherwise, and when the connection points elsewhere.
   */
  find<K extends Pending['kind']>(id: string, windowId: string, ...kinds: readonly K[]): Flow<Extract<Pending, { kind: K }>>;
  /** Returns the pending step of the window's own flow; undefined when it has ended or is another window's. */
  pendingOf(id: string, windowId: string): Pending | undefined;
  /** Updates the pending step; does nothing when the flow has ended or waits for another kind of step. */
  change<K extends Pending['kind']>(id: string, kind: K, change: (pending: Extract<Pending, { kind: K }>) => Pending): void;
  /** Removes a completed flow. */
  end(id: string): void;
  /** Cancels a flow and aborts its requests; does nothing for another window's flow. */
  cancel(id: string, windowId: string): void;
  forgetWindow(windowId: string): void;
}

interface Kept extends Omit<Flow, 'signal'> {
  readonly abort: AbortController;
  readonly until: number;
}

/** Maximum number of flows; the oldest is canceled first. */
const capacity = 1_000;

/**
 * Creates the flows, kept in memory. `newId` returns texts that can't be guessed, `destinationOf` returns where a connection points now.
 */
export function createFlows(clock: Pick<Clock, 'monotonic'>, newId: () => string, destinationOf: DestinationOf): Flows {
  const kept = new Map<string, Kept>();

  const giveUp = (flow: Kept) => {
    kept.delete(flow.id);
    flow.abort.abort();
  };

  return {
    begin({ connectionId, windowId, destination = destinationOf(connectionId) }, pending, life) {
      const id = newId();
      const until = clock.monotonic() + life;
      kept.set(id, { id, connectionId, destination, windowId, pending, abort: new AbortController(), until });
      const [oldest] = kept.values();
      if (kept.size > capacity && oldest !== undefined) giveUp(oldest);
      return id;
    },
    find(id, windowId, ...kinds) {
      const found = kept.get(id);
      if (found === undefined || found.windowId !== windowId) throw fail('flow-over');
      if (clock.monotonic() > found.until || found.destination !== destinationOf(found.connectionId)) {
        giveUp(found);
        throw fail('flow-over');
      }
      const { pending, abort, until: _until, ...rest } = found;
      if (!isOneOf(pending, kinds)) throw fail('flow-over');
      return { ...rest, pending, signal: abort.signal };
    },
    pendingOf(id, windowId) {
      const found = kept.get(id);
      return found?.windowId === windowId ? found.pending : undefined;
    },
    change(id, kind, change) {
      const found = kept.get(id);
      if (found !== undefined && isOneOf(found.pending, [kind])) kept.set(id, { ...found, pending: change(found.pending) });
    },
    end: (id) => void kept.delete(id),
    cancel(id, windowId) {
      const found = kept.get(id);
      if (found?.windowId === windowId) giveUp(found);
    },
    forgetWindow(windowId) {
      for (const flow of kept.values()) if (flow.windowId === windowId) giveUp(flow);
    },
  };
}

function isOneOf<K extends Pending['kind']>(pending: Pending, kinds: readonly K[]): pending is Extract<Pending, { kind: K }> {
  return kinds.some((kind) => kind === pending.kind);
}
