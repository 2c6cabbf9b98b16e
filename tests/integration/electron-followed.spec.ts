/** The built Electron host on its test double: a connection follows a file that the user chooses in a dialog of the system. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { launchElectron } from '../support/electron/launch';
import { prepareElectron } from '../support/electron/process';
import { temporaryFolder } from '../support/temporary-folder';

beforeAll(() => prepareElectron());

test('the file is chosen in a dialog, which a page can’t skip', async () => {
  const running = await launchElectron(await temporaryFolder());
  const call = async (name: string, input: object) => (await running.call(name, input)) as { readonly ok: boolean; readonly value: never };
  const { connectionId } = (await call('sandbox.open', {})).value as { readonly connectionId: string };
  expect(await call('drift.followFile', { connectionId, kind: 'file' })).toMatchObject({ value: { state: 'canceled' } });
  const path = join(await temporaryFolder(), 'project.yaml');
  await writeFile(path, 'version: 1\nsettings: {}\n');
  expect(await call('drift.followFile', { connectionId, kind: 'file', path })).toMatchObject({ ok: false, error: { code: 'bad-input' } });
  await running.evaluate(({ dialog }, chosen) => {
    dialog.openPath = chosen;
  }, path);
  expect(await call('drift.followFile', { connectionId, kind: 'file' })).toMatchObject({
    value: { state: 'followed', name: 'project.yaml' },
  });
  expect(await call('drift.look', { connectionId })).toMatchObject({ value: { state: 'compared', file: 'project.yaml', count: 0 } });
  expect(await call('drift.followFile', { connectionId, kind: 'folder' })).toMatchObject({ ok: true });
  const asked = await running.evaluate(({ dialog }) => dialog.openOptions.map(({ properties }) => properties?.[0]));
  expect(asked).toEqual(['openFile', 'openFile', 'openDirectory']);
});
