/** Reads what a snapshot keeps of a user or a team, right before it is deleted. */
import { AppError } from '#contract/errors.ts';
import type { SnapshotData, SnapshotPart, TeamSnapshot, UserSnapshot } from '#contract/journal/snapshot.ts';
import { catalog } from '#contract/service/index.ts';
import type { ClientTeam, ServerTeam, ServerUser } from '#contract/service/models/user-models.ts';
import type { Sender, SendOptions, Target, TokenSource } from '../../remote/send';
import { withoutSecrets } from '../without-secrets';

export interface SnapshotSource {
  readonly sender: Pick<Sender, 'send'>;
  readonly target: Target;
  /** Options of every read: what pauses and cancels them. */
  readonly options: Pick<SendOptions, 'watch'>;
}

/** A session by which a team is read where the project has no key. */
export interface AccountSource {
  readonly accountId: string;
  readonly session: TokenSource;
}

/** Whether a target has a key or a session of the owner by which the project can be read. */
export function hasServerAccess({ keys, owner }: Pick<Target, 'keys' | 'owner'>): boolean {
  return keys.server !== undefined || keys.admin !== undefined || owner !== undefined;
}

/** Collects the parts that couldn't be read. A read that was canceled ends all. */
function createParts() {
  const unread: SnapshotPart[] = [];
  return {
    unread,
    async read<T>(part: SnapshotPart, reading: Promise<T>, otherwise: T): Promise<T> {
      try {
        return await reading;
      } catch (thrown) {
        if (!(thrown instanceof AppError) || thrown.code === 'cancelled') throw thrown;
        // A release that doesn't have it has nothing to lose either.
        if (thrown.code !== 'not-offered-by-service') unread.push(part);
        return otherwise;
      }
    },
  };
}

const none = { items: [], is_paginated: false as const };

/** Rejects with the error of the user itself; other parts that can't be read are noted. */
export async function readUserSnapshot(source: SnapshotSource, user_id: string): Promise<UserSnapshot> {
  const { sender, target, options } = source;
  const { users, contactChannels, teams, permissions, oauth, emails } = catalog;
  const parts = createParts();
  const user = await sender.send(users.read, 'project', target, { params: { user_id } }, options);
  const of = { query: { user_id } };
  const [channels, ownTeams, teamGrants, grants, accounts, preferences] = await Promise.all([
    parts.read('channels', sender.send(contactChannels.list, 'project', target, of, options), none),
    parts.read('teams', sender.send(teams.list, 'project', target, of, options), none),
    parts.read('team-permissions', sender.send(permissions.inTeams, 'project', target, of, options), none),
    parts.read('permissions', sender.send(permissions.inProject, 'project', target, of, options), none),
    parts.read('accounts', sender.send(oauth.providers, 'project', target, of, options), none),
    parts.read('preferences', sender.send(emails.notificationPreferences, 'project', target, { params: { user_id } }, options), none),
  ]);
  const own = withoutSecretValues(user);
  return {
    kind: 'user',
    user: own.value,
    channels: [...channels.items],
    teams: ownTeams.items.map(({ id, display_name: name }) => ({
      id,
      name,
      permissionIds: teamGrants.items.filter(({ team_id }) => team_id === id).map((grant) => grant.id),
    })),
    permissionIds: grants.items.map(({ id }) => id),
    accounts: [...accounts.items],
    preferences: preferences.items
      .filter(({ can_disable }) => can_disable)
      .map(({ notification_category_id: id, notification_category_name: name, enabled }) => ({ id, name, isOn: enabled })),
    unread: parts.unread,
    leftOut: own.leftOut,
  };
}

