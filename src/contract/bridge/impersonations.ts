/** Impersonations of users by project admins, and other sessions that a project creates for its users (wire/flows 14). */
import { z } from 'zod';
import { call, topic } from '../definitions';
import { maxReasonLength, maxSessionMillis } from '../limits';
import { secretReference } from '../service/models/secret';

const impersonation = z.strictObject({
  id: z.string(),
  connectionId: z.string(),
  /** The connection's name when the impersonation started, for one that was removed. */
  connectionName: z.string(),
  userId: z.string(),
  displayName: z.string().nullable(),
  primaryEmail: z.string().nullable(),
  reason: z.string(),
  /** The name of the account that was current at the start, or of the project's owner; null if the connection had neither. */
  by: z.string().nullable(),
  /** Milliseconds since the epoch. */
  startedAt: z.number(),
  expiresAt: z.number(),
  /** ID of the session; null until the service has created it, and if its response was lost. */
  sessionId: z.string().nullable(),
  /** `ending` from the request to end it until the service has revoked its session. */
  state: z.enum(['starting', 'active', 'ending']),
  /**
   * Why the last attempt to revoke the session failed, if it did: it is repeated until it succeeds or the session has expired. `unclear` if
   * the response to its creation was lost and only the project's admin key, which is missing, could tell whether it was created.
   */
  problem: z.enum(['failed', 'unclear']).nullable(),
});
export type Impersonation = z.output<typeof impersonation>;

export const createdSession = z.strictObject({
  id: z.string(),
  /** The name of the account that was current, or of the project's owner; null if the connection had neither. */
  by: z.string().nullable(),
  /** Milliseconds since the epoch. */
  requestedAt: z.number(),
  expiresAt: z.number(),
  /** Null if the response was lost, or didn't contain it. */
  sessionId: z.string().nullable(),
  /** `requested` if the service may have created it, `revoked` if it couldn't be used and was taken back. */
  state: z.enum(['requested', 'created', 'revoked']),
});
export type CreatedSession = z.output<typeof createdSession>;

const bridgeId = z.string().min(1).max(64);
const durationMillis = z.int().min(1).max(maxSessionMillis);
const target = z.strictObject({ id: bridgeId });

export const impersonations = {
  list: topic(z.array(impersonation)),
  /**
   * Creates a session of a user, flagged as impersonation, and makes its account the connection's current one. The session ends after
   * `durationMillis`, with `end`, and when the app quits. Requires server access; throws the errors of the connection's safety level.
   */
  start: call(
    z.strictObject({
      connectionId: bridgeId,
      userId: bridgeId,
      reason: z.string().trim().min(1).max(maxReasonLength),
      durationMillis,
    }),
    z.strictObject({ id: z.string(), accountId: z.string() }),
  ),
  /**
   * Removes the account and revokes the session. Returns whether it is revoked; if not, that is repeated. Also repeats it at once, and
   * returns true for an impersonation that has ended.
   */
  end: call(target, z.strictObject({ endedAtService: z.boolean() })),
  /** Makes the account that was current before an impersonation the connection's current one. The impersonation continues. */
  leave: call(z.strictObject({ connectionId: bridgeId }), z.null()),
  /** Copies the refresh token of an impersonation after a confirmation by the host. Throws `not-confirmed` and `unknown-account`. */
  copyRefreshToken: call(target, z.null()),
  /**
   * Creates a session of a user that isn't flagged as impersonation, after a confirmation by the host, and records it. Its token is withheld,
   * and revealed after another confirmation. Throws `not-confirmed`. A session that can't be used is revoked.
   */
  createSession: call(
    z.strictObject({ connectionId: bridgeId, userId: bridgeId, durationMillis }),
    z.strictObject({ sessionId: z.string(), expiresAt: z.number(), refreshToken: secretReference }),
  ),
  /** Returns the sessions that `createSession` created for a user, or may have created, the newest first. */
  createdSessions: call(
    z.strictObject({ connectionId: bridgeId, userId: bridgeId }),
    z.strictObject({ sessions: z.array(createdSession) }),
  ),
};
