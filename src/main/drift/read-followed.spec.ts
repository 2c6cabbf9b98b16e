import { execFileSync } from 'node:child_process';
import { chmod, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { placeOf, readFollowed } from './read-followed';

const good = 'version: 1\nsettings:\n  description: a\n';
const named = (path: string) => `version: 1\nemail_templates:\n  Welcome:\n    source_file: ${path}\n`;

async function filled(files: Readonly<Record<string, string | Uint8Array>>) {
  const folder = await temporaryFolder();
  for (const name of ['templates', ...Object.keys(files).map(dirname)]) await mkdir(join(folder, name), { recursive: true });
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  return folder;
}

test('a file is read as it is now', async () => {
  const folder = await filled({ 'a.yaml': good });
  const place = { path: join(folder, 'a.yaml'), isFolder: false };
  expect(await readFollowed(place)).toMatchObject({ ok: true, text: good, document: { settings: { description: 'a' } } });
  await writeFile(place.path, good.replace('description: a', 'description: b'));
  expect(await readFollowed(place)).toMatchObject({ ok: true, document: { settings: { description: 'b' } } });
});

test('a folder is read with its templates', async () => {
  const folder = await filled({ 'project.yaml': named('templates/a.tsx'), 'templates/a.tsx': 'export {}' });
  const read = await readFollowed({ path: folder, isFolder: true });
  expect(read).toMatchObject({ ok: true, document: { email_templates: { Welcome: { source: 'export {}' } } } });
});

describe('what can’t be read is reported', () => {
  test.each<readonly [string, Record<string, string | Uint8Array>, object]>([
    ['missing', {}, { reason: 'missing', name: 'a.yaml' }],
    [
      'with a fault',
      { 'a.yaml': 'version: 1\nsetings: {}\n' },
      { reason: 'faults', faults: [{ reason: 'unknown-key', line: 2, nearest: 'settings' }] },
    ],
    ['no text', { 'a.yaml': new Uint8Array([0xff, 0xfe]) }, { reason: 'not-text', name: 'a.yaml' }],
    ['too large', { 'a.yaml': new Uint8Array(5 * 2 ** 20 + 1) }, { reason: 'too-large', name: 'a.yaml' }],
    ['of a later version', { 'a.yaml': 'version: 99\n' }, { reason: 'faults', faults: [{ reason: 'later-version' }] }],
  ])('of a file: %s', async (_what, files, problem) => {
    const folder = await filled(files);
    expect(await readFollowed({ path: join(folder, 'a.yaml'), isFolder: false })).toMatchObject({ ok: false, problem });
  });

  test.each<readonly [string, Record<string, string | Uint8Array>, object]>([
    ['without a project', {}, { reason: 'missing', name: 'project.yaml' }],
    ['whose files were being replaced', { 'project.yaml': good, '.latchkey-writing/files.json': '[]' }, { reason: 'interrupted' }],
    ['without a template', { 'project.yaml': named('templates/a.tsx') }, { reason: 'missing', name: 'templates/a.tsx' }],
    ['with a path that leads elsewhere', { 'project.yaml': named('../a.tsx') }, { reason: 'outside', name: '../a.tsx' }],
    [
      'with a template that is no text',
      { 'project.yaml': named('templates/a.tsx'), 'templates/a.tsx': new Uint8Array([0xff]) },
      { reason: 'not-text' },
    ],
    [
      'with a file that is named twice',
      { 'project.yaml': `${named('templates/a.tsx')}  Other:\n    source_file: templates/A.tsx\n` },
      { reason: 'twice', name: 'templates/A.tsx' },
    ],
  ])('of a folder: %s', async (_what, files, problem) => {
    expect(await readFollowed({ path: await filled(files), isFolder: true })).toMatchObject({ ok: false, problem });
  });

  test('of what isn’t what it was: a folder, a file, a pipe, or a link in its place', async () => {
    const folder = await filled({ 'project.yaml': named('templates/a.tsx'), 'a.yaml': good });
    const problemOf = async (name: string, isFolder = false) => readFollowed({ path: join(folder, name), isFolder });
    expect(await problemOf('templates')).toMatchObject({ problem: { reason: 'not-a-file' } });
    expect(await problemOf('a.yaml', true)).toMatchObject({ problem: { reason: 'not-a-folder' } });
    expect(await problemOf('a.yaml/b.yaml')).toMatchObject({ problem: { reason: 'missing' } });
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    expect(await problemOf('pipe')).toMatchObject({ problem: { reason: 'not-a-file' } });
    await symlink(join(folder, 'a.yaml'), join(folder, 'link.yaml'));
    expect(await problemOf('link.yaml')).toMatchObject({ problem: { reason: 'link', name: 'link.yaml' } });
    await symlink(join(folder, 'a.yaml'), join(folder, 'templates', 'a.tsx'));
    expect(await readFollowed({ path: folder, isFolder: true })).toMatchObject({ problem: { reason: 'link', name: 'templates/a.tsx' } });
    await rm(join(folder, 'templates'), { recursive: true });
    await symlink(await temporaryFolder(), join(folder, 'templates'));
    expect(await readFollowed({ path: folder, isFolder: true })).toMatchObject({ problem: { reason: 'link', name: 'templates' } });
  });

  test.skipIf(process.getuid?.() === 0)('of a file of others', async () => {
    const folder = await filled({ 'a.yaml': good });
    await chmod(join(folder, 'a.yaml'), 0);
    expect(await readFollowed({ path: join(folder, 'a.yaml'), isFolder: false })).toMatchObject({ problem: { reason: 'not-permitted' } });
  });
});

test('a link is followed when it is chosen, and no later', async () => {
  const folder = await filled({ 'a.yaml': good });
  await symlink(join(folder, 'a.yaml'), join(folder, 'link.yaml'));
  const place = await placeOf(join(folder, 'link.yaml'));
  expect([basename(place.path), place.isFolder]).toEqual(['a.yaml', false]);
  expect(await placeOf(folder)).toMatchObject({ isFolder: true });
  expect(await placeOf(join(folder, 'absent'))).toEqual({ path: join(folder, 'absent'), isFolder: false });
});
