/** Plans how a deleted user or team is created again from its snapshot, step by step, and what doesn't come back. */
import { type Fields, fieldOf, fieldsOf } from './changed-fields';
import type { SnapshotData, SnapshotPart, TeamSnapshot, UserSnapshot } from './snapshot';
import { creationSteps } from './undo-creations';
import type { UndoContext } from './undo-plan';

/**
 * Why a step isn't made: the release can't, only the project can, another user signs in with the address, the team or the provider doesn't exist
 * any more, one-time codes are turned off, or the user wasn't a member of the selected team.
 */
export const skipReasons = [
  'unsupported',
  'project-only',
  'email-used',
  'team-gone',
  'provider-gone',
  'codes-off',
  'without-team',
] as const;
type SkipReason = (typeof skipReasons)[number];

export const stepKinds = [
  'create-user',
  'create-team',
  'restriction',
  'primary-email',
  'codes',
  'email',
  'account',
  'team',
  'permissions',
  'preferences',
  'selected-team',
  'member',
] as const;
type StepKind = (typeof stepKinds)[number];

/** What doesn't come back. */
export const snapshotLosses = [
  'id',
  'dates',
  'password',
  'passkey',
  'two-factor',
  'sessions',
  'api-keys',
  'team-profiles',
  'invitations',
  'secrets',
  'unread',
] as const;
type SnapshotLoss = (typeof snapshotLosses)[number];

/** A write of a step. */
export interface SnapshotWrite {
  readonly endpoint: string;
  readonly params?: Fields;
  readonly body?: Fields;
}

export interface CreateStep {
  /** The same in each plan of a snapshot. */
  readonly id: string;
  readonly kind: StepKind;
  /** What it is about: an address, a name, or a provider; null for the user or the team itself. */
  readonly subject: string | null;
  /** The user of a member. */
  readonly person: { readonly userId: string; readonly displayName: string | null } | null;
  /** IDs of permissions, or names of categories. */
  readonly details: readonly string[];
  readonly skip: SkipReason | null;
  /** Returns what is sent, with the ID of what was created. */
  readonly writes: (newId: string) => readonly SnapshotWrite[];
}

export interface CreateAgainPlan {
  /** The first one creates the user or the team. */
  readonly steps: readonly CreateStep[];
  readonly losses: readonly SnapshotLoss[];
  /** Addresses of invitations that were pending, and aren't sent again. */
  readonly invitations: readonly string[];
  readonly unread: readonly SnapshotPart[];
}

/** What was read for the plan. What isn't known counts as possible: the step then fails with the service's own error. */
export interface CreateAgainFacts {
  readonly has: UndoContext['has'];
  /** Whether an account creates the team, as its user. */
  readonly byAccount: boolean;
  readonly accountUserId: string | null;
  readonly usedEmails: ReadonlySet<string>;
  readonly goneTeams: ReadonlySet<string>;
  /** What the project offers; null if it isn't known. */
  readonly project: { readonly providers: ReadonlySet<string>; readonly codes: boolean } | null;
}

/** Returns the plan. It changes nothing. */
export function planCreateAgain(data: SnapshotData, facts: CreateAgainFacts): CreateAgainPlan {
  const plan = data.kind === 'user' ? planUser(data, facts) : planTeam(data, facts);
  const further: SnapshotLoss[] = [...(data.leftOut ? ['secrets' as const] : []), ...(data.unread.length > 0 ? ['unread' as const] : [])];
  return { ...plan, losses: [...plan.losses, ...further], unread: data.unread };
}

type PartialPlan = Omit<CreateAgainPlan, 'unread'>;

function planUser(data: UserSnapshot, facts: CreateAgainFacts): PartialPlan {
  const { user } = data;
  return {
    steps: [
      ...creationOfUser(data, facts),
      ...data.channels.filter((channel) => !channel.is_primary).map((channel) => emailStep(channel, facts)),
      ...accountSteps(data, facts),
      ...data.teams.map((team) => teamStep(team, facts)),
      ...permissionStep(data),
      ...preferenceStep(data, facts),
      ...selectedTeamStep(data, facts),
    ],
    losses: [
      'id',
      'dates',
      ...(user.has_password ? ['password' as const] : []),
      ...(user.passkey_auth_enabled ? ['passkey' as const] : []),
      ...(user.requires_totp_mfa ? ['two-factor' as const] : []),
      'sessions',
      'api-keys',
      ...(data.teams.length > 0 ? ['team-profiles' as const] : []),
    ],
    invitations: [],
  };
}

