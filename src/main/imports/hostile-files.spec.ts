/** Whole checks and imports of files that were made to break them. */
import { expect, test } from 'vitest';
import { csvRow } from '#contract/export/csv.ts';
import { createTestSandbox } from '#sandbox/testing/test-sandbox.ts';
import { briefly, importScene } from '#tests/support/main/import-scene.ts';
import { statesOf } from '#tests/support/main/jobs-scene.ts';

/** A project without users, all of which an index has. */
async function setUp() {
  const sandbox = await createTestSandbox({ seed: 'empty' });
  const scene = await importScene(sandbox, { indexed: [] });
  const names = async () => (await sandbox.call('server', 'GET', '/users')).items.map(({ display_name: name }) => name);
  return { sandbox, scene, names };
}

const long = (sign: string, length: number) => sign.repeat(length);

/** A line of each kind, as text of a number, and the reason why it can't be imported; null for none. */
const kinds: readonly (readonly [(n: number) => string, string | null])[] = [
  [(n) => `user${n}@x.test,User ${n},1`, null],
  [(n) => `user${n}@x.test,"a ""quoted"" name, ${n}",2`, null],
  [(n) => `user${n}@x.test,"a name\r\nof two lines ${n}",3`, null],
  [(n) => `user${n}@x.test,User`, 'too-few-cells'],
  [(n) => `user${n}@x.test,User,1,more`, 'too-many-cells'],
  [(n) => `user${n}@x.test,"User" ${n},1`, 'text-after-quote'],
  [(n) => `user${n}\0@x.test,User,1`, 'not-text'],
  [(n) => `user${n}(at)x.test,User,1`, 'not-an-email'],
  [(n) => `${long('u', 400)}${n}@x.test,User,1`, 'too-long'],
  [(n) => `user${n}@x.test,${long('u', 10_001)},1`, 'too-long'],
  [() => ',,', 'empty-line'],
  [() => 'first@x.test,Again,1', 'repeated'],
];

test('of two hundred thousand lines with every kind of broken line, each is checked and has its reason', { timeout: 60_000 }, async () => {
  const { scene } = await setUp();
  const rounds = Math.ceil(200_000 / kinds.length);
  const lines: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    // Names of ten thousand characters in each round would make a file of gigabytes.
    for (const [text, reason] of kinds) lines.push(reason === 'too-long' && round >= 100 ? 'x,y,1' : text(lines.length));
  }
  const { id, result } = await scene.checked(
    'users',
    `email,name,server.n\nfirst@x.test,First,0\n${lines.join('\n')}\nlast@x.test,Last,1\n`,
  );
  const fine = kinds.filter(([, reason]) => reason === null).length * rounds;
  expect(result.counts).toEqual({ create: fine + 2, change: 0, same: 0, impossible: (kinds.length - 3) * rounds });
  const { text, next } = await scene.calls.exportPage({ id, from: 0 }, scene.caller);
  expect(next).not.toBeNull();
  const reasons = text.split('\r\n').map((line) => line.split(',')[1]);
  const known = new Set(kinds.map(([, reason]) => reason));
  expect(new Set(reasons.slice(1, kinds.length - 2))).toEqual(new Set([...known].filter((reason) => reason !== null)));
});

test('a quote that is never closed costs its own line only, in a file of any length', async () => {
  const { scene } = await setUp();
  const lines = Array.from({ length: 20_000 }, (_, n) => (n % 2_000 === 7 ? `open${n}@x.test,"never closed,1` : `user${n}@x.test,User,1`));
  const { result } = await scene.checked('users', `email,name,server.n\n${lines.join('\n')}\n`);
  expect(result.counts).toMatchObject({ create: 19_990, impossible: 10 });
});

const hostile = [
  '=HYPERLINK("https://evil.test";"x")',
  '+1+1',
  '-2+3',
  '@SUM(A1)',
  '<script>alert(1)</script>',
  'Robert"); DROP TABLE users;--',
  'a\u202Emoc.live@txt',
  'A\u200Bd\u2066a',
  '{{constructor}}',
  '../../etc/passwd',
  '__proto__',
  'Zo\u0308e 👩‍👩‍👧',
];

