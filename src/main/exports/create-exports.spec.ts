import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { ExportFormat, ExportKind, ExportScope } from '#contract/bridge/exports.ts';
import { fail } from '#contract/errors.ts';
import { exportFields, initialFields, joinedFields } from '#contract/export/export-fields.ts';
import { everyUser, newestFirst } from '#contract/query/user-query.ts';
import { createTestPorts, reportOf } from '#tests/support/main/test-ports.ts';
import { sampleServerUser } from '#tests/support/samples/sample-user.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import type { Target } from '../remote/send';
import { createRuntime } from '../runtime/create-runtime';
import { createExports, type ExportsDeps } from './create-exports';

const csv: ExportFormat = { format: 'csv', delimiter: ',', hasByteOrderMark: false };
const caller = { windowId: 'w' };
const user = (id: string) => ({ ...sampleServerUser, id, primary_email: `${id}@example.com` });
const team = { id: 't', display_name: 'Difference', profile_image_url: null, created_at_millis: 0, client_metadata: null };
const listed = (items: readonly unknown[]) => ({ items, is_paginated: false });

/** Responses by path; a function gets the query. */
type Responses = Readonly<Record<string, unknown>>;

const responses: Responses = {
  '/users': { items: [user('a'), user('b')], is_paginated: true, pagination: { next_cursor: null }, omitted: { count: 1, path: 'x' } },
  '/teams': listed([team]),
  '/teams/{id}': team,
  '/team-permissions': listed([{ id: 'read', user_id: 'b', team_id: 't' }]),
  '/project-permissions': listed([{ id: 'admin', user_id: 'a' }]),
  '/internal/emails': listed([{ id: 'm', subject: 'Hi', sent_at_millis: 0, to: ['x@y.z'], error: null }]),
  '/internal/api-keys': listed([
    { id: 'k', description: 'CI', created_at_millis: 0, expires_at_millis: 8.64e15 + 1, secret_server_key: { last_four: 'a1b2' } },
  ]),
  '/team-permission-definitions': listed([{ id: 'read', contained_permission_ids: ['a', 'b'] }]),
  '/project-permission-definitions': listed([{ id: 'admin', description: 'All', contained_permission_ids: [] }]),
};

async function scene(
  own: {
    hasDialog?: boolean;
    hasOutbox?: boolean;
    responses?: Responses;
    matching?: ExportsDeps['matching'];
    indexed?: readonly string[];
  } = {},
) {
  const profileFolder = await temporaryFolder();
  const chosen = join(profileFolder, 'chosen');
  await mkdir(chosen);
  const ports = createTestPorts(profileFolder);
  const runtime = createRuntime(ports);
  let [isLocked, isForbidden, destination] = [false, false, 'one'];
  const all = { ...responses, ...own.responses };
  const exports = createExports({
    ports: { ...ports, chooseExportFile: own.hasDialog === false ? null : async () => join(chosen, 'users.csv') },
    runtime,
    sender: {
      async send(endpoint, _actor, _target, input, options) {
        options?.assertAllowed?.();
        const found = all[endpoint.path];
        const value: unknown = typeof found === 'function' ? found(input, options?.signal) : found;
        return (await value) as never;
      },
    },
    connections: { find: () => ({}) as never, destinationOf: () => destination },
    sessions: {
      target: async () => ({ features: async () => ({ 'email-outbox': own.hasOutbox === true }) }) as Target & { destination: string },
    },
    matching: own.matching ?? (() => Promise.reject(fail('object-gone')) as never),
    indexed: async (_connection, id) => {
      if (own.indexed === undefined) throw fail('object-gone');
      return own.indexed.includes(id) ? user(id) : null;
    },
    assertAllowed() {
      if (isForbidden) throw fail('not-allowed');
    },
    isLocked: () => isLocked,
  });
  onTestFinished(() => exports.close());
  const handlers = exports.handlers.exports;
  const runs = () => runtime.topics['exports.runs'].get().value;
  const start = (kind: ExportKind, fields: readonly string[], scope: ExportScope = { kind: 'all' }, format = csv) =>
    handlers.start({ connectionId: 'c', kind, scope, fields, format }, caller);
  return {
    exports,
    handlers,
    chosen,
    profileFolder,
    runs,
    start,
    files: async () => (await readdir(chosen)).concat((await readdir(profileFolder)).filter((name) => name.startsWith('export-'))),
    async exported(...input: Parameters<typeof start>) {
      const id = await start(...input);
      await expect.poll(() => runs().find((run) => run.id === id)?.state).not.toBe('running');
      return { run: runs().find((run) => run.id === id), text: await readFile(join(chosen, 'users.csv'), 'utf8').catch(() => null) };
    },
    lock() {
      isLocked = true;
      exports.check();
    },
    forbid() {
      isForbidden = true;
    },
    repoint() {
      destination = 'two';
      exports.check();
    },
  };
}

