/** Keys and projects as a real server of release 2.8.26 answered them: same calls in the same order, same answers. */
import { expect, it } from 'vitest';
import { signInOwner } from '../spec-owner';
import { exchangesOf, replay, uuids } from '../spec-replay';
import { type Fields, testSandbox } from '../spec-support';

/** What every run has anew; keys in order. */
function settled(answer: string): unknown {
  const text = answer
    .replace(uuids, 'id')
    .replace(/"(\w+_at_millis)":\d+/g, '"$1":0')
    .replace(/"last_four":"\w{4}"/g, '"last_four":"last"')
    .replace(/"(sk|pck|ssk|sak)_\w+"/g, '"$1"');
  return JSON.parse(text);
}

it('reproduces the exchanges about keys of users and teams', async () => {
  const recorded = exchangesOf('API keys');
  expect(recorded).toHaveLength(8);
  const test = await testSandbox();
  const { access_token, user_id } = await test.signIn();
  const { items } = await test.call('client', 'GET', '/teams?user_id=me', undefined, access_token);
  test.store.run('DELETE FROM api_keys');
  const own = new Map([
    ['f40b6c45-7baf-4ff6-92b6-03cb0b8eb984', user_id],
    ['c458f6c8-2e7a-454a-a748-834122b3ee3a', String(items[0]?.id)],
  ]);
  await replay(test, recorded, { token: access_token, own, settled });
});

const probe = exchangesOf('Internal project sign-up and project creation');

it('reproduces the exchanges about keys of projects', async () => {
  const test = await testSandbox({ seed: 'empty' });
  const recorded = probe.filter(({ path }) => path === '/internal/api-keys');
  expect(recorded.map(({ method }) => method)).toEqual(['POST', 'GET']);
  const keys = await test.call('admin', 'GET', '/internal/api-keys');
  const mine = (items: readonly Fields[]) => items.filter(({ id }) => id !== keys.items[0]?.id);
  const [creation, list] = recorded;
  const made = await test.call('admin', 'POST', '/internal/api-keys', JSON.parse(creation?.body ?? ''));
  expect([made.status, settled(made.text)]).toEqual([creation?.status, settled(creation?.answer ?? '')]);
  const { json } = await test.call('admin', 'GET', '/internal/api-keys');
  expect(settled(JSON.stringify({ ...json, items: mine(json.items as Fields[]) }))).toEqual(settled(list?.answer ?? ''));
});

it('makes a project as it was made, but for what later releases add and drop', async () => {
  const creation = probe.find(({ method, path }) => method === 'POST' && path === '/internal/projects');
  const theirs = JSON.parse(creation?.answer ?? '');
  const { email_theme: _theme, oauth_providers, ...config } = theirs.config;
  const permissions = { team_creator_default_permissions: [{ id: 'admin' }], team_member_default_permissions: [{ id: 'member' }] };
  const providers = oauth_providers.map(({ provider_config_id: _later, ...provider }: Fields) => ({ ...provider, enabled: true }));
  const { enabled_oauth_providers: _derived, ...settings } = { ...config, ...permissions, oauth_providers: providers };
  const test = await testSandbox();
  const owner = await signInOwner(test);
  const { display_name, description } = theirs;
  const made = await owner.internal('POST', '/internal/projects', { display_name, description, config: settings });
  expect(made.status).toBe(201);
  const expected = { ...theirs, user_count: 0, config: { ...config, ...settings, id: 'id' } };
  expect(settled(made.text)).toEqual(settled(JSON.stringify(expected)));
});
