/** Undoing when no response comes, or twice at once: reading shows what was done, and where it can't, nothing is sent again without saying so. */
import { expect, test } from 'vitest';
import { AppError, fail } from '#contract/errors.ts';
import type { Transport } from '#main/ports/ports.ts';
import { createUndiciTransport } from '#main/remote/undici-transport.ts';
import { defaultRelease } from '#sandbox/releases/release.ts';
import { eventually } from '../support/eventually';
import { startLibraryInProcess } from '../support/main/library-in-process';
import { openedRelease } from '../support/main/release-app';

type Lost = 'request' | 'response';

/** Starts the app. Writes to paths that `lose` names don't arrive, or their responses don't. */
async function setUp() {
  const real = createUndiciTransport();
  const lost = new Map<string, Lost>();
  const transport: Transport = {
    ...real,
    async send(request, ...others) {
      const path = new URL(request.url).pathname.replace('/api/v1', '');
      const [fate] = [...lost].flatMap(([start, what]) => (request.method !== 'GET' && path.startsWith(start) ? [what] : []));
      if (fate === 'request') throw fail('connection-lost');
      const response = await real.send(request, ...others);
      if (fate === 'response') throw fail('connection-lost');
      return response;
    },
  };
  const scene = await openedRelease(defaultRelease, { transport, spawnWorker: () => startLibraryInProcess() });
  const { api, played } = scene;
  /** Resolves to the newest entry of an endpoint, once its outcome is stored. */
  const newest = (endpoint: string) =>
    eventually(async () => {
      const [entry] = (await api.journal.list({ filter: { endpoint }, limit: 1 })).entries;
      expect(entry?.outcome).not.toBeNull();
      return entry as NonNullable<typeof entry>;
    });
  const run = (seq: number, { connectionId, fingerprint }: Awaited<ReturnType<typeof api.undo.plan>>) =>
    api.undo.run({ seq, connectionId: connectionId ?? '', fingerprint, secrets: {} });
  const undo = async (seq: number) => run(seq, await api.undo.plan({ seq }));
  const writes = () => played.requests.filter(({ method }) => method !== 'GET').length;
  return { ...scene, lost, newest, run, undo, writes };
}

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (thrown: unknown) => (thrown instanceof AppError ? thrown.code : String(thrown)),
  );

test('an update that was done without a response is found to be undone, and isn’t undone again', async () => {
  const { api, service, asProject, lost, newest, undo, writes } = await setUp();
  const { id } = await service.teams.create({ ...asProject, body: { display_name: 'Engines' } });
  await service.teams.update({ ...asProject, params: { id }, body: { display_name: 'Looms' } });
  const { seq } = await newest('teams.update');
  lost.set('/teams', 'response');
  expect(await codeOf(undo(seq))).toBe('connection-lost');
  lost.clear();
  const sent = writes();
  expect((await service.teams.read({ ...asProject, params: { id } })).display_name).toBe('Engines');
  const unclear = await newest('teams.update');
  expect(unclear).toMatchObject({ undoes: seq, outcome: { result: 'unknown' } });
  expect(await api.undo.plan({ seq })).toMatchObject({ reason: 'unchanged', isDoubtful: false });
  expect(await codeOf(undo(seq))).toBe('changed-elsewhere');
  expect(writes()).toBe(sent);
  // What may have been done can be undone like what was.
  await undo(unclear.seq);
  expect((await service.teams.read({ ...asProject, params: { id } })).display_name).toBe('Looms');
});

test.each<[Lost, number]>([
  ['response', 2],
  ['request', 1],
])('what comes back under a new ID isn’t created twice without saying so: the %s is lost', async (what, copies) => {
  const { api, service, asProject, lost, newest, run, writes } = await setUp();
  const body = { display_name: 'Draft', tsx_source: 'export function EmailTemplate() { return <div>x</div>; }' };
  const { id } = await service.emailDrafts.create({ ...asProject, body });
  await service.emailDrafts.delete({ ...asProject, params: { id } });
  const { seq } = await newest('emailDrafts.delete');
  const first = await api.undo.plan({ seq });
  expect(first).toMatchObject({ reason: null, isDoubtful: false });
  lost.set('/emails/', what).set('/internal/email-drafts', what);
  expect(await codeOf(run(seq, first))).toBe('connection-lost');
  lost.clear();
  await newest('emailDrafts.create');
  const sent = writes();
  expect(await codeOf(run(seq, first))).toBe('changed-elsewhere');
  expect(writes()).toBe(sent);
  expect((await api.undo.check({ seq })).reason).toBeNull();
  const second = await api.undo.plan({ seq });
  expect(second).toMatchObject({ reason: null, isDoubtful: true });
  await run(seq, second);
  expect((await service.emailDrafts.list(asProject)).drafts.filter(({ display_name }) => display_name === 'Draft')).toHaveLength(copies);
  expect((await api.undo.plan({ seq })).reason).toBe('undone');
});

test.each<[Lost, string | null]>([
  ['response', 'unchanged'],
  ['request', null],
])('what comes back under its old ID is read again: the %s is lost', async (what, reason) => {
  const { api, service, asProject, lost, newest, undo } = await setUp();
  await service.permissions.createTeamDefinition({ ...asProject, body: { id: 'weave' } });
  await service.permissions.deleteTeamDefinition({ ...asProject, params: { id: 'weave' } });
  const { seq } = await newest('permissions.deleteTeamDefinition');
  lost.set('/team-permission-definitions', what);
  expect(await codeOf(undo(seq))).toBe('connection-lost');
  lost.clear();
  await newest('permissions.createTeamDefinition');
  expect(await api.undo.plan({ seq })).toMatchObject({ reason, isDoubtful: false });
  if (reason === null) await undo(seq);
  const { items } = await service.permissions.teamDefinitions(asProject);
  expect(items.filter(({ id }) => id === 'weave')).toHaveLength(1);
});

test('two windows that undo the same deletion at once create it once', async () => {
  const { api, service, asProject, newest, run } = await setUp();
  const body = { display_name: 'Draft', tsx_source: 'export function EmailTemplate() { return <div>x</div>; }' };
  const { id } = await service.emailDrafts.create({ ...asProject, body });
  await service.emailDrafts.delete({ ...asProject, params: { id } });
  const { seq } = await newest('emailDrafts.delete');
  const plan = await api.undo.plan({ seq });
  expect((await Promise.all([codeOf(run(seq, plan)), codeOf(run(seq, plan))])).sort()).toEqual(['changed-elsewhere', null]);
  expect((await service.emailDrafts.list(asProject)).drafts.filter(({ display_name }) => display_name === 'Draft')).toHaveLength(1);
});
