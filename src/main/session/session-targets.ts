/** Targets of connections, completed with what sessions know: the owner's tokens, the service's features, and its time. */
import type { KnownFeatures, ServiceClock } from '#contract/bridge/connections.ts';
import { AppError, fail, nullForAppError } from '#contract/errors.ts';
import type { Clock } from '../ports/ports';
import type { ConnectionTarget, TargetOwner } from '../records/connection-target';
import { readOnce } from '../remote/project-keys';
import type { Releases } from '../remote/releases/releases';
import type { Target, TokenSource } from '../remote/send';
import type { Topic } from '../runtime/topics';
import { createServiceClocks } from './service-clocks';
import type { ServerClock } from './token-life';

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

/** Returns the session of an owner. Throws `unknown-account` if the owner has no account on the connection. */
type SessionOfOwner = (owner: TargetOwner) => TokenSource;

/** Returns the target with its owner's tokens. They are looked up for each request, because the owner may sign out and in again. */
export function withOwner(
  { isComplete: _mark, findOwner, storedFeatures: _unused, ...target }: ConnectionTarget,
  sessionOf: SessionOfOwner,
): Target {
  return findOwner === undefined ? target : { ...target, owner: ownerSession(() => sessionOf(findOwner())) };
}

/**
 * Returns the target with its service's features. `detect` runs once, when a call depends on them. If it fails with an `AppError`, the
 * stored features are used. The names of headers follow the stored ones, so that no call waits for them.
 */
export function withFeatures(
  target: Target,
  storedFeatures: ConnectionTarget['storedFeatures'],
  detect: () => Promise<KnownFeatures>,
): Target {
  if (storedFeatures === undefined) return target;
  const features = readOnce(async () => {
    const found = await detect().catch(nullForAppError);
    const stored = storedFeatures();
    // Null if the connection has changed: the detected features belong to its new target.
    return stored === null ? {} : (found ?? stored);
  });
  const headerPrefix = () => (storedFeatures()?.['new-header-names'] === true ? 'x-hexclave-' : 'x-stack-');
  return { ...target, features, headerPrefix };
}

function ownerSession(find: () => TokenSource): TokenSource {
  return {
    tokens: async () => {
      try {
        return await find().tokens();
      } catch (thrown) {
        throw toOwnerError(thrown);
      }
    },
    refuse(access) {
      try {
        find().refuse(access);
      } catch (thrown) {
        throw toOwnerError(thrown);
      }
    },
    async hasLostUser() {
      try {
        return (await find().hasLostUser?.()) ?? false;
      } catch (thrown) {
        throw toOwnerError(thrown);
      }
    },
  };
}

/** Converts errors of a missing session to `owner-signed-out`, because the session isn’t that of one of the connection’s own accounts. */
function toOwnerError(thrown: unknown): unknown {
  const isMissing = thrown instanceof AppError && ['unknown-account', 'signed-out', 'session-ended'].includes(thrown.code);
  return isMissing ? fail('owner-signed-out', {}, thrown) : thrown;
}
