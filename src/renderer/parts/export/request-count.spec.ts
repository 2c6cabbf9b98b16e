import { expect, test } from 'vitest';
import { requestCount } from './request-count';

test.each([
  ['users', 'all', 12_408, [], { count: 125, hasEachTeam: false }],
  ['users', 'all', null, ['teams'], { count: null, hasEachTeam: true }],
  ['users', 'all', 250, ['teams', 'permissions'], { count: 5, hasEachTeam: true }],
  ['users', 'ids', 5, ['teams', 'permissions'], { count: 15, hasEachTeam: false }],
  ['users', 'ids', 200, ['permissions'], { count: null, hasEachTeam: false }],
  ['users', 'matching', 1_204, ['id'], null],
  ['users', 'matching', 1_204, ['permissions'], { count: 1, hasEachTeam: false }],
  ['members', 'team', 120, ['permissions'], { count: 4, hasEachTeam: false }],
  ['members', 'all', null, [], { count: null, hasEachTeam: true }],
  ['teams', 'all', 9, [], { count: 1, hasEachTeam: false }],
  ['permissions', 'all', null, [], { count: 2, hasEachTeam: false }],
] as const)('%s of %s, %s rows, with %j', (kind, scope, count, fields, expected) => {
  expect(requestCount({ kind, scope, count, fields, isIndexed: false })).toEqual(expected);
});

test.each([
  [50, [], { count: 50, hasEachTeam: false }],
  [51, [], null],
  [51, ['teams'], { count: 1, hasEachTeam: true }],
] as const)('%i users of the index’s list, with %j', (count, fields, expected) => {
  expect(requestCount({ kind: 'users', scope: 'ids', count, fields, isIndexed: true })).toEqual(expected);
});
