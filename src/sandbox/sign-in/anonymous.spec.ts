import { beforeEach, describe, expect, it } from 'vitest';
import { writeDemoProjectId } from '../seed/main-projects';
import { findUsableKeySet, insertKeySet } from '../stores/key-set-store';
import { insertProject } from '../stores/project-store';
import { createTestSandbox, type TestSandbox } from '../testing/test-sandbox';

let test: TestSandbox;
beforeEach(async () => {
  test = await createTestSandbox();
});

const signUp = async (token?: string) => (await test.call('client', 'POST', '/auth/anonymous/sign-up', {}, token)).json;
const shown = async (id: unknown) => (await test.call('server', 'GET', `/users/${String(id)}`)).json;

describe('anonymous sign-up', () => {
  it('is rejected by ordinary projects, but not by the demo project with any ID', async () => {
    const id = '0b0e3c1e-4b7b-4a51-8d0c-1f3f5a1f7c11';
    const { signing_key, config } = test.project;
    const project = insertProject(test.store, { id, display_name: 'Ordinary', created_at: 0, config, signing_key });
    const names = { publishable_client_key: 'pck_x', secret_server_key: 'ssk_x', super_secret_admin_key: 'sak_x' };
    const dates = { createdAt: 0, expiresAt: test.clock.now() + 1 };
    insertKeySet(test.store, { id: '8a0e3c1e-4b7b-4a51-8d0c-1f3f5a1f7c12', project, description: '', ...dates, ...names });
    const headers = { 'x-stack-project-id': id, 'x-stack-access-type': 'client', 'x-stack-publishable-client-key': 'pck_x' };
    const answer = await test.raw('POST', '/auth/anonymous/sign-up', { ...headers, 'content-type': 'application/json' }, '{}');
    expect(answer.status).toBe(400);
    expect(answer.json).toEqual({
      code: 'ANONYMOUS_ACCOUNTS_NOT_ENABLED',
      error: 'Anonymous accounts are not enabled for this project.',
    });
    writeDemoProjectId(test.store, id);
    const asDemo = await test.raw('POST', '/auth/anonymous/sign-up', headers);
    expect(asDemo.status).toBe(200);
  });

  it('creates an anonymous user in project internal, without a body', async () => {
    const headers = {
      'x-stack-project-id': 'internal',
      'x-stack-access-type': 'client',
      'x-stack-publishable-client-key': findUsableKeySet(test.store, 'internal', test.clock.now())?.publishable_client_key ?? '',
    };
    const answer = await test.raw('POST', '/api/v1/auth/anonymous/sign-up', headers);
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.json).sort()).toEqual(['access_token', 'refresh_token', 'user_id']);
    const me = await test.raw('GET', '/api/v1/users/me', { ...headers, 'x-stack-access-token': String(answer.json.access_token) });
    expect(me.json).toMatchObject({
      id: answer.json.user_id,
      display_name: 'Anonymous user',
      primary_email: null,
      is_anonymous: true,
      has_password: false,
    });
  });

  it('works in the demo project too, with the setup of every new user', async () => {
    test.configure({ create_team_on_sign_up: true });
    const user = await shown((await signUp()).user_id);
    expect(user).toMatchObject({ is_anonymous: true, selected_team: { display_name: "Anonymous user's Team" } });
  });
});

describe('keeping an anonymous account', () => {
  it('isn’t possible by sign-up, which creates another user', async () => {
    const first = await signUp();
    const token = String(first.access_token);
    expect((await signUp(token)).user_id).not.toBe(first.user_id);
    const body = { email: 'new@people.example', password: 'Passw0rd-for-test', verification_callback_url: 'http://localhost/v' };
    const { json } = await test.call('client', 'POST', '/auth/password/sign-up', body, token);
    expect(json.user_id).not.toBe(first.user_id);
    expect(await shown(json.user_id)).toMatchObject({ is_anonymous: false });
    expect(await shown(first.user_id)).toMatchObject({ is_anonymous: true, primary_email: null });
  });

  it('works with an email, a password, and a server that clears the flag', async () => {
    const { user_id, access_token } = await signUp();
    const token = String(access_token);
    const channel = { user_id: 'me', type: 'email', value: 'somebody.now@people.example', used_for_auth: true, is_primary: true };
    expect((await test.call('client', 'POST', '/contact-channels', channel, token)).status).toBe(201);
    expect((await test.call('client', 'POST', '/auth/password/set', { password: 'Passw0rd-for-test' }, token)).status).toBe(200);
    expect(await shown(user_id)).toMatchObject({ is_anonymous: true, primary_email: channel.value, has_password: true });
    expect((await test.signIn({ email: channel.value, password: 'Passw0rd-for-test' })).user_id).toBe(user_id);
    const path = `/users/${String(user_id)}`;
    expect((await test.call('server', 'PATCH', path, { is_anonymous: true })).json.code).toBe('SCHEMA_ERROR');
    expect((await test.call('server', 'PATCH', path, { is_anonymous: false })).json).toMatchObject({ is_anonymous: false });
  });
});
