/** Teams and permissions as a real server of release 2.8.26 answered them: same calls in the same order, same answers. */
import { expect, it } from 'vitest';
import { exchangesOf, replay, uuids } from '../spec-replay';
import { testSandbox } from '../spec-support';

const recorded = exchangesOf('Teams, memberships, invitations, permissions');

/** What later releases call otherwise, and what every run has anew; keys in order. */
function settled(answer: string): unknown {
  const text = answer
    .replace(uuids, 'id')
    .replace(/"(\w+_at_millis)":\d+/g, '"$1":0')
    .replace(/team_(admin|member)"/g, '$1"')
    .replace(/,"team_display_name":"\w+"/, '');
  return text.startsWith('{') ? JSON.parse(text) : text;
}

it('reproduces the exchanges', async () => {
  expect(recorded.length).toBeGreaterThan(15);
  const test = await testSandbox({ seed: 'empty' });
  test.configure({ client_team_creation_enabled: true });
  const account = { email: 'ann@stack-generated.example.com', password: 'Passw0rd-for-test' };
  await test.call('client', 'POST', '/auth/password/sign-up', { ...account, verification_callback_url: 'http://localhost:12345/verify' });
  const { access_token, user_id } = await test.signIn(account);
  await test.call('client', 'PATCH', '/users/me', { display_name: 'Ann' }, access_token);
  const own = new Map([['f40b6c45-7baf-4ff6-92b6-03cb0b8eb984', user_id]]);
  await replay(test, recorded, { token: access_token, own, settled });
});
