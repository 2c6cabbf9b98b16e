import { beforeEach, describe, expect, it } from 'vitest';
import { clientUser, serverUser } from '#contract/service/models/user-models.ts';
import { createTestSandbox, type TestSandbox } from '../testing/test-sandbox';

let test: TestSandbox;
let token: string;
beforeEach(async () => {
  test = await createTestSandbox();
  token = (await test.signIn()).access_token;
});

const patch = (body: unknown, access: 'client' | 'server' = 'client') => test.call(access, 'PATCH', '/users/me', body, token);

describe('reading', () => {
  it('returns a client object to clients, a server object to servers', async () => {
    const own = await test.call('client', 'GET', '/users/me', undefined, token);
    expect(clientUser.strict().parse(own.json)).toMatchObject({
      display_name: 'Ada Lovelace',
      selected_team: { display_name: 'Analytical Engines' },
    });
    expect(own.json.selected_team).not.toHaveProperty('server_metadata');
    const wide = await test.call('server', 'GET', '/users/me', undefined, token);
    expect(serverUser.strict().parse(wide.json)).toMatchObject({ primary_email_auth_enabled: true, server_metadata: null });
  });
});

describe('updating', () => {
  it('changes only the sent fields', async () => {
    const { json } = await patch({ display_name: 'Augusta', client_metadata: { a: [1, null] } });
    expect(json).toMatchObject({ display_name: 'Augusta', client_metadata: { a: [1, null] }, has_password: true });
    expect((await patch({})).json).toEqual(json);
    expect((await patch({ display_name: '' })).json.display_name).toBeNull();
    expect((await patch({ client_metadata: null })).json.client_metadata).toBeNull();
  });

  it('turns two-factor authentication on and off', async () => {
    expect((await patch({ totp_secret_base64: 'QUJD' })).json.requires_totp_mfa).toBe(true);
    expect((await patch({ totp_secret_base64: null })).json.requires_totp_mfa).toBe(false);
    expect((await patch({ totp_secret_base64: '%' })).json.error).toContain('\n  - body.totp_secret_base64 is not valid base64');
  });

  it('ignores one-time codes if the project has turned them off', async () => {
    await patch({ otp_auth_enabled: false });
    test.configure({ magic_link_enabled: false });
    expect((await patch({ otp_auth_enabled: true })).json.otp_auth_enabled).toBe(false);
    test.configure({ magic_link_enabled: true });
    expect((await patch({ otp_auth_enabled: true })).json.otp_auth_enabled).toBe(true);
  });

  it('accepts image data URLs from clients, any URL from servers', async () => {
    const refused = await patch({ profile_image_url: 'https://images.example/a.png' });
    expect([refused.status, refused.text]).toEqual([400, 'Invalid profile image URL']);
    expect((await patch({ profile_image_url: 'data:image/png;base64,AAAA' })).json.profile_image_url).toBe('data:image/png;base64,AAAA');
    expect((await patch({ profile_image_url: null })).json.profile_image_url).toBeNull();
    expect((await patch({ profile_image_url: 'https://images.example/a.png' }, 'server')).status).toBe(200);
  });

  it('selects only teams of the user', async () => {
    const teams = await test.call('client', 'GET', '/teams?user_id=me', undefined, token);
    const second = teams.items[1];
    expect((await patch({ selected_team_id: second?.id })).json.selected_team_id).toBe(second?.id);
    expect((await patch({ selected_team_id: null })).json).toMatchObject({ selected_team_id: null, selected_team: null });
    const foreign = '11111111-2222-4333-8444-555555555555';
    const refused = await patch({ selected_team_id: foreign });
    expect([refused.status, refused.json.code, refused.details.team_id]).toEqual([404, 'TEAM_MEMBERSHIP_NOT_FOUND', foreign]);
  });

  it('can’t turn on passkeys', async () => {
    expect((await patch({ passkey_auth_enabled: true })).text).toBe(
      'Cannot manually enable passkey auth, it is enabled iff there is a passkey auth method',
    );
    test.store.run("UPDATE users SET passkey = '{}'");
    expect((await patch({ passkey_auth_enabled: false })).json.passkey_auth_enabled).toBe(false);
  });

  it('rejects server fields from clients', async () => {
    const refused = await patch({ server_metadata: 1, primary_email: 'a@b.example' });
    expect(refused.json.error).toContain('\n  - body contains unknown properties: server_metadata, primary_email');
    expect((await patch({ server_metadata: 1 }, 'server')).json.server_metadata).toBe(1);
  });
});

describe('deleting', () => {
  it('is rejected for clients if the project doesn’t allow it', async () => {
    test.configure({ client_user_deletion_enabled: false });
    const refused = await test.call('client', 'DELETE', '/users/me', undefined, token);
    expect([refused.status, refused.text]).toEqual([400, 'Client user deletion is not enabled for this project']);
    expect((await test.call('server', 'DELETE', '/users/me', undefined, token)).status).toBe(200);
  });

  it('ends all sessions, and the access token has no user', async () => {
    const { refresh_token } = await test.signIn();
    expect((await test.call('client', 'DELETE', '/users/me', undefined, token)).json).toEqual({ success: true });
    expect((await test.call('client', 'GET', '/users/me', undefined, token)).json.code).toBe('CANNOT_GET_OWN_USER_WITHOUT_USER');
    const headers = { ...test.headers('client'), 'x-stack-refresh-token': refresh_token };
    expect((await test.raw('POST', '/auth/sessions/current/refresh', headers)).status).toBe(401);
    expect((await test.call('client', 'DELETE', '/auth/sessions/current', undefined, token)).json.code).toBe(
      'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED',
    );
    expect((await test.call('server', 'GET', '/users?query=ada@analytical')).items).toEqual([]);
  });
});
