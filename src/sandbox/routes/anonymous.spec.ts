import { beforeEach, describe, expect, it } from 'vitest';
import { type TestSandbox, testSandbox } from '../spec-support';
import { firstKeySet } from '../store/projects';

let test: TestSandbox;
beforeEach(async () => {
  test = await testSandbox();
});

describe('signing up without a name', () => {
  it('is refused by an ordinary project', async () => {
    const answer = await test.call('client', 'POST', '/auth/anonymous/sign-up', {});
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({ code: 'ANONYMOUS_ACCOUNTS_NOT_ENABLED' });
  });

  it('makes an anonymous user of project internal, and needs no body', async () => {
    const headers = {
      'x-stack-project-id': 'internal',
      'x-stack-access-type': 'client',
      'x-stack-publishable-client-key': firstKeySet(test.store, 'internal')?.publishable_client_key ?? '',
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
});
