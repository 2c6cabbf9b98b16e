import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestSandbox } from '#sandbox/testing/test-sandbox.ts';
import { until } from '#tests/support/fake-clock.ts';
import { briefly, importScene } from '#tests/support/main/import-scene.ts';
import { statesOf } from '#tests/support/main/jobs-scene.ts';

const hash = '$2a$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy';

async function setUp(own: Parameters<typeof importScene>[1] = {}) {
  const sandbox = await createTestSandbox({ users: 12, seed: 'empty' });
  const create = async (body: object) => String((await sandbox.call('server', 'POST', '/users', body)).json.id);
  const ada = await create({
    primary_email: 'ada@x.test',
    primary_email_auth_enabled: true,
    display_name: 'Ada',
    server_metadata: { plan: 'free', seats: 5, note: 'x' },
  });
  const team = String((await sandbox.call('server', 'POST', '/teams', { display_name: 'Apollo' })).json.id);
  await sandbox.call('admin', 'POST', '/project-permission-definitions', { id: 'analyst' });
  const scene = await importScene(sandbox, own);
  const user = async (email: string) => {
    const { items } = await sandbox.call('server', 'GET', `/users?query=${encodeURIComponent(email)}`);
    return items.filter(({ primary_email: own }) => own === email) as Record<string, unknown>[];
  };
  return { sandbox, scene, ada, team, user };
}

const file = `email,name,verified,team,permission,server.plan,server.seats
grace@x.test,Grace Hopper,yes,Apollo,analyst,team,12
ada@x.test,Ada Lovelace,,Apollo,,team,5
`;

test('a check says what each line would do, and sends nothing', async () => {
  const { scene } = await setUp();
  const { id, result } = await scene.checked('users', file);
  expect(result).toMatchObject({
    counts: { create: 1, change: 1, same: 0, impossible: 0 },
    requests: { create: 4, change: 4 },
    withoutEmail: 0,
  });
  expect((await scene.linesOf(id, 'create')).map(briefly)).toEqual([
    '2, create, email_verified - > true, server.plan - > "team", server.seats - > 12, team - > "Apollo", permission - > "analyst"',
  ]);
  expect((await scene.linesOf(id, 'change')).map(briefly)).toEqual([
    '3, change, display_name "Ada" > "Ada Lovelace", server.plan "free" > "team", team - > "Apollo"',
  ]);
  expect(scene.service.writes()).toEqual([]);
});

test('the job does what the check said, and the same file changes nothing the second time', async () => {
  const { scene, sandbox, user, team, ada } = await setUp();
  const first = await scene.imported('users', file);
  expect([first.end, statesOf(first.rows), first.preview.requests]).toEqual([
    { kind: 'done' },
    ['done', 'done'],
    { count: 8, isExact: false },
  ]);
  const [grace] = await user('grace@x.test');
  expect(grace).toMatchObject({
    display_name: 'Grace Hopper',
    primary_email_verified: true,
    primary_email_auth_enabled: true,
    server_metadata: { plan: 'team', seats: 12 },
  });
  expect((await user('ada@x.test'))[0]).toMatchObject({
    display_name: 'Ada Lovelace',
    server_metadata: { plan: 'team', seats: 5, note: 'x' },
  });
  const members = (await sandbox.call('server', 'GET', `/users?team_id=${team}`)).items.map(({ id }) => id);
  expect(members.sort()).toEqual([ada, String(grace?.id)].sort());
  const again = await scene.checked('users', file);
  expect(again.result.counts).toEqual({ create: 0, change: 0, same: 2, impossible: 0 });
});