test.each<[ExportKind, readonly string[], string]>([
  [
    'users',
    ['id', 'server.plan', 'teams', 'permissions'],
    'id,server.plan,teams,permissions\r\na,team,Difference,admin\r\nb,team,Difference,\r\n',
  ],
  ['teams', ['display_name', 'created_at'], 'display_name,created_at\r\nDifference,1970-01-01T00:00:00.000Z\r\n'],
  ['members', ['team_name', 'user_id', 'permissions'], 'team_name,user_id,permissions\r\nDifference,a,\r\nDifference,b,read\r\n'],
  ['sent-emails', ['to', 'status', 'error'], 'to,status,error\r\nx@y.z,sent,\r\n'],
  ['project-keys', ['description', 'expires_at', 'server_key_ending'], 'description,expires_at,server_key_ending\r\nCI,,a1b2\r\n'],
  [
    'permissions',
    ['scope', 'id', 'contained_permission_ids'],
    'scope,id,contained_permission_ids\r\nteam,read,"a;b"\r\nproject,admin,\r\n',
  ],
])('%s', async (kind, fields, expected) => {
  const { exported, chosen, files } = await scene();
  const { run, text } = await exported(kind, fields);
  expect(run).toMatchObject({ state: 'done', error: null });
  expect(text).toBe(expected);
  expect([(await stat(join(chosen, 'users.csv'))).mode & 0o777, await files()]).toEqual([0o600, ['users.csv']]);
});

test.each(Object.keys(exportFields) as ExportKind[])('every field of %s has a value', async (kind) => {
  const { exported } = await scene();
  const fields = [...exportFields[kind], ...joinedFields[kind]];
  const { text } = await exported(kind, fields, { kind: 'all' }, { format: 'ndjson' });
  const [first] = (text ?? '').split('\n');
  expect(Object.keys(JSON.parse(first ?? ''))).toEqual(fields);
  expect(initialFields(kind).length).toBeGreaterThan(1);
});

test('chosen users are read one by one, in their order; deleted ones are counted', async () => {
  const one = ({ params }: { params: { user_id: string } }) =>
    params.user_id === 'gone' ? Promise.reject(fail('known-error', { known: 'USER_NOT_FOUND', status: 404 })) : user(params.user_id);
  const { exported } = await scene({ responses: { '/users/{user_id}': one } });
  const { run, text } = await exported('users', ['id'], { kind: 'ids', ids: ['z', 'gone', 'a'] });
  expect([text, run?.rows, run?.omitted, run?.totalRows]).toEqual(['id\r\nz\r\na\r\n', 2, 1, 3]);
});

describe('many chosen users, in their order, are read', () => {
  const ids = Array.from({ length: 60 }, (_none, at) => `u${at}`);
  const expected = (own: { indexed?: readonly string[]; pages: number }) => async () => {
    const [single, paged]: [string[], number[]] = [[], []];
    const list = ({ query }: { query: { cursor?: string } }) => {
      const page = Number(query.cursor ?? 0);
      paged.push(page);
      return { items: page === 1 ? ids.slice(2).reverse().map(user) : [user(`x${page}`)], pagination: { next_cursor: String(page + 1) } };
    };
    const one = ({ params }: { params: { user_id: string } }) => {
      single.push(params.user_id);
      return user(params.user_id);
    };
    const { exported } = await scene({ ...own, responses: { '/users': list, '/users/{user_id}': one } });
    const { text } = await exported('users', ['id'], { kind: 'ids', ids });
    expect([text, single, paged.length]).toEqual([`id\r\n${ids.map((id) => `${id}\r\n`).join('')}`, ids.slice(0, 2), own.pages]);
  };
  test('from the index, and what it doesn’t have, one by one', expected({ indexed: ids.slice(2), pages: 0 }));
  test('without an index, from the pages that cost less than reading them one by one', expected({ pages: 15 }));
});

test('chosen emails, which the list may not have any longer', async () => {
  const { exported } = await scene();
  const { run, text } = await exported('sent-emails', ['id'], { kind: 'ids', ids: ['gone', 'm'] });
  expect([text, run?.rows, run?.omitted]).toEqual(['id\r\nm\r\n', 1, 1]);
});

test('with an outbox, emails that were sent or failed, and chosen ones from the list that has their IDs', async () => {
  const one = (status: string, simple_status: string) => ({ id: status, status, simple_status, to: { type: 'custom-emails', emails: [] } });
  const items = [one('scheduled', 'in-progress'), one('skipped', 'ok'), one('sent', 'ok'), one('server-error', 'error')];
  const outbox = { items, is_paginated: true, pagination: { next_cursor: null } };
  const { exported } = await scene({ hasOutbox: true, responses: { '/emails/outbox': outbox } });
  expect((await exported('sent-emails', ['id'])).text).toBe('id\r\nsent\r\nserver-error\r\n');
  const { run, text } = await exported('sent-emails', ['id'], { kind: 'ids', ids: ['m', 'gone'] });
  expect([text, run?.omitted]).toEqual(['id\r\nm\r\n', 1]);
});

test('users that match are those of the index', async () => {
  const matching = async function* () {
    yield [user('x')];
    yield [user('y')];
  };
  const { exported } = await scene({ matching });
  const { text } = await exported('users', ['id'], { kind: 'matching', scope: { query: everyUser, order: newestFirst } });
  expect(text).toBe('id\r\nx\r\ny\r\n');
});

