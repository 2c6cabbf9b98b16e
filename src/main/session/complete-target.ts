/** Completes the target of a connection with its owner's tokens and its service's features. */
import type { KnownFeatures } from '../../contract/bridge/connections';
import { AppError, fail, nullForAppError } from '../../contract/errors';
import type { ConnectionTarget, TargetOwner } from '../connections/records/connection-target';
import { readOnce } from '../remote/project-keys';
import type { Target, TokenSource } from '../remote/send';

/** Returns the session of an owner. Throws `unknown-account` if the owner has no account on the connection. */
export type SessionOfOwner = (owner: TargetOwner) => TokenSource;

/** Returns the target with its owner's tokens. They are looked up for each request, because the owner may sign out and in again. */
export function withOwner(
  { isComplete: _mark, findOwner, storedFeatures: _unused, ...target }: ConnectionTarget,
  sessionOf: SessionOfOwner,
): Target {
  return findOwner === undefined ? target : { ...target, owner: ownerSession(() => sessionOf(findOwner())) };
}

/**
 * Returns the target with its service's features. `detect` runs once, when a call depends on them. If it fails with an `AppError`, the
 * stored features are used.
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
  return { ...target, features };
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
