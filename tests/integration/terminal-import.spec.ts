/** Imports of users in the terminal. */
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCommand } from '../support/main/run-command';
import { runBuiltCommand, startService } from '../support/main/terminal-scene';
import { temporaryFolder } from '../support/temporary-folder';

async function setUp(text: string) {
  const [{ env, secrets }, folder] = [await startService('empty'), await temporaryFolder()];
  const file = join(folder, 'users.csv');
  await writeFile(file, text);
  const run = (...args: readonly string[]) => runCommand(['users', 'import', file, ...args], env);
  const users = async () => {
    const { out } = await runCommand(['users', 'list', '--json'], env);
    return (JSON.parse(out).users as { primaryEmail: string; displayName: string }[]).map(
      (user) => `${user.primaryEmail} ${user.displayName}`,
    );
  };
  return { env, secrets, folder, file, run, users };
}

const valid = 'email,name,password\nada@x.test,Ada,Engine-1843\ngrace@x.test,Grace,Compiler-1952\n';

test('a file is checked, imported once that is confirmed, and the same afterwards', async () => {
  const { env, file, run, users, secrets } = await setUp(valid);
  const plan = await run('--dry-run');
  expect(plan).toMatchObject({ code: 0, err: '' });
  expect(plan.out).toMatch(
    /^Column +Becomes\nemail +email\nname +display_name\npassword +password\n2 created, 0 changed, 0 the same, 0 not/,
  );
  expect(await run()).toMatchObject({ code: 1, out: '', err: /have to be confirmed\. Use --yes/ });
  expect(await users()).toEqual([]);
  const ended = await runBuiltCommand(['users', 'import', file, '--yes'], env);
  expect(ended).toMatchObject({ code: 0, out: /^Job \w+: done\. 2 done\.\n$/ });
  expect((await users()).sort()).toEqual(['ada@x.test Ada', 'grace@x.test Grace']);
  const again = await run('--yes', '--json');
  expect(again.code).toBe(0);
  expect(JSON.parse(again.out).result.counts).toEqual({ create: 0, change: 0, same: 2, impossible: 0 });
  const said = JSON.stringify([plan, ended, again]);
  for (const secret of [...secrets, 'Engine-1843', 'Compiler-1952']) expect(said).not.toContain(secret);
});

test('lines that can’t be imported keep the others from it, unless they are left out', async () => {
  const { run, users, folder } = await setUp('email,name\nada@x.test,Ada\nx\x1b[2J,Nobody\n');
  const refused = await run('--yes');
  expect(refused).toMatchObject({ code: 1, err: 'Nothing was changed. Use --skip-invalid to leave these lines out.\n' });
  expect(refused.out).toContain('3     email: “x\\u{1b}[2J” isn’t a valid email address');
  expect(await users()).toEqual([]);
  const rejected = join(folder, 'rejected.csv');
  expect(await run('--yes', '--skip-invalid', '--rejected', rejected)).toMatchObject({ code: 0, out: /: done\. 1 done/ });
  expect(await users()).toEqual(['ada@x.test Ada']);
  expect(await readFile(rejected, 'utf8')).toMatch(/^line,reason,column,email,name\r?\n3,not-an-email,email,/);
  if (process.platform !== 'win32') expect((await stat(rejected)).mode & 0o777).toBe(0o600);
  expect(await run('--dry-run', '--rejected', rejected)).toMatchObject({ code: 1, err: /Couldn’t write .*EEXIST/ });
});

test('a mapping is printed, kept as a file, and taken from it; those who exist can be left as they are', async () => {
  const { run, users, folder } = await setUp('E-Mail address,Who\nada@x.test,Ada\n');
  const printed = JSON.parse((await run('--dry-run', '--json')).out).mapping;
  expect(printed).toMatchObject({ kind: 'users', columns: [{ name: 'E-Mail address', target: { field: 'email' } }] });
  const mapping = join(folder, 'mapping.json');
  await writeFile(
    mapping,
    JSON.stringify({ ...printed, columns: [...printed.columns, { name: 'Who', target: { field: 'display_name' } }] }),
  );
  expect(await run('--mapping', mapping, '--yes')).toMatchObject({ code: 0 });
  expect(await users()).toEqual(['ada@x.test Ada']);
  const left = await run('--dry-run', '--existing', 'leave', '--json');
  expect(JSON.parse(left.out).result.counts).toMatchObject({ create: 0, change: 0 });
});

test.each([
  ['', /This file has no rows/],
  ['a,a\n1,2\n', /Two columns are named “a”/],
  ['\0\0\0\0', /isn’t text in this encoding|no rows|no columns/],
  ['colour,size\nred,1\n', /No column of the file is known|No column has what rows are matched by/],
])('the file %j can’t be imported', async (text, said) => {
  const { run } = await setUp(text);
  expect(await run('--yes')).toMatchObject({ code: 1, out: '', err: said });
});

test('a file that isn’t there, and a mapping that isn’t one, are refused', async () => {
  const { env, run, folder, file } = await setUp(valid);
  expect(await runCommand(['users', 'import', join(folder, 'absent')], env)).toMatchObject({ code: 1, err: /Couldn’t read .*ENOENT/ });
  expect(await runCommand(['users', 'import', folder], env)).toMatchObject({ code: 1, err: /isn’t a file/ });
  expect(await run('--mapping', file)).toMatchObject({ code: 1, err: /isn’t JSON/ });
  expect(await run('--mapping', 'CRM')).toMatchObject({ code: 1, err: /Couldn’t read “CRM”/ });
});
