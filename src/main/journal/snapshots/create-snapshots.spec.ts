import { expect, test } from 'vitest';
import { snapshotMillis } from '#contract/journal/snapshot.ts';
import { createRuntime } from '#main/runtime/create-runtime.ts';
import { createTestPorts } from '#tests/support/main/test-ports.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { createSnapshots, type SnapshotsDeps } from './create-snapshots';

async function setUp() {
  const ports = createTestPorts(await temporaryFolder());
  const runtime = createRuntime(ports);
  const removed: unknown[] = [];
  const snapshots = createSnapshots({
    ...{ ports, runtime },
    policy: { isForbidden: () => false, isLocked: () => false },
    gateway: { keepSnapshotsBy: () => undefined } as unknown as SnapshotsDeps['gateway'],
    request: async (request) => {
      if (request.op === 'remove-snapshots') removed.push(request.which);
      return null as never;
    },
    ...({} as Pick<SnapshotsDeps, 'sender' | 'connections' | 'sessions'>),
  });
  const list = async (...ids: readonly string[]) => {
    runtime.topics['connections.list'].set(ids.map((id) => ({ id }) as never));
    snapshots.follow({ name: 'connections.list' } as Parameters<typeof snapshots.follow>[0]);
    await runtime.pendingWrites.settled();
  };
  const expired = { takenBeforeMillis: Math.max(0, Math.round(ports.clock.now()) - snapshotMillis) };
  return { snapshots, removed, list, expired };
}

test('the only copies of deleted users stay while the list of connections can’t be read', async () => {
  const { snapshots, removed, expired } = await setUp();
  await snapshots.clean();
  expect(removed).toEqual([expired]);
});

test('snapshots are removed with their connections, also with the last one', async () => {
  const { snapshots, removed, list, expired } = await setUp();
  await list('c', 'd');
  await snapshots.clean();
  await list('d');
  await list();
  expect(removed).toEqual([['c', 'd'], ['d'], []].flatMap((exceptConnections) => [{ exceptConnections }, expired]));
});
