import { expect, test } from 'vitest';
import { createTestSandbox } from '#sandbox/testing/test-sandbox.ts';
import { briefly, importScene } from '#tests/support/main/import-scene.ts';
import { statesOf } from '#tests/support/main/jobs-scene.ts';

async function setUp() {
  const sandbox = await createTestSandbox({ seed: 'empty' });
  const ids = new Map<string, string>();
  for (const name of ['ada', 'grace', 'kay']) {
    const { json } = await sandbox.call('server', 'POST', '/users', { primary_email: `${name}@x.test`, display_name: name });
    ids.set(name, String(json.id));
  }
  const apollo = String(
    (await sandbox.call('server', 'POST', '/teams', { display_name: 'Apollo', server_metadata: { plan: 'free' } })).json.id,
  );
  await sandbox.call('server', 'POST', `/team-memberships/${apollo}/${ids.get('ada')}`, {});
  const scene = await importScene(sandbox);
  const membersOf = async (team: string) =>
    (await sandbox.call('server', 'GET', `/users?team_id=${team}`)).items.map(({ display_name: name }) => String(name)).sort();
  const teams = async () => (await sandbox.call('server', 'GET', '/teams')).items as { id: string; display_name: string }[];
  return { sandbox, scene, apollo, membersOf, teams };
}

const file = `name,members,server.plan
Apollo,"ada@x.test, grace@x.test",team
Gemini,kay@x.test,
Gemini,"grace@x.test",
Gemini,ada@x.test,free
Mercury,nobody@x.test,
,ada@x.test,
`;

test('teams are created and changed with their members, which several lines can name', async () => {
  const { scene, apollo, membersOf, teams } = await setUp();
  const { id, rows, result } = await scene.imported('teams', file);
  expect(result.counts).toEqual({ create: 1, change: 1, same: 0, impossible: 3 });
  expect((await scene.linesOf(id, 'change')).map(briefly)).toEqual(['2, change, server.plan "free" > "team", member - > "grace@x.test"']);
  expect((await scene.linesOf(id, 'create')).map(briefly)).toEqual(['3, create, member - > "kay@x.test", member - > "grace@x.test"']);
  expect((await scene.linesOf(id, 'impossible')).map(briefly)).toEqual([
    '5, impossible, repeated',
    '6, impossible, members user-unknown',
    '7, impossible, no-name',
  ]);
  expect(statesOf(rows)).toEqual(['done', 'done']);
  const gemini = (await teams()).find(({ display_name: name }) => name === 'Gemini');
  expect([await membersOf(apollo), await membersOf(gemini?.id ?? '')]).toEqual([
    ['ada', 'grace'],
    ['grace', 'kay'],
  ]);
  expect((await scene.checked('teams', file)).result.counts).toMatchObject({ create: 0, change: 0, same: 2 });
});

test('each line of a team that can’t be imported is left out alone, and none is lost', async () => {
  const { scene, apollo, membersOf, teams } = await setUp();
  const lines = `name,members,server.plan
Apollo,not-an-address,
Apollo,grace@x.test,
Gemini,kay@x.test,free
Gemini,nobody@x.test,
Gemini,ada@x.test,
Mercury,nobody@x.test,team
Mercury,kay@x.test,
`;
  const { id, rows, result } = await scene.imported('teams', lines, { empty: 'clear' });
  expect(result.counts).toEqual({ create: 2, change: 1, same: 0, impossible: 3 });
  expect((await scene.linesOf(id, 'impossible')).map(briefly)).toEqual([
    '2, impossible, members not-an-email',
    '5, impossible, members user-unknown',
    '7, impossible, members user-unknown',
  ]);
  // The plan of Apollo isn’t cleared, though the cell is empty: the line before may have had another one.
  expect((await scene.linesOf(id, 'change')).map(briefly)).toEqual(['3, change, member - > "grace@x.test"']);
  expect(statesOf(rows)).toEqual(['done', 'done', 'done']);
  const idOf = async (name: string) => (await teams()).find(({ display_name: of }) => of === name)?.id ?? '';
  expect([await membersOf(apollo), await membersOf(await idOf('Gemini')), await membersOf(await idOf('Mercury'))]).toEqual([
    ['ada', 'grace'],
    ['ada', 'kay'],
    ['kay'],
  ]);
});

test.each(['team-ambiguous', 'not-found'])('of a team that is %s, each line has the reason', async (reason) => {
  const { scene, sandbox } = await setUp();
  await sandbox.call('server', 'POST', '/teams', { display_name: 'Apollo' });
  const missing = '00000000-0000-4000-8000-000000000009';
  const lines = ['ada', 'grace', 'kay'].map((name) => `${reason === 'not-found' ? missing : ''},Apollo,${name}@x.test`);
  const { id } = await scene.checked('teams', `id,name,members\n${lines.join('\n')}\n`);
  expect((await scene.linesOf(id, 'impossible')).map(briefly)).toEqual([2, 3, 4].map((line) => `${line}, impossible, ${reason}`));
});

