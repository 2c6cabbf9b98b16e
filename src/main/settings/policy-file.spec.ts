import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { readPolicyFile } from './policy-file';

const text = '{"version": 1}';

/** A policy that is protected like one of an administrator, who is the user of the specs. */
async function setUp() {
  const folder = join(await temporaryFolder(), 'latchkey');
  await mkdir(folder, { mode: 0o755 });
  const file = join(folder, 'policy.json');
  await writeFile(file, text, { mode: 0o644 });
  return { folder, file, place: { file, ownerId: process.getuid?.() ?? null } };
}

test('a protected file is read', async () => {
  const { place } = await setUp();
  expect(await readPolicyFile(place)).toBe(text);
});

test('a byte order mark is left to the parser', async () => {
  const { place, file } = await setUp();
  await writeFile(file, `\uFEFF${text}`);
  expect(await readPolicyFile(place)).toBe(`\uFEFF${text}`);
});

test.each<[string, (scene: Awaited<ReturnType<typeof setUp>>) => Promise<unknown>]>([
  ['no file', ({ file }) => rm(file)],
  ['no folder', ({ folder }) => rm(folder, { recursive: true })],
  ['a file in place of the folder', ({ folder }) => rm(folder, { recursive: true }).then(() => writeFile(folder, ''))],
])('there is no policy with %s', async (_what, change) => {
  const scene = await setUp();
  await change(scene);
  expect(await readPolicyFile(scene.place)).toBeNull();
});

describe.skipIf(process.platform === 'win32')('a policy isn’t used', () => {
  test.each<[string, string, (scene: Awaited<ReturnType<typeof setUp>>) => Promise<unknown> | unknown]>([
    ['whose file its group can write', 'not-protected', ({ file }) => chmod(file, 0o664)],
    ['whose file everyone can write', 'not-protected', ({ file }) => chmod(file, 0o646)],
    ['whose folder its group can write', 'folder-not-protected', ({ folder }) => chmod(folder, 0o775)],
    ['whose folder everyone can write', 'folder-not-protected', ({ folder }) => chmod(folder, 0o1777)],
    [
      'whose folder is a link',
      'folder-not-protected',
      ({ folder }) => rename(folder, `${folder}-real`).then(() => symlink(`${folder}-real`, folder)),
    ],
    ['that is a link', 'not-a-file', ({ file }) => rename(file, `${file}.real`).then(() => symlink(`${file}.real`, file))],
    ['that is a link to nothing', 'not-a-file', ({ file }) => rm(file).then(() => symlink('/nowhere/at/all', file))],
    ['that is a folder', 'not-a-file', ({ file }) => rm(file).then(() => mkdir(file))],
    ['that is a pipe', 'not-a-file', ({ file }) => rm(file).then(() => execFileSync('mkfifo', [file]))],
    ['that is larger than 64 kB', 'too-large', ({ file }) => writeFile(file, `${text}${' '.repeat(64 * 1024)}`)],
    ['that isn’t text', 'not-json', ({ file }) => writeFile(file, Buffer.from([0x7b, 0xff, 0x7d]))],
  ])('%s', async (_what, problem, change) => {
    const scene = await setUp();
    await change(scene);
    expect(await readPolicyFile(scene.place)).toEqual({ problem });
  });

  test('that belongs to another user', async () => {
    const { place } = await setUp();
    expect(await readPolicyFile({ ...place, ownerId: (place.ownerId ?? 0) + 1 })).toEqual({ problem: 'folder-not-protected' });
  });

  test.skipIf(process.getuid?.() === 0)('that can’t be read', async () => {
    const { place, file } = await setUp();
    await chmod(file, 0o200);
    expect(await readPolicyFile(place)).toEqual({ problem: 'unreadable' });
  });
});

test('a file of exactly 64 kB is read', async () => {
  const { place, file } = await setUp();
  await writeFile(file, text.padEnd(64 * 1024));
  expect(await readPolicyFile(place)).toBe(await readFile(file, 'utf8'));
});
