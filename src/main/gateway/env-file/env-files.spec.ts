import { appendFileSync } from 'node:fs';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFakeClock } from '../../../../tests/support/fake-clock';
import { temporaryFolder } from '../../../../tests/support/temporary-folder';
import { reportOf } from '../../../../tests/support/test-ports';
import { createSecretReferences } from '../secret-references';
import { createEnvFiles } from './env-files';

const window = { windowId: 'w' };
const another = { windowId: 'another' };

async function setUp() {
  const folder = await temporaryFolder();
  const choice: { path: string | null } = { path: join(folder, '.env') };
  let count = 0;
  const newId = () => {
    count += 1;
    return `id-${count}`;
  };
  const references = createSecretReferences(createFakeClock(), newId);
  const owner = { windowId: 'w', connectionId: 'c', destination: null };
  const keep = (text: string) => (references.withhold({ text }, ['text'], owner).text as unknown as { ref: string }).ref;
  /** Runs after a file was read, and before it is written. */
  const between = { run: () => {} };
  const read = (ref: string, windowId: string) => {
    between.run();
    return references.read(ref, windowId);
  };
  const envFiles = createEnvFiles({ chooseFile: async () => choice.path, references: { read }, newId });
  return { ...envFiles, folder, path: join(folder, '.env'), choice, keep, between };
}

test('saves a secret to the chosen file, and keeps its lines', async () => {
  const { choose, save, path, keep } = await setUp();
  await writeFile(path, 'A=1');
  const file = await choose(window);
  expect(file).toEqual({ id: expect.any(String), path, exists: true, ignoredByGit: null });
  const request = { fileId: file?.id ?? '', entries: [{ name: 'API_KEY', ref: keep('sk_secret') }], replace: false };
  expect(await save(request, window)).toEqual({ outcome: 'saved', isPrivate: true });
  expect(await readFile(path, 'utf8')).toBe('A=1\nAPI_KEY=sk_secret\n');
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test('replaces a variable only on request', async () => {
  const { choose, save, path, keep } = await setUp();
  await writeFile(path, 'API_KEY=sk_old\nB=2\n');
  const fileId = (await choose(window))?.id ?? '';
  const request = { fileId, entries: [{ name: 'API_KEY', ref: keep('sk_new') }] };
  expect(await save({ ...request, replace: false }, window)).toEqual({ outcome: 'already-assigned', names: ['API_KEY'] });
  expect(await readFile(path, 'utf8')).toBe('API_KEY=sk_old\nB=2\n');
  expect(await save({ ...request, replace: true }, window)).toMatchObject({ outcome: 'saved' });
  expect(await readFile(path, 'utf8')).toBe('API_KEY=sk_new\nB=2\n');
});

test('reads the file again when it saves', async () => {
  const { choose, save, path, keep } = await setUp();
  const file = await choose(window);
  expect(file?.exists).toBe(false);
  await writeFile(path, 'A=1\n');
  await save({ fileId: file?.id ?? '', entries: [{ name: 'API_KEY', ref: keep('sk_new') }], replace: false }, window);
  expect(await readFile(path, 'utf8')).toBe('A=1\nAPI_KEY=sk_new\n');
});

test('keeps what another program writes while a secret is saved', async () => {
  const { choose, save, path, keep, between } = await setUp();
  await writeFile(path, 'A=1\n');
  const fileId = (await choose(window))?.id ?? '';
  const edits = ['B=2\n', 'C=3\n'];
  between.run = () => appendFileSync(path, edits.shift() ?? '');
  const entries = [{ name: 'API_KEY', ref: keep('sk_new') }];
  expect(await save({ fileId, entries, replace: false }, window)).toEqual({ outcome: 'saved', isPrivate: true });
  expect(await readFile(path, 'utf8')).toBe('A=1\nB=2\nC=3\nAPI_KEY=sk_new\n');
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test('asks before it replaces a variable that another program adds in the meantime', async () => {
  const { choose, save, path, keep, between } = await setUp();
  const fileId = (await choose(window))?.id ?? '';
  between.run = () => appendFileSync(path, 'API_KEY=theirs\n');
  const entries = [{ name: 'API_KEY', ref: keep('sk_new') }];
  expect(await save({ fileId, entries, replace: false }, window)).toEqual({ outcome: 'already-assigned', names: ['API_KEY'] });
  expect(await readFile(path, 'utf8')).toBe('API_KEY=theirs\n');
});

test('gives up on a file that keeps changing, and leaves it as it is', async () => {
  const { choose, save, path, folder, keep, between } = await setUp();
  const fileId = (await choose(window))?.id ?? '';
  between.run = () => appendFileSync(path, 'A=1\n');
  const entries = [{ name: 'API_KEY', ref: keep('sk_new') }];
  expect(await reportOf(save({ fileId, entries, replace: false }, window))).toEqual({ code: 'file-busy' });
  expect(await readFile(path, 'utf8')).toBe('A=1\n'.repeat(5));
  expect(await readdir(folder)).toEqual(['.env']);
});

test('a window can’t use the file or the secret of another one, nor a file that it chose before', async () => {
  const { choose, save, keep, choice, folder, forgetWindow } = await setUp();
  const first = (await choose(window))?.id ?? '';
  const entries = [{ name: 'API_KEY', ref: keep('sk_secret') }];
  const expired = { code: 'secret-expired' };
  expect(await reportOf(save({ fileId: first, entries, replace: false }, another))).toEqual(expired);
  const other = (await choose(another))?.id ?? '';
  expect(await reportOf(save({ fileId: other, entries, replace: false }, another))).toEqual(expired);
  choice.path = join(folder, 'second');
  const second = (await choose(window))?.id ?? '';
  expect(await reportOf(save({ fileId: first, entries, replace: false }, window))).toEqual(expired);
  forgetWindow('w');
  expect(await reportOf(save({ fileId: second, entries, replace: false }, window))).toEqual(expired);
});

test('canceling keeps the file that was chosen before', async () => {
  const { choose, save, keep, choice } = await setUp();
  const fileId = (await choose(window))?.id ?? '';
  choice.path = null;
  expect(await choose(window)).toBeNull();
  const entries = [{ name: 'API_KEY', ref: keep('sk_secret') }];
  expect(await save({ fileId, entries, replace: false }, window)).toMatchObject({ outcome: 'saved' });
});

test('a path in the home folder is shortened', async () => {
  const { choose, choice } = await setUp();
  choice.path = join(homedir(), 'latchkey-missing.env');
  expect((await choose(window))?.path).toBe(join('~', 'latchkey-missing.env'));
});

test('a host without dialogs can’t choose a file', async () => {
  const references = createSecretReferences(createFakeClock(), () => 'id');
  const { choose } = createEnvFiles({ chooseFile: null, references, newId: () => 'id' });
  expect(await reportOf(choose(window))).toEqual({ code: 'not-allowed' });
});
