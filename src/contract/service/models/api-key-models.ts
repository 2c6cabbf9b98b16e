/** Keys of users, teams and projects (wire/endpoints 0.9 and 0.10). */
import { z } from 'zod';
import { id, millis } from './fields';
import { secretText } from './secret';

/** Stages of an expiry, by the time that is left. */
const dayMillis = 86_400_000;

/** Days before its expiry at which a key is pointed out, again at each. */
export const expiryStages = [30, 7, 1] as const;
type ExpiryStage = (typeof expiryStages)[number];

/** Returns the smallest stage that the time is within; null for a time that has passed, is further away, or doesn't exist. */
export function expiryStage(expiresAtMillis: number | undefined, now: number): ExpiryStage | null {
  if (expiresAtMillis === undefined || expiresAtMillis <= now) return null;
  return expiryStages.findLast((days) => expiresAtMillis <= now + days * dayMillis) ?? null;
}

/** Whether a key can still be used. */
export type KeyValidity = 'valid' | 'expired' | 'revoked';

/** The times of a key that decide its validity (wire/endpoints 0.9 and 0.10). */
interface KeyTimes {
  /** Absent for a key without expiry. */
  readonly expires_at_millis?: number | undefined;
  /** Absent for a key that was not revoked. */
  readonly manually_revoked_at_millis?: number | undefined;
}

/**
 * Returns the validity of a key at `now`: expired, else revoked, else valid. The service's responses don't contain it. The service's check of
 * a key reports a revocation first (wire/endpoints 8), so this decides what is shown, and not which error a key causes.
 */
export function keyValidity({ expires_at_millis: expiresAt, manually_revoked_at_millis: revokedAt }: KeyTimes, now: number): KeyValidity {
  if (expiresAt !== undefined && expiresAt <= now) return 'expired';
  return revokedAt === undefined ? 'valid' : 'revoked';
}

const lastFour = z.object({ last_four: z.string() });

/** Times of a key. Absent for an event that has not happened, and for a key without expiry. */
const keyTimes = {
  created_at_millis: millis,
  expires_at_millis: millis.optional(),
  manually_revoked_at_millis: millis.optional(),
};

const keyFields = { id, description: z.string(), is_public: z.boolean(), ...keyTimes };
const userKeyFields = { ...keyFields, type: z.literal('user'), user_id: id };
const teamKeyFields = { ...keyFields, type: z.literal('team'), team_id: id };

export const userApiKey = z.object({ ...userKeyFields, value: lastFour });
export const teamApiKey = z.object({ ...teamKeyFields, value: lastFour });

/** A created key. Only this response contains the whole key. */
export const newUserApiKey = z.object({ ...userKeyFields, value: secretText });
export const newTeamApiKey = z.object({ ...teamKeyFields, value: secretText });

/** Fields of a new key. An expiry of null or 0 means never; a time in the past is accepted. */
export const apiKeyCreation = {
  description: z.string(),
  expires_at_millis: millis.nullable(),
  is_public: z.boolean().optional(),
};

/** Revoking is irreversible. Revoking again keeps the first revocation time. */
export const apiKeyUpdate = z.strictObject({ description: z.string().optional(), revoked: z.literal(true).optional() });

export const apiKeyCheck = z.strictObject({ api_key: secretText });

const keySetFields = { id, description: z.string(), ...keyTimes, expires_at_millis: millis };
const keysOf = <T extends z.ZodType>(key: T) => ({
  publishable_client_key: key.optional(),
  secret_server_key: key.optional(),
  super_secret_admin_key: key.optional(),
});

/** How the keys of a set end. */
export const keyEndings = z.object(keysOf(lastFour));
export type KeyEndings = z.output<typeof keyEndings>;

export const keySet = z.object({ ...keySetFields, ...keyEndings.shape });
export const newKeySet = z.object({ ...keySetFields, ...keysOf(secretText) });

export const keySetCreation = z.strictObject({
  description: z.string(),
  expires_at_millis: millis,
  has_publishable_client_key: z.boolean(),
  has_secret_server_key: z.boolean(),
  has_super_secret_admin_key: z.boolean(),
});

export type UserApiKey = z.output<typeof userApiKey>;
export type TeamApiKey = z.output<typeof teamApiKey>;
export type KeySet = z.output<typeof keySet>;
