/** Sessions, accounts and users in the service's own client library. */
import { describe, expect, test } from 'vitest';
import { demoPassword } from '#sandbox/seed/seed-named-users.ts';
import { type ClientScene, callback, fine, refusal } from './scene';

/** Type of list items, which the library's types don't specify. */
type Listed = { readonly id: string; readonly is_current_session: boolean };

/** Declares the tests. */
export function tourOfPeople(getScene: () => ClientScene): void {
  describe('sessions', () => {
    test('are listed, refreshed and revoked', async () => {
      const { client, server } = getScene();
      const { id, email } = await getScene().newUser('sessions');
      const session = await getScene().signIn(email, demoPassword);
      const made = await server.createServerUserSession(id, 3_600_000, false);
      const { items } = await client.listSessions(session);
      expect(items.map(({ is_current_session }: Listed) => is_current_session).sort()).toEqual([false, true]);
      // The library's type is a list, but the call returns a page.
      expect(await server.listServerSessions(id)).toMatchObject({ items: [{ user_id: id }, { user_id: id }] });
      const [current] = items.filter((item: Listed) => item.is_current_session);
      const [other] = items.filter((item: Listed) => !item.is_current_session);
      await expect(client.deleteSession(current?.id ?? '', session)).rejects.toEqual(refusal('CANNOT_DELETE_CURRENT_SESSION'));
      const refresh = { token: made.refreshToken } as Parameters<typeof client.fetchNewAccessToken>[0];
      expect(await client.fetchNewAccessToken(refresh)).toMatchObject({ token: expect.stringMatching(/^eyJ/) });
      await client.deleteSession(other?.id ?? '', session);
      expect(await client.fetchNewAccessToken(refresh)).toBeNull();
      // The library omits the user, which the schema requires (wire/endpoints 1.6).
      await expect(server.deleteServerSession(current?.id ?? '')).rejects.toEqual(refusal('SCHEMA_ERROR'));
    });
  });

  describe('the account', () => {
    test('reads, changes and deletes itself, with its email addresses', async () => {
      const { client } = getScene();
      const session = await getScene().signIn((await getScene().newUser('self')).email, demoPassword);
      await client.updateClientUser({ display_name: 'Self', client_metadata: { a: 1 } }, session);
      expect(await client.getClientUserByToken(session)).toMatchObject({ display_name: 'Self', client_metadata: { a: 1 } });
      const value = 'second@stock.example';
      const channel = await client.createClientContactChannel({ user_id: 'me', type: 'email', value, used_for_auth: false }, session);
      await fine(client.sendCurrentUserContactChannelVerificationEmail(channel.id, callback, session));
      await fine(client.verifyEmail(await getScene().mailedCode(value)));
      const changed = await client.updateClientContactChannel(channel.id, { is_primary: true }, session);
      expect(changed).toMatchObject({ value, is_primary: true, is_verified: true });
      expect(await client.listClientContactChannels(session)).toHaveLength(2);
      await client.deleteClientContactChannel(channel.id, session);
      await client.deleteCurrentUser(session);
      expect(await client.getClientUserByToken(session)).toBeNull();
    });
  });

  describe('users, by the server', () => {
    test('are created, found, paged, changed and deleted', async () => {
      const { server } = getScene();
      const { id, email } = await getScene().newUser('managed');
      expect(await fine(server.getServerUserById(id))).toMatchObject({ id, primary_email: email, server_metadata: null });
      expect(await server.getServerUserById('00000000-0000-4000-8000-000000000000')).toMatchObject({ error: refusal('USER_NOT_FOUND') });
      expect(await server.updateServerUser(id, { server_metadata: { plan: 'pro' } })).toMatchObject({ server_metadata: { plan: 'pro' } });
      expect((await server.listServerUsers({ query: email })).items.map((user: { id: string }) => user.id)).toEqual([id]);
      const seen = new Set<string>();
      let cursor: string | undefined;
      do {
        const page = await server.listServerUsers({ limit: 10, orderBy: 'signedUpAt', desc: true, ...(cursor ? { cursor } : {}) });
        for (const user of page.items) seen.add(user.id);
        cursor = page.pagination?.next_cursor ?? undefined;
      } while (cursor);
      expect(seen.size).toBe((await server.listServerUsers({})).items.length);
      expect(await server.getServerUserByToken(await getScene().signIn(email, demoPassword))).toMatchObject({
        id,
        server_metadata: { plan: 'pro' },
      });
      expect(await server.getServerUserByToken(getScene().session())).toBeNull();
      await server.deleteServerUser(id);
      expect(await server.getServerUserById(id)).toMatchObject({ status: 'error' });
      // The library doesn't send the user of the call (wire/endpoints 1.1).
      await expect(server.updatePassword({ oldPassword: demoPassword, newPassword: demoPassword })).rejects.toEqual(
        refusal('SCHEMA_ERROR'),
      );
    });

    test('have email addresses', async () => {
      const { server } = getScene();
      const { id } = await getScene().newUser('addresses');
      const value = 'other@stock.example';
      const channel = await server.createServerContactChannel({ user_id: id, type: 'email', value, used_for_auth: false });
      await server.sendServerContactChannelVerificationEmail(id, channel.id, callback);
      expect(await getScene().mailedCode(value)).toHaveLength(45);
      expect(await server.updateServerContactChannel(id, channel.id, { is_verified: true })).toMatchObject({ is_verified: true });
      expect(await server.listServerContactChannels(id)).toHaveLength(2);
      await server.deleteServerContactChannel(id, channel.id);
      expect(await server.listServerContactChannels(id)).toHaveLength(1);
    });
  });
}
