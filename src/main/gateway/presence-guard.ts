/** Requires presence for calls of the bridge that reveal secrets of a connection, or stop it from requiring presence. */
import type { Confirmation, PresenceCall } from '#contract/bridge/safety.ts';
import type { Clock } from '../ports/ports';
import type { ConnectionRecord } from '../records/connections-file';
import { destinationOfRecord } from '../records/destination';
import type { Confirmations } from './confirmations';
import { fingerprintOf } from './confirmations';
import type { Presence } from './presence';

/** A call of a window, and the connections whose secrets it reveals or which it changes. */
export interface PresentCall {
  readonly name: PresenceCall;
  readonly input: unknown;
  readonly connections: readonly GuardedConnection[];
}

export type GuardedConnection = Pick<ConnectionRecord, 'id' | 'name' | 'baseUrl' | 'projectId' | 'requirePresence'>;

export interface PresenceGuard {
  /**
   * Allows a call, once for each confirmation, if none of its connections requires presence, or if it reveals secrets of connections for
   * which the window has proved it just before. Throws `presence-unavailable`, and `confirmation-required` with the confirmation to show.
   */
  check(call: PresentCall, windowId: string): void;
  forgetWindow(windowId: string): void;
  /** Forgets all proofs. */
  forgetAll(): void;
}

/** The calls that do something else than reveal a secret. */
const effects: { readonly [K in PresenceCall]?: Confirmation['effect'] } = {
  'connections.edit': 'write',
  'sealedConnections.save': 'export',
};

/** Milliseconds after a proof within which the same window can reveal other secrets of the same connection. */
export const graceMillis = 60_000;

export function createPresenceGuard(
  clock: Pick<Clock, 'monotonic'>,
  confirmations: Pick<Confirmations, 'consume' | 'require'>,
  presence: Pick<Presence, 'means'>,
): PresenceGuard {
  /** The end of the grace, for each window by the ID of each connection. */
  const graces = new Map<string, Map<string, number>>();
  const hasGrace = (windowId: string, id: string) => (graces.get(windowId)?.get(id) ?? Number.NEGATIVE_INFINITY) >= clock.monotonic();

  return {
    check({ name, input, connections }, windowId) {
      const effect = effects[name] ?? 'reveal';
      const reveals = effect !== 'write';
      const requiring = connections.filter(({ requirePresence }) => requirePresence);
      const left = reveals ? requiring.filter(({ id }) => !hasGrace(windowId, id)) : requiring;
      const [first] = left;
      if (first === undefined) return;
      const means = presence.means();
      const places = requiring.map((connection) => [connection.id, destinationOfRecord(connection)]);
      const fingerprint = fingerprintOf([windowId, name, input, places, means]);
      if (!confirmations.consume(fingerprint)) {
        throw confirmations.require({ kind: 'presence', name: first.name, endpoint: name, effect, presence: means }, windowId, fingerprint);
      }
      if (!reveals) return;
      const until = clock.monotonic() + graceMillis;
      graces.set(windowId, new Map([...(graces.get(windowId) ?? []), ...requiring.map(({ id }) => [id, until] as const)]));
    },
    forgetWindow: (windowId) => void graces.delete(windowId),
    forgetAll: () => graces.clear(),
  };
}
