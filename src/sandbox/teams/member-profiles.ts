/** Endpoints of member profiles (wire/endpoints 0.4 and 5.3). */
import type { RowOf } from '#contract/service/index.ts';
import type { ServerMemberProfile } from '#contract/service/models/team-models.ts';
import { profileQuery } from '#contract/service/teams.ts';
import type { CheckedRequest, Handler } from '../http/context';
import { plainFailure } from '../http/failures';
import { reply } from '../http/respond';
import { storedProfileImage } from '../http/stored-images';
import { shownUrl } from '../stores/file-store';
import { listProfiles, type MembershipRow, type ProfileRow, updateProfile } from '../stores/membership-store';
import { usersByKeys } from '../stores/user-store';
import { toServerUser } from '../users/user-object';
import { requireMembership, requireSignedIn, requireTeam, requireTeamPermission, requireUserById } from './team-access';

/** Lists profiles in joining order. Clients have to name a team, and need `$read_members` for other users. */
export const listMemberProfiles: Handler<RowOf<'teams.profiles'>> = {
  accepts: { client: { query: profileQuery } },
  async run(call) {
    const { store, project, caller, query } = call;
    if (caller.access === 'client') {
      if (query.team_id === undefined) throw plainFailure(400, 'team_id is required for access type client');
      requireReadable(call, query.team_id, query.user_id);
    }
    const team = query.team_id === undefined ? undefined : requireTeam(call, query.team_id).key;
    const user = query.user_id === undefined ? undefined : requireUserById(call, query.user_id).key;
    const rows = listProfiles(store, project.key, { team, user });
    return reply({
      items: caller.access === 'client' ? rows.map((row) => clientProfile(call, row)) : serverProfiles(call, rows),
      is_paginated: false as const,
    });
  },
};

export const readMemberProfile: Handler<RowOf<'teams.profile'>> = {
  async run(call) {
    const { team_id: teamId, user_id: userId } = call.params;
    if (call.caller.access === 'client') requireReadable(call, teamId, userId);
    return reply(profileOf(call, requireMember(call)));
  },
};

export const updateMemberProfile: Handler<RowOf<'teams.updateProfile'>> = {
  async run(call) {
    const { store, caller, params, body } = call;
    if (caller.access === 'client' && params.user_id.toLowerCase() !== requireSignedIn(caller).id) {
      throw plainFailure(403, "Cannot update another user's profile");
    }
    const member = requireMember(call);
    updateProfile(store, member, {
      ...(body.display_name === undefined ? {} : { display_name: body.display_name }),
      ...(body.profile_image_url === undefined ? {} : { profile_image_url: storedProfileImage(call, body.profile_image_url) }),
    });
    return reply(profileOf(call, member));
  },
};

type AnyRequest =
  | CheckedRequest<RowOf<'teams.profiles'>>
  | CheckedRequest<RowOf<'teams.profile'>>
  | CheckedRequest<RowOf<'teams.updateProfile'>>;

function requireReadable(call: AnyRequest, teamId: string, userId: string | undefined): void {
  const own = requireSignedIn(call.caller).id;
  requireMembership(call, teamId, own);
  if (userId?.toLowerCase() !== own) requireTeamPermission(call, teamId, '$read_members');
}

function requireMember(call: CheckedRequest<RowOf<'teams.profile'>> | CheckedRequest<RowOf<'teams.updateProfile'>>): MembershipRow {
  const { team_id: teamId, user_id: userId } = call.params;
  if (call.caller.access !== 'client') {
    requireTeam(call, teamId);
    requireUserById(call, userId);
  }
  return requireMembership(call, teamId, userId);
}

function profileOf(call: AnyRequest, member: MembershipRow) {
  const { store, project, caller } = call;
  const rows = listProfiles(store, project.key, member);
  const [profile] = caller.access === 'client' ? rows.map((row) => clientProfile(call, row)) : serverProfiles(call, rows);
  if (profile === undefined) throw new Error('The membership has no profile.');
  return profile;
}

function clientProfile({ baseUrl }: Pick<AnyRequest, 'baseUrl'>, { team_id, user_id, display_name, profile_image_url: url }: ProfileRow) {
  return { team_id, user_id, display_name, profile_image_url: shownUrl(baseUrl, url) };
}

function serverProfiles(
  context: Pick<AnyRequest, 'store' | 'release' | 'project' | 'baseUrl'>,
  rows: readonly ProfileRow[],
): ServerMemberProfile[] {
  const users = new Map(
    usersByKeys(context.store, [...new Set(rows.map(({ user }) => user))]).map((user) => [user.key, toServerUser(context, user)]),
  );
  return rows.flatMap((row) => {
    const user = users.get(row.user);
    return user === undefined ? [] : [{ ...clientProfile(context, row), user }];
  });
}
