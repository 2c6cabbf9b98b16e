/** Jobs of the whole program: through its dispatcher, over HTTP, with the library and the journal, and after a restart. */
import { expect, test } from 'vitest';
import { createMemoryStore } from '#main/keychain/memory-store.ts';
import { launchApp, launchOpened, sandboxRuns } from '../support/main/launch-app';
import { temporaryFolder } from '../support/temporary-folder';

const grant = { kind: 'users.grantInProject', permissionId: 'reports:export' } as const;

test('a job is previewed, run, kept after a restart, and undone, with an entry for each row', { timeout: 60_000 }, async () => {
  const folder = await temporaryFolder();
  const secrets = { ...createMemoryStore(), kind: 'system' } as const;
  const { api, service, asProject, connectionId, pushed, close } = await launchOpened(folder, { secrets });
  const { items } = await service.users.list({ ...asProject, query: { limit: 30 } });
  const targets = items.map(({ id }) => ({ id, of: null }));
  const preview = await api.jobs.preview({ connectionId, scope: { kind: 'targets', targets }, action: grant });
  expect(preview.total).toBe(30);
  expect(preview.toSend).toBeGreaterThan(20);
  await api.jobs.start({ id: preview.id, hash: preview.hash, options: { perSecond: null, stopAfter: 5 } });
  await pushed('jobs.running', (running) => running.some(({ id }) => id === preview.id));
  await pushed('data.written', ({ endpoint }) => endpoint === 'permissions.grantInProject');
  await expect.poll(async () => (await api.jobs.read({ id: preview.id })).state).toBe('done');
  const holders = async (from: typeof service) =>
    (await from.permissions.inProject({ ...asProject, query: { permission_id: grant.permissionId, recursive: 'false' } })).items.length;
  const granted = await holders(service);
  expect(granted).toBeGreaterThanOrEqual(preview.toSend);
  const { entries } = await api.journal.list({ filter: { job: preview.id }, limit: 100 });
  expect(entries.map(({ outcome }) => outcome?.result)).toEqual(Array(preview.toSend).fill('done'));
  await close();

  const again = await launchApp(folder, { secrets });
  const { jobs } = await again.api.jobs.list({ limit: 5 });
  expect(jobs).toMatchObject([{ id: preview.id, state: 'done', counts: { done: preview.toSend } }]);
  await sandboxRuns(again);
  const undo = await again.api.jobs.previewUndo({ id: preview.id });
  await again.api.jobs.start({ id: undo.id, hash: undo.hash, options: { perSecond: null, stopAfter: null } });
  await expect.poll(async () => (await again.api.jobs.read({ id: undo.id })).state).toBe('done');
  expect(await holders(again.service)).toBe(granted - preview.toSend);
  expect(await again.api.jobs.read({ id: preview.id })).toMatchObject({ undoneBy: undo.id });
});
