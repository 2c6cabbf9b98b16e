/** The teams of a user of the project, and joining and leaving them (wire/endpoints 5). */
import { type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { userPageSize } from '#contract/limits.ts';
import type { ContactChannel, ServerUser } from '#contract/service/models/user-models.ts';
import { api, service } from '#data/api.ts';
import { queryKeys } from '#data/keys.ts';
import type { MethodChange } from '#data/own-user.ts';
import type { GrantScope } from '#data/permissions.ts';
import { type GrantPlace, sendGrant } from '#data/permissions.ts';
import { type ReadPage, readInRuns } from '#data/raw.ts';
import { readKey } from '#data/service-query.ts';
import { listQuery, type UserFilter } from '#data/user-pages.ts';
import { useReadUser, useUpdateUser } from '#data/users.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import type { Grant } from '#lib/rules/permission-graph.ts';
import { isOutcomeUnknown } from '#lib/rules/unknown-outcome.ts';

/** Adds a user to a team, with the default permissions of members. A user who is a member already counts as added. */
export function useAddToTeam(connectionId: string, userId: string) {
  return useChangeTeams(connectionId, userId, 'TEAM_MEMBERSHIP_ALREADY_EXISTS', (params) =>
    service.teams.addMember({ actor: 'project', connectionId, params, body: {} }),
  );
}

/** Removes a user from a team. A user who is no member counts as removed. */
export function useRemoveFromTeam(connectionId: string, userId: string) {
  return useChangeTeams(connectionId, userId, 'TEAM_MEMBERSHIP_NOT_FOUND', (params) =>
    service.teams.removeMember({ actor: 'project', connectionId, params }),
  );
}

/** Returns a mutation by team ID. The service's error `done` says that there is nothing left to do. The teams are read again in any case. */
function useChangeTeams(
  connectionId: string,
  userId: string,
  done: string,
  send: (params: { readonly team_id: string; readonly user_id: string }) => Promise<unknown>,
) {
  const client = useQueryClient();
  return useMutation({
    async mutationFn(teamId: string) {
      try {
        await send({ team_id: teamId, user_id: userId });
      } catch (thrown) {
        if (reportOf(thrown).known !== done) throw thrown;
      }
    },
    onSettled: () => client.invalidateQueries({ queryKey: readKey('teams.list', { connectionId, query: { user_id: userId } }) }),
  });
}

/** A new password, which ends all sessions, no password, or what an account can change about itself as well. */
export type UserMethodChange = MethodChange | { readonly password: string | null };

/**
 * Returns a function that changes sign-in methods of a user. If the response is lost, the user is read again, and a change that was made
 * is a success. After any other failure, the user and the project are read again.
 */
export function useChangeUserMethods(connectionId: string, userId: string): (change: UserMethodChange) => Promise<void> {
  const client = useQueryClient();
  const { mutateAsync: update } = useUpdateUser(connectionId, userId);
  const read = useReadUser(connectionId, userId);
  return async (change) => {
    try {
      await update(change);
    } catch (thrown) {
      if (isOutcomeUnknown(reportOf(thrown))) {
        const user = await read().catch(() => null);
        if (user !== null && isMade(change, user)) return;
      } else {
        void client.invalidateQueries({ queryKey: readKey('users.read', { connectionId, params: { user_id: userId } }) });
        void client.invalidateQueries({ queryKey: queryKeys.project(connectionId) });
      }
      throw thrown;
    }
  };
}

/** Whether a user is as a change makes it. A password can't be read, so setting one never counts as made. */
function isMade(change: UserMethodChange, user: ServerUser): boolean {
  if ('password' in change) return change.password === null && !user.has_password;
  if ('otp_auth_enabled' in change) return user.otp_auth_enabled === change.otp_auth_enabled;
  return 'passkey_auth_enabled' in change ? !user.passkey_auth_enabled : !user.requires_totp_mfa;
}

/** Emails that a project admin has the service send to a user, so that the user can sign in. */
export type SignInEmail = 'verification' | 'password-reset' | 'invitation';

/** For what the link of each email is sent. */
export const signInEmailPurpose = {
  verification: 'user-verification',
  'password-reset': 'user-password-reset',
  invitation: 'user-sign-in',
} as const;

/** Sends an email to one of a user's addresses (wire/flows 9 and 10, wire/newer 2.6). After a failure, the addresses are read again. */
export function useSendSignInEmail(connectionId: string, userId: string, kind: SignInEmail) {
  const client = useQueryClient();
  return useMutation({
    async mutationFn({ id, value: email }: ContactChannel) {
      const { url: callback_url } = await api.callbacks.address({ connectionId, purpose: signInEmailPurpose[kind] });
      const asProject = { actor: 'project', connectionId } as const;
      const body = { email, callback_url };
      if (kind === 'invitation') await service.emails.sendSignInInvitation({ ...asProject, body });
      else if (kind === 'password-reset') await service.auth.sendPasswordReset({ actor: 'none', connectionId, body });
      else await service.contactChannels.sendVerification({ ...asProject, params: { user_id: userId, id }, body: { callback_url } });
    },
    onError: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: readKey('contactChannels.list', { connectionId, query: { user_id: userId } }) }),
        client.invalidateQueries({ queryKey: queryKeys.project(connectionId) }),
      ]),
  });
}

/** The permissions of a user, in the project and in all teams (wire/endpoints 6.2). */
const recursive = { direct: 'false', all: 'true' } as const satisfies Record<GrantScope, string>;

/** Reads a user's permissions in all teams, or in the project: `direct` those that were granted, `all` also what those contain. */
export function useUserGrants(connectionId: string, userId: string, kind: 'team' | 'project', scope: GrantScope, enabled = true) {
  return useQuery({ ...userGrantsQuery(connectionId, userId, kind, scope), enabled });
}

function userGrantsQuery(connectionId: string, userId: string, kind: 'team' | 'project', scope: GrantScope): GrantsQuery {
  const call = { actor: 'project', connectionId, query: { user_id: userId, recursive: recursive[scope] } } as const;
  return kind === 'team' ? service.permissions.inTeams.query(call) : service.permissions.inProject.query(call);
}

interface GrantsQuery {
  readonly queryKey: QueryKey;
  readonly queryFn: () => Promise<{ readonly items: readonly Grant[] }>;
}

/**
 * Returns a function that changes what a user was granted in one place, one permission after another. Stops at the
 * first failure.
 */
export function useSaveGrants(place: GrantPlace): (from: readonly string[], to: readonly string[]) => Promise<void> {
  const client = useQueryClient();
  return async (from, to) => {
    try {
      for (const id of to) if (!from.includes(id)) await sendGrant(place, 'grant', id);
      for (const id of from) if (!to.includes(id)) await sendGrant(place, 'revoke', id);
    } finally {
      const { connectionId, userId, teamId } = place;
      const read = teamId === null ? 'permissions.inProject' : 'permissions.inTeams';
      await client.invalidateQueries({ queryKey: readKey(read, { connectionId, query: { user_id: userId } }) });
    }
  };
}

/**
 * Reads users of a list as the service sends them, in the order of `ids`. Users who follow each other in the list are read together. Users who
 * were deleted are left out; throws `object-gone` if none is left.
 */
export async function readRawUsers(connectionId: string, filter: UserFilter, ids: readonly string[]): Promise<readonly object[]> {
  const readPage: ReadPage = async (cursor) => {
    const query = listQuery(filter, cursor, userPageSize);
    return (await service.users.list({ actor: 'project', connectionId, query, raw: true })).items;
  };
  return readInRuns(ids, readPage);
}
