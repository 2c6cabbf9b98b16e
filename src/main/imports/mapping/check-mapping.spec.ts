import { expect, test } from 'vitest';
import type { ImportMapping, ImportTarget } from '#contract/imports/mapping.ts';
import { mappingProblems } from './check-mapping';

const users = (...targets: ImportTarget[]) =>
  ({
    kind: 'users',
    columns: targets.map((target, column) => ({ column, target })),
    ...{ match: 'email', existing: 'change', empty: 'keep', alsoSetPasswords: false },
  }) as ImportMapping;

const path = (of: string): ImportTarget => ({ field: 'metadata', path: of, type: 'auto' });
const team: ImportTarget = { field: 'team', by: 'name', separator: ',' };
const email: ImportTarget = { field: 'email' };

test.each<[string, ImportMapping, unknown[]]>([
  ['nothing', users(email, { field: 'display_name' }, team, team, path('server.a'), path('client.a')), []],
  ['two names', users(email, { field: 'display_name' }, { field: 'display_name' }), [{ reason: 'taken-twice', columns: [1, 2] }]],
  ['two columns of a path', users(email, path('server.a'), path('server.a')), [{ reason: 'taken-twice', columns: [1, 2] }]],
  ['a path within another one', users(email, path('server.a.b'), path('server.a')), [{ reason: 'within', columns: [2, 1] }]],
  ['a path that starts like another one', users(email, path('server.a'), path('server.ab')), []],
  ['a path in all metadata', users(email, { field: 'server_metadata' }, path('server.a')), []],
  ['no address', users({ field: 'display_name' }), [{ reason: 'no-key', columns: [] }]],
  [
    'a password and a hash',
    users(email, { field: 'password' }, { field: 'password_hash' }),
    [{ reason: 'password-and-hash', columns: [1, 2] }],
  ],
  [
    'a column of which the file has none',
    {
      ...users(email),
      columns: [
        { column: 0, target: email },
        { column: 9, target: team },
      ],
    } as ImportMapping,
    [{ reason: 'unknown-column', columns: [9] }],
  ],
  [
    'a column that is mapped twice',
    {
      ...users(email),
      columns: [
        { column: 0, target: email },
        { column: 0, target: { field: 'display_name' } },
      ],
    } as ImportMapping,
    [{ reason: 'taken-twice', columns: [0] }],
  ],
])('finds %s', (_what, mapping, problems) => {
  expect(mappingProblems(mapping, ['a', 'b', 'c', 'd', 'e', 'f'])).toEqual(problems);
});