test.each([
  ['ada(at)x.test,,,,,,', 'email not-an-email'],
  ['b@x.test,,maybe,,,,', 'verified not-yes-or-no'],
  ['c@x.test,,,Gemini,,,', 'team team-unknown'],
  ['d@x.test,,,,owner,,', 'permission permission-unknown'],
  [',,,,,,', 'empty-line'],
  [',Grace,yes,,,,', 'verified-without-email'],
  ['e@x.test,a,b', 'too-few-cells'],
  ['f@x.test,,,,,,,more', 'too-many-cells'],
  ['g@x.test,"a"b,,,,,', 'text-after-quote'],
  ['h@x.test,"a,,,,,', 'quote-not-closed'],
  ['i\0@x.test,,,,,,', 'not-text'],
  ['zoe@x.test,,,,,,', 'repeated'],
])('the line %j can’t be imported', async (line, reason) => {
  const { scene } = await setUp();
  const { id } = await scene.checked(
    'users',
    `email,name,verified,team,permission,server.plan,server.seats\nzoe@x.test,Zoë,,,,,\n${line}\n`,
  );
  expect((await scene.linesOf(id, 'impossible')).map(briefly)).toEqual([`3, impossible, ${reason}`]);
});

test('passwords and hashes are set for created users only, and are in no line, row, or file', async () => {
  const { scene, user, sandbox } = await setUp();
  const text = `email,password\nada@x.test,Engine-1843\ngrace@x.test,Compiler-1952\n`;
  const { id, result, rows, writes, jobId } = await scene.imported('users', text);
  expect(result.passwords).toEqual({ set: 1, leftOut: 1 });
  expect((await scene.linesOf(id, 'create')).map(briefly)).toEqual(['3, create, password set']);
  expect(writes.map(({ body }) => body)).toMatchObject([{ primary_email: 'grace@x.test', password: 'Compiler-1952' }]);
  expect((await user('grace@x.test'))[0]?.has_password).toBe(true);
  expect((await user('ada@x.test'))[0]?.has_password).toBe(false);
  expect(rows.map(({ secret }) => secret)).toEqual([null]);
  expect(JSON.stringify([rows, await scene.job.request({ op: 'job-read', job: jobId })])).not.toContain('1952');
  expect(sandbox.faults).toEqual([]);
});

test.each([
  ['a column that is left out', 'email,password\nada,Engine-1843\n', 0],
  ['a hash that is left out', `email,x\nada,${hash}\n`, 0],
  ['a broken line of such a file', 'email,password\nada@x.test,Engine-1843,more\n', 0],
  ['one of two, of which the other is mapped', 'email,password,old_password\nada,Compiler-1952,Engine-1843\n', 1],
])('no password is in the file of lines that can’t be imported: %s', async (_what, text, mapped) => {
  const { scene } = await setUp();
  const columns = [
    { column: 0, target: { field: 'email' } as const },
    ...(mapped === 0 ? [] : [{ column: mapped, target: { field: 'password' } as const }]),
  ];
  const { id, result } = await scene.checked('users', text, { columns } as never);
  expect(result.counts.impossible).toBe(1);
  const shown = JSON.stringify([await scene.linesOf(id, 'impossible'), await scene.calls.exportPage({ id, from: 0 }, scene.caller)]);
  for (const secret of ['1843', '1952', hash]) expect(shown).not.toContain(secret);
});

test('what can’t be imported can be mended and imported again: long cells are whole, or are seen to be cut off', async () => {
  const { scene } = await setUp();
  const note = (length: number) => 'n'.repeat(length);
  const lines = [100_000, 100_001].map((length) => `ada,${note(length)}`);
  const { id } = await scene.checked('users', `email,server.note\n${lines.join('\n')}\n`);
  const { text } = await scene.calls.exportPage({ id, from: 0 }, scene.caller);
  expect(text.trimEnd().split('\r\n').slice(1)).toEqual(
    [note(100_000), `${note(100_000)}…`].map((cell, at) => `${at + 2},not-an-email,email,ada,${cell}`),
  );
});

test('a column that only sounds like a secret is in that file once it is mapped to something else', async () => {
  const { scene } = await setUp();
  const mapping = {
    columns: [
      { column: 0, target: { field: 'email' } as const },
      { column: 1, target: { field: 'metadata', path: 'server.passport', type: 'text' } as const },
    ],
  };
  const { id } = await scene.checked('users', 'email,passport\nada,none\n', mapping as never);
  expect((await scene.calls.exportPage({ id, from: 0 }, scene.caller)).text).toContain(',ada,none\r\n');
});

