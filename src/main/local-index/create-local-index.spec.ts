import { expect, onTestFinished, test } from 'vitest';
import type { Connection } from '#contract/bridge/connections.ts';
import { startLibraryInProcess } from '#tests/support/main/library-in-process.ts';
import { createTestPorts, reportOf } from '#tests/support/main/test-ports.ts';
import { sampleConnection } from '#tests/support/samples/sample-connection.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { createMemoryStore } from '../keychain/memory-store';
import { createLibraryClient } from '../library/library-client';
import { createRuntime } from '../runtime/create-runtime';
import { createLocalIndex, type LocalIndexDeps } from './create-local-index';

test('a policy that comes while an index is turned on refuses it, because it was not there to be deleted', async () => {
  const ports = createTestPorts(await temporaryFolder());
  const runtime = createRuntime(ports);
  const credentials = { client: false, server: true, admin: false, owner: null };
  runtime.topics['connections.list'].set([{ id: 'c', credentials } as unknown as Connection]);
  const client = createLibraryClient(startLibraryInProcess);
  onTestFinished(client.end);
  let isForbidden = false;
  const target = async () => {
    isForbidden = true;
    return { projectId: 'p' };
  };
  const { handlers } = createLocalIndex({
    ports,
    runtime,
    client,
    secrets: createMemoryStore(),
    sender: {} as LocalIndexDeps['sender'],
    connections: { find: () => sampleConnection, has: () => true },
    sessions: { target, serverTime: () => 0 } as unknown as LocalIndexDeps['sessions'],
    userCalls: { idle: async () => undefined },
    onWriteOutcome: () => () => undefined,
    isLocked: () => false,
    isForbidden: () => isForbidden,
  });
  const turning = Promise.resolve(handlers.localIndex.turnOn({ connectionId: 'c' }, { windowId: 'w' }));
  expect(await reportOf(turning)).toEqual({ code: 'forbidden-by-policy', path: 'local-index' });
  expect(runtime.topics['localIndex.state'].get().value).toEqual([]);
});
