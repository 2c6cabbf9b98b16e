import { expect, test } from 'vitest';
import { AppError } from '#contract/errors.ts';
import type { ApiKey } from '#data/api-keys.ts';
import { type CheckCalls, checkApiKey } from './data';

const userKey = { id: 'k', type: 'user', user_id: 'u' } as ApiKey;
const teamKey = { id: 'k', type: 'team', team_id: 't' } as ApiKey;
const known = (code: string) => new AppError({ code: 'known-error', known: code } as never);
const reference = { ref: 'r', last_four: 'abcd' };

/** Answers of the service: for a check as a user's key, as a team's, and for reading a user's key. */
interface Answers {
  readonly user?: ApiKey | string;
  readonly team?: ApiKey | string;
  readonly read?: ApiKey | string;
}

async function run({ user = 'X', team = 'X', read = 'X' }: Answers, text: Parameters<typeof checkApiKey>[2]) {
  const asked: string[] = [];
  const answer = (name: string, value: ApiKey | string) => {
    asked.push(name);
    return typeof value === 'string' ? Promise.reject(known(value)) : Promise.resolve(value);
  };
  const calls: CheckCalls = {
    check: (owner) => answer(owner, owner === 'user' ? user : team),
    readUserKey: (id) => answer(`read ${id}`, read),
  };
  const result = await checkApiKey(calls, reference, text).catch((thrown: AppError) => thrown.report.known);
  return [asked, result];
}

const ofUser = { owner: 'user', id: 'k' } as const;
const ofTeam = { owner: 'team', id: 'k' } as const;
const wrong = 'WRONG_API_KEY_TYPE';

test.each<[string, Answers, Parameters<typeof checkApiKey>[2], unknown[]]>([
  ['a valid key of a user', { user: userKey }, ofUser, [['user'], { outcome: 'valid', key: userKey }]],
  ['a valid key of a team', { team: teamKey }, ofTeam, [['team'], { outcome: 'valid', key: teamKey }]],
  ['a key of the other kind', { user: wrong, team: teamKey }, null, [['user', 'team'], { outcome: 'valid', key: teamKey }]],
  ['a key that lies about its kind', { team: wrong, user: userKey }, ofTeam, [['team', 'user'], { outcome: 'valid', key: userKey }]],
  ['a key of neither kind', { user: wrong, team: wrong }, ofUser, [['user', 'team'], wrong]],
  ['an unknown key', { user: 'API_KEY_NOT_FOUND' }, null, [['user'], { outcome: 'not-found' }]],
  [
    'a revoked key of a user',
    { user: 'API_KEY_REVOKED', read: userKey },
    ofUser,
    [['user', 'read k'], { outcome: 'revoked', owner: 'user', key: userKey }],
  ],
  [
    'an expired key of a user who can’t be read',
    { user: 'API_KEY_EXPIRED', read: 'API_KEY_NOT_FOUND' },
    ofUser,
    [['user', 'read k'], { outcome: 'expired', owner: 'user', key: null }],
  ],
  ['a revoked key of a team', { team: 'API_KEY_REVOKED' }, ofTeam, [['team'], { outcome: 'revoked', owner: 'team', key: null }]],
  ['a revoked key without the usual form', { user: 'API_KEY_REVOKED' }, null, [['user'], { outcome: 'revoked', owner: 'user', key: null }]],
  ['another failure', { user: 'INSUFFICIENT_ACCESS_TYPE' }, ofUser, [['user'], 'INSUFFICIENT_ACCESS_TYPE']],
])('%s', async (_name, answers, text, expected) => {
  expect(await run(answers, text)).toEqual(expected);
});
