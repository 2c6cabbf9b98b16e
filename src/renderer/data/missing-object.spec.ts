import { expect, test } from 'vitest';
import { queryKeys } from './keys';
import { missingObject } from './missing-object';
import { readKey } from './service-query';

const user = readKey('users.read', { connectionId: 'c', params: { user_id: 'u' } });
const team = readKey('teams.read', { connectionId: 'c', params: { id: 't' } });
const unknown = (known: string) => ({ code: 'known-error', known, status: 404 }) as const;

test('a user and a team that the service doesn’t have', () => {
  expect(missingObject(user, unknown('USER_NOT_FOUND'))).toEqual({ connectionId: 'c', id: 'u' });
  expect(missingObject(team, unknown('TEAM_NOT_FOUND'))).toEqual({ connectionId: 'c', id: 't' });
});

test.each([
  ['another failure', user, { code: 'timed-out' } as const],
  ['the failure of another object', team, unknown('USER_NOT_FOUND')],
  ['a list', queryKeys.teams('c'), unknown('TEAM_NOT_FOUND')],
  ['an account’s own read', readKey('teams.read', { connectionId: 'c', accountId: 'a', params: { id: 't' } }), unknown('TEAM_NOT_FOUND')],
  ['no read of the service', ['connections-export', []], unknown('USER_NOT_FOUND')],
])('none for %s', (_what, key, report) => {
  expect(missingObject(key, report)).toBeNull();
});