test('a password that the service repeats in its refusal isn’t kept with the row', async () => {
  const { scene } = await setUp();
  scene.service.fate = ({ method }) =>
    method === 'POST'
      ? Response.json(
          { code: 'SCHEMA_ERROR', error: 'body.password was `Engine-1843`, and "Engine-1843" is refused', details: {} },
          { status: 400, headers: { 'x-stack-known-error': 'SCHEMA_ERROR' } },
        )
      : undefined;
  const { rows } = await scene.imported('users', 'email,password\ngrace@x.test,Engine-1843\n');
  expect(rows.map(({ state, error }) => [state, error?.text])).toEqual([['failed', 'body.password was `***`, and "***" is refused']]);
});

test('a hash is taken as it is, and something else isn’t', async () => {
  const { scene, user } = await setUp();
  const { result, id } = await scene.imported('users', `email,password_hash\ngrace@x.test,${hash}\nkay@x.test,$argon2id$v=19$x\n`);
  expect(result.counts).toMatchObject({ create: 1, impossible: 1 });
  expect((await scene.linesOf(id, 'impossible'))[0]?.problems[0]).toMatchObject({ reason: 'not-a-hash', value: null });
  expect((await user('grace@x.test'))[0]?.has_password).toBe(true);
  const { text } = await scene.calls.exportPage({ id, from: 0 }, scene.caller);
  expect(text).toBe('line,reason,column,email,password_hash\r\n3,not-a-hash,password_hash,kay@x.test,\r\n');
});

test('passwords of users who exist are set if that is chosen, but not of who is signed in here', async () => {
  const sandbox = await setUp();
  const text = 'email,password\nada@x.test,Engine-1843\n';
  const { rows, writes } = await sandbox.scene.imported('users', text, { alsoSetPasswords: true });
  expect([statesOf(rows), writes.map(({ method, body }) => [method, body])]).toEqual([['done'], [['PATCH', { password: 'Engine-1843' }]]]);
  const own = await importScene(sandbox.sandbox, { ownTargets: new Map([[sandbox.ada, 'self']]) });
  const { id } = await own.checked('users', text, { alsoSetPasswords: true });
  expect((await own.linesOf(id, 'impossible')).map(briefly)).toEqual(['2, impossible, self']);
});

test('nor of who has been signed in here since the check', async () => {
  const own = new Map<string, 'self' | 'owner'>();
  const { scene, ada } = await setUp({ ownTargets: own });
  const { id } = await scene.checked('users', 'email,password\nada@x.test,Engine-1843\n', { alsoSetPasswords: true });
  own.set(ada, 'self');
  const preview = await scene.calls.prepare({ id, statuses: ['change'] }, scene.caller);
  expect(preview).toMatchObject({ toSend: 0, skipped: [{ reason: 'self', count: 1 }] });
  expect((await scene.job.rows(preview.id)).map(({ secret }) => secret)).toEqual([null]);
});

test('empty cells keep values, or clear them if that is chosen', async () => {
  const { scene } = await setUp();
  const text = 'email,name,server.plan\nada@x.test,,\n';
  expect((await scene.checked('users', text)).result.counts.same).toBe(1);
  const { id } = await scene.checked('users', text, { empty: 'clear' });
  expect((await scene.linesOf(id, 'change')).map(briefly)).toEqual(['2, change, display_name "Ada" > -, server.plan "free" > -']);
});

test('users are left as they are if that is chosen', async () => {
  const { scene } = await setUp();
  expect((await scene.checked('users', file, { existing: 'leave' })).result.counts).toMatchObject({ create: 1, change: 0, same: 1 });
});

test('users are found by ID, and lines without one by their address', async () => {
  const { scene, ada } = await setUp();
  const other = '00000000-0000-4000-8000-000000000009';
  const text = `id,email,name\n${ada},countess@x.test,Ada\n${other},x@x.test,X\n,ada@x.test,Y\nada,z@x.test,Z\n`;
  const { id } = await scene.checked('users', text, { match: 'id' });
  expect((await scene.linesOf(id, 'change')).map(briefly)).toEqual([
    '2, change, email "ada@x.test" > "countess@x.test"',
    '4, change, display_name "Ada" > "Y"',
  ]);
  expect((await scene.linesOf(id, 'impossible')).map(briefly)).toEqual(['3, impossible, not-found', '5, impossible, id not-an-id']);
});

