import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { chmod, lstat, mkdir, readdir, readFile, readlink, stat, symlink, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { reportOf } from '#tests/support/main/test-ports.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { resolveFile } from '../storage/chosen-file';
import { assignedNames, createEnvFiles, gitIgnores, mergeEnv, readEnvFile, replaceEnvFile } from './env-files';
import { createSecretReferences } from './secret-references';

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
  const keep = (text: string) => (references.replaceSecrets({ text }, ['text'], owner).text as unknown as { ref: string }).ref;
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

const modeOf = async (path: string) => (await stat(path)).mode & 0o777;
const notWritable = { code: 'file-not-writable' };
const notEnv = { code: 'file-not-env' };

describe('writing', () => {
  it('creates a file that only its owner can read, and leaves nothing else', async () => {
    const folder = await temporaryFolder();
    expect(await replaceEnvFile(join(folder, '.env'), null, 'A=1\n')).toBe(true);
    expect(await readFile(join(folder, '.env'), 'utf8')).toBe('A=1\n');
    expect(await modeOf(join(folder, '.env'))).toBe(0o600);
    expect(await readdir(folder)).toEqual(['.env']);
  });

  it('takes the access of other users from an existing file', async () => {
    const path = join(await temporaryFolder(), '.env');
    await writeFile(path, 'A=1\n');
    await chmod(path, 0o664);
    await replaceEnvFile(path, 'A=1\n', 'A=2\n');
    expect([await readFile(path, 'utf8'), await modeOf(path)]).toEqual(['A=2\n', 0o600]);
  });

  it.each([
    ['changed', 'A=1\n', 'A=1\nB=2\n'],
    ['created', null, 'B=2\n'],
    ['deleted', 'A=1\n', null],
  ])('leaves a file alone that another program has %s, and leaves no draft', async (_what, before, now) => {
    const folder = await temporaryFolder();
    const path = join(folder, '.env');
    if (now !== null) await writeFile(path, now);
    expect(await replaceEnvFile(path, before, 'A=3\n')).toBe(false);
    expect(await readEnvFile(path)).toBe(now);
    expect(await readdir(folder)).toEqual(now === null ? [] : ['.env']);
  });

  test.each([
    ['a missing folder', (folder: string) => join(folder, 'missing', '.env')],
    ['a file instead of a folder', (folder: string) => join(folder, 'file', '.env')],
    ['a folder at its place', (folder: string) => join(folder, 'folder')],
    ['a file system without new files', () => '/proc/latchkey.env'],
  ])('fails with %s, and leaves no draft', async (_what, path) => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'file'), '');
    await mkdir(join(folder, 'folder'));
    expect(await reportOf(replaceEnvFile(path(folder), null, 'A=1\n'))).toEqual(notWritable);
    expect((await readdir(folder)).sort()).toEqual(['file', 'folder']);
  });

  test.skipIf(process.getuid?.() === 0)('fails for a file and for a folder without write access, and changes neither', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, '.env');
    await writeFile(path, 'A=1\n');
    await chmod(path, 0o400);
    expect(await reportOf(replaceEnvFile(path, 'A=1\n', 'A=2\n'))).toEqual(notWritable);
    await chmod(path, 0o600);
    await chmod(folder, 0o500);
    expect(await reportOf(replaceEnvFile(path, 'A=1\n', 'A=2\n'))).toEqual(notWritable);
    await chmod(folder, 0o700);
    expect(await readFile(path, 'utf8')).toBe('A=1\n');
  });
});

describe('a link', () => {
  it('stays, and the file behind it is written', async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'shared'));
    await writeFile(join(folder, 'shared', 'env'), 'A=1\n');
    await symlink(join('shared', 'env'), join(folder, '.env'));
    const target = await resolveFile(join(folder, '.env'));
    await replaceEnvFile(target, 'A=1\n', 'A=2\n');
    expect((await lstat(join(folder, '.env'))).isSymbolicLink()).toBe(true);
    expect(await readlink(join(folder, '.env'))).toBe(join('shared', 'env'));
    expect(await readFile(join(folder, 'shared', 'env'), 'utf8')).toBe('A=2\n');
  });

  it('to nothing, or to itself, is refused', async () => {
    const folder = await temporaryFolder();
    await symlink('nothing', join(folder, '.env'));
    await symlink('loop', join(folder, 'loop'));
    for (const name of ['.env', 'loop']) expect(await reportOf(resolveFile(join(folder, name)))).toEqual(notWritable);
  });

  it('to a folder is followed for a new file', async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'there'));
    await symlink('there', join(folder, 'link'));
    expect(await resolveFile(join(folder, 'link', '.env'))).toBe(join(await resolveFile(join(folder, 'there')), '.env'));
  });
});

