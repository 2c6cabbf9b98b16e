import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { fail } from '#contract/errors.ts';
import { createTranslator } from '#messages/translator.ts';
import { draft, key, setUpConnections } from '#tests/support/main/connections-scene.ts';
import { reportOf, seededRandom } from '#tests/support/main/test-ports.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import type { HostConfirmation } from '../../ports/ports';
import type { Connections } from '../../records/connections';
import { createTaskQueue } from '../../storage/task-queue';
import { exportSealed, type SealedExportDeps } from './sealed-export';
import { parseSealed, unseal } from './sealed-list';

const passphrase = 'correct horse battery';
const keys = { client: key('pck', 'a'), server: key('ssk', 'b') };
const caller = { windowId: 'w' };
const idOf = (connections: Pick<Connections, 'records'>) => connections.records().find(({ name }) => name === 'Mine')?.id ?? '';

const cheap = { cost: 2, blockSize: 8, parallelization: 1 };

async function setUp(chooseExportFile: SealedExportDeps['ports']['chooseExportFile'] = null) {
  const scene = await setUpConnections();
  await scene.connections.addSandbox('Demo', 'demo-project');
  await scene.connections.add({ ...draft, keys });
  await scene.connections.add({ ...draft, name: 'Bare', safety: 'read-only', group: 'Work' });
  const shown: HostConfirmation[] = [];
  const request = vi.fn(async (confirmation: HostConfirmation) => void shown.push(confirmation));
  const assertPermitted = vi.fn();
  const deps: SealedExportDeps = {
    connections: scene.connections,
    assertPermitted,
    translator: () => createTranslator('en'),
    hostConfirmations: { request, forgetWindow: () => undefined, cancel: () => undefined },
    ports: { chooseExportFile, random: seededRandom() },
    inTurn: createTaskQueue(),
    cost: cheap,
  };
  const save = (own = passphrase) => exportSealed(deps, own, scene.connections.records(), caller);
  /** Has the policy come that forbids it. */
  const forbid = () => {
    assertPermitted.mockImplementation(() => {
      throw fail('forbidden-by-policy', { path: 'reveal' });
    });
  };
  return { ...scene, shown, request, save, forbid };
}

const contentOf = async (text: string) => JSON.parse(await unseal(parseSealed(text, [cheap]), passphrase));
const expected = {
  connections: [
    { name: 'Mine', environment: 'production', safety: 'type-to-destroy', group: null, keys },
    { name: 'Bare', environment: 'production', safety: 'read-only', group: 'Work', keys: {} },
  ],
};

describe('in a host without dialogs', () => {
  test('the page gets the sealed file after a confirmation that names the connections', async () => {
    const { save, shown } = await setUp();
    const result = await save();
    expect(result).toMatchObject({ outcome: 'sealed', count: 2, withoutKeys: [] });
    const text = result.outcome === 'sealed' ? result.text : '';
    const content = await contentOf(text);
    expect(content).toMatchObject(expected);
    expect(Object.keys(content)).toEqual(['connections']);
    expect(JSON.stringify(result)).not.toMatch(/pck_|ssk_|Mine/);
    expect(shown).toMatchObject([{ title: 'Export all connections with their keys?', facts: [{ value: 'Mine, Bare' }] }]);
  });

  test('the confirmation counts what it doesn’t list', async () => {
    const { connections, save, shown } = await setUp();
    for (const name of ['Three', 'Four', 'Five', 'Six', 'Seven']) await connections.add({ ...draft, name });
    await save();
    expect(shown[0]?.facts[0]?.value).toBe('Mine, Bare, Three, Four, Five, and 2 more');
  });

  test('without a confirmation no key is read', async () => {
    const { save, request, secrets } = await setUp();
    request.mockRejectedValueOnce(fail('not-confirmed'));
    const get = vi.spyOn(secrets, 'get');
    expect(await reportOf(save())).toEqual({ code: 'not-confirmed' });
    expect(get).not.toHaveBeenCalled();
  });

  test('no key is read if a policy comes that forbids it while the user confirms', async () => {
    const { save, request, forbid, secrets } = await setUp();
    request.mockImplementationOnce(async () => void forbid());
    const get = vi.spyOn(secrets, 'get');
    expect(await reportOf(save())).toEqual({ code: 'forbidden-by-policy', path: 'reveal' });
    expect(get).not.toHaveBeenCalled();
  });
});

