/** Imports that are dropped at random moments, as by the end of the process, while the service fails too. */
import { expect, test } from 'vitest';
import type { NewJobRow, StoredRow } from '#contract/workers/job-records.ts';
import { createTestSandbox } from '#sandbox/testing/test-sandbox.ts';
import { type Fate, jobScene } from '#tests/support/main/jobs-scene.ts';
import { createChance, runKilled } from '#tests/support/main/killed-in-process.ts';

const rows = 120;
const nameOf = (n: number) => `Imported ${n}`;

async function setUp(seed: number) {
  const sandbox = await createTestSandbox({ seed: 'empty' });
  const create = async (path: string, body: object) => String((await sandbox.call('server', 'POST', path, body)).json.id);
  const teams = [await create('/teams', { display_name: 'Apollo' }), await create('/teams', { display_name: 'Gemini' })];
  await sandbox.call('admin', 'POST', '/project-permission-definitions', { id: 'analyst' });
  const members = await Promise.all([1, 2, 3].map((n) => create('/users', { display_name: `Member ${n}` })));
  return { sandbox, teams, members, ...(await jobScene(sandbox)), chance: createChance(seed) };
}

type Scene = Awaited<ReturnType<typeof setUp>>;

/** A new object; one user in two has no address, by which nothing finds it again. */
const rowOf = (n: number, id: string, email: string | null, value: object): NewJobRow => ({
  target: { id, of: null },
  ...{ name: nameOf(n), email, before: null, secret: null, reason: null },
  value: { paths: [], ...value } as NewJobRow['value'],
});

function userRow(n: number, teams: readonly string[]): NewJobRow {
  const email = n % 2 === 0 ? `imported${n}@x.example` : null;
  const address = email === null ? {} : { primary_email: email, primary_email_auth_enabled: true };
  const own = { teams: teams.slice(0, n % 3), permissions: n % 4 === 0 ? ['analyst'] : [] };
  return rowOf(n, email ?? `line ${n}`, email, { fields: { ...address, display_name: nameOf(n) }, ...own });
}

async function started({ process }: Scene, kind: 'users.import' | 'teams.import', rowAt: (n: number) => NewJobRow) {
  const own = process();
  async function* rowsOf() {
    yield Array.from({ length: rows }, (_, n) => rowAt(n));
  }
  return own.begin(await own.previewRows({ connectionId: 'c', action: { kind, file: 'file.csv' }, requests: rows, rowsOf }, 'w'));
}

/** Five requests in a hundred fail, two have no response, and storms of requests to wait come now and then. */
function faults({ chance }: Scene): () => Fate {
  let storm = 0;
  return () => {
    if (storm > 0) {
      storm -= 1;
      return new Response('Slow down', { status: 429, headers: { 'retry-after': '2' } });
    }
    const number = chance();
    if (number < 0.05) return new Response('Service unavailable', { status: 503 });
    if (number < 0.07) return 'lost-response';
    if (number < 0.08) storm = 6;
    return undefined;
  };
}

async function listed({ sandbox }: Scene, path: string) {
  const items: Record<string, unknown>[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await sandbox.call('server', 'GET', `${path}limit=100${cursor === '' ? '' : `&cursor=${cursor}`}`);
    items.push(...page.items);
    cursor = (page.json.pagination as { next_cursor: string | null } | undefined)?.next_cursor ?? null;
  }
  return items;
}

/** Returns the rows that say something else than what is there. `wholes` has the objects that are all that their row wants. */
function untrue(
  found: readonly StoredRow[],
  objects: readonly Record<string, unknown>[],
  isWhole: (row: StoredRow, id: string) => boolean,
) {
  return found.flatMap((row) => {
    const own = objects.filter(({ display_name: name }) => name === row.name).map(({ id }) => String(id));
    const isTrue =
      own.length <= 1 &&
      (row.state === 'done' ? own.length === 1 && isWhole(row, own[0] ?? '') : row.state === 'failed' || row.state === 'unknown');
    return isTrue ? [] : [`${row.n} ${row.state} ${row.reason} ${own.length} ${own.map((id) => isWhole(row, id)).join()}`];
  });
}

const textsOf = (row: StoredRow, name: string) => (row.value as Record<string, string[]>)[name] ?? [];

test.each([3, 8, 21])('of users, each is created once at most, and is whole if its row is done (%i)', { timeout: 60_000 }, async (seed) => {
  const scene = await setUp(seed);
  const id = await started(scene, 'users.import', (n) => userRow(n, scene.teams));
  expect(await runKilled(scene, id, faults(scene))).toBeGreaterThan(5);
  const found = await scene.process().rows(id);
  const users = await listed(scene, '/users?');
  const members = new Map<string, Set<string>>();
  for (const team of scene.teams)
    members.set(team, new Set((await listed(scene, `/users?team_id=${team}&`)).map((user) => String(user.id))));
  const holders = new Set(
    (await scene.sandbox.call('server', 'GET', '/project-permissions?permission_id=analyst')).items.map((one) => one.user_id),
  );
  const isWhole = (row: StoredRow, user: string) =>
    textsOf(row, 'teams').every((team) => members.get(team)?.has(user)) && (textsOf(row, 'permissions').length === 0 || holders.has(user));
  expect(untrue(found, users, isWhole)).toEqual([]);
  expect(found.filter(({ state }) => state === 'done').length).toBeGreaterThan(rows / 2);
});

test.each([5, 13])(
  'of teams, each is created once at most, and has its members if its row is done (%i)',
  { timeout: 60_000 },
  async (seed) => {
    const scene = await setUp(seed);
    const row = (n: number) => rowOf(n, `line ${n}`, null, { fields: { display_name: nameOf(n) }, members: scene.members.slice(0, n % 4) });
    const id = await started(scene, 'teams.import', row);
    expect(await runKilled(scene, id, faults(scene))).toBeGreaterThan(5);
    const found = await scene.process().rows(id);
    const teams = (await scene.sandbox.call('server', 'GET', '/teams')).items;
    const of = new Map<string, Set<string>>();
    for (const { id: team } of teams)
      of.set(String(team), new Set((await listed(scene, `/users?team_id=${team}&`)).map((user) => String(user.id))));
    expect(untrue(found, teams, (one, team) => textsOf(one, 'members').every((member) => of.get(team)?.has(member)))).toEqual([]);
    expect(found.filter(({ state }) => state === 'done').length).toBeGreaterThan(rows / 2);
  },
);
