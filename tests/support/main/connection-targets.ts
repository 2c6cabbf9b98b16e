/** Conversions between the targets of the connection records and those that the session has completed. */
import type { ConnectionTarget } from '#main/records/connection-target.ts';
import type { Target } from '#main/remote/send.ts';

/** Returns a target as the connection records return it. */
export function incomplete(target: Target): ConnectionTarget {
  return { ...target, isComplete: false };
}

/** Returns a target as the session completes it for a connection without an owner. */
export function completed({ isComplete: _mark, findOwner: _owner, storedFeatures: _features, ...target }: ConnectionTarget): Target {
  return target;
}
