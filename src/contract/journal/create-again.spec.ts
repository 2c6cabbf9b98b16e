import { describe, expect, test } from 'vitest';
import { sampleServerUser } from '#tests/support/samples/sample-user.ts';
import { type CreateAgainFacts, planCreateAgain } from './create-again';
import type { TeamSnapshot, UserSnapshot } from './snapshot';

const everything: CreateAgainFacts = {
  has: () => true,
  byAccount: false,
  accountUserId: null,
  usedEmails: new Set(),
  goneTeams: new Set(),
  project: { providers: new Set(['github']), codes: true },
};
const channel = { id: 'c', user_id: 'u', type: 'email', is_primary: false, is_verified: true, used_for_auth: true } as const;
const user: UserSnapshot = {
  kind: 'user',
  user: {
    ...sampleServerUser,
    display_name: '<b>Ada</b>',
    primary_email: 'Ada@x.test',
    otp_auth_enabled: true,
    oauth_providers: [{ id: 'github', account_id: '7', email: null }],
    selected_team_id: 't1',
  },
  channels: [
    { ...channel, value: 'Ada@x.test', is_primary: true },
    { ...channel, value: 'b@x.test' },
  ],
  teams: [
    { id: 't1', name: 'One', permissionIds: ['team_admin', '$delete_team'] },
    { id: 't2', name: 'Two', permissionIds: [] },
  ],
  permissionIds: ['publish'],
  accounts: [{ id: 'o', user_id: 'u', type: 'github', account_id: '7', email: null, allow_sign_in: true, allow_connected_accounts: false }],
  preferences: [
    { id: 'm', name: 'Marketing', isOn: false },
    { id: 'n', name: 'News', isOn: true },
  ],
  unread: [],
  leftOut: false,
};

const idsOf = (data: UserSnapshot | TeamSnapshot, facts: Partial<CreateAgainFacts> = {}) =>
  planCreateAgain(data, { ...everything, ...facts }).steps.map(({ id, skip }) => (skip === null ? id : `${id} ${skip}`));
const bodyOf = (data: UserSnapshot | TeamSnapshot, facts: Partial<CreateAgainFacts> = {}) =>
  planCreateAgain(data, { ...everything, ...facts }).steps[0]?.writes('')[0]?.body;
const all = ['create', 'email:b@x.test', 'account:github:7', 'team:t1', 'team:t2', 'permissions', 'preferences', 'selected-team'];
const without = (...ids: string[]) => all.filter((id) => !ids.includes(id));