test.each([
  [true, 'same'],
  [false, 'create'],
])('where the release tells addresses in capitals apart is %s otherwise', async (folds, status) => {
  const { scene } = await setUp({ features: { 'lower-case-emails': folds } });
  const { result } = await scene.checked('users', 'email,name\nADA@x.test,Ada\n');
  expect(result.counts[status as 'same']).toBe(1);
});

test('what changed since the check is left out', async () => {
  const { scene, sandbox, ada } = await setUp();
  const { id } = await scene.checked('users', file);
  const preview = await scene.calls.prepare({ id, statuses: ['create', 'change'] }, scene.caller);
  await sandbox.call('server', 'PATCH', `/users/${ada}`, { server_metadata: { plan: 'enterprise' } });
  await sandbox.call('server', 'POST', '/users', {
    primary_email: 'grace@x.test',
    primary_email_auth_enabled: true,
    display_name: 'Another',
  });
  const job = await scene.job.begin(preview);
  await scene.job.run(job);
  expect(statesOf(await scene.job.rows(job))).toEqual(['skipped changed', 'skipped changed']);
  expect(scene.service.writes()).toEqual([]);
});

test('a user who no longer has the address of the line is left out, with the password', async () => {
  const { scene, sandbox, ada } = await setUp();
  const text = 'email,password,server.plan\nada@x.test,Engine-1843,team\n';
  const { id } = await scene.checked('users', text, { alsoSetPasswords: true });
  const preview = await scene.calls.prepare({ id, statuses: ['create', 'change'] }, scene.caller);
  await sandbox.call('server', 'PATCH', `/users/${ada}`, { primary_email: 'eve@x.test' });
  const job = await scene.job.begin(preview);
  await scene.job.run(job);
  expect(statesOf(await scene.job.rows(job))).toEqual(['skipped changed']);
  expect(scene.service.writes()).toEqual([]);
  expect((await scene.job.rows(job)).map(({ secret }) => secret)).toEqual([null]);
});

test('a user whose address has another case by then is still the one of the line', async () => {
  const { scene, sandbox, ada } = await setUp({ features: { 'lower-case-emails': true } });
  const { id } = await scene.checked('users', 'email,name\nADA@x.test,Countess\n');
  const preview = await scene.calls.prepare({ id, statuses: ['change'] }, scene.caller);
  const job = await scene.job.begin(preview);
  await scene.job.run(job);
  expect(statesOf(await scene.job.rows(job))).toEqual(['done']);
  expect((await sandbox.call('server', 'GET', `/users/${ada}`)).json.display_name).toBe('Countess');
});

test.each([
  ['an address in other letters', 'email', 'email,name\nzoe@x.test,A\nZOE@X.test,B\n', [3]],
  ['an ID in other letters', 'id', 'id,name\nID,A\nid,B\nID,C\n', [3, 4]],
])('%s twice is sent once', async (_what, match, text, repeated) => {
  const { scene, ada } = await setUp({ features: { 'lower-case-emails': true } });
  const own = text.replaceAll('ID', ada.toUpperCase()).replaceAll('\nid,B', `\n${ada},B`);
  const { id } = await scene.checked('users', own, { match } as never);
  const impossible = await scene.linesOf(id, 'impossible');
  expect(impossible.map(({ line, problems }) => [line, problems[0]?.reason])).toEqual(repeated.map((line) => [line, 'repeated']));
});

test('a lost response is found out by reading, and the rest of the row is done', async () => {
  const { scene, user, team, sandbox } = await setUp();
  let lost = 0;
  scene.service.fate = ({ method, url }) => (method === 'POST' && url.endsWith('/users') && ++lost === 1 ? 'lost-response' : undefined);
  const { rows } = await scene.imported('users', file);
  expect(statesOf(rows)).toEqual(['done', 'done']);
  expect(await user('grace@x.test')).toHaveLength(1);
  expect((await sandbox.call('server', 'GET', `/users?team_id=${team}`)).items).toHaveLength(2);
});