test.each([
  ['teams', 'name,members,server.plan', ['Apollo,nobody@x.test,team', 'Apollo,ada(at)x.test,free', ',ada@x.test,', 'Gemini']],
  ['permissions', 'id,description,contained', ['a,Circle,b', 'b,Circle,a', 'Bad Id,No,', 'c,Unknown,unknown_one', 'd']],
] as const)('lines of %s that can’t be imported are exported with their cells, to be corrected', async (kind, header, lines) => {
  const { scene } = await setUp();
  const { id, result } = await scene.checked(kind, `${header}\n${lines.join('\n')}\n`);
  expect(result.counts).toEqual({ create: 0, change: 0, same: 0, impossible: lines.length });
  const { text } = await scene.calls.exportPage({ id, from: 0 }, scene.caller);
  const rejected = text.split('\r\n').slice(1, -1);
  const cells = rejected.map((line) => line.split(',').slice(3).join(','));
  expect(cells.sort()).toEqual(lines.map((line) => (line.includes(',') ? line : `${line},,`)).sort());
});

test('a team whose response was lost is found, and its members are added', async () => {
  const { scene, teams, membersOf } = await setUp();
  let lost = 0;
  scene.service.fate = ({ method, url }) => (method === 'POST' && url.endsWith('/teams') && ++lost === 1 ? 'lost-response' : undefined);
  const { rows } = await scene.imported('teams', 'name,members\nGemini,"kay@x.test,ada@x.test"\n');
  const found = (await teams()).filter(({ display_name: name }) => name === 'Gemini');
  expect([statesOf(rows), found.length, await membersOf(found[0]?.id ?? '')]).toEqual([['done'], 1, ['ada', 'kay']]);
});

test('an export of members is an import of teams', async () => {
  const { scene, apollo } = await setUp();
  const { id } = await scene.opened('teams', `team_id,team_name,user_id,primary_email\n${apollo},Apollo,x,kay@x.test\n`);
  const mapping = await scene.calls.suggest({ id }, scene.caller);
  expect(mapping).toMatchObject({
    match: 'id',
    columns: [{ column: 0 }, { column: 1 }, { column: 2, target: { field: 'member', by: 'id' } }],
  });
});

const definitions = `id,scope,description,contained
read_reports,team,Read reports,
edit_reports,team,Edit reports,"read_reports, $update_team"
own_reports,team,,edit_reports
a,team,,b
b,team,,a
c,team,,unknown_one
$update_team,team,,
Bad Id,team,,
d,everywhere,,
read_reports,team,Again,
read_reports,project,Elsewhere,
read_all,project,Elsewhere,
`;

test('definitions of permissions are created in an order in which each contains what is there', async () => {
  const { scene, sandbox } = await setUp();
  const { id, rows, writes } = await scene.imported('permissions', definitions);
  expect((await scene.linesOf(id, 'impossible')).map(briefly).sort()).toEqual(
    [
      '5, impossible, permission-unknown',
      '6, impossible, circle',
      '7, impossible, permission-unknown',
      '8, impossible, built-in',
      '9, impossible, id not-a-permission-id',
      '10, impossible, scope not-a-scope',
      '11, impossible, repeated',
      '12, impossible, repeated',
    ].sort(),
  );
  expect([statesOf(rows), writes.map(({ status }) => status)]).toEqual([Array(4).fill('done'), Array(4).fill(201)]);
  const own = (await sandbox.call('admin', 'GET', '/team-permission-definitions')).items.filter(({ id: of }) =>
    String(of).endsWith('_reports'),
  );
  expect(own).toMatchObject([
    { id: 'edit_reports', description: 'Edit reports', contained_permission_ids: ['$update_team', 'read_reports'] },
    { id: 'own_reports', contained_permission_ids: ['edit_reports'] },
    { id: 'read_reports', description: 'Read reports', contained_permission_ids: [] },
  ]);
  const again = await scene.checked('permissions', definitions);
  expect(again.result.counts).toMatchObject({ create: 0, change: 0, same: 4 });
});

test('a definition is changed, and what its line leaves open stays', async () => {
  const { scene, sandbox } = await setUp();
  await scene.imported('permissions', 'id,description,contained\nread,Read,\nedit,Edit,read\n');
  const { id, rows } = await scene.imported('permissions', 'id,description,contained\nedit,Edit all,\n');
  expect((await scene.linesOf(id, 'change')).map(briefly)).toEqual(['2, change, description "Edit" > "Edit all"']);
  expect(statesOf(rows)).toEqual(['done']);
  const { items } = await sandbox.call('admin', 'GET', '/team-permission-definitions');
  expect(items.find(({ id: of }) => of === 'edit')).toMatchObject({ description: 'Edit all', contained_permission_ids: ['read'] });
});
