/** What a policy's ban removes: snapshots alone, or the journal with all that is in its file. */
import { readdirSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { defaultRelease } from '#sandbox/releases/release.ts';
import { eventually } from '../support/eventually';
import { startLibraryInProcess } from '../support/main/library-in-process';
import { openedRelease } from '../support/main/release-app';
import { temporaryFolder } from '../support/temporary-folder';

/** Starts the app with a user and a team who were deleted with snapshots. */
async function setUp() {
  const policyPlace = { file: join(await temporaryFolder(), 'latchkey', 'policy.json'), ownerId: process.getuid?.() ?? null };
  await mkdir(dirname(policyPlace.file), { mode: 0o755 });
  const forbid = async (...forbidden: string[]) => {
    const text = forbidden.includes('broken') ? '{' : JSON.stringify({ version: 1, forbidden });
    await writeFile(`${policyPlace.file}.new`, text, { mode: 0o644 });
    await rename(`${policyPlace.file}.new`, policyPlace.file);
  };
  const scene = await openedRelease(defaultRelease, { policyPlace, spawnWorker: () => startLibraryInProcess() });
  const { api, service, asProject, connectionId, profile } = scene;
  const user = async (display_name: string) => (await service.users.create({ ...asProject, body: { display_name } })).id;
  const { id: team } = await service.teams.create({ ...asProject, body: { display_name: 'Looms' } });
  await service.users.delete({ ...asProject, params: { user_id: await user('Joseph') }, snapshot: 'keep' });
  await service.teams.delete({ ...asProject, params: { id: team }, snapshot: 'keep' });
  const snapshots = () => api.snapshots.list({ connectionId });
  const entries = async () => (await api.journal.list({ filter: {}, limit: 50 })).entries.length;
  const files = () => readdirSync(join(profile, 'library')).filter((name) => /^(records|temporary)/.test(name));
  await eventually(async () => expect(await entries()).toBe(4));
  expect(await snapshots()).toHaveLength(2);
  return { ...scene, user, forbid, snapshots, entries, files };
}

test('forbidding snapshots removes those that exist, and none is kept; entries stay', async () => {
  const { service, asProject, user, forbid, snapshots, entries } = await setUp();
  await forbid('snapshots');
  await eventually(async () => expect(await snapshots()).toEqual([]));
  expect(await entries()).toBe(4);
  await service.users.delete({ ...asProject, params: { user_id: await user('Grace') }, snapshot: 'keep' });
  expect(await snapshots()).toEqual([]);
  await eventually(async () => expect(await entries()).toBe(6));
});

test('forbidding the journal removes its entries and the snapshots, also for good, and deleting works without them', async () => {
  const { api, service, asProject, user, forbid, snapshots, entries, files } = await setUp();
  await forbid('journal');
  await eventually(async () => expect((await api.journal.state({})).value.state).toBe('forbidden'));
  await eventually(() => expect(files()).toEqual([]));
  const id = await user('Grace');
  await service.users.delete({ ...asProject, params: { user_id: id }, snapshot: 'keep' });
  await expect(service.users.read({ ...asProject, params: { user_id: id } })).rejects.toMatchObject({
    report: { known: 'USER_NOT_FOUND' },
  });
  expect(files()).toEqual([]);
  await forbid();
  await eventually(async () => expect((await api.journal.state({})).value.state).not.toBe('forbidden'));
  expect([await snapshots(), await entries()]).toEqual([[], 0]);
});

test('a policy that can’t be read forbids new snapshots, and removes nothing', async () => {
  const { api, forbid, snapshots, entries } = await setUp();
  await forbid('broken');
  await eventually(async () => expect((await api.policy.state({})).value.state).toBe('broken'));
  expect((await api.policy.state({})).value).toMatchObject({ forbidden: expect.arrayContaining(['snapshots']) });
  await forbid();
  await eventually(async () => expect((await api.policy.state({})).value.state).toBe('active'));
  expect([(await snapshots()).length, await entries()]).toEqual([2, 4]);
});