describe('reading', () => {
  it('returns the text as it is, and null for a missing file', async () => {
    const folder = await temporaryFolder();
    const text = '\uFEFFA=1\r\nB="ü🔑"';
    await writeFile(join(folder, '.env'), text);
    expect(await readEnvFile(join(folder, '.env'))).toBe(text);
    expect(await readEnvFile(join(folder, 'missing'))).toBeNull();
  });

  test.each([
    ['bytes that are no UTF-8', Buffer.from([0x41, 0x3d, 0xff])],
    ['a NUL byte', Buffer.from('A=\0')],
    ['more than 1 MB', Buffer.alloc(1024 * 1024 + 1, 'A')],
  ])('refuses %s', async (_what, bytes) => {
    const path = join(await temporaryFolder(), '.env');
    await writeFile(path, bytes);
    expect(await reportOf(readEnvFile(path))).toEqual(notEnv);
  });

  it.each(['/dev/zero', '/tmp'])('refuses %s, which is no regular file', async (path) => {
    expect(await reportOf(readEnvFile(path))).toEqual(notEnv);
  });
});

const hasGit = spawnSync('git', ['--version']).status === 0;

async function repository(): Promise<string> {
  const folder = await temporaryFolder();
  execFileSync('git', ['init', '--quiet', folder]);
  return folder;
}

test.skipIf(!hasGit)('says whether a file of a repository is ignored, also before it exists', async () => {
  const folder = await repository();
  await writeFile(join(folder, '.gitignore'), '.env*\n!.env.example\n');
  await mkdir(join(folder, 'app'));
  expect(await gitIgnores(join(folder, '.env.local'))).toBe(true);
  expect(await gitIgnores(join(folder, 'app', '.env'))).toBe(true);
  expect(await gitIgnores(join(folder, '.env.example'))).toBe(false);
  expect(await gitIgnores(join(folder, 'settings'))).toBe(false);
});

test.skipIf(!hasGit)('a tracked file is not ignored', async () => {
  const folder = await repository();
  await writeFile(join(folder, '.env'), '');
  execFileSync('git', ['-C', folder, 'add', '.env']);
  await writeFile(join(folder, '.gitignore'), '.env\n');
  expect(await gitIgnores(join(folder, '.env'))).toBe(false);
});

test.skipIf(!hasGit)('runs no program that the repository names', async () => {
  const folder = await repository();
  execFileSync('git', ['-C', folder, 'config', 'core.fsmonitor', `touch ${join(folder, 'was-run')}; false`]);
  await writeFile(join(folder, '.gitignore'), '.env\n');
  expect(await gitIgnores(join(folder, '.env'))).toBe(true);
  expect(await gitIgnores(join(folder, 'was-run'))).toBe(false);
  expect(spawnSync('ls', [join(folder, 'was-run')]).status).not.toBe(0);
});

test('is unknown outside of a repository, and in a missing folder', async () => {
  const folder = await temporaryFolder();
  expect(await gitIgnores(join(folder, '.env'))).toBeNull();
  expect(await gitIgnores(join(folder, 'missing', '.env'))).toBeNull();
});

const merged = (text: string) => mergeEnv(text, [{ name: 'API_KEY', value: 'sk_new' }]);

