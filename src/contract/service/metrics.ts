/** Metrics (wire/endpoints 9.4). */
import { z } from 'zod';
import { endpoint } from '../definitions';
import { serverUser } from './models/user-models';

/** One entry a day (`YYYY-MM-DD`, UTC), oldest first, today last. */
const daily = z.array(z.object({ date: z.iso.date(), activity: z.number() }));

function onlyNumbers(counts: Readonly<Record<string, unknown>>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).filter((entry): entry is [string, number] => typeof entry[1] === 'number'));
}

/** Users that are only displayed: one that can't be read is left out, as in a list, so that it doesn't hide all figures. */
const shownUsers = z.array(serverUser.nullable().catch(null)).transform((users) => users.filter((user) => user !== null));

export const projectMetrics = z.object({
  total_users: z.int(),
  daily_users: daily,
  daily_active_users: daily,
  /** By two-letter country code. Only displayed: values that are not numbers are left out. */
  users_by_country: z.record(z.string(), z.unknown()).transform(onlyNumbers),
  /** Up to 100 from 2.8.85 on. */
  recently_registered: shownUsers,
  recently_active: shownUsers,
  /** `method` is a provider's ID, `password`, `passkey`, `otp` or `other`. */
  login_methods: z.array(z.object({ method: z.string(), count: z.number() })),
});

export type ProjectMetrics = z.output<typeof projectMetrics>;

export const metrics = {
  read: endpoint({
    method: 'GET',
    path: '/internal/metrics',
    actors: { project: { access: 'admin', response: projectMetrics } },
  }),
};