describe('the plan of a user', () => {
  test.each<[string, Partial<UserSnapshot>, Partial<CreateAgainFacts>, readonly string[]]>([
    ['everything', {}, {}, all],
    [
      'an address that another user signs in with',
      {},
      { usedEmails: new Set(['ada@x.test', 'b@x.test']) },
      ['create', 'primary-email email-used', 'email:b@x.test email-used', ...without('create', 'email:b@x.test')],
    ],
    [
      'teams that are gone',
      {},
      { goneTeams: new Set(['t1']) },
      without('team:t1', 'team:t2', 'permissions', 'preferences', 'selected-team').concat(
        'team:t1 team-gone',
        'team:t2',
        'permissions',
        'preferences',
        'selected-team team-gone',
      ),
    ],
    [
      'one-time codes and a provider that the project hasn’t',
      {},
      { project: { providers: new Set(), codes: false } },
      ['create', 'codes codes-off', 'email:b@x.test', 'account:github:7 provider-gone', ...all.slice(3)],
    ],
    [
      'an early release',
      {},
      { has: () => false },
      [
        'create',
        'email:b@x.test',
        'account:github:7 unsupported',
        'team:t1',
        'team:t2',
        'permissions',
        'preferences unsupported',
        'selected-team',
      ],
    ],
    ['accounts that only the creation can have', { accounts: [] }, {}, without('account:github:7')],
    [
      'accounts that only the creation could have, of a provider that is gone',
      { accounts: [] },
      { project: { providers: new Set(), codes: true } },
      ['create', 'email:b@x.test', 'account:github:7 provider-gone', ...all.slice(3)],
    ],
    ['what isn’t known', {}, { project: null }, all],
    [
      'a selected team that the user had left',
      { teams: [] },
      {},
      without('team:t1', 'team:t2', 'selected-team').concat('selected-team without-team'),
    ],
    [
      'nothing but a user',
      {
        user: { ...sampleServerUser, primary_email: null, selected_team_id: null },
        channels: [],
        teams: [],
        permissionIds: [],
        accounts: [],
        preferences: [],
      },
      {},
      ['create'],
    ],
  ])('with %s', (_, own, facts, expected) => {
    expect(idsOf({ ...user, ...own }, facts)).toEqual(expected);
  });

  test('the creation has what is kept, and leaves out what would make it fail', () => {
    expect(bodyOf(user)).toMatchObject({ display_name: '<b>Ada</b>', primary_email: 'Ada@x.test', otp_auth_enabled: true });
    expect(bodyOf(user)).not.toHaveProperty('oauth_providers');
    expect(bodyOf({ ...user, accounts: [] })).toMatchObject({ oauth_providers: [{ id: 'github', account_id: '7' }] });
    const refused = bodyOf(
      { ...user, accounts: [] },
      { usedEmails: new Set(['ada@x.test']), project: { providers: new Set(), codes: false } },
    );
    for (const name of ['primary_email', 'primary_email_verified', 'primary_email_auth_enabled', 'otp_auth_enabled', 'oauth_providers'])
      expect(refused).not.toHaveProperty(name);
  });

  test('says what is lost of this user, and what wasn’t kept', () => {
    const losses = (own: object, rest: Partial<UserSnapshot> = {}) =>
      planCreateAgain({ ...user, ...rest, user: { ...user.user, ...own } }, everything).losses;
    const always = ['id', 'dates', 'sessions', 'api-keys'];
    expect(losses({ has_password: false }, { teams: [] })).toEqual(always);
    expect(
      losses({ has_password: true, passkey_auth_enabled: true, requires_totp_mfa: true }, { unread: ['channels'], leftOut: true }),
    ).toEqual(['id', 'dates', 'password', 'passkey', 'two-factor', 'sessions', 'api-keys', 'team-profiles', 'secrets', 'unread']);
  });
});

describe('the plan of a team', () => {
  const team: TeamSnapshot = {
    kind: 'team',
    team: {
      id: 't',
      display_name: 'One',
      profile_image_url: 'https://x.test/a.png',
      client_metadata: { a: 1 },
      client_read_only_metadata: null,
      server_metadata: { b: 2 },
      created_at_millis: 1,
    },
    members: [
      { id: 'u1', name: null, email: 'a@x.test', permissionIds: ['team_admin'] },
      { id: 'u2', name: 'Bo', email: null, permissionIds: [] },
    ],
    invitations: ['new@x.test'],
    accountId: 'a',
    unread: [],
    leftOut: false,
  };
  test('has the members with their permissions, and lists invitations', () => {
    const { steps, losses, invitations } = planCreateAgain(team, everything);
    expect(steps.map(({ id, subject, person }) => [id, subject, person])).toEqual([
      ['create', null, null],
      ['member:u1', 'a@x.test', { userId: 'u1', displayName: null }],
      ['member:u2', null, { userId: 'u2', displayName: 'Bo' }],
    ]);
    expect(steps[1]?.writes('n')).toEqual([
      { endpoint: 'teams.addMember', params: { team_id: 'n', user_id: 'u1' }, body: {} },
      { endpoint: 'permissions.grantInTeam', params: { team_id: 'n', user_id: 'u1', permission_id: 'team_admin' }, body: {} },
    ]);
    expect(losses).toContain('invitations');
    expect(invitations).toEqual(['new@x.test']);
  });

  test('by an account, has the account alone', () => {
    expect(idsOf(team, { byAccount: true, accountUserId: 'u1' })).toEqual(['create', 'member:u2 project-only']);
    expect(bodyOf(team, { byAccount: true, accountUserId: 'u1' })).toEqual({
      display_name: 'One',
      client_metadata: { a: 1 },
      creator_user_id: 'me',
    });
  });
});
