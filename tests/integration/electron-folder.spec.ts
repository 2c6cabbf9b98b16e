/** The built Electron host on its test double: a folder of configuration is chosen in dialogs of the system, to be exported and opened, and applied. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { readDocument } from '#main/configuration/read-document.ts';
import { launchElectron } from '../support/electron/launch';
import { prepareElectron } from '../support/electron/process';
import { temporaryFolder } from '../support/temporary-folder';

beforeAll(() => prepareElectron());

function documentIn(text: string) {
  const read = readDocument(new TextEncoder().encode(text));
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  return read.document;
}

interface Reply {
  readonly ok: boolean;
  readonly value: unknown;
}

test('a folder is exported to the chosen place, opened from it, and applied; what is canceled does nothing', async () => {
  const running = await launchElectron(await temporaryFolder());
  const call = async <T>(name: string, input: object): Promise<T> => {
    const reply = (await running.call(name, input)) as Reply;
    expect(reply).toMatchObject({ ok: true });
    return reply.value as T;
  };
  const { connectionId } = await call<{ connectionId: string }>('sandbox.open', {});
  const asked = { connectionId, hasAllViews: true };
  expect(await call('configuration.exportFolder', asked)).toEqual({ state: 'cancelled' });
  expect(await call('configuration.openFolder', {})).toEqual({ state: 'cancelled' });

  const place = await temporaryFolder();
  const folder = join(place, 'project');
  await running.evaluate(({ dialog }, chosen) => {
    dialog.openPath = chosen;
  }, folder);
  expect(await call('configuration.openFolder', {})).toMatchObject({ state: 'problem' });
  expect(await call('configuration.exportFolder', asked)).toEqual({ state: 'saved', name: 'project' });
  expect(await readFile(join(folder, 'project.yaml'), 'utf8')).toContain('source_file: templates/');
  const opened = await call<{ text: string }>('configuration.openFolder', {});
  expect(opened).toMatchObject({ state: 'opened', name: 'project' });
  const { text } = await call<{ text: string }>('configuration.export', asked);
  expect(documentIn(opened.text)).toEqual(documentIn(text));
  expect(await readdir(place)).toEqual(['project']);

  const file = { kind: 'file', text: opened.text.replace('allow_localhost: true', 'allow_localhost: false') };
  const sides = { source: file, target: { kind: 'project', connectionId } };
  expect(await call('configuration.compare', sides)).toMatchObject({ state: 'compared', baseMillis: null });
  const choice = { source: file, connectionId, rows: [{ section: 'settings', key: 'allow_localhost' }] };
  const { id, fingerprint } = await call<{ id: string; fingerprint: string }>('configuration.plan', choice);
  expect(await call('configuration.apply', { ...choice, id, fingerprint, secrets: {} })).toMatchObject({ done: 1, stop: null });
  // The library's process stores what was applied.
  expect(await call('configuration.compare', sides)).toMatchObject({ state: 'compared', baseMillis: expect.any(Number) });

  const options = await running.evaluate(({ dialog }) => dialog.openOptions);
  expect(options.map(({ properties }) => [properties?.includes('openDirectory'), properties?.includes('createDirectory')])).toEqual([
    [true, true],
    [true, false],
    [true, false],
    [true, true],
    [true, false],
  ]);
});