/** As for a user. An account sees less than the project. */
export async function readTeamSnapshot(source: SnapshotSource, id: string, account: AccountSource | null): Promise<TeamSnapshot> {
  const { sender, target, options } = source;
  const { teams, permissions } = catalog;
  const parts = createParts();
  const query = { team_id: id };
  if (account !== null) {
    const own = { ...options, session: account.session };
    const team = withoutSecretValues(await sender.send(teams.read, 'account', target, { params: { id } }, own));
    const [profiles, grants, invitations] = await Promise.all([
      parts.read('members', sender.send(teams.profiles, 'account', target, { query }, own), none),
      parts.read(
        'member-permissions',
        sender.send(permissions.inTeams, 'account', target, { query: { ...query, user_id: 'me' } }, own),
        none,
      ),
      parts.read('invitations', sender.send(teams.invitations, 'account', target, { query }, own), none),
    ]);
    return {
      kind: 'team',
      team: team.value,
      members: membersOf(
        profiles.items.map(({ user_id, display_name }) => ({ id: user_id, name: display_name, email: null })),
        grants.items,
      ),
      invitations: invitations.items.map(({ recipient_email }) => recipient_email),
      accountId: account.accountId,
      unread: parts.unread,
      leftOut: team.leftOut,
    };
  }
  const team = withoutSecretValues(await sender.send(teams.read, 'project', target, { params: { id } }, options));
  const [profiles, grants, invitations] = await Promise.all([
    parts.read('members', sender.send(teams.profiles, 'project', target, { query }, options), none),
    parts.read('member-permissions', sender.send(permissions.inTeams, 'project', target, { query }, options), none),
    parts.read('invitations', sender.send(teams.invitations, 'project', target, { query }, options), none),
  ]);
  return {
    kind: 'team',
    team: team.value,
    members: membersOf(
      profiles.items.map(({ user_id, user }) => ({ id: user_id, name: user.display_name, email: user.primary_email })),
      grants.items,
    ),
    invitations: invitations.items.map(({ recipient_email }) => recipient_email),
    accountId: null,
    unread: parts.unread,
    leftOut: team.leftOut,
  };
}

type Member = Omit<TeamSnapshot['members'][number], 'permissionIds'>;

function membersOf(
  members: readonly Member[],
  grants: readonly { readonly id: string; readonly user_id: string }[],
): TeamSnapshot['members'] {
  return members.map((member) => ({
    ...member,
    permissionIds: grants.filter(({ user_id }) => user_id === member.id).map(({ id }) => id),
  }));
}

/** Leaves values out of the metadata and the image that have the name or the form of a secret. */
function withoutSecretValues<T extends ServerUser | ServerTeam | ClientTeam>(object: T): { readonly value: T; readonly leftOut: boolean } {
  let leftOut = false;
  const differing = (value: unknown, cleaned: unknown): unknown => {
    if (Array.isArray(value))
      return value.map((item, at) => differing(item, (cleaned as unknown[])[at])).filter((item) => item !== undefined);
    if (typeof value !== 'object' || value === null) {
      if (value === cleaned) return value;
      leftOut = true;
      return undefined;
    }
    // Names may be replaced too, so that fields are compared by their order.
    const others = Object.entries(cleaned as object);
    const fields = Object.entries(value).map(([name, inner], at) => {
      const [otherName, other] = others[at] ?? [];
      return [name, differing(inner, name === otherName ? other : undefined)] as const;
    });
    return Object.fromEntries(fields.filter(([, inner]) => inner !== undefined));
  };
  const clean = (value: unknown): unknown => differing(value, withoutSecrets(value, { endpoint: catalog.users.read })) ?? null;
  const names = ['client_metadata', 'client_read_only_metadata', 'server_metadata', 'profile_image_url'].filter((name) => name in object);
  const fields = object as Readonly<Record<string, unknown>>;
  const cleaned = Object.fromEntries(names.map((name) => [name, fields[name] == null ? fields[name] : clean(fields[name])]));
  const { selected_team: selected } = fields as { readonly selected_team?: ServerTeam | null };
  // Its metadata isn't needed.
  const team =
    selected == null
      ? {}
      : { selected_team: { ...selected, client_metadata: null, client_read_only_metadata: null, server_metadata: null } };
  return { value: { ...object, ...cleaned, ...team }, leftOut };
}

/** Whether a snapshot isn't larger than is worth keeping, in UTF-16 code units of its JSON. */
export function isKeepable(data: SnapshotData): boolean {
  return JSON.stringify(data).length <= 16_000_000;
}