test('a user without an address whose response was lost is never sent again', async () => {
  const { scene, sandbox } = await setUp();
  scene.service.fate = ({ method, url }) => (method === 'POST' && url.endsWith('/users') ? 'lost-response' : undefined);
  const { rows, jobId, result } = await scene.imported('users', 'email,name\n,Unknown Person\n');
  expect([result.withoutEmail, statesOf(rows)]).toEqual([1, ['unknown connection-lost']]);
  scene.service.fate = () => undefined;
  const sent = scene.service.writes().length;
  const passed = { safety: 'normal', requirePresence: false };
  const again = (retry: boolean) =>
    scene.job.request({ op: 'job-set-state', job: jobId, from: ['active', 'done'], to: 'active', retry, passed, timeMillis: 1 });
  // Also after a restart, and after Retry failed and Resume.
  const next = scene.process();
  for (const retry of [false, true]) {
    await again(retry);
    expect(await next.run(jobId)).toEqual({ kind: 'done' });
    await scene.job.run(jobId);
  }
  expect(statesOf(await next.rows(jobId))).toEqual(['unknown connection-lost']);
  expect(scene.service.writes()).toHaveLength(sent);
  const { items } = await sandbox.call('server', 'GET', '/users');
  expect(items.filter(({ display_name: name }) => name === 'Unknown Person')).toHaveLength(1);
  // The same file again says that it can't be known.
  expect((await scene.checked('users', 'email,name\n,Unknown Person\n')).result.withoutEmail).toBe(1);
});

test('a user without an address who was created is known by the ID when the rest fails, and isn’t created again', async () => {
  const { scene, sandbox, team } = await setUp();
  let refused = 0;
  scene.service.fate = ({ url }) =>
    url.includes('/team-memberships/') && ++refused === 1 ? Response.json({ error: 'No' }, { status: 400 }) : undefined;
  const { rows, jobId } = await scene.imported('users', 'email,name,team\n,Unknown Person,Apollo\n');
  expect(rows.map(({ state }) => state)).toEqual(['failed']);
  const passed = { safety: 'normal', requirePresence: false };
  await scene.job.request({ op: 'job-set-state', job: jobId, from: ['active'], to: 'active', retry: true, passed, timeMillis: 1 });
  await scene.job.run(jobId);
  expect(statesOf(await scene.job.rows(jobId))).toEqual(['done']);
  const { items } = await sandbox.call('server', 'GET', `/users?team_id=${team}`);
  expect(items.map(({ display_name: name }) => name)).toEqual(['Unknown Person']);
  const all = (await sandbox.call('server', 'GET', '/users')).items;
  expect(all.filter(({ display_name: name }) => name === 'Unknown Person')).toHaveLength(1);
});

test('files go with the import, with its window, and those of another window stay', async () => {
  const { scene } = await setUp();
  const names = () => readdir(join(scene.profileFolder, 'imports'));
  const { id } = await scene.checked('users', file);
  expect(await names()).toHaveLength(5);
  await expect(scene.calls.lines({ id, status: 'create', from: 0, limit: 1 }, { windowId: 'x' })).rejects.toMatchObject({
    code: 'object-gone',
  });
  await scene.calls.discard({ id }, { windowId: 'x' });
  expect(await names()).toHaveLength(5);
  await scene.calls.discard({ id }, scene.caller);
  expect(await names()).toEqual([]);
  await scene.opened('users', file);
  await scene.domain.close();
  expect(await names()).toEqual([]);
});

test('a file that is being created when its window closes is deleted, and so is one when the app ends', async () => {
  const { scene } = await setUp();
  const names = () => readdir(join(scene.profileFolder, 'imports'));
  const begin = (windowId: string) => scene.calls.begin({ connectionId: 'c', kind: 'users', name: 'a.csv', size: 1 }, { windowId });
  const closed = begin('closed').catch((thrown: unknown) => thrown);
  scene.domain.windowClosed('closed');
  expect(await closed).toMatchObject({ report: { code: 'cancelled' } });
  expect(await names()).toEqual([]);
  const other = begin('other').catch((thrown: unknown) => thrown);
  await scene.domain.close();
  expect(await other).toMatchObject({ report: { code: 'cancelled' } });
  expect(await names()).toEqual([]);
});

