import { beforeEach, expect, it } from 'vitest';
import { createTestSandbox, type TestSandbox } from '../testing/test-sandbox';

let test: TestSandbox;
let own: string;
let team: string;
beforeEach(async () => {
  test = await createTestSandbox({ release: '2.8.5' });
  own = (await test.signIn()).user_id;
  team = String((await test.call('server', 'GET', `/teams?user_id=${own}`)).items[0]?.id);
});

const key = { description: 'k', expires_at_millis: null };
const make = (more: object = {}) => test.call('server', 'POST', '/user-api-keys', { user_id: own, ...key, ...more });
const report = (text: unknown) =>
  test.raw('POST', '/integrations/credential-scanning/revoke', { 'content-type': 'application/json' }, JSON.stringify({ api_key: text }));
const mailed = async () =>
  (await test.raw('GET', '/sandbox/mailbox')).items.filter(({ subject }) => subject === 'API Key Revoked: k').map(({ to }) => to);

it('revokes a key without credentials and notifies its owner once', async () => {
  const { json } = await make();
  for (let time = 0; time < 2; time += 1) expect((await report(json.value)).json).toEqual({ success: true });
  expect((await test.call('server', 'POST', '/user-api-keys/check', { api_key: json.value })).json.code).toBe('API_KEY_REVOKED');
  expect(await mailed()).toEqual([['ada@analytical.example']]);
});

it('sends the service’s text regardless of the key’s description', async () => {
  const { json } = await make({ description: 'CI <b>"key"</b>\n& more' });
  await report(json.value);
  const sentences = (description: string, quote: string) => [
    `Your API key ${quote}${description}${quote} for Analytical Engines has been automatically revoked because it was found in a public repository.`,
    'This is an automated security measure to protect your api keys from being leaked. If you believe this was a mistake, please contact support.',
    'Please create a new API key if needed.',
  ];
  const escaped = 'CI &lt;b&gt;&quot;key&quot;&lt;/b&gt;\n&amp; more';
  expect((await test.raw('GET', '/sandbox/mailbox')).items[0]).toMatchObject({
    from: 'Stack Auth <noreply@example.com>',
    subject: 'API Key Revoked: CI <b>"key"</b> & more',
    text: `${['API Key Revoked', ...sentences('CI <b>"key"</b>\n& more', '"')].join('\n\n')}\n`,
    html: `<h1>API Key Revoked</h1>${sentences(escaped, '&quot;')
      .map((sentence) => `<p>${sentence}</p>`)
      .join('')}`,
  });
});

it('sends in the service’s name even if the project has its own mail server', async () => {
  const server = { host: '127.0.0.1', port: 1, username: 'u', password: 'p', sender_name: 'Own', sender_email: 'own@example.com' };
  test.configure({ email_config: { type: 'standard', ...server } });
  await report((await make()).json.value);
  expect((await test.raw('GET', '/sandbox/mailbox')).items.map(({ from }) => from)).toEqual(['Stack Auth <noreply@example.com>']);
  expect((await test.call('admin', 'GET', '/internal/emails')).items[0]).toMatchObject({ sender_config: { type: 'shared' }, error: null });
});

it('notifies the members who can manage the team’s keys', async () => {
  test.store.run('DELETE FROM team_grants');
  const granted = `INSERT INTO team_grants SELECT t.key, u.key, p.key FROM teams t, users u, permissions p
    WHERE t.id = ? AND u.id = ? AND p.id = '$manage_api_keys'`;
  test.store.run(granted, [team, own]);
  const { json } = await test.call('server', 'POST', '/team-api-keys', { team_id: team, ...key });
  expect((await report(json.value)).status).toBe(200);
  expect(await mailed()).toEqual([['ada@analytical.example']]);
});

it('ignores public, expired and unknown keys', async () => {
  const open = await make({ is_public: true, expires_at_millis: test.clock.now() - 1 });
  const old = await make({ expires_at_millis: test.clock.now() });
  for (const [text, status, code] of [
    ['nope', 404, 'API_KEY_NOT_FOUND'],
    [open.json.value, 400, 'PUBLIC_API_KEY_CANNOT_BE_REVOKED'],
    [old.json.value, 401, 'API_KEY_EXPIRED'],
    [{ ref: 'r' }, 400, 'SCHEMA_ERROR'],
  ] as const) {
    const answer = await report(text);
    expect([answer.status, answer.json.code]).toEqual([status, code]);
  }
  expect(await mailed()).toEqual([]);
});
