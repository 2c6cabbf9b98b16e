import { expect, it } from 'vitest';
import { userRisks } from './user-risks';

const internal = { id: 'i', name: 'Dashboard', baseUrl: 'https://a.example', projectId: 'internal', credentials: { owner: null } };
const other = { ...internal, id: 'i2', name: 'Again' };
const elsewhere = { ...internal, id: 'e', baseUrl: 'https://b.example' };
const owned = {
  id: 'p',
  name: 'Tides',
  baseUrl: 'https://a.example',
  projectId: 'p',
  credentials: { owner: { kind: 'owner' as const, internalConnectionId: 'i', userId: 'ada', name: 'Ada' } },
};
const connections = [internal, other, elsewhere, owned];
const account = (connectionId: string, userId: string, impersonationId?: string) => ({
  connectionId,
  userId,
  ...(impersonationId === undefined ? {} : { impersonationId }),
});

it.each([
  ['another user', 'grace', internal, [account('i', 'ada')], []],
  ['the user who is signed in', 'ada', elsewhere, [account('e', 'ada')], [{ kind: 'self' }]],
  ['one who is signed in through another connection to it', 'bob', internal, [account('i2', 'bob')], [{ kind: 'self' }]],
  ['one of the same ID elsewhere', 'bob', internal, [account('e', 'bob')], []],
  ['one who is impersonated', 'bob', internal, [account('i', 'bob', 'x')], []],
  ['the owner of a project', 'ada', internal, [], [{ kind: 'owner', projects: ['Tides'] }]],
  [
    'the owner, through another connection',
    'ada',
    other,
    [account('i', 'ada')],
    [{ kind: 'self' }, { kind: 'owner', projects: ['Tides'] }],
  ],
  ['a user of the owned project with that ID', 'ada', owned, [], []],
])('%s', (_who, userId, connection, accounts, expected) => {
  expect(userRisks(userId, connection, connections, accounts)).toEqual(expected);
});
