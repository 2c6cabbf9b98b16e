import { describe, expect, test } from 'vitest';
import { createRuntime } from '#main/runtime/create-runtime.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { seededRandom } from '#tests/support/main/test-ports.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { createStoredBases, type StoredBasesDeps } from './stored-bases';

const project = { connectionId: 'c', destination: 'https://example.com project' };

async function storeOn(request: StoredBasesDeps['records']['request']) {
  const clock = createFakeClock();
  const runtime = createRuntime({
    profileFolder: await temporaryFolder(),
    clock,
    random: seededRandom(),
    preferredLanguages: () => ['en'],
  });
  const connections = { destinationOf: () => project.destination };
  return { clock, runtime, bases: createStoredBases({ ports: { clock }, runtime, connections, records: { request } }) };
}

describe('a library that doesn’t respond', () => {
  const silent = () => new Promise<never>(() => undefined);

  test.each([
    ['a comparison, which has no base then', 'read', null],
    ['the end of an apply', 'put', undefined],
  ] as const)('keeps %s waiting for a moment only', async (_what, op, outcome) => {
    const { clock, bases } = await storeOn(silent);
    const ended: unknown[] = [];
    const done = (op === 'read' ? bases.read('c') : bases.put(project, {})).then((value) => ended.push(value));
    await clock.advance(4_999);
    expect(ended).toEqual([]);
    await clock.advance(1);
    await done;
    expect(ended).toEqual([outcome]);
  });
});

test('a library that fails is no failure of a comparison, nor of an apply', async () => {
  const { clock, bases } = await storeOn(() => Promise.reject(new Error('damaged')));
  expect(await bases.read('c')).toBeNull();
  await bases.put(project, {});
  expect(clock.waiting).toBe(0);
});

test('what was applied to one project isn’t stored for another one, to which the connection was changed in the meantime', async () => {
  const requests: unknown[] = [];
  const { bases } = await storeOn((request) => Promise.resolve(void requests.push(request) as never));
  await bases.put({ ...project, destination: 'https://example.com another' }, {});
  await bases.put({ ...project, destination: null }, {});
  expect(requests).toEqual([]);
  await bases.put(project, {});
  expect(requests).toMatchObject([{ op: 'put-base', ...project }]);
});

test('bases are removed with their connections, and kept while the list of connections can’t be read', async () => {
  const requests: unknown[] = [];
  const { runtime, bases } = await storeOn((request) => Promise.resolve(void requests.push(request) as never));
  const list = (...ids: readonly string[]) => {
    runtime.topics['connections.list'].set(ids.map((id) => ({ id }) as never));
    bases.follow({ name: 'connections.list' });
  };
  await bases.clean();
  expect(requests).toEqual([]);
  list('c', 'd');
  await bases.clean();
  list('d');
  list();
  expect(requests).toEqual([['c', 'd'], ['d'], []].map((exceptConnections) => ({ op: 'remove-bases', exceptConnections })));
});

test('what is stored late is waited for at the end of the program', async () => {
  let store = () => {};
  const { clock, runtime, bases } = await storeOn(() => new Promise<never>((resolve) => (store = () => resolve(null as never))));
  const put = bases.put(project, {});
  await clock.advance(5_000);
  await put;
  const settled: string[] = [];
  const settling = runtime.pendingWrites.settled().then(() => settled.push('settled'));
  await clock.advance(1);
  expect(settled).toEqual([]);
  store();
  await settling;
});