test('formulas, markup, and marks of direction within names are imported as they are, and no cell of an export is read as a formula', async () => {
  const { scene, names } = await setUp();
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const lines = hostile.map((name, at) => `user${at}@x.test,${quoted(name)},${quoted(name)}`);
  const { rows } = await scene.imported('users', `email,name,server.__proto__\n${lines.join('\n')}\n`);
  expect(new Set(statesOf(rows))).toEqual(new Set(['done']));
  expect((await names()).sort()).toEqual([...hostile].sort());
  expect(Object.hasOwn(Object.prototype, 'server')).toBe(false);
  const { id } = await scene.checked('users', `email,name\n${hostile.map((name) => `${quoted(name)},x`).join('\n')}\n`);
  const { text } = await scene.calls.exportPage({ id, from: 0 }, scene.caller);
  const cells = text.split('\r\n').slice(1, -1);
  expect(cells).toHaveLength(hostile.length);
  expect(cells.filter((line) => /^\d+,[\w-]+,email,"?[=+\-@]/.test(line))).toEqual([]);
  expect(cells[1]).toContain(",'+1+1,");
});

test('what an export keeps programs from reading as a formula is imported as it was, and a password as it is', async () => {
  const { scene, sandbox, names } = await setUp();
  const lines = hostile.map((name, at) => csvRow([`user${at}@x.test`, name, name, "'=secret-of-user"]));
  const { rows } = await scene.imported('users', csvRow(['email', 'name', 'server.name', 'password']) + lines.join(''));
  expect(new Set(statesOf(rows))).toEqual(new Set(['done']));
  expect((await names()).sort()).toEqual([...hostile].sort());
  const users = (await sandbox.call('server', 'GET', '/users')).items;
  expect(users.map(({ server_metadata: metadata }) => (metadata as { name: string }).name).sort()).toEqual([...hostile].sort());
  const signIn = { email: 'user0@x.test', password: "'=secret-of-user" };
  expect((await sandbox.call('client', 'POST', '/auth/password/sign-in', signIn)).status).toBe(200);
  // Numbers stay numbers, and JSON has no such apostrophes.
  const { id } = await scene.checked('users', `email,server.seats\r\n${csvRow(['user0@x.test', '-5'])}`);
  expect((await scene.linesOf(id, 'create')).map(briefly)).toEqual(['2, create, server.seats - > -5']);
  const json = await scene.checked('users', `{"email":"user0@x.test","name":"'=1"}\n`);
  expect((await scene.linesOf(json.id, 'create')).map(({ name }) => name)).toEqual(["'=1"]);
});

test.each([
  ['an ID', '00000000-0000-4000-8000-000000000009'],
  ['a formula', '=1+1'],
  ['two thousand characters', long('n', 2_000)],
  ['signs of other planes', '👩‍👩‍👧 \u202e𝔄'],
  ['a line', 'line 3'],
])('a team whose name is %s is created once, as a team of that name', async (_what, name) => {
  const { sandbox, scene } = await setUp();
  const file = `${JSON.stringify({ name })}\n{"name":"Apollo"}\n`;
  const { rows, end } = await scene.imported('teams', file);
  expect([end, statesOf(rows)]).toEqual([{ kind: 'done' }, ['done', 'done']]);
  const names = (await sandbox.call('server', 'GET', '/teams')).items.map(({ display_name: of }) => of);
  expect(names.sort()).toEqual([name, 'Apollo'].sort());
  expect((await scene.checked('teams', file)).result.counts).toMatchObject({ create: 0, same: 2 });
});

const deep = `${long('[', 100_000)}${long(']', 100_000)}`;

test.each<[string, string]>([
  ['a list', `[{"email":"a@x.test","server_metadata":{"a":${deep}}},{"email":"b@x.test","server_metadata":{}}]`],
  ['lines', `{"email":"a@x.test","server_metadata":{"a":${deep}}}\n{"email":"b@x.test","server_metadata":{}}\n`],
  ['a table', `email,server_metadata\na@x.test,"${deep}"\nb@x.test,\n`],
])('of %s, a value with a hundred thousand levels costs its own line only', async (_what, text) => {
  const { scene, sandbox } = await setUp();
  const { id, end, rows } = await scene.imported('users', text);
  expect([end, statesOf(rows)]).toEqual([{ kind: 'done' }, ['done']]);
  expect((await scene.linesOf(id, 'impossible')).map(({ problems }) => problems[0]?.reason)).toEqual(['too-deep']);
  expect((await sandbox.call('server', 'GET', '/users')).items.map(({ primary_email: email }) => email)).toEqual(['b@x.test']);
});

test('columns with hostile names are shown shortened, and none of them becomes part of an object', async () => {
  const { scene } = await setUp();
  const header = ['email', '__proto__', 'constructor', '=1+1', '<b>', '\u202Ename', long('n', 100_000)];
  const { id, source } = await scene.opened(
    'users',
    `${header.join(',')}\n${header.map((_, at) => (at === 0 ? 'a@x.test' : 'v')).join(',')}\n`,
  );
  expect(source?.columns.map(({ name }) => name.length)).toEqual([5, 9, 11, 4, 3, 4, 1_000]);
  const mapping = await scene.calls.suggest({ id }, scene.caller);
  expect(mapping.columns.map(({ column }) => column)).toContain(0);
});

test('cells of five megabytes are checked and fixed as rows, and windows get the start of each', { timeout: 60_000 }, async () => {
  const { scene } = await setUp();
  const note = long('n', 4_900_000);
  const lines = Array.from({ length: 4 }, (_, at) => `user${at}@x.test,${note}${at}`);
  const { id, result } = await scene.checked('users', `email,server.note\n${lines.join('\n')}\nbad@x.test,${long('x', 5_000_001)}\n`);
  expect(result.counts).toMatchObject({ create: 4, impossible: 1 });
  const shown = await scene.linesOf(id, 'create');
  expect(shown).toHaveLength(4);
  expect(JSON.stringify(shown).length).toBeLessThan(40_000);
  expect((await scene.linesOf(id, 'impossible'))[0]?.problems[0]).toMatchObject({ reason: 'cell-too-long' });
  const preview = await scene.calls.prepare({ id, statuses: ['create'] }, scene.caller);
  expect(preview).toMatchObject({ toSend: 4 });
});

test('two thousand columns are checked, and more are too many', async () => {
  const { scene } = await setUp();
  const header = (count: number) => ['email', ...Array.from({ length: count - 1 }, (_, at) => `server.c${at}`)].join(',');
  const line = (count: number, n: number) => [`user${n}@x.test`, ...Array.from({ length: count - 1 }, (_, at) => `value ${at}`)].join(',');
  const text = `${header(2_000)}\n${Array.from({ length: 120 }, (_, n) => line(2_000, n)).join('\n')}\n${line(1_999, 200)}\n`;
  const { id, result } = await scene.checked('users', text);
  expect(result.counts).toMatchObject({ create: 120, impossible: 1 });
  const [first] = await scene.linesOf(id, 'create');
  expect(first?.changes.length).toBeGreaterThan(1_000);
  expect(JSON.stringify(first).length).toBeLessThan(300_000);
  expect((await scene.opened('users', `${header(2_001)}\n${line(2_001, 1)}\n`)).source).toBeNull();
  expect(scene.run()).toMatchObject({ fault: { reason: 'too-many-columns' } });
});
