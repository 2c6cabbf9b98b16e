import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ExportFormat, ExportKind } from '#contract/bridge/exports.ts';
import { createTestSandbox } from '#sandbox/testing/test-sandbox.ts';
import { briefly, importScene } from '#tests/support/main/import-scene.ts';
import { statesOf } from '#tests/support/main/jobs-scene.ts';
import { exportRows } from '../exports/export-rows';
import { createExportSource } from '../exports/export-source';
import { valuesOf } from '../exports/row-values';
import { fileText } from '../exports/run-export';

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

type Scene = Awaited<ReturnType<typeof setUp>>['scene'];

/** Exports all of a kind as Latchkey does. */
async function exported({ job }: Scene, kind: ExportKind, fields: readonly string[], format: ExportFormat): Promise<string> {
  const deps = { ...job.source, matching: () => Promise.reject(new Error('There is no index.')) as never };
  const source = createExportSource(deps, 'c', { signal: new AbortController().signal, assertAllowed: () => undefined });
  const text = fileText(format, fields);
  let written = text.start;
  for await (const { rows } of exportRows(source, { kind, scope: { kind: 'all' }, fields }))
    written += rows.map((row) => text.row(valuesOf(fields)(row))).join('');
  return written + text.end;
}

const csv = { format: 'csv', delimiter: ',', hasByteOrderMark: false } as const;
const ownFormats: readonly ExportFormat[] = [
  csv,
  { ...csv, delimiter: ';', hasByteOrderMark: true },
  { format: 'ndjson' },
  { format: 'json' },
];

const ownMetadata = { plan: 'team', seats: 12, 'a.b': 1, 'say "c"': { 'd.e': 2 }, deep: { a: { b: [1, 'two'] } } };

test.each(ownFormats)('an own export as %j changes nothing, and brings users to an empty project', async (format) => {
  const sandbox = await createTestSandbox({ seed: 'empty' });
  const { json } = await sandbox.call('server', 'POST', '/users', {
    ...{ primary_email: 'ada@x.test', display_name: 'Ada', primary_email_verified: true },
    ...{ client_metadata: { locale: 'en' }, server_metadata: ownMetadata },
  });
  for (const name of ['Apollo', 'Gemini, Inc.']) {
    const team = await sandbox.call('server', 'POST', '/teams', { display_name: name });
    await sandbox.call('server', 'POST', `/team-memberships/${team.json.id}/${json.id}`, {});
  }
  for (const id of ['analyst', 'auditor']) {
    await sandbox.call('admin', 'POST', '/project-permission-definitions', { id });
    await sandbox.call('server', 'POST', `/project-permissions/${json.id}/${id}`, {});
  }
  const scene = await importScene(sandbox);
  const fields = ['id', 'primary_email', 'display_name', 'email_verified', 'teams', 'permissions', 'client_metadata', 'server_metadata'];
  const text = await exported(scene, 'users', fields, format);
  expect((await scene.checked('users', text)).result.counts).toEqual({ create: 0, change: 0, same: 1, impossible: 0 });
  await sandbox.call('server', 'DELETE', `/users/${json.id}`);
  const { rows } = await scene.imported('users', text);
  expect(statesOf(rows)).toEqual(['done']);
  const withoutId = async () => (await exported(scene, 'users', fields.slice(1), { format: 'ndjson' })).trim();
  expect(JSON.parse(await withoutId())).toEqual({
    ...{ primary_email: 'ada@x.test', display_name: 'Ada', email_verified: true },
    ...{ teams: expect.arrayContaining(['Apollo', 'Gemini, Inc.']), permissions: expect.arrayContaining(['analyst', 'auditor']) },
    ...{ client_metadata: { locale: 'en' }, server_metadata: ownMetadata },
  });
});

test.each(ownFormats)('an own export of permissions as %j changes nothing', async (format) => {
  const sandbox = await createTestSandbox({ seed: 'empty' });
  for (const body of [{ id: 'read' }, { id: 'list' }, { id: 'edit', description: 'Edit', contained_permission_ids: ['read', 'list'] }])
    await sandbox.call('admin', 'POST', '/project-permission-definitions', body);
  const scene = await importScene(sandbox);
  const text = await exported(scene, 'permissions', ['id', 'scope', 'description', 'contained_permission_ids'], format);
  const { id, result } = await scene.checked('permissions', text);
  expect((await scene.linesOf(id, 'impossible')).filter(({ problems }) => problems[0]?.reason !== 'built-in')).toEqual([]);
  expect(result.counts).toMatchObject({ create: 0, change: 0 });
  expect((await scene.linesOf(id, 'same')).map(({ name }) => name)).toEqual(expect.arrayContaining(['read', 'list', 'edit']));
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