describe('a variable that the file does not assign', () => {
  it.each([
    ['an empty file', '', 'API_KEY=sk_new\n'],
    ['a file', 'A=1\n', 'A=1\nAPI_KEY=sk_new\n'],
    ['a file without a line break at its end', 'A=1', 'A=1\nAPI_KEY=sk_new\n'],
    ['a file with CRLF', 'A=1\r\nB=2\r\n', 'A=1\r\nB=2\r\nAPI_KEY=sk_new\r\n'],
    ['a file with CRLF but not at its end', 'A=1\r\nB=2', 'A=1\r\nB=2\r\nAPI_KEY=sk_new\r\n'],
    ['a file with both line breaks', 'A=1\nB=2\r\n', 'A=1\nB=2\r\nAPI_KEY=sk_new\n'],
    ['a file that is only a byte order mark', '\uFEFF', '\uFEFFAPI_KEY=sk_new\n'],
    ['a file with blank lines at its end', 'A=1\n\n\n', 'A=1\n\n\nAPI_KEY=sk_new\n'],
    ['a comment', '# API_KEY=sk_old\n', '# API_KEY=sk_old\nAPI_KEY=sk_new\n'],
    ['longer names', 'MY_API_KEY=1\nAPI_KEY_2=2\nAPI.KEY=3\n', 'MY_API_KEY=1\nAPI_KEY_2=2\nAPI.KEY=3\nAPI_KEY=sk_new\n'],
    ['the same name in lower case', 'api_key=1\n', 'api_key=1\nAPI_KEY=sk_new\n'],
    ['a value of several lines', 'PEM="x\nAPI_KEY=inside\n"\n', 'PEM="x\nAPI_KEY=inside\n"\nAPI_KEY=sk_new\n'],
    ['a value of several lines in single quotes', "PEM='x\nAPI_KEY=inside'\n", "PEM='x\nAPI_KEY=inside'\nAPI_KEY=sk_new\n"],
    ['lines that are no assignments', 'just text\n=\n[API_KEY]\n', 'just text\n=\n[API_KEY]\nAPI_KEY=sk_new\n'],
  ])('is appended to %s', (_what, text, expected) => {
    expect(merged(text)).toBe(expected);
    expect(assignedNames(text, ['API_KEY'])).toEqual([]);
  });
});

describe('a variable that the file assigns', () => {
  it.each([
    ['without quotes', 'A=1\nAPI_KEY=sk_old\nB=2\n', 'A=1\nAPI_KEY=sk_new\nB=2\n'],
    ['in the first line', 'API_KEY=sk_old\nB=2', 'API_KEY=sk_new\nB=2'],
    ['in the last line', 'A=1\nAPI_KEY=sk_old', 'A=1\nAPI_KEY=sk_new'],
    ['with CRLF', 'API_KEY=sk_old\r\nB=2\r\n', 'API_KEY=sk_new\r\nB=2\r\n'],
    ['in double quotes', 'API_KEY="sk \\" # old" # why\nB=2\n', 'API_KEY=sk_new # why\nB=2\n'],
    ['in single quotes', "API_KEY='sk # old'\n", 'API_KEY=sk_new\n'],
    ['in several lines', 'API_KEY="sk\nold"\nB=2\n', 'API_KEY=sk_new\nB=2\n'],
    ['with a quote that is never closed', "API_KEY='sk_old\nB=2\n", 'API_KEY=sk_new\nB=2\n'],
    ['with a comment behind it', 'API_KEY=sk#old # why\n', 'API_KEY=sk_new # why\n'],
    ['with nothing', 'API_KEY=\nB=2\n', 'API_KEY=sk_new\nB=2\n'],
    ['with nothing at the end', 'API_KEY=', 'API_KEY=sk_new'],
    ['with export and spaces', '  export\tAPI_KEY = sk_old  \nB=2\n', '  export\tAPI_KEY = sk_new  \nB=2\n'],
    ['behind a byte order mark', '\uFEFFAPI_KEY=sk_old\n', '\uFEFFAPI_KEY=sk_new\n'],
    ['behind a blank line', '\n\nAPI_KEY=sk_old\n', '\n\nAPI_KEY=sk_new\n'],
    ['twice, where it counts', 'API_KEY=one\nAPI_KEY=two\n', 'API_KEY=one\nAPI_KEY=sk_new\n'],
    ['behind a line of several lines', 'A="1\n2"\nAPI_KEY=sk_old\n', 'A="1\n2"\nAPI_KEY=sk_new\n'],
  ])('gets its new value: %s', (_what, text, expected) => {
    expect(merged(text)).toBe(expected);
    expect(assignedNames(text, ['API_KEY'])).toEqual(['API_KEY']);
  });
});

test('several variables are merged one after another', () => {
  const entries = [
    { name: 'A', value: 'one' },
    { name: 'B', value: 'two words' },
    { name: 'C', value: '$3' },
  ];
  expect(mergeEnv('B=2', entries)).toBe("B='two words'\nA=one\nC='$3'\n");
});

test.each([
  ['an open quote in every line', 'A="x\\\n'.repeat(20_000)],
  ['many spaces in a value', `A=x${' '.repeat(200_000)}y\n`],
  ['many spaces before a name', `${' '.repeat(200_000)}y\n`],
])('a long file with %s is read quickly', (_what, text) => {
  const start = performance.now();
  merged(text);
  expect(performance.now() - start).toBeLessThan(2_000);
});
