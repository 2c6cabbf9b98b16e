import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createTestPorts, reportOf } from '#tests/support/main/test-ports.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { createRuntime } from '../runtime/create-runtime';
import { createDrift, type DriftDeps } from './create-drift';

const caller = { windowId: 'w' };

/** A connection that can be changed to another project while something is awaited. */
async function setUp(meanwhile: { readonly choosing?: () => void; readonly reading?: () => void } = {}) {
  const folder = await temporaryFolder();
  const path = join(folder, 'project.yaml');
  await writeFile(path, 'version: 1\nsettings: {}\n');
  const connection = { destination: 'https://engines.test one' };
  const ports = {
    ...createTestPorts(folder),
    chooseFollowed: async () => {
      meanwhile.choosing?.();
      return path;
    },
  };
  const runtime = createRuntime(ports);
  const requests: unknown[] = [];
  const refuse = (...request: unknown[]) => {
    requests.push(request);
    return Promise.reject(new Error('Nothing is to be read.'));
  };
  const drift = createDrift({
    ...{ ports, runtime },
    connections: { find: () => undefined, destinationOf: () => connection.destination },
    sessions: { target: async () => ({ features: async () => ({}) }) as never },
    gateway: { callService: refuse },
    sender: { sendEndpoint: refuse },
    savedViews: {} as DriftDeps['savedViews'],
    schemas: {} as DriftDeps['schemas'],
    bases: {
      async read() {
        meanwhile.reading?.();
        return { timeMillis: 1, base: {} };
      },
    },
  });
  onTestFinished(() => drift.close());
  await drift.load();
  const { followFile, look } = drift.handlers.drift;
  return {
    ...{ drift, connection, requests },
    followed: () => runtime.topics['drift.followed'].get().value,
    follow: () => followFile({ connectionId: 'c', kind: 'file' }, caller),
    look: () => look({ connectionId: 'c' }, caller),
  };
}

test('a file that was chosen for one project isn’t followed for another one, to which the connection was changed in the meantime', async () => {
  const scene = await setUp({
    choosing: () => {
      scene.connection.destination = 'https://engines.test two';
    },
  });
  expect(await reportOf(scene.follow())).toEqual({ code: 'connection-changed' });
  expect(scene.followed()).toEqual([]);
  expect(await scene.follow()).toEqual({ state: 'followed', name: 'project.yaml' });
  expect(scene.followed()).toMatchObject([{ connectionId: 'c' }]);
});

test('what was applied to one project isn’t compared with another one', async () => {
  const scene = await setUp({
    reading: () => {
      scene.connection.destination = 'https://engines.test two';
    },
  });
  expect(await reportOf(scene.look())).toEqual({ code: 'connection-changed' });
  expect(scene.requests).toEqual([]);
});

test('the watch compares nothing with a project to which the connection no longer leads', async () => {
  const { drift, requests } = await setUp();
  const target = { destination: 'https://engines.test former' } as Parameters<typeof drift.lookUnasked>[1]['target'];
  expect(await reportOf(drift.lookUnasked('c', { target, signal: new AbortController().signal }))).toEqual({ code: 'connection-changed' });
  expect(requests).toEqual([]);
});
