import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, test, vi } from 'vitest';
import { endBefore, watchSteps } from '#tests/support/main/dying-files.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { joinFiles, readFolder, writeFolder } from './folder-files';

vi.mock('node:fs/promises', async (load) => (await import('#tests/support/main/dying-files.ts')).dyingFiles(await load()));

const documentWith = (sources: Readonly<Record<string, string>>) =>
  `version: 1\nemail_templates:\n${Object.entries(sources)
    .map(([name, source]) => `  ${name}:\n    source: ${source}\n`)
    .join('')}`;
const before = documentWith({ a: 'old', b: 'old', gone: 'old' });
const after = documentWith({ a: 'new', b: 'new', more: 'new' });

async function stateOf(folder: string): Promise<string> {
  try {
    const text = await readFolder(folder);
    return [...new Set(text.match(/old|new/g))].join(' and ');
  } catch (thrown) {
    return (thrown as { problem: { reason: string } }).problem.reason;
  }
}

test('a process that is killed while it replaces files leaves the old ones, the new ones, or what is refused; the next export mends it', async () => {
  const states: string[] = [];
  for (let number = 1; ; number += 1) {
    const folder = join(await temporaryFolder(), 'project');
    await writeFolder(folder, before, false);
    if ((await endBefore(number, () => writeFolder(folder, after, true))) === null) break;
    states.push(await stateOf(folder));
    // Nothing of it is in the way of an export that replaces and removes nothing of others.
    await writeFolder(folder, after, states.at(-1) === 'old');
    expect(await stateOf(folder)).toBe('new');
    expect((await fs.readdir(folder)).sort()).toEqual(['project.yaml', 'templates']);
    expect((await fs.readdir(join(folder, 'templates'))).sort()).toEqual(['a.tsx', 'b.tsx', 'more.tsx']);
  }
  expect([...new Set(states)]).toEqual(['old', 'interrupted', 'new']);
  expect(states.length).toBeGreaterThan(10);
});

test('an export that fails over an interrupted one leaves the folder refused', async () => {
  const folder = join(await temporaryFolder(), 'project');
  await writeFolder(folder, before, false);
  let renames = 0;
  const failing = watchSteps(
    () => writeFolder(folder, after, true),
    ({ call }) => {
      renames += call === 'rename' ? 1 : 0;
      if (renames === 3) throw Object.assign(new Error('busy'), { code: 'EBUSY' });
    },
  );
  await expect(failing).rejects.toMatchObject({ problem: { reason: 'not-written', code: 'EBUSY' } });
  expect(await stateOf(folder)).toBe('interrupted');
  const full = watchSteps(
    () => writeFolder(folder, before, false),
    ({ call }) => {
      if (call === 'writeFile') throw Object.assign(new Error('full'), { code: 'ENOSPC' });
    },
  );
  await expect(full).rejects.toMatchObject({ problem: { reason: 'not-written', code: 'ENOSPC' } });
  expect(await stateOf(folder)).toBe('interrupted');
  await writeFolder(folder, after, false);
  expect(await stateOf(folder)).toBe('new');
});

test('a file is removed before another one takes a name that is the same on systems that ignore case', async () => {
  const folder = await temporaryFolder();
  await fs.mkdir(join(folder, 'templates'));
  await fs.writeFile(join(folder, 'templates', 'Welcome.tsx'), 'old');
  await fs.writeFile(join(folder, 'project.yaml'), 'version: 1\nemail_templates:\n  Welcome:\n    source_file: templates/Welcome.tsx\n');
  const steps: string[] = [];
  await watchSteps(
    () => writeFolder(folder, documentWith({ Welcome: 'new' }), true),
    ({ call, name }) => steps.push(`${call} ${name}`),
  );
  expect(await fs.readdir(join(folder, 'templates'))).toEqual(['welcome.tsx']);
  const [removed, put] = [steps.findIndex((one) => /^(?:rm|unlink) Welcome\.tsx/.test(one)), steps.indexOf('rename welcome.tsx')];
  expect(removed).toBeGreaterThan(-1);
  expect(put).toBeGreaterThan(removed);
});

test('what an interrupted export left is no excuse for replacing files of others', async () => {
  const folder = join(await temporaryFolder(), 'project');
  await writeFolder(folder, before, false);
  const drafts = join(folder, '.latchkey-writing');
  for (const list of ['["templates/../../x", "templates/more.tsx"]', '{', '[1]']) {
    await fs.mkdir(drafts);
    await fs.writeFile(join(drafts, 'files.json'), list);
    await fs.writeFile(join(folder, 'templates', 'more.tsx'), 'mine');
    await expect(writeFolder(folder, after, false)).rejects.toMatchObject({ problem: { reason: 'in-the-way' } });
    expect(await fs.readFile(join(folder, 'templates', 'more.tsx'), 'utf8')).toBe('mine');
    await fs.rm(drafts, { recursive: true });
  }
  await fs.symlink(await temporaryFolder(), drafts);
  for (const isForced of [false, true])
    await expect(writeFolder(folder, after, isForced)).rejects.toMatchObject({ problem: { reason: 'link', path: '.latchkey-writing' } });
});

describe('files that a window read', () => {
  const project = 'version: 1\nemail_templates:\n  a:\n    source_file: templates/a.tsx\n';

  it('are joined as those of a folder', async () => {
    const folder = join(await temporaryFolder(), 'project');
    await writeFolder(folder, before, false);
    const names = ['project.yaml', 'templates/a.tsx', 'templates/b.tsx', 'templates/gone.tsx'];
    const files = new Map(await Promise.all(names.map(async (name) => [name, await fs.readFile(join(folder, name), 'utf8')] as const)));
    expect(joinFiles(new Map([...files, ['README.md', 'not ours']]))).toBe(await readFolder(folder));
  });

  test.each<readonly [string, Readonly<Record<string, string>>, object]>([
    ['none', {}, { reason: 'absent', path: 'project.yaml' }],
    ['without a template', { 'project.yaml': project }, { reason: 'absent', path: 'templates/a.tsx' }],
    ['with a path that leads elsewhere', { 'project.yaml': project.replace('templates/', '../'), '../a.tsx': 'x' }, { reason: 'outside' }],
    [
      'with a file that is named twice',
      { 'project.yaml': `${project}  b:\n    source_file: templates/A.tsx\n`, 'templates/a.tsx': 'x', 'templates/A.tsx': 'y' },
      { reason: 'twice' },
    ],
    ['that are too large', { 'project.yaml': project, 'templates/a.tsx': 'é'.repeat(3 * 2 ** 20) }, { reason: 'too-large' }],
    [
      'of an interrupted export',
      { 'project.yaml': project, 'templates/a.tsx': 'x', '.latchkey-writing/files.json': '[]' },
      { reason: 'interrupted' },
    ],
  ])('%s are refused', (_name, files, problem) => {
    expect(() => joinFiles(new Map(Object.entries(files)))).toThrow(expect.objectContaining({ problem: expect.objectContaining(problem) }));
  });
});
