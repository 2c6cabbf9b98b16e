/** Handlers of metrics: totals, daily counts, and recent users (wire/endpoints 9.4). */
import { z } from 'zod';
import { endpoint } from '#contract/definitions.ts';
import type { RowOf } from '#contract/service/index.ts';
import type { ProjectMetrics } from '#contract/service/metrics.ts';
import { userIdOrMe } from '#contract/service/models/fields.ts';
import type { Store } from '../database/database';
import type { Handler, HandlersOf } from '../http/context';
import { reply } from '../http/respond';
import {
  activeDays,
  countAnonymous,
  countCountries,
  countDays,
  countMethods,
  countProviders,
  dayMillis,
  dayOf,
  lastActiveUsers,
  newestUsers,
} from '../stores/metrics-store';
import { countUsers } from '../stores/project-store';
import { usersByKeys } from '../stores/user-store';
import { requireUserById } from '../teams/team-access';
import { toServerUser } from '../users/user-object';

/** Number of days, including today, and of users in each list (wire/limits 3). */
const days = 31;
const people = 5;

/** Number of the newest users from 2.8.85 on (wire/corrections 2.8.86). */
const maxRegistered = 100;

/** Accepted, but the counts always include anonymous users: what they are without it is not documented (wire/newer 2.7). */
const metricsQuery = z.strictObject({ include_anonymous: z.enum(['true', 'false']).optional() });

const readMetrics: Handler<RowOf<'metrics.read'>> = {
  accepts: (release) => (release.has('metrics-query') ? { server: { query: metricsQuery } } : {}),
  async run(call) {
    const { store, clock, release } = call;
    const { key } = call.project;
    const today = dayOf(clock.now());
    const first = today - days + 1;
    const { signUps, active } = countDays(store, key, first);
    const perDay = (counts: ReadonlyMap<number, number>) =>
      Array.from({ length: days }, (_value, index) => ({ date: dateOf(first + index), activity: counts.get(first + index) ?? 0 }));
    const shown = (keys: readonly number[]) => usersByKeys(store, keys).map((user) => toServerUser(call, user));
    return reply({
      ...methodsOf(store, key),
      daily_users: perDay(signUps),
      daily_active_users: perDay(active),
      users_by_country: Object.fromEntries(countCountries(store, key).map(({ key: country, count }) => [country, count])),
      recently_registered: shown(newestUsers(store, key, release.has('more-registered-users') ? maxRegistered : people)),
      recently_active: shown(lastActiveUsers(store, key, people)),
    });
  },
};

function methodsOf(store: Store, project: number): Pick<ProjectMetrics, 'total_users' | 'login_methods'> {
  const { total, ...own } = countMethods(store, project);
  const counted = [...countProviders(store, project), ...Object.entries(own).map(([key, count]) => ({ key, count }))];
  const held = counted.filter(({ count }) => count > 0).map(({ key: method, count }) => ({ method, count }));
  return { total_users: total, login_methods: held.sort((a, b) => b.count - a.count || a.method.localeCompare(b.method)) };
}

function dateOf(day: number): string {
  return new Date(day * dayMillis).toISOString().slice(0, 10);
}

export const userCountsEndpoint = endpoint({
  method: 'GET',
  path: '/internal/metrics/user-counts',
  actors: { project: { access: 'admin', response: z.object({ total_users: z.number(), anonymous_users: z.number() }) } },
});

export const readUserCounts: Handler<typeof userCountsEndpoint> = {
  async run({ store, project }) {
    const anonymous_users = countAnonymous(store, project.key);
    return reply({ total_users: countUsers(store, project.key), anonymous_users });
  },
};

export const userActivityEndpoint = endpoint({
  method: 'GET',
  path: '/internal/user-activity',
  actors: {
    project: {
      access: 'admin',
      query: z.strictObject({ user_id: userIdOrMe }),
      response: z.object({ data_points: z.array(z.object({ date: z.string(), activity: z.number() })) }),
    },
  },
});

/** Says on which of the last days a user was active (wire/hexclave 4.2); the service's number of days is unknown. */
export const readUserActivity: Handler<typeof userActivityEndpoint> = {
  async run(call) {
    const { store, clock, query } = call;
    const user = requireUserById(call, query.user_id);
    const first = dayOf(clock.now()) - days + 1;
    const active = activeDays(store, user.key, first);
    const data_points = Array.from({ length: days }, (_value, index) => ({
      date: dateOf(first + index),
      activity: Number(active.has(first + index)),
    }));
    return reply({ data_points });
  },
};

export const metricsHandlers: HandlersOf<'metrics'> = {
  'metrics.read': readMetrics,
};
