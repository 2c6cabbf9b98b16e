/** Targets of connections, completed with what sessions know: the owner's tokens, the service's features, and its time. */
import type { ServiceClock } from '../../contract/bridge/connections';
import { fail } from '../../contract/errors';
import type { ConnectionTarget, TargetOwner } from '../connections/records/connection-target';
import type { Clock } from '../ports';
import type { Releases } from '../remote/releases/releases';
import type { Target, TokenSource } from '../remote/send';
import type { Topic } from '../runtime/topic';
import { withFeatures, withOwner } from './complete-target';
import { createServiceClocks } from './service-clocks';
import type { ServerClock } from './tokens/token-life';

export interface SessionTargets {
  /** Returns the clock of a connection's service. */
  clockOf(connectionId: string): ServerClock;
  /** Completes a target with its owner's tokens and its service's features. Its responses update the service's time. */
  complete(connectionId: string, target: ConnectionTarget): Target;
  /** Completes a target, which may point to another server than the record, with the owner's tokens only. */
  withOwner(target: ConnectionTarget): Target;
  /**
   * Returns the target of a connection's requests. Throws `connection-changed` if the connection no longer points to `destination`, and
   * the errors of its records.
   */
  target(connectionId: string, destination?: string | null): Promise<Target>;
  /** Deletes the clock of a removed connection. */
  forget(connectionId: string): void;
}

export interface SessionTargetsDeps {
  readonly clock: Clock;
  readonly clocks: Topic<ServiceClock[]>;
  readonly releases: Pick<Releases, 'known'>;
  /** Returns the target of a connection's current record. */
  readonly readTarget: (connectionId: string) => Promise<ConnectionTarget>;
  /** Returns the tokens of an owner. Throws `unknown-account`. */
  readonly tokensOf: (owner: TargetOwner) => TokenSource;
}

/** Creates the targets. */
export function createSessionTargets({ clock, clocks: topic, releases, readTarget, tokensOf }: SessionTargetsDeps): SessionTargets {
  const clocks = createServiceClocks({ clock, topic });
  const addOwner = (to: ConnectionTarget) => withOwner(to, tokensOf);
  const complete = (connectionId: string, to: ConnectionTarget): Target => ({
    ...withFeatures(
      addOwner(to),
      to.storedFeatures,
      async () => (await releases.known(connectionId, () => current(connectionId))).features,
    ),
    onServerTime: (date) => clocks.of(connectionId).observe(date),
  });
  const current = async (connectionId: string) => complete(connectionId, await readTarget(connectionId));
  return {
    clockOf: clocks.of,
    complete,
    withOwner: addOwner,
    async target(connectionId, destination) {
      const found = await current(connectionId);
      if (destination !== undefined && found.destination !== destination) throw fail('connection-changed');
      return found;
    },
    forget: clocks.forget,
  };
}