const one = (id: string, kind: StepKind, rest: Partial<CreateStep>): CreateStep => ({
  id,
  kind,
  subject: null,
  person: null,
  details: [],
  skip: null,
  writes: () => [],
  ...rest,
});

/** The creation, and the restriction that follows it. Says which of its fields are left out. */
function creationOfUser({ user, accounts }: UserSnapshot, facts: CreateAgainFacts): CreateStep[] {
  const context = { byAccount: false, has: facts.has };
  const { steps } = creationSteps('users.delete', 'users.create', { input: {}, old: fieldsOf(user), before: user, context });
  const isUsed = user.primary_email !== null && facts.usedEmails.has(user.primary_email.toLowerCase());
  const codesOff = user.otp_auth_enabled && facts.project?.codes === false;
  const kept = user.oauth_providers.filter(({ id }) => facts.project?.providers.has(id) !== false);
  const left = [
    ...(isUsed ? ['primary_email', 'primary_email_verified', 'primary_email_auth_enabled'] : []),
    ...(codesOff ? ['otp_auth_enabled'] : []),
    // They follow one by one, with what each is used for.
    ...(accounts.length > 0 || kept.length === 0 ? ['oauth_providers'] : []),
  ];
  const fields = Object.entries(fieldsOf(steps[0]?.body)).filter(([name]) => !left.includes(name));
  const body = Object.fromEntries(
    fields.map(([name, value]) => [name, name === 'oauth_providers' ? itemsWith(value, new Set(kept.map(({ id }) => id))) : value]),
  );
  return [
    one('create', 'create-user', { subject: isUsed ? null : user.primary_email, writes: () => [{ endpoint: 'users.create', body }] }),
    ...(isUsed ? [one('primary-email', 'primary-email', { subject: user.primary_email, skip: 'email-used' })] : []),
    ...(codesOff ? [one('codes', 'codes', { skip: 'codes-off' })] : []),
    ...steps.slice(1).map((step) =>
      one('restriction', 'restriction', {
        skip: 'restricted_by_admin' in user ? null : 'unsupported',
        writes: (newId) => [{ endpoint: step.endpoint, params: { user_id: newId }, body: fieldsOf(step.body) }],
      }),
    ),
  ];
}

const itemsWith = (list: unknown, ids: ReadonlySet<string>) =>
  Array.isArray(list) ? list.filter((item) => ids.has(String(fieldOf(fieldsOf(item), 'id')))) : list;

function emailStep({ value, used_for_auth, is_verified }: UserSnapshot['channels'][number], { usedEmails }: CreateAgainFacts): CreateStep {
  return one(`email:${value}`, 'email', {
    subject: value,
    skip: used_for_auth && usedEmails.has(value.toLowerCase()) ? 'email-used' : null,
    writes: (user_id) => [
      { endpoint: 'contactChannels.create', body: { user_id, type: 'email', value, used_for_auth, is_verified, is_primary: false } },
    ],
  });
}

/** Before 2.8.24, connected accounts can only be part of the creation; those of providers that the project hasn't any longer are left out. */
function accountSteps({ user, accounts }: UserSnapshot, { has, project }: CreateAgainFacts): CreateStep[] {
  const isGone = (provider: string) => project?.providers.has(provider) === false;
  if (accounts.length === 0) {
    const gone = user.oauth_providers.filter(({ id }) => isGone(id));
    return gone.map(({ id, account_id }) => one(`account:${id}:${account_id}`, 'account', { subject: id, skip: 'provider-gone' }));
  }
  return accounts.map((account) => {
    const { type, account_id, email, allow_sign_in, allow_connected_accounts } = account;
    const provider = account.provider_config_id ?? type;
    return one(`account:${provider}:${account_id}`, 'account', {
      subject: provider,
      skip: isGone(provider) ? 'provider-gone' : has('oauth-providers') ? null : 'unsupported',
      writes: (user_id) => [
        {
          endpoint: 'oauth.addProvider',
          body: {
            user_id,
            provider_config_id: provider,
            account_id,
            ...(email == null ? {} : { email }),
            allow_sign_in,
            allow_connected_accounts,
          },
        },
      ],
    });
  });
}

