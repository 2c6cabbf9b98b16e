/** Sign-ins that wait for their next step. What is secret of them stays here; windows hold an id. */
import type { SignInStep } from '../../contract/bridge/sign-in';
import { fail } from '../../contract/errors';
import type { Clock } from '../ports';

/** What a flow waits for that is open in a browser. */
export interface BrowserPending {
  readonly kind: 'browser';
  /** May hold keys, states and codes: it never leaves the main process but for the browser and the clipboard. */
  readonly url: string;
  readonly next: Promise<SignInStep>;
  /** Runs when the person gives up, and not when the window only tires of waiting. */
  readonly giveUp: () => void;
}

/** What a flow waits for, with what its next step will need. */
export type Pending =
  | { readonly kind: 'totp'; readonly attemptCode: string; readonly goTo: string | null; readonly linkedAccountId: string | null }
  | { readonly kind: 'code'; readonly email: string; readonly nonces: readonly string[]; readonly canResendAfter: number }
  | { readonly kind: 'reset'; readonly email: string; readonly canResendAfter: number }
  | BrowserPending;

export interface Flow<P extends Pending = Pending> {
  readonly id: string;
  readonly connectionId: string;
  /** The server and the project that gave what is pending. */
  readonly destination: string | null;
  readonly windowId: string;
  readonly pending: P;
  /** Aborted when the flow is given up. */
  readonly signal: AbortSignal;
}

export interface Flows {
  /** Keeps a flow for `life` milliseconds; answers its id. */
  begin(of: { connectionId: string; windowId: string; destination?: string | null }, pending: Pending, life: number): string;
  /** The window's own flow that waits for this; `flow-over` for any other, and once the connection points elsewhere. */
  find<K extends Pending['kind']>(id: string, windowId: string, ...kinds: readonly K[]): Flow<Extract<Pending, { kind: K }>>;
  /** What the window's own flow waits for; undefined when it is over, or another window's. */
  pendingOf(id: string, windowId: string): Pending | undefined;
  /** Changes what it waits for, from what that is at this moment; nothing when it is over or waits for something else by now. */
  change<K extends Pending['kind']>(id: string, kind: K, change: (pending: Extract<Pending, { kind: K }>) => Pending): void;
  /** Forgets a flow that reached its end. */
  end(id: string): void;
  /** Gives it up: what it has under way is aborted. Nothing for another window's. */
  cancel(id: string, windowId: string): void;
  forgetWindow(windowId: string): void;
}

interface Kept extends Omit<Flow, 'signal'> {
  readonly abort: AbortController;
  readonly until: number;
}

/** Flows kept at most; the oldest is given up first. */
const capacity = 1_000;

/** Keeps flows in memory; `newId` gives texts that cannot be guessed, `destinationOf` says where a connection points now. */
export function createFlows(
  clock: Pick<Clock, 'monotonic'>,
  newId: () => string,
  destinationOf: (connectionId: string) => string | null,
): Flows {
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
