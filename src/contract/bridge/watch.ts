/** The background watch: what it found, and its notifications. */
import { z } from 'zod';
import { call, event, topic } from '../definitions';
import { finding } from './findings';

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
