import { mkdir as makeFolder, readdir, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createFakeClock } from '../../../tests/support/fake-clock';
import { temporaryFolder } from '../../../tests/support/temporary-folder';
import { reportOf } from '../../../tests/support/test-ports';
import { withFileLock } from './file-lock';

/** Runs once, just before the takeover's own folder is made. */
const interference = vi.hoisted(() => ({ beforeTakeover: async () => {} }));

vi.mock('node:fs/promises', async (load) => {
  const real = await load<typeof import('node:fs/promises')>();
  const mkdir = async (path: string) => {
    if (path.endsWith('.takeover')) {
      const { beforeTakeover } = interference;
      interference.beforeTakeover = async () => {};
      await beforeTakeover();
    }
    return real.mkdir(path);
  };
  return { ...real, mkdir };
});

test('a taker who comes too late leaves the new holder’s lock alone', async () => {
  const folder = await temporaryFolder();
  const path = join(folder, 'x.lock');
  await makeFolder(path);
  const longAgo = new Date(Date.now() - 60_000);
  await utimes(path, longAgo, longAgo);
  interference.beforeTakeover = async () => {
    await rm(path, { recursive: true });
    await makeFolder(path);
  };
  let ran = false;
  const late = withFileLock(path, createFakeClock({ hasteUpTo: 1_000 }), async () => {
    ran = true;
  });
  expect(await reportOf(late)).toEqual({ code: 'profile-busy' });
  expect([ran, await readdir(folder)]).toEqual([false, ['x.lock']]);
});
