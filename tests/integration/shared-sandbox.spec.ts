/** Two processes of the program on one data folder, which open its sandbox at the same moment. */
import { expect, test } from 'vitest';
import { launchApp } from '../support/main/launch-app';
import { temporaryFolder } from '../support/temporary-folder';

test('both processes open the sandbox of a new data folder at once and see the same users', async () => {
  const folder = await temporaryFolder();
  const [one, other] = await Promise.all([launchApp(folder, { sandbox: 'process' }), launchApp(folder, { sandbox: 'process' })]);
  const opened = await Promise.all([one.api.sandbox.open({}), other.api.sandbox.open({})]);
  expect(opened.map(({ accountId }) => typeof accountId)).toEqual(['string', 'string']);

  const asProject = { actor: 'project', connectionId: 'sandbox' } as const;
  const created = await one.service.users.create({ ...asProject, body: { display_name: 'Shared' } });
  const read = await other.service.users.read({ ...asProject, params: { user_id: created.id } });
  expect(read.display_name).toBe('Shared');

  // Neither process depends on the other.
  await one.close();
  expect((await other.service.users.read({ ...asProject, params: { user_id: created.id } })).display_name).toBe('Shared');
});
