/** Teams and permissions as a real server of release 2.8.26 answered them: same calls in the same order, same answers. */
import { expect, it } from 'vitest';
import { z } from 'zod';
import exchanges from '../../../tests/fixtures/wire/exchanges.json';
import { testSandbox } from '../spec-support';

const exchange = z.object({
  method: z.string(),
  path: z.string(),
  access: z.enum(['client', 'server', 'admin']),
  body: z.string().optional(),
  status: z.int(),
  headers: z.record(z.string(), z.string()),
  answer: z.string(),
});
const section = 'Teams, memberships, invitations, permissions';
const recorded = z.array(exchange).parse(exchanges.filter((one) => one.section === section));

const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g;

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
  const translated = (text: string) => text.replace(uuids, (id) => own.get(id) ?? id);
  for (const { method, path, access, body, status, headers, answer } of recorded) {
    const token = access === 'client' ? access_token : undefined;
    const sent = body === undefined ? undefined : JSON.parse(translated(body));
    const real = await test.call(access, method, translated(path), sent, token);
    const name = `${method} ${path}`;
    expect.soft([real.status, real.headers.get('content-type')], name).toEqual([status, headers['content-type']]);
    expect.soft(real.headers.get('x-stack-known-error'), name).toBe(headers['x-stack-known-error'] ?? null);
    expect.soft(settled(real.text.startsWith('{') ? JSON.stringify(real.json) : real.text), name).toEqual(settled(answer));
    const theirs = /"id":"([0-9a-f-]{36})"/.exec(answer)?.[1];
    if (method === 'POST' && theirs !== undefined && typeof real.json.id === 'string') own.set(theirs, real.json.id);
  }
});
