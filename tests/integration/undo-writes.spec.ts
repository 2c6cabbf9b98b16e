/** Every write that can be undone is: afterwards, what it changed is as it was before. */
import { expect, test } from 'vitest';
import type { Endpoint } from '#contract/definitions.ts';
import { AppError } from '#contract/errors.ts';
import { isSameValue } from '#contract/journal/changed-fields.ts';
import { isAtLeast } from '#contract/releases.ts';
import { catalog } from '#contract/service/index.ts';
import { defaultRelease } from '#sandbox/releases/release.ts';
import { eventually } from '../support/eventually';
import { startLibraryInProcess } from '../support/main/library-in-process';
import { openedRelease } from '../support/main/release-app';
import { ownerWrites } from '../support/main/undoable-owner-writes';
import { emailWrites, keyWrites, projectWrites } from '../support/main/undoable-project-writes';
import { permissionWrites, teamWrites, type UndoableWrite, userWrites, type WriteScene } from '../support/main/undoable-writes';

const writes = [...userWrites, ...teamWrites, ...permissionWrites, ...projectWrites, ...keyWrites, ...emailWrites, ...ownerWrites];

/** Starts a release with a user in a team. */
async function setUp(release: string) {
  const { service, api, asProject, ...launched } = await openedRelease(release, { spawnWorker: () => startLibraryInProcess() });
  const user = await service.users.create({
    ...asProject,
    body: {
      display_name: 'Alan',
      primary_email: 'alan@analytical.engines',
      primary_email_verified: true,
      primary_email_auth_enabled: true,
    },
  });
  const team = await service.teams.create({ ...asProject, body: { display_name: 'Engines' } });
  await service.teams.addMember({ ...asProject, params: { team_id: team.id, user_id: user.id }, body: {} });
  await service.projects.update({
    ...asProject,
    body: { config: { allow_user_api_keys: true, allow_team_api_keys: true, allow_localhost: true } },
  });
  const { url, projects } = launched.played;
  const internalKey = projects.internal.publishable_client_key;
  const scene: WriteScene = { ...launched, service, api, asProject, url, internalKey, userId: user.id, teamId: team.id };
  /** Writes, and resolves to the number of the entry that the window is offered to undo. */
  const offered = async (write: () => Promise<unknown>) => {
    // Reading the journal comes after how earlier writes ended, which callers don't wait for.
    await api.journal.read({ seq: 1 });
    const before = launched.pushes.length;
    await write();
    return eventually(() => {
      const offers = launched.pushes
        .slice(before)
        .flatMap(({ name, to, value }) => (name === 'undo.offered' && to === 'test' ? [value as { seq: number }] : []));
      expect(offers).toHaveLength(1);
      return offers[0]?.seq ?? 0;
    });
  };
  return { scene, api, offered };
}

type Scene = Awaited<ReturnType<typeof setUp>>;

/** Writes, undoes the write, and resolves to what differs; `same` if nothing does. */
async function difference({ scene, api, offered }: Scene, { prepare, write, state, secrets = {} }: UndoableWrite): Promise<unknown> {
  try {
    const id = (await prepare?.(scene)) ?? '';
    const before = await state(scene, id);
    const seq = await offered(() => write(scene, id));
    const changed = await state(scene, id);
    if (isSameValue(changed, before)) return 'The write changed nothing.';
    const plan = await api.undo.plan({ seq });
    if (plan.reason !== null) return { reason: plan.reason, rows: plan.rows };
    for (const secret of Object.values(secrets)) expect(JSON.stringify(plan)).not.toContain(secret);
    if (JSON.stringify(plan.asks.map(({ path }) => path)) !== JSON.stringify(Object.keys(secrets)))
      return { asks: plan.asks, before, changed };
    const { connectionId, fingerprint } = plan;
    const { error } = await api.undo.run({ seq, connectionId: connectionId ?? '', fingerprint, secrets, note: 'Undone' });
    if (error !== null) return { error };
    const after = await state(scene, id);
    if (!isSameValue(after, before)) return { before, after };
    const undone = await api.undo.plan({ seq });
    if (undone.reason === null) return { again: undone };
    const stored = await api.journal.read({ seq });
    return stored?.undoneBy === null ? 'The entry isn’t linked with its undo.' : 'same';
  } catch (thrown) {
    return thrown instanceof AppError ? thrown.report : String(thrown);
  }
}

test.each(['2.8.4', '2.8.26', '2.8.47', defaultRelease])('on %s, each write that can be undone is', async (release) => {
  const scene = await setUp(release);
  const found: [string, unknown][] = [];
  for (const write of writes) {
    const { of, what = '', from, until } = write;
    if ((from !== undefined && !isAtLeast(release, from)) || (until !== undefined && isAtLeast(release, until))) continue;
    found.push([`${of} ${what}`.trim(), await difference(scene, write)]);
  }
  expect(found.filter(([, outcome]) => outcome !== 'same')).toEqual([]);
});

/** They are created again from a snapshot. */
const createdAgain = ['teams.delete', 'users.delete'];

test('every write that can be undone is among them', () => {
  const undoable = Object.entries(catalog).flatMap(([group, endpoints]) =>
    Object.entries(endpoints as Readonly<Record<string, Endpoint>>).flatMap(([name, { journal }]) =>
      journal !== undefined && 'subject' in journal && !('none' in journal.undo) ? [`${group}.${name}`] : [],
    ),
  );
  expect([...new Set([...writes.map(({ of }) => of), ...createdAgain])].sort()).toEqual(undoable.sort());
});