test('a file that was changed while it was read, or is shorter than it was, isn’t imported', async () => {
  const { scene } = await setUp();
  const begin = () => scene.calls.begin({ connectionId: 'c', kind: 'users', name: 'a.csv', size: 10 }, scene.caller);
  const data = Buffer.from('email\na@b\n').toString('base64');
  const whole = await begin();
  await scene.calls.append({ id: whole, position: 0, data }, scene.caller);
  await expect(scene.calls.append({ id: whole, position: 0, data }, scene.caller)).rejects.toMatchObject({ code: 'bad-input' });
  expect(await scene.calls.finish({ id: whole, isUnchanged: false }, scene.caller)).toBeNull();
  expect(scene.run()).toMatchObject({ state: 'failed', fault: { reason: 'changed' } });
  const short = await begin();
  expect(await scene.calls.finish({ id: short, isUnchanged: true }, scene.caller)).toBeNull();
  expect(scene.run()).toMatchObject({ id: short, fault: { reason: 'changed' } });
});

test.each([
  ['locked', { isLocked: true }, 'app-locked'],
  ['changed', { destination: 'https://y.test p' }, 'connection-changed'],
])('a check ends with the reason once the app or the connection is %s', async (_what, change, code) => {
  const { scene } = await setUp();
  const { id } = await scene.opened('users', file);
  const mapping = await scene.calls.suggest({ id }, scene.caller);
  Object.assign(scene.facts, change);
  await scene.calls.check({ id, mapping }, scene.caller);
  await until(() => scene.run().state === 'mapping');
  expect(scene.run()).toMatchObject({ error: { code }, result: null });
});

test('rows that were compared with one project are never sent to another', async () => {
  const { scene } = await setUp();
  const { id } = await scene.checked('users', file);
  scene.facts.destination = 'https://y.test p';
  await expect(scene.calls.prepare({ id, statuses: ['create'] }, scene.caller)).rejects.toMatchObject({ code: 'connection-changed' });
});

test('nothing is imported into a connection for reading only', async () => {
  const { scene } = await setUp();
  scene.facts.safety = 'read-only';
  await expect(scene.opened('users', file)).rejects.toMatchObject({ code: 'read-only-connection' });
});

test('the columns, the format, and samples without passwords are shown', async () => {
  const { scene } = await setUp();
  const { source } = await scene.opened('users', `E-mail;pass\nada@x.test;Engine-1843\n`);
  expect(source).toMatchObject({
    format: { format: 'table', encoding: 'utf-8', delimiter: ';' },
    columns: [
      { name: 'E-mail', samples: ['ada@x.test'], isSecret: false },
      { name: 'pass', samples: [], isSecret: true },
    ],
    ...{ lines: 1, broken: 0, origin: null },
  });
});

test('a line is previewed, and names of teams that don’t exist are said before the check', async () => {
  const { scene } = await setUp();
  const { id } = await scene.opened('users', `email,team,verified\nada@x.test,Apollo,perhaps\ngrace@x.test,"Apollo,Gemini",yes\n`);
  const mapping = await scene.calls.suggest({ id }, scene.caller);
  const { problems, notes, previewable } = await scene.calls.tryMapping({ id, mapping }, scene.caller);
  expect([problems, previewable]).toEqual([[], 2]);
  expect(notes[1]).toMatchObject({ values: 2, unreadable: 0, references: { named: 2, missing: ['Gemini'] } });
  expect(notes[2]).toMatchObject({ values: 2, unreadable: 1, firstLine: 2, references: null });
  expect(briefly(await scene.calls.previewLine({ id, mapping, at: 0 }, scene.caller))).toBe('2, impossible, verified not-yes-or-no');
  expect(briefly(await scene.calls.previewLine({ id, mapping, at: 1 }, scene.caller))).toBe('3, impossible, team team-unknown');
});
