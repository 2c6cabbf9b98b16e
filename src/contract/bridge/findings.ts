/** What the background watch found. Contains names and email addresses of the service, and no secrets. */
import { z } from 'zod';
import { expiryStages } from '../service/models/expiry';

const id = z.string();
const common = { id, connectionId: id };
/** The stage that the expiry has reached. */
const expiry = { expiresAtMillis: z.number(), days: z.literal(expiryStages) };

export const finding = z.discriminatedUnion('kind', [
  /** Emails of the project that couldn't be delivered. */
  z.strictObject({ ...common, kind: z.literal('failed-emails'), count: z.int().min(1) }),
  /** Keys of the project that expire soon. */
  z.strictObject({ ...common, kind: z.literal('key-set'), name: z.string(), ...expiry }),
  /** An API key of the account's user, or of one of its teams, that expires soon. */
  z.strictObject({ ...common, kind: z.literal('api-key'), accountId: id, teamId: id.nullable(), name: z.string(), ...expiry }),
  /** A country in which the account's user has a session for the first time. */
  z.strictObject({ ...common, kind: z.literal('new-country'), accountId: id, country: z.string() }),
  /** An invitation to a team that expires within a day: to `recipient`, or to the account's user if that is null. */
  z.strictObject({
    ...common,
    kind: z.literal('invitation'),
    accountId: id,
    teamId: id,
    /** Null if the service doesn't report it. */
    teamName: z.string().nullable(),
    recipient: z.string().nullable(),
    expiresAtMillis: z.number(),
  }),
  /** A day with unusually many sign-ups: `date` is `YYYY-MM-DD`, by UTC. */
  z.strictObject({ ...common, kind: z.literal('sign-ups'), date: z.string(), count: z.number(), usual: z.number() }),
]);
export type Finding = z.output<typeof finding>;
export type FindingKind = Finding['kind'];
