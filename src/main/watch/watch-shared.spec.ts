import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { caller, createWatchScene, day, emailOf, invitationOf, keyOf, team } from '#tests/support/main/watch-scene.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

describe('two processes of one profile', () => {
  test('notify once, and dismiss for each other', async () => {
    const folder = await temporaryFolder();
    const [one, other] = [createWatchScene(folder), createWatchScene(folder)];
    await Promise.all([one.check(), other.check()]);
    for (const scene of [one, other]) scene.lists.emails = [emailOf('e', 'no')];
    await Promise.all([one.check(), other.check()]);
    expect(one.notifications.length + other.notifications.length).toBe(1);
    expect([one.kinds(), other.kinds()]).toEqual([['failed-emails'], ['failed-emails']]);
    await one.watch.handlers.watch.dismiss({ id: 'failed-emails:c' }, caller);
    await expect.poll(() => other.kinds()).toEqual([]);
  });
});

test('the file has no names, emails, or secrets', async () => {
  const folder = await temporaryFolder();
  const scene = createWatchScene(folder);
  scene.lists.teams = [team];
  await scene.check();
  Object.assign(scene.lists, {
    emails: [emailOf('e', 'no')],
    userKeys: [keyOf('k', scene.clock.now() + day)],
    invitations: [invitationOf('i', scene.clock.now() + day)],
  });
  await scene.check();
  const text = await readFile(join(folder, 'watch.json'), 'utf8');
  expect(JSON.parse(text)).toMatchObject({ format: 'latchkey/watch', version: 1 });
  expect(text).not.toMatch(/@|Key k|Difference|Engines/);
});

test('a file that can’t be written doesn’t stop the watch, nor repeat a notification', async () => {
  const folder = join(await temporaryFolder(), 'missing');
  const scene = createWatchScene(folder);
  await rm(folder, { recursive: true, force: true });
  await writeFile(folder, 'a file');
  scene.lists.keySets = [keyOf('k', scene.clock.now() + day)];
  await scene.check();
  await scene.check();
  expect([scene.kinds(), scene.notifications.length]).toEqual([['key-set'], 1]);
});

test('a page of the browser host shows a notification, and one window only', async () => {
  const scene = createWatchScene(await temporaryFolder(), { inBrowser: true });
  scene.lists.keySets = [keyOf('k', scene.clock.now() + day)];
  await scene.check();
  const pushed = scene.pushes.findLast(({ name }) => name === 'watch.notified')?.value as { id: string; findingIds: string[] };
  expect(pushed.findingIds).toEqual(['key-set:c:k']);
  const { claim } = scene.watch.handlers.watch;
  expect(await Promise.all([claim({ id: pushed.id }, caller), claim({ id: pushed.id }, caller), claim({ id: 'x' }, caller)])).toEqual([
    true,
    false,
    false,
  ]);
});

test('a click on a notification waits for a window that is still loading', async () => {
  const scene = createWatchScene(await temporaryFolder());
  scene.lists.keySets = [keyOf('k', scene.clock.now() + day)];
  await scene.check();
  scene.notifications[0]?.click();
  expect(scene.pushes.filter(({ name }) => name === 'app.command')).toEqual([]);
});
