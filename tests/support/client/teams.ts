/** Teams in the service's own client library: members, profiles, invitations, permissions and keys. */
import { describe, expect, test } from 'vitest';
import { type ClientScene, callback, fine, refusal } from './scene';

/** Declares the tests. */
export function tourOfTeams(getScene: () => ClientScene): void {
  describe('teams', () => {
    test('are created, changed and left by their members', async () => {
      const { client, server } = getScene();
      const founder = await getScene().newUser('founder');
      const member = await getScene().newUser('member');
      const session = await getScene().signIn(founder.email);
      const team = await client.createClientTeam({ display_name: 'Founders', creator_user_id: 'me' }, session);
      await client.updateTeam({ teamId: team.id, data: { display_name: 'Finders' } }, session);
      expect(await client.listCurrentUserTeams(session)).toEqual([expect.objectContaining({ id: team.id, display_name: 'Finders' })]);
      await server.addServerUserToTeam({ teamId: team.id, userId: member.id });
      const other = await getScene().signIn(member.email);
      const own = { teamId: team.id, userId: 'me' };
      await client.updateTeamMemberProfile({ ...own, profile: { display_name: 'Keeper' } }, session);
      expect(await client.getTeamMemberProfile(own, session)).toMatchObject({ user_id: founder.id, display_name: 'Keeper' });
      expect(await client.listTeamMemberProfiles({ teamId: team.id }, session)).toHaveLength(2);
      await expect(client.deleteTeam(team.id, other)).rejects.toEqual(refusal('TEAM_PERMISSION_REQUIRED'));
      await client.leaveTeam(team.id, other);
      expect(await client.listCurrentUserTeams(other)).toEqual([]);
      await client.deleteTeam(team.id, session);
      await expect(server.getServerTeam(team.id)).rejects.toEqual(refusal('TEAM_NOT_FOUND'));
    });

    test('invite users', async () => {
      const { client } = getScene();
      const host = await getScene().newUser('host');
      const guest = await getScene().newUser('guest');
      const session = await getScene().signIn(host.email);
      const team = await client.createClientTeam({ display_name: 'Hosts', creator_user_id: 'me' }, session);
      await client.sendTeamInvitation({ email: guest.email, teamId: team.id, callbackUrl: callback, session });
      const code = await getScene().mailedCode(guest.email);
      const visitor = await getScene().signIn(guest.email);
      await fine(client.acceptTeamInvitation({ code, session: visitor, type: 'check' }));
      expect(await fine(client.acceptTeamInvitation({ code, session: visitor, type: 'details' }))).toMatchObject({
        team_display_name: 'Hosts',
      });
      await fine(client.acceptTeamInvitation({ code, session: visitor, type: 'use' }));
      expect(await client.acceptTeamInvitation({ code, session: visitor, type: 'use' })).toMatchObject({
        error: refusal('VERIFICATION_CODE_ALREADY_USED'),
      });
      await client.sendTeamInvitation({ email: 'late@stock.example', teamId: team.id, callbackUrl: callback, session });
      const [pending, ...more] = await client.listTeamInvitations({ teamId: team.id }, session);
      expect([pending?.recipient_email, more]).toEqual(['late@stock.example', []]);
      await client.revokeTeamInvitation(pending?.id ?? '', team.id, session);
      expect(await client.listTeamInvitations({ teamId: team.id }, session)).toEqual([]);
    });

    test('are managed by the server', async () => {
      const { server } = getScene();
      const { id: userId } = await getScene().newUser('served');
      const team = await server.createServerTeam({ display_name: 'Served', server_metadata: { tier: 1 } });
      const teamId = team.id;
      expect(await server.updateServerTeam(teamId, { display_name: 'Serving' })).toMatchObject({ display_name: 'Serving' });
      expect(await server.addServerUserToTeam({ teamId, userId })).toEqual({ team_id: teamId, user_id: userId });
      expect(await server.getServerTeam(teamId)).toMatchObject({ server_metadata: { tier: 1 } });
      expect(await server.listServerTeams({ userId })).toHaveLength(1);
      expect((await server.listServerTeams()).length).toBeGreaterThan(1);
      expect((await server.listServerTeamUsers(teamId)).map(({ id }) => id)).toEqual([userId]);
      await server.updateServerTeamMemberProfile({ teamId, userId, profile: { display_name: 'Waiter' } });
      expect(await server.getServerTeamMemberProfile({ teamId, userId })).toMatchObject({ display_name: 'Waiter' });
      expect(await server.listServerTeamMemberProfiles({ teamId })).toEqual([expect.objectContaining({ user_id: userId })]);
      await server.sendServerTeamInvitation({ email: 'called@stock.example', teamId, callbackUrl: callback });
      const [invitation] = await server.listServerTeamInvitations({ teamId });
      await server.revokeServerTeamInvitation(invitation?.id ?? '', teamId);
      expect(await server.listServerTeamInvitations({ teamId })).toEqual([]);
      // The library requests it as a client and without a user.
      await expect(server.leaveServerTeam({ teamId, userId })).rejects.toEqual(refusal('USER_AUTHENTICATION_REQUIRED'));
      await server.removeServerUserFromTeam({ teamId, userId });
      expect(await server.listServerTeamUsers(teamId)).toEqual([]);
      await server.deleteServerTeam(teamId);
    });

    test('grant permissions', async () => {
      const { client, server } = getScene();
      const { id: userId, email } = await getScene().newUser('granted');
      const { id: teamId } = await server.createServerTeam({ display_name: 'Granting', creator_user_id: userId });
      const session = await getScene().signIn(email);
      const ids = async (recursive: boolean) =>
        (await client.listCurrentUserTeamPermissions({ teamId, recursive }, session)).map(({ id }) => id);
      expect(await ids(false)).toEqual(['admin']);
      await server.grantServerTeamUserPermission(teamId, userId, '$delete_team');
      expect(await ids(false)).toEqual(['$delete_team', 'admin']);
      expect(await ids(true)).toContain('$update_team');
      await server.revokeServerTeamUserPermission(teamId, userId, '$delete_team');
      expect(await server.listServerTeamPermissions({ userId, teamId, recursive: false }, null)).toEqual([
        { id: 'admin', user_id: userId, team_id: teamId },
      ]);
      expect(await client.listCurrentUserProjectPermissions({ recursive: true }, session)).toEqual([]);
      expect(await server.listServerProjectPermissions({ userId, recursive: false }, null)).toEqual([]);
    });
  });

  describe('keys of users and teams', () => {
    test('are created, listed, changed and checked, by both', async () => {
      const { client, server } = getScene();
      const { id: userId, email } = await getScene().newUser('keys');
      const session = await getScene().signIn(email);
      const { id: teamId } = await client.createClientTeam({ display_name: 'Locksmiths', creator_user_id: 'me' }, session);
      const expiry = { expires_at_millis: Date.now() + 86_400_000 };
      const own = await client.createProjectApiKey({ user_id: userId, description: 'mine', ...expiry }, session, 'client');
      const ours = await client.createProjectApiKey({ team_id: teamId, description: 'ours', ...expiry }, session, 'client');
      expect(await client.listProjectApiKeys({ user_id: userId }, session, 'client')).toEqual([
        { ...own, value: { last_four: own.value.slice(-4) } },
      ]);
      expect(await client.getProjectApiKey({ team_id: teamId }, ours.id, session, 'client')).toMatchObject({ description: 'ours' });
      expect(await server.checkProjectApiKey('user', own.value, null, 'server')).toMatchObject({ id: own.id, user_id: userId });
      expect(await server.checkProjectApiKey('team', ours.value, null, 'server')).toMatchObject({ id: ours.id, team_id: teamId });
      const revoked = await client.updateProjectApiKey({ user_id: userId }, own.id, { revoked: true }, session, 'client');
      expect(revoked).toMatchObject({ manually_revoked_at_millis: expect.any(Number) });
      expect(await server.checkProjectApiKey('user', own.value, null, 'server')).toBeNull();
    });
  });
}