/** New members get the default permissions; those of before are granted. */
function teamStep({ id, name, permissionIds }: UserSnapshot['teams'][number], { goneTeams }: CreateAgainFacts): CreateStep {
  return one(`team:${id}`, 'team', {
    subject: name,
    details: permissionIds,
    skip: goneTeams.has(id) ? 'team-gone' : null,
    writes: (user_id) => membership(id, user_id, permissionIds),
  });
}

function membership(team_id: string, user_id: string, permissionIds: readonly string[]): SnapshotWrite[] {
  const params = { team_id, user_id };
  return [
    { endpoint: 'teams.addMember', params, body: {} },
    ...permissionIds.map((permission_id) => ({ endpoint: 'permissions.grantInTeam', params: { ...params, permission_id }, body: {} })),
  ];
}

function permissionStep({ permissionIds }: UserSnapshot): CreateStep[] {
  if (permissionIds.length === 0) return [];
  const writes: CreateStep['writes'] = (user_id) =>
    permissionIds.map((permission_id) => ({ endpoint: 'permissions.grantInProject', params: { user_id, permission_id }, body: {} }));
  return [one('permissions', 'permissions', { details: permissionIds, writes })];
}

/** Emails are on until the user turns them off. */
function preferenceStep({ preferences }: UserSnapshot, { has }: CreateAgainFacts): CreateStep[] {
  const off = preferences.filter(({ isOn }) => !isOn);
  if (off.length === 0) return [];
  const writes: CreateStep['writes'] = (user_id) =>
    off.map(({ id }) => ({ endpoint: 'emails.setNotificationPreference', params: { user_id, category_id: id }, body: { enabled: false } }));
  return [
    one('preferences', 'preferences', {
      details: off.map(({ name }) => name),
      skip: has('notification-preferences') ? null : 'unsupported',
      writes,
    }),
  ];
}

function selectedTeamStep({ user, teams }: UserSnapshot, { goneTeams }: CreateAgainFacts): CreateStep[] {
  const { selected_team_id: id } = user;
  if (id === null) return [];
  const team = teams.find((each) => each.id === id);
  return [
    one('selected-team', 'selected-team', {
      subject: team?.name ?? user.selected_team?.display_name ?? null,
      skip: goneTeams.has(id) ? 'team-gone' : team === undefined ? 'without-team' : null,
      writes: (user_id) => [{ endpoint: 'users.update', params: { user_id }, body: { selected_team_id: id } }],
    }),
  ];
}

function planTeam(data: TeamSnapshot, facts: CreateAgainFacts): PartialPlan {
  const { byAccount, has, accountUserId } = facts;
  const { team } = data;
  const { steps } = creationSteps('teams.delete', 'teams.create', {
    input: {},
    old: fieldsOf(team),
    before: team,
    context: { byAccount, has },
  });
  const creator = byAccount ? { creator_user_id: 'me' } : {};
  return {
    steps: [
      one('create', 'create-team', {
        writes: () => [{ endpoint: 'teams.create', body: { ...fieldsOf(steps[0]?.body), ...creator } }],
      }),
      // The account becomes a member with the creation.
      ...data.members
        .filter(({ id }) => !(byAccount && id === accountUserId))
        .map(({ id, name, email, permissionIds }) =>
          one(`member:${id}`, 'member', {
            subject: email,
            person: { userId: id, displayName: name },
            details: permissionIds,
            skip: byAccount ? 'project-only' : null,
            writes: (team_id) => membership(team_id, id, permissionIds),
          }),
        ),
    ],
    losses: [
      'id',
      'dates',
      'api-keys',
      ...(data.members.length > 0 ? ['team-profiles' as const] : []),
      ...(data.invitations.length > 0 ? ['invitations' as const] : []),
    ],
    invitations: data.invitations,
  };
}
