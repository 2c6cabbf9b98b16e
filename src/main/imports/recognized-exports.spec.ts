import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestSandbox } from '#sandbox/testing/test-sandbox.ts';
import { briefly, importScene } from '#tests/support/main/import-scene.ts';
import { statesOf } from '#tests/support/main/jobs-scene.ts';

const fixture = (name: string) => readFile(join('tests', 'fixtures', 'imports', name));

async function setUp() {
  const sandbox = await createTestSandbox({ seed: 'empty' });
  await sandbox.call('server', 'POST', '/teams', { display_name: 'Apollo' });
  const scene = await importScene(sandbox);
  const user = async (email: string) => {
    const { items } = await sandbox.call('server', 'GET', `/users?query=${encodeURIComponent(email)}`);
    return items[0] as Record<string, unknown>;
  };
  return { scene, user };
}

test.each([
  ['clerk.csv', 'clerk', { server_metadata: { clerk_id: 'user_2abc', username: 'ada' }, has_password: true }],
  [
    'auth0.ndjson',
    'auth0',
    {
      display_name: 'Ada Lovelace',
      primary_email_verified: true,
      client_metadata: { locale: 'en' },
      server_metadata: { auth0_id: 'auth0|5f7c8ec7c33c6c004bbafe82', plan: 'team', seats: 12 },
      has_password: false,
    },
  ],
  ['supabase.csv', 'supabase', { client_metadata: { plan: 'team' }, has_password: true }],
  [
    'firebase.json',
    'firebase',
    {
      display_name: 'Ada Lovelace',
      primary_email_verified: true,
      server_metadata: { firebase_id: '5Ub1xv2Yl0Z9', claims: { plan: 'team' } },
      has_password: false,
    },
  ],
  [
    'keycloak.json',
    'keycloak',
    { primary_email_verified: true, server_metadata: { username: 'ada', attributes: { plan: ['team'] } }, has_password: false },
  ],
  ['latchkey.csv', 'latchkey', { display_name: 'Ada Lovelace', primary_email_verified: true, server_metadata: { plan: 'team' } }],
])('the export %s is recognized, and imported as it is suggested', async (file, name, ada) => {
  const { scene, user } = await setUp();
  const bytes = await fixture(file);
  const { source } = await scene.opened('users', bytes);
  expect(source?.origin?.name).toBe(name);
  expect(source?.origin?.losses).toContain('providers');
  const { rows, result } = await scene.imported('users', bytes);
  expect([result.counts, statesOf(rows)]).toEqual([{ create: 2, change: 0, same: 0, impossible: 0 }, ['done', 'done']]);
  expect(await user('ada@example.com')).toMatchObject(ada);
  expect((await scene.checked('users', bytes)).result.counts).toMatchObject({ create: 0, change: 0, same: 2 });
});

test('passwords that are in an export aren’t said to be lost', async () => {
  const { scene } = await setUp();
  const losses = async (text: string) => (await scene.opened('users', text)).source?.origin?.losses;
  expect(await losses('{"user_id":"a","email":"a@x.test","email_verified":true}')).toContain('no-passwords');
  expect(await losses('{"user_id":"a","email":"a@x.test","email_verified":true,"passwordHash":"$2a$10$x"}')).not.toContain('no-passwords');
});

test('a file of a spreadsheet is read with its mark, semicolons, quotes, and broken lines', async () => {
  const { scene } = await setUp();
  const { source } = await scene.opened('users', await fixture('spreadsheet.csv'));
  expect(source).toMatchObject({
    hasByteOrderMark: true,
    format: { encoding: 'utf-8', delimiter: ';' },
    lines: 5,
    broken: 1,
    origin: null,
  });
  const { id } = await scene.checked('users', await fixture('spreadsheet.csv'));
  expect((await scene.linesOf(id, 'impossible')).map(briefly)).toEqual([
    '4, impossible, E-mail not-an-email',
    '6, impossible, too-few-cells',
  ]);
  expect((await scene.linesOf(id, 'create')).map(({ line, name }) => [line, name])).toEqual([
    [2, 'Lovelace; Ada'],
    [5, 'Grace "Amazing" Hopper'],
    [7, 'Kathleen\r\nAntonelli'],
  ]);
});

test.each(['users', 'teams', 'permissions'] as const)('the template of %s can be imported', async (kind) => {
  const { scene } = await setUp();
  const { text } = await scene.calls.template({ kind }, scene.caller);
  const { id } = await scene.opened(kind, text);
  const mapping = await scene.calls.suggest({ id }, scene.caller);
  const { problems } = await scene.calls.tryMapping({ id, mapping }, scene.caller);
  expect([problems, mapping.columns.length]).toEqual([[], text.split('\r\n')[0]?.split(',').length]);
});
