/** The background watch: what it found, and its notifications. */
import { z } from 'zod';
import { call, event, topic } from '../definitions';
import { expiryStages } from '../service/models/api-key-models';

/** What the background watch found. Contains names and email addresses of the service, and no secrets. */
const id = z.string();
const common = { id, connectionId: id };
/** The stage that the expiry has reached. */
const expiry = { expiresAtMillis: z.number(), days: z.literal(expiryStages) };

const finding = z.discriminatedUnion('kind', [
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
  /** A project that differs from the file that its connection follows; from what was applied last if `file` is null. */
  z.strictObject({
    ...common,
    kind: z.literal('drift'),
    file: z.string().nullable(),
    count: z.int().min(1),
    isProductionMode: z.boolean(),
  }),
]);
export type Finding = z.output<typeof finding>;
export type FindingKind = Finding['kind'];

const watchState = z.strictObject({
  /** The most important first. Those that the user dismissed are left out. */
  findings: z.array(finding),
  /** When a connection was last checked; null if none was. */
  checkedAtMillis: z.number().nullable(),
});
export type WatchState = z.output<typeof watchState>;

/** A notification for a page to show. Its texts are the page's. */
const pageNotification = z.strictObject({ id: z.string(), findingIds: z.array(z.string()), isDigest: z.boolean() });
export type PageNotification = z.output<typeof pageNotification>;

const none = z.strictObject({});

export const watch = {
  state: topic(watchState),
  /** Checks all connections now, and resolves when that is done. Does nothing while the watch is off, or there is no network. */
  check: call(none, z.null()),
  /** Removes a finding. It returns if it becomes more urgent, or happens again. */
  dismiss: call(z.strictObject({ id: z.string().max(400) }), z.null()),
  /** Reserves a notification for the calling window. Resolves to false if another window shows it. */
  claim: call(z.strictObject({ id: z.string().max(64) }), z.boolean()),
  /** Shows a notification to try it. Throws `not-allowed` in the browser host, where pages show them. */
  sendTest: call(none, z.null()),
  /** Sent to every page of the browser host; one of them shows it. */
  notified: event(pageNotification),
};
