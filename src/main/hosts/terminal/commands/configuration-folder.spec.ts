import { mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { temporaryFolder } from '../../../../../tests/support/temporary-folder';
import { isFolder, readFolder, writeFolder } from './configuration-folder';

const documentWith = (...names: readonly string[]) =>
  `version: 1\nemail_templates:\n${names.map((name) => `  ${name}:\n    source: the ${name}\n`).join('')}`;

async function written(...names: readonly string[]) {
  const folder = join(await temporaryFolder(), 'project');
  await writeFolder(folder, documentWith(...names), false);
  const at = (name: string) => join(folder, name);
  const all = async () => (await readdir(folder, { recursive: true })).map((name) => name.replaceAll('\\', '/')).sort();
  return { folder, at, all };
}

test('a folder is one that is there, or a path that ends as one', async () => {
  const { folder, at } = await written('a');
  expect(await Promise.all([folder, `${folder}/`, at('new/'), at('new'), at('project.yaml')].map(isFolder))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});

describe('writing', () => {
  it('makes a folder of whole files, and nothing beside it', async () => {
    const { folder, at, all } = await written('a', 'b');
    expect(await all()).toEqual(['project.yaml', 'templates', 'templates/a.tsx', 'templates/b.tsx']);
    expect(await readFile(at('templates/a.tsx'), 'utf8')).toBe('the a');
    expect(await readdir(join(folder, '..'))).toEqual(['project']);
    expect(await readFolder(folder)).toContain('source: "the b"');
  });

  it('removes a template’s file only with --force, and leaves what isn’t its own', async () => {
    const { folder, at, all } = await written('a', 'b');
    await writeFile(at('templates/notes.tsx'), 'mine');
    const before = await readFile(at('project.yaml'), 'utf8');
    await expect(writeFolder(folder, documentWith('a'), false)).rejects.toThrow(/--force\.\n {2}“templates\/b\.tsx” would be removed/);
    expect(await readFile(at('project.yaml'), 'utf8')).toBe(before);
    await writeFolder(folder, documentWith('a'), true);
    expect(await all()).toEqual(['project.yaml', 'templates', 'templates/a.tsx', 'templates/notes.tsx']);
  });

  it('replaces a file that project.yaml doesn’t name only with --force', async () => {
    const { folder, at } = await written('a');
    await writeFile(at('templates/b.tsx'), 'mine');
    await expect(writeFolder(folder, documentWith('a', 'b'), false)).rejects.toThrow(/“templates\/b\.tsx” would be replaced/);
    expect(await readFile(at('templates/b.tsx'), 'utf8')).toBe('mine');
    await writeFolder(folder, documentWith('a', 'b'), true);
    expect(await readFile(at('templates/b.tsx'), 'utf8')).toBe('the b');
  });

  test.each(['project.yaml', 'templates', 'templates/a.tsx'])('refuses a link at %s', async (name) => {
    const { folder, at } = await written('a');
    await rename(at(name), `${folder}-moved`);
    await symlink(`${folder}-moved`, at(name));
    for (const isForced of [false, true])
      await expect(writeFolder(folder, documentWith('a'), isForced)).rejects.toThrow(/is a symbolic link\. Replace it/);
    await expect(readFolder(folder)).rejects.toThrow(`“${at(name)}” is a symbolic link. Replace it`);
  });
});

describe('reading', () => {
  test.each([
    ['templates/../../secret', /names “templates\/\.\.\/\.\.\/secret”\. Name a file in “templates”/],
    ['../secret.tsx', /Name a file in “templates”/],
    ['/etc/hostname', /Name a file in “templates”/],
    ['templates/..', /Name a file in “templates”/],
    ['README.md', /Name a file in “templates”/],
    ['templates/a.tsx', /twice\. Give each template its own file/],
    ['templates/A.tsx', /twice\. Give each template its own file/],
    ['templates/missing.tsx', /missing\.tsx” is missing\. Restore it/],
  ])('refuses %s', async (path, said) => {
    const { folder, at } = await written('a');
    await writeFile(at('project.yaml'), `${await readFile(at('project.yaml'), 'utf8')}  other:\n    source_file: ${path}\n`);
    await expect(readFolder(folder)).rejects.toThrow(said);
  });

  it('refuses what isn’t a file, and what is too large', async () => {
    const { folder, at } = await written('a', 'b');
    for (const name of ['a', 'b']) await writeFile(at(`templates/${name}.tsx`), 'x'.repeat(3 * 2 ** 20));
    await expect(readFolder(folder)).rejects.toThrow(/are larger than 5 MB/);
    await rm(at('templates/a.tsx'));
    await mkdir(at('templates/a.tsx'));
    await expect(readFolder(folder)).rejects.toThrow(/a\.tsx” is a folder\. A file is expected there/);
    await rm(at('project.yaml'));
    await expect(readFolder(folder)).rejects.toThrow(/project\.yaml” is missing/);
  });
});
