import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestSandbox } from '#sandbox/testing/test-sandbox.ts';
import { until } from '#tests/support/fake-clock.ts';
import { importScene } from '#tests/support/main/import-scene.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { createCopy, removeLeftCopies } from './import-files';
import { createOpenImport } from './open-import';
import { PageDamaged } from './reading/paged-file';

const start = { id: 'i', connectionId: 'c', kind: 'users', name: 'users.csv', size: 6 } as const;
const full = () => Promise.reject(Object.assign(new Error('no space'), { code: 'ENOSPC', syscall: 'write' }));

const mapping = {
  ...({ kind: 'users', match: 'email', existing: 'change', empty: 'keep', alsoSetPasswords: false } as const),
  columns: [{ column: 0, target: { field: 'email' } as const }],
};

const access = {
  assertAllowed: () => undefined,
  sourceOf: () => ({
    call: () => Promise.reject(new Error('Nothing is asked for.')),
    hasFeature: async () => false,
    async *matching() {},
    indexed: async () => [],
  }),
  hasIndex: () => true,
  ownTargets: () => new Map(),
  now: () => 0,
};

test('a copy for which the disk has no space is given up, and says so', async () => {
  const profileFolder = await temporaryFolder();
  const copy = { ...(await createCopy(profileFolder)), append: full };
  const open = createOpenImport(start, { profileFolder, copy, onChange: () => undefined, access });
  await expect(open.append(0, Buffer.from('email\n'))).rejects.toMatchObject({ code: 'profile-not-writable' });
  expect(open.run()).toMatchObject({ state: 'failed', fault: { reason: 'disk-full' } });
  await open.remove();
});

test('a check whose lines can’t be stored ends with the reason, and can be started again', async () => {
  const profileFolder = await temporaryFolder();
  const open = createOpenImport(
    { ...start, size: 14 },
    { profileFolder, copy: await createCopy(profileFolder), onChange: () => undefined, access },
  );
  await open.append(0, Buffer.from('email\na@x.test'));
  expect((await open.finish(true))?.columns).toHaveLength(1);
  await rm(join(profileFolder, 'imports'), { recursive: true });
  await writeFile(join(profileFolder, 'imports'), '');
  open.check(mapping);
  await until(() => open.run().state !== 'checking');
  expect(open.run()).toMatchObject({ state: 'mapping', result: null, error: { code: 'profile-not-writable' } });
  await rm(join(profileFolder, 'imports'));
  open.check(mapping);
  await until(() => open.run().state !== 'checking');
  expect(open.run()).toMatchObject({ state: 'checked', result: { counts: { create: 1 } }, error: null });
  await open.remove();
});

/** Opens an import of one line, whose copy can be damaged. */
async function opened() {
  const profileFolder = await temporaryFolder();
  const copy = await createCopy(profileFolder);
  let isDamaged = false;
  const read = (page: number) => (isDamaged ? Promise.reject(new PageDamaged()) : copy.read(page));
  const open = createOpenImport({ ...start, size: 14 }, { profileFolder, copy: { ...copy, read }, onChange: () => undefined, access });
  await open.append(0, Buffer.from('email\na@x.test'));
  await open.finish(true);
  return {
    open,
    damage() {
      isDamaged = true;
    },
  };
}

test('a check of a copy that is damaged by then ends, and says so', async () => {
  const { open, damage } = await opened();
  damage();
  open.check(mapping);
  await until(() => open.run().state !== 'checking');
  expect(open.run()).toMatchObject({ state: 'failed', result: null, fault: { reason: 'damaged' } });
  await open.remove();
});

test('a check that is started while the one before is being canceled isn’t canceled with it', async () => {
  const { open } = await opened();
  open.check(mapping);
  const canceled = open.cancelCheck();
  open.check(mapping);
  await canceled;
  expect(open.run().state).toBe('checking');
  await until(() => open.run().state !== 'checking');
  expect(open.run()).toMatchObject({ state: 'checked', result: { counts: { create: 1 } } });
  await open.cancelCheck();
  expect(open.run().state).toBe('checked');
  await open.remove();
});

test('what a process that has ended left is deleted at the next start, and what another one has stays', async () => {
  const profileFolder = await temporaryFolder();
  const copy = await createCopy(profileFolder);
  const gone = join(profileFolder, 'imports', '999999999-ab.create');
  const foreign = join(profileFolder, 'imports', 'notes.txt');
  for (const path of [gone, foreign]) await writeFile(path, 'x');
  await removeLeftCopies(profileFolder);
  await expect(rm(gone)).rejects.toMatchObject({ code: 'ENOENT' });
  await rm(foreign);
  await copy.remove();
});

test('a mapping is saved under its name, once for a kind, and deleted', async () => {
  const { calls, runtime, caller, domain } = await importScene(await createTestSandbox({ seed: 'empty' }));
  await domain.load();
  const mapping = {
    ...({ name: 'From the CRM', kind: 'users', match: 'email', existing: 'change', empty: 'keep' } as const),
    columns: [{ name: 'mail', target: { field: 'email' } as const }],
  };
  const saved = () => runtime.topics['imports.mappings'].get().value.map(({ name, kind, match }) => [name, kind, match]);
  await calls.saveMapping(mapping, caller);
  await calls.saveMapping({ ...mapping, kind: 'teams' }, caller);
  const id = await calls.saveMapping({ ...mapping, match: 'id' }, caller);
  expect(saved()).toEqual([
    ['From the CRM', 'teams', 'email'],
    ['From the CRM', 'users', 'id'],
  ]);
  await calls.deleteMapping({ id }, caller);
  expect(saved()).toEqual([['From the CRM', 'teams', 'email']]);
});
