import { expect, test } from 'vitest';
import { createRuntime } from '#main/runtime/create-runtime.ts';
import { createTestPorts, reportOf } from '#tests/support/main/test-ports.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { openProject, type ProjectReads } from './project-reads';

const caller = { windowId: 'w' };

async function opened() {
  const runtime = createRuntime(createTestPorts(await temporaryFolder()));
  const connection = { destination: 'https://engines.test one' };
  const written: unknown[] = [];
  const write = async (...made: unknown[]) => void written.push(made);
  const project = await openProject(
    {
      runtime,
      connections: { destinationOf: () => connection.destination },
      sessions: { target: async () => ({ features: async () => ({}) }) as never },
      gateway: { callService: write },
      savedViews: { handlers: { savedViews: { save: write, delete: write } as never } },
      schemas: { read: async () => ({ server_metadata: '{}' }), write },
    },
    'c',
    caller,
  );
  const send = (request: Parameters<ProjectReads['send']>[0]) => project.send(request, () => undefined, 'a');
  return { connection, written, project, send };
}

const view = { name: 'New', filter: '', search: '', sort: { by: 'signed-up', desc: true }, columns: null } as never;

test.each([
  { endpoint: 'projects.update', body: {} },
  { profile: 'set-schema', kind: 'server_metadata', text: null },
  { profile: 'save-view', id: null, view },
  { profile: 'delete-view', id: 'v' },
] as const)('once the connection leads elsewhere, %j isn’t made there', async (request) => {
  const { connection, written, send } = await opened();
  connection.destination = 'https://engines.test two';
  expect(await reportOf(send(request))).toEqual({ code: 'connection-changed' });
  expect(written).toEqual([]);
});

test('schemas and views of a connection are those of the project only while it leads there', async () => {
  const { connection, project } = await opened();
  expect(await project.read(['schemas', 'views'])).toEqual({ metadataSchemas: { server_metadata: '{}' }, views: [] });
  connection.destination = 'https://engines.test two';
  for (const part of ['schemas', 'views'] as const) expect(await reportOf(project.read([part]))).toEqual({ code: 'connection-changed' });
});
