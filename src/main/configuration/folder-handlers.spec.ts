import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fail } from '#contract/errors.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { createFolderHandlers } from './folder-handlers';

const caller = { windowId: 'w' };
const text = 'version: 1\nemail_templates:\n  a:\n    source: the a\n';
const input = { connectionId: 'c', hasAllViews: false };

function handlers(folder: string | null | undefined, isForbidden = false) {
  const chosen: string[] = [];
  let reads = 0;
  const created = createFolderHandlers(
    {
      chooseFolder:
        folder === undefined
          ? null
          : async (_caller, purpose) => {
              chosen.push(purpose);
              return folder;
            },
    },
    {
      assertPermitted: () => {
        if (isForbidden) throw fail('forbidden-by-policy');
      },
    },
    async () => {
      reads += 1;
      return { state: 'exported', text };
    },
  );
  return { ...created, chosen, reads: () => reads };
}

test('a project is written to the folder that is chosen, and opened again from it', async () => {
  const folder = join(await temporaryFolder(), 'engines');
  const { openFolder, exportFolder, chosen } = handlers(folder);
  expect(await exportFolder(input, caller)).toEqual({ state: 'saved', name: 'engines' });
  expect((await readdir(folder)).sort()).toEqual(['project.yaml', 'templates']);
  expect(await openFolder({}, caller)).toEqual({
    state: 'opened',
    name: 'engines',
    text: expect.stringContaining('source: "the a"'),
  });
  expect(chosen).toEqual(['write', 'read']);
});

test('nothing is replaced that isn’t the project’s, and windows learn no path of this machine', async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'templates'));
  await writeFile(join(folder, 'templates', 'a.tsx'), 'mine');
  const { openFolder, exportFolder } = handlers(folder);
  const problem = { reason: 'in-the-way', path: '', replaced: ['templates/a.tsx'], removed: [] };
  expect(await exportFolder(input, caller)).toEqual({ state: 'problem', problem });
  expect(await openFolder({}, caller)).toEqual({ state: 'problem', problem: { reason: 'absent', path: 'project.yaml' } });
  const inFile = handlers(join(folder, 'templates', 'a.tsx', 'b'));
  expect(await inFile.exportFolder(input, caller)).toEqual({
    state: 'problem',
    problem: { reason: 'not-written', path: 'b', code: 'ENOTDIR' },
  });
});

test('without a dialog, without a folder, and where exports are forbidden, no project is read', async () => {
  for (const folder of [undefined, null]) {
    const { openFolder, exportFolder, reads } = handlers(folder);
    const state = folder === null ? 'cancelled' : 'no-dialog';
    expect([await openFolder({}, caller), await exportFolder(input, caller), reads()]).toEqual([{ state }, { state }, 0]);
  }
  const { exportFolder, chosen, reads } = handlers(await temporaryFolder(), true);
  await expect(exportFolder(input, caller)).rejects.toMatchObject({ code: 'forbidden-by-policy' });
  expect([chosen, reads()]).toEqual([[], 0]);
});