test('in a host without dialogs, the page reads the file, which has no name', async () => {
  const { start, handlers, runs, files } = await scene({ hasDialog: false });
  const id = (await start('users', ['id'])) ?? '';
  await expect.poll(() => runs()[0]?.state).toBe('done');
  expect([runs()[0]?.path, await files()]).toEqual([null, []]);
  expect(await handlers.read({ id, position: 0 }, caller)).toEqual({ text: 'id\r\na\r\nb\r\n', next: null });
  await handlers.dismiss({ id }, caller);
  expect(await reportOf(handlers.read({ id, position: 0 }, caller))).toMatchObject({ code: 'object-gone' });
});

test('long texts are read in parts that end with a whole character', async () => {
  const long = Array.from({ length: 120_000 }, (_none, at) => ({ ...team, id: `é語🔑${at}` }));
  const { start, handlers, runs } = await scene({ hasDialog: false, responses: { '/teams': listed(long) } });
  const id = (await start('teams', ['id'])) ?? '';
  await expect.poll(() => runs()[0]?.state, { timeout: 10_000 }).toBe('done');
  let text = '';
  for (let position: number | null = 0; position !== null; ) {
    const part: { text: string; next: number | null } = await handlers.read({ id, position }, caller);
    text += part.text;
    position = part.next;
  }
  expect(text).toBe(`id\r\n${long.map((one) => `${one.id}\r\n`).join('')}`);
});

test('what a process left of the same file when it was killed is removed, and what another one writes isn’t', async () => {
  const { chosen, exported } = await scene();
  const draft = (mark: string) => `.users.csv.${mark}-0123456789ab.tmp`;
  const here = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
  // Of a process that has ended, one that runs, another computer, another file.
  const ended = draft(`${here}-${spawnSync(process.execPath, ['-v']).pid}`);
  const others = [draft(`${here}-${process.ppid}`), draft('00000000-1'), `.other${ended}`, '.users.csv.tmp'];
  for (const name of [ended, ...others]) await writeFile(join(chosen, name), '');
  await exported('users', ['id']);
  expect((await readdir(chosen)).sort()).toEqual([...others, 'users.csv'].sort());
});

describe('nothing is left behind, and a file that was there stays, when', () => {
  async function stopped(stop: (of: Awaited<ReturnType<typeof scene>>) => unknown, hangs = true) {
    const waits = (_input: unknown, signal: AbortSignal) =>
      new Promise((_done, reject) => {
        if (!hangs) reject(fail('timed-out'));
        if (signal.aborted) reject(fail('cancelled'));
        signal.addEventListener('abort', () => reject(fail('cancelled')));
      });
    const found = await scene({ responses: { '/users': waits } });
    await writeFile(join(found.chosen, 'users.csv'), 'before');
    await found.start('users', ['id']);
    await stop(found);
    await expect.poll(() => found.runs()[0]?.state).not.toBe('running');
    expect([await found.files(), await readFile(join(found.chosen, 'users.csv'), 'utf8')]).toEqual([['users.csv'], 'before']);
    return found.runs()[0];
  }
  test('the user cancels', async () => {
    expect(await stopped(({ handlers, runs }) => handlers.cancel({ id: runs()[0]?.id ?? '' }, caller))).toMatchObject({
      state: 'cancelled',
    });
  });
  test('the app is locked', async () => {
    expect(await stopped(({ lock }) => lock())).toMatchObject({ state: 'failed', error: { code: 'app-locked' } });
  });
  test('the connection points elsewhere', async () => {
    expect(await stopped(({ repoint }) => repoint())).toMatchObject({ state: 'failed', error: { code: 'connection-changed' } });
  });
  test('the app quits', async () => {
    expect(await stopped(({ exports }) => exports.close())).toMatchObject({ state: 'cancelled' });
  });
  test('a page fails', async () => {
    expect(await stopped(() => undefined, false)).toMatchObject({ state: 'failed', error: { code: 'timed-out' } });
  });
});

test.each<[string, ExportKind, readonly string[], string]>([
  ['a field of another kind', 'teams', ['primary_email'], 'bad-input'],
  ['a field twice', 'users', ['id', 'id'], 'bad-input'],
  ['a path in another notation', 'users', ['server_metadata.plan'], 'bad-input'],
  ['a name that all objects have', 'users', ['constructor'], 'bad-input'],
])('%s is refused', async (_what, kind, fields, code) => {
  const { start, runs } = await scene();
  expect(await reportOf(start(kind, fields))).toMatchObject({ code });
  expect(runs()).toEqual([]);
});

test('a policy forbids exports before a file is chosen', async () => {
  const { start, forbid, files } = await scene();
  forbid();
  expect(await reportOf(start('users', ['id']))).toMatchObject({ code: 'not-allowed' });
  expect(await files()).toEqual([]);
});

test('a scope that the kind doesn’t have fails', async () => {
  const { exported } = await scene();
  const { run } = await exported('permissions', ['id'], { kind: 'ids', ids: ['a'] });
  expect(run).toMatchObject({ state: 'failed', error: { code: 'bad-input' } });
});
