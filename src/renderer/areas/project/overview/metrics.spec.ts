import { expect, it } from 'vitest';
import { sampleUser } from '#tests/support/samples/sample-user.ts';
import { shownUsers } from './metrics';

const userOf = (id: string) => ({
  ...sampleUser,
  id,
  selected_team: null,
  primary_email_auth_enabled: true,
  last_active_at_millis: 0,
  server_metadata: null,
});

it.each([
  [0, []],
  [5, ['0', '1', '2', '3', '4']],
  [100, ['0', '1', '2', '3', '4']],
])('of %i users, the first five are shown', (count, ids) => {
  const users = Array.from({ length: count }, (_none, at) => userOf(String(at)));
  expect(shownUsers(users).map(({ id }) => id)).toEqual(ids);
});
