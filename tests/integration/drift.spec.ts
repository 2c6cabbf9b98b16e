/** Files that connections follow: chosen, looked at, and kept across restarts. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exported, planned } from '../support/main/configuration-files';
import { launchApp, launchOpened } from '../support/main/launch-app';
import { reportOf } from '../support/main/test-ports';
import { temporaryFolder } from '../support/temporary-folder';

async function opened() {
  const [profile, folder] = [await temporaryFolder(), await temporaryFolder()];
  const chosen: { path: string | null } = { path: join(folder, 'project.yaml') };
  const chooseFollowed = async () => chosen.path;
  const launched = await launchOpened(profile, { chooseFollowed });
  const { api, connectionId } = launched;
  const text = await exported(api, connectionId);
  const write = (from: string, to: string) => writeFile(join(folder, 'project.yaml'), text.replace(from, to));
  await write('', '');
  const look = () => api.drift.look({ connectionId });
  const follow = (kind: 'file' | 'folder' = 'file') => api.drift.followFile({ connectionId, kind });
  return { ...launched, profile, folder, chosen, chooseFollowed, text, write, look, follow };
}

const description = ['description:', 'description: Other # was:'] as const;

test('a project is compared with the file as it is at each look, and the file is named in the profile only', async () => {
  const { api, connectionId, profile, folder, chosen, look, follow, write } = await opened();
  expect(await look()).toEqual({ state: 'none' });
  expect(await follow()).toEqual({ state: 'followed', name: 'project.yaml' });
  expect(await look()).toMatchObject({ state: 'compared', file: 'project.yaml', count: 0, baseMillis: null, changed: null });
  await write(...description);
  expect(await look()).toMatchObject({ count: 1, sections: [{ section: 'settings', count: 1 }] });
  await write('is_production_mode: false', 'is_production_mode: true');
  expect(await look()).toMatchObject({ count: 1, production: { wanted: true, present: false } });
  await rm(join(folder, 'project.yaml'));
  const problem = { reason: 'missing', name: 'project.yaml' };
  expect(await look()).toEqual({ state: 'unread', problem });
  expect(await api.drift.readFile({ connectionId })).toEqual({ state: 'unread', problem });
  const stored = JSON.parse(await readFile(join(profile, 'followed-files.json'), 'utf8'));
  expect(stored.data).toMatchObject([{ connectionId, path: join(folder, 'project.yaml'), isFolder: false }]);
  // What can’t be read isn’t followed in its place, and neither is nothing.
  chosen.path = join(folder, 'absent.yaml');
  expect(await follow()).toMatchObject({ state: 'unread', problem: { reason: 'missing', name: 'absent.yaml' } });
  chosen.path = null;
  expect(await follow()).toEqual({ state: 'canceled' });
  expect((await api.drift.followed({})).value).toMatchObject([{ name: 'project.yaml' }]);
  expect(await api.drift.stopFollowing({ connectionId })).toBeNull();
  expect([await look(), (await api.drift.followed({})).value]).toEqual([{ state: 'none' }, []]);
  expect(await reportOf(api.drift.readFile({ connectionId }))).toMatchObject({ code: 'object-gone' });
});

test('what was applied last counts without a file, and says on which side something changed with one', async () => {
  const { api, service, connectionId, look, follow, write, text } = await opened();
  const { apply } = await planned(api, connectionId, text.replace(...description));
  expect(await apply()).toMatchObject({ done: 1, of: 1 });
  expect(await look()).toMatchObject({ state: 'compared', file: null, count: 0, baseMillis: expect.any(Number) });
  await write(...description);
  await follow();
  expect(await look()).toMatchObject({ file: 'project.yaml', count: 0, changed: { inProject: 0, inFile: 0 } });
  await write('description:', 'description: Third # was:');
  expect(await look()).toMatchObject({ count: 1, changed: { inProject: 0, inFile: 1 } });
  await api.drift.stopFollowing({ connectionId });
  await service.projects.update({ actor: 'project', connectionId, body: { config: { client_team_creation_enabled: false } } });
  expect(await look()).toMatchObject({ file: null, count: 1, changed: { inProject: 1, inFile: 0 } });
});

test('a folder is followed across restarts, and forgotten with its connection', async () => {
  const { app, connectionId, profile, folder, chosen, chooseFollowed, text, look, follow } = await opened();
  chosen.path = join(folder, 'engines');
  await mkdir(chosen.path);
  await writeFile(join(chosen.path, 'project.yaml'), text);
  expect(await follow('folder')).toEqual({ state: 'followed', name: 'engines' });
  expect(await look()).toMatchObject({ file: 'engines', count: 0 });
  await app.close();
  const again = await launchApp(profile, { chooseFollowed });
  expect((await again.api.drift.followed({})).value).toMatchObject([{ connectionId, name: 'engines', isFolder: true }]);
  // A host without files knows nothing of it.
  await again.app.close();
  const browser = await launchApp(profile);
  expect((await browser.api.drift.followed({})).value).toEqual([]);
  expect(await reportOf(browser.api.drift.followFile({ connectionId, kind: 'file' }))).toMatchObject({ code: 'not-allowed' });
  await browser.app.close();
  const last = await launchApp(profile, { chooseFollowed });
  await last.api.connections.remove({ id: connectionId });
  await expect.poll(async () => JSON.parse(await readFile(join(profile, 'followed-files.json'), 'utf8')).data).toEqual([]);
  expect((await last.api.drift.followed({})).value).toEqual([]);
});
