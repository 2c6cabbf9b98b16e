import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { ViewContent } from '#contract/bridge/saved-views.ts';
import { everyUser, newestFirst } from '#contract/query/user-query.ts';
import { createTestPorts, reportOf } from '#tests/support/main/test-ports.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { createMemoryStore } from '../keychain/memory-store';
import type { SecretStore } from '../ports/ports';
import { createRuntime } from '../runtime/create-runtime';
import { createSavedViews, maxViews } from './saved-views';

const view = (name: string): ViewContent => ({ name, query: everyUser, order: newestFirst, columns: null });
const caller = { windowId: 'w' };

const keychain = (): SecretStore => ({ ...createMemoryStore(), kind: 'system' });

async function opened(profile?: string, secrets = keychain()) {
  const ports = createTestPorts(profile ?? (await temporaryFolder()));
  const runtime = createRuntime(ports);
  const views = createSavedViews({ ports, runtime, secrets, find: () => null });
  await views.load();
  onTestFinished(views.close);
  const { save, move, delete: remove } = views.handlers.savedViews;
  return {
    views,
    runtime,
    profile: ports.profileFolder,
    secrets,
    save: (connectionId: string, name: string, id: string | null = null) => save({ connectionId, id, view: view(name) }, caller),
    move: (connectionId: string, id: string, position: number) => move({ connectionId, id, position }, caller),
    remove: (connectionId: string, id: string) => remove({ connectionId, id }, caller),
    names: (of = 'a') =>
      runtime.topics['savedViews.list']
        .get()
        .value.filter(({ connectionId }) => connectionId === of)
        .map(({ name }) => name),
  };
}

test('views keep their order, and are read again by other processes', async () => {
  const { save, move, remove, names, profile, secrets } = await opened();
  const other = await opened(profile, secrets);
  await save('a', 'One');
  const two = await save('a', 'Two');
  const three = await save('a', 'Three');
  await save('b', 'Elsewhere');
  await move('a', three, 0);
  await save('a', 'Second', two);
  expect(names()).toEqual(['Three', 'One', 'Second']);
  await remove('a', three);
  await remove('b', two);
  expect(names()).toEqual(['One', 'Second']);
  await expect.poll(() => [other.names(), other.names('b')]).toEqual([['One', 'Second'], ['Elsewhere']]);
  expect((await stat(join(profile, 'saved-views.json'))).mode & 0o777).toBe(0o600);
});

test('a view that another window deleted isn’t saved again', async () => {
  const { save, remove } = await opened();
  const id = await save('a', 'One');
  await remove('a', id);
  expect(await reportOf(save('a', 'Changed', id))).toMatchObject({ code: 'object-gone' });
});

test('a connection has at most 50 views, others have their own', async () => {
  const { save } = await opened();
  for (let number = 0; number < maxViews; number += 1) await save('a', `View ${number}`);
  expect(await reportOf(save('a', 'One too many'))).toMatchObject({ code: 'too-many-views' });
  await save('b', 'First');
});

test('the views of a removed connection are deleted', async () => {
  const { save, views, names } = await opened();
  await save('a', 'One');
  await save('b', 'Two');
  await views.forget('a');
  expect([names('a'), names('b')]).toEqual([[], ['Two']]);
});

test('a file that can’t be read is set aside', async () => {
  const profile = await temporaryFolder();
  await writeFile(join(profile, 'saved-views.json'), '{"format":"latchkey/saved-views","version":1,"data":[{"name":1}]}');
  const { names, runtime } = await opened(profile);
  expect([names(), runtime.topics['app.notices'].get().value.map(({ kind }) => kind)]).toEqual([[], ['file-unreadable']]);
});