describe('in a host with dialogs', () => {
  test('the file is written for its owner only, without a confirmation, and the page doesn’t get it', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'list.json');
    await writeFile(path, 'old', { mode: 0o644 });
    const { save, request } = await setUp(async () => path);
    expect(await save()).toEqual({ outcome: 'saved', path, count: 2, withoutKeys: [] });
    expect(await contentOf(await readFile(path, 'utf8'))).toMatchObject(expected);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(['list.json']);
    expect(request).not.toHaveBeenCalled();
  });

  test.each(['the user chooses', 'keys are read'])('nothing is written if a policy comes that forbids it while %s', async (when) => {
    const folder = await temporaryFolder();
    const scene = await setUp(async () => {
      if (when === 'the user chooses') scene.forbid();
      return join(folder, 'list.json');
    });
    const { get } = scene.secrets;
    const reads = vi.spyOn(scene.secrets, 'get').mockImplementation((item) => {
      scene.forbid();
      return get(item);
    });
    expect(await reportOf(scene.save())).toEqual({ code: 'forbidden-by-policy', path: 'reveal' });
    expect(reads.mock.calls.length > 0).toBe(when === 'keys are read');
    expect(await readdir(folder)).toEqual([]);
  });

  test('a canceled dialog reads no key and writes nothing', async () => {
    const { save, secrets } = await setUp(async () => null);
    const get = vi.spyOn(secrets, 'get');
    expect(await save()).toEqual({ outcome: 'canceled' });
    expect(get).not.toHaveBeenCalled();
  });

  test.each([
    ['a missing folder', (folder: string) => join(folder, 'missing', 'list.json')],
    ['a folder', (folder: string) => join(folder, 'folder')],
    ['a device', () => '/dev/null'],
    ['a file system without new files', () => '/proc/list.json'],
  ])('%s can’t be written, and nothing is left', async (_what, path) => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'folder'));
    const { save } = await setUp(async () => path(folder));
    expect(await reportOf(save())).toEqual({ code: 'file-not-writable' });
    expect(await readdir(folder)).toEqual(['folder']);
  });

  test('a locked keychain is reported, and the file stays as it was', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'list.json');
    await writeFile(path, 'old');
    const { save, secrets } = await setUp(async () => path);
    secrets.locked = true;
    expect(await reportOf(save())).toEqual({ code: 'keychain-locked' });
    expect(await readFile(path, 'utf8')).toBe('old');
    expect(await readdir(folder)).toEqual(['list.json']);
  });
});

describe('what changes after the user was asked isn’t exported', () => {
  const changes: readonly (readonly [string, (connections: Connections) => Promise<unknown>])[] = [
    ['another connection', (connections) => connections.add({ ...draft, name: 'Late', keys })],
    ['a check of presence', (connections) => connections.edit(idOf(connections), { requirePresence: true })],
    ['another name', (connections) => connections.updateDisplay(idOf(connections), { name: 'Theirs' })],
    ['another project', (connections) => connections.edit(idOf(connections), { projectId: crypto.randomUUID() })],
  ];

  test.each(changes)('%s, in the confirmation', async (_what, change) => {
    const { save, request, connections, secrets } = await setUp();
    request.mockImplementationOnce(async () => void (await change(connections)));
    const get = vi.spyOn(secrets, 'get');
    expect(await reportOf(save())).toEqual({ code: 'connection-changed' });
    expect(get).not.toHaveBeenCalled();
  });

  test.each(changes)('%s, in the dialog', async (_what, change) => {
    const path = join(await temporaryFolder(), 'list.json');
    let asked = async () => {};
    const { save, connections } = await setUp(async () => {
      await asked();
      return path;
    });
    asked = async () => void (await change(connections));
    expect(await reportOf(save())).toEqual({ code: 'connection-changed' });
    expect(await stat(path).catch(({ code }) => code)).toBe('ENOENT');
  });

  test('another order is', async () => {
    const { save, request, connections } = await setUp();
    const ids = connections.records().map(({ id }) => id);
    request.mockImplementationOnce(async () => void (await connections.arrange([...ids].reverse(), { id: ids[0] ?? '' })));
    expect(await save()).toMatchObject({ outcome: 'sealed', count: 2 });
  });
});

test('connections whose keys are no longer in the keychain are named', async () => {
  const { save, secrets, connections } = await setUp();
  const item = connections.records().find(({ name }) => name === 'Mine')?.keys.server?.item ?? '';
  await secrets.delete(item);
  const result = await save();
  expect(result).toMatchObject({ outcome: 'sealed', count: 2, withoutKeys: ['Mine'] });
  expect(result.outcome === 'sealed' && (await contentOf(result.text)).connections[0].keys).toEqual({ client: keys.client });
});

test.each(['', 'x'.repeat(11), '🔑'.repeat(11)])('a short passphrase is refused before anything else: %s', async (short) => {
  const { save, request } = await setUp();
  expect(await reportOf(save(short))).toEqual({ code: 'passphrase-too-short' });
  expect(request).not.toHaveBeenCalled();
});
