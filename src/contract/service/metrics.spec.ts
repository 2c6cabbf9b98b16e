import { expect, test } from 'vitest';
import { sampleServerUser } from '#tests/support/samples/sample-user.ts';
import { projectMetrics } from './metrics';

const figures = { total_users: 2, daily_users: [], daily_active_users: [], users_by_country: {}, login_methods: [] };

test.each(['recently_registered', 'recently_active'])('users of %s that cannot be read are left out of the figures', (list) => {
  const odd = [{ ...sampleServerUser, has_password: 'later' }, null, 'ada'];
  const read = { ...figures, recently_registered: [], recently_active: [], [list]: [...odd, sampleServerUser] };
  expect(projectMetrics.parse(read)).toEqual({ ...read, [list]: [sampleServerUser] });
});
