/** Adds to the target of a connection what only sessions know: its owner's tokens, and what its service can do. */
import type { KnownFeatures } from '../../contract/bridge/connections';
import { AppError, fail, nullForAppError } from '../../contract/errors';
import type { ConnectionTarget, TargetOwner } from '../connections/records/connection-target';
import { readOnce } from '../remote/project-keys';
import type { Target, TokenSource } from '../remote/send';

/** Returns the session of an owner. Throws `unknown-account` when they have no account there. */
export type SessionOfOwner = (owner: TargetOwner) => TokenSource;

/** Returns the target with its owner's tokens, looked up at each request: the owner may sign out and in again in the meantime. */
export function withOwner({ findOwner, storedFeatures: _unused, ...target }: ConnectionTarget, sessionOf: SessionOfOwner): Target {
  return findOwner === undefined ? target : { ...target, owner: ownerSession(() => sessionOf(findOwner())) };
}

/**
 * Returns the target with what its service can do. `detect` runs once, when a call depends on it; while it fails with an `AppError`, what
 * was detected before counts.
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
    // What was detected is about the place that the connection points to now.
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
        throw asOwners(thrown);
      }
    },
    refuse(access) {
      try {
        find().refuse(access);
      } catch (thrown) {
        throw asOwners(thrown);
      }
    },
    async hasLostUser() {
      try {
        return (await find().hasLostUser?.()) ?? false;
      } catch (thrown) {
        throw asOwners(thrown);
      }
    },
  };
}

/** Returns the error of a missing session as one of the owner: the session isn’t that of one of the connection’s own accounts. */
function asOwners(thrown: unknown): unknown {
  const isMissing = thrown instanceof AppError && ['unknown-account', 'signed-out', 'session-ended'].includes(thrown.code);
  return isMissing ? fail('owner-signed-out', {}, thrown) : thrown;
}
