/** Users, jobs, the journal, the sandbox, and completion in the terminal. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { withPolicyIn } from '../support/browser/launch';
import { launchApp } from '../support/main/launch-app';
import { runCommand } from '../support/main/run-command';
import { runBuiltCommand, startService } from '../support/main/terminal-scene';
import { temporaryFolder } from '../support/temporary-folder';

const root = join(import.meta.dirname, '..', '..');

async function usersOf(env: NodeJS.ProcessEnv, ...args: readonly string[]) {
  const { out } = await runCommand(['users', 'list', '--json', ...args], env);
  return JSON.parse(out) as { users: { id: string; primaryEmail: string; displayName: string }[]; hasMore: boolean };
}

test('users are listed over pages, found by a text, and a hostile name doesn’t reach the terminal', async () => {
  const { env, url, projectId } = await startService();
  const name = '\x1b]0;owned\x07\u202eevil\u009b31m';
  const headers = {
    'content-type': 'application/json',
    'x-stack-access-type': 'admin',
    'x-stack-project-id': projectId,
    'x-stack-super-secret-admin-key': env.LATCHKEY_ADMIN_KEY,
  };
  const created = await fetch(`${url}/api/v1/users`, { method: 'POST', headers, body: JSON.stringify({ display_name: name }) });
  expect(created.status).toBe(201);
  const table = await runCommand(['users', 'list', '--limit', '1'], env);
  expect(table).toMatchObject({ code: 0, err: 'Only the first 1 are shown. Use --limit for more.\n' });
  expect(table.out).toContain('\\u{1b}]0;owned\\u{7}\\u{202e}evil\\u{9b}31m');
  expect(table.out).not.toMatch(/(?!\n)[\p{Cc}\u202e]/u);
  const many = await usersOf(env, '--limit', '150');
  expect([many.users.length, new Set(many.users.map(({ id }) => id)).size, many.hasMore]).toEqual([150, 150, true]);
  expect(many.users[0]?.displayName).toBe(name);
  expect((await usersOf(env, '--query', 'grace.hopper')).users.map(({ primaryEmail }) => primaryEmail)).toEqual([
    expect.stringContaining('grace.hopper'),
  ]);
  // `_` and `%` are wildcards of the service's search, and a text of one backslash isn't valid there.
  for (const text of ['grace_hopper', 'grace%hopper', '\\'])
    expect([text, (await usersOf(env, '--query', text)).users]).toEqual([text, []]);
  expect(await runCommand(['users', 'list', '--limit', '0'], env)).toMatchObject({ code: 3, err: /--limit takes a whole number/ });
});

test('users are exported to a file that only their owner reads, and to standard output', async () => {
  const [{ env }, folder] = [await startService(), await temporaryFolder()];
  const file = join(folder, 'users.csv');
  const fields = ['--fields', 'id,primary_email'];
  const saved = await runCommand(['users', 'export', '--output', file, ...fields], env);
  expect(saved).toMatchObject({ code: 0, out: '', err: /^\d+ users\.\n$/ });
  const printed = await runBuiltCommand(['users', 'export', ...fields], env);
  expect(printed.out).toBe(await readFile(file, 'utf8'));
  expect(printed.out.split(/\r?\n/)[0]).toBe('id,primary_email');
  expect(await runCommand(['users', 'export', '--fields', 'primary_emial'], env)).toMatchObject({
    code: 3,
    err: /no field “primary_emial”. Did you mean “primary_email”\?/,
  });
});

test('a reader that leaves before the end is no failure', async () => {
  const { env } = await startService();
  const script = `set -o pipefail; '${process.execPath}' '${join(root, 'out/main/cli.js')}' users export | head -c 5`;
  const child = spawn('bash', ['-c', script], { env: { PATH: process.env.PATH, HOME: await temporaryFolder(), ...env } });
  let [out, err] = ['', ''];
  child.stdout.on('data', (part) => (out += part));
  child.stderr.on('data', (part) => (err += part));
  const [code] = await once(child, 'close');
  expect([code, out, err.replace(/^\d+ users\.\n$/, '')]).toEqual([0, 'id,pr', '']);
});

/** Runs a line of a shell in which `$cli` is the program, with a separate folder for temporary files. */
async function runLine(line: string, env: NodeJS.ProcessEnv) {
  const temporary = await temporaryFolder();
  const own = {
    PATH: process.env.PATH,
    HOME: temporary,
    TMPDIR: temporary,
    cli: join(root, 'out/main/cli.js'),
    node: process.execPath,
    ...env,
  };
  const child = spawn('bash', ['-c', line.replaceAll('CLI', '"$node" "$cli"')], { env: own });
  onTestFinished(() => void child.kill('SIGKILL'));
  let [out, err] = ['', ''];
  child.stdout.on('data', (part) => (out += part));
  child.stderr.on('data', (part) => (err += part));
  await once(child, 'close');
  return { out, err, left: (await readdir(temporary)).filter((name) => name.startsWith('latchkey-')) };
}

test('a reader that leaves takes neither the journal nor the result of a run, and leaves no profile behind', async () => {
  const [{ env }, folder] = [await startService(), await temporaryFolder()];
  const [job, journal] = [join(folder, 'job.json'), join(folder, 'journal.ndjson')];
  const { users } = await usersOf(env, '--limit', '2');
  const targets = users.map(({ id }) => ({ id, of: null }));
  const action = { kind: 'users.setMetadata', path: 'server.checked', value: true };
  await writeFile(job, JSON.stringify({ action, scope: { kind: 'targets', targets } }));
  // The reader has left before anything is written.
  const run = await runLine(`CLI jobs run '${job}' --yes --journal '${journal}' > >(exec true); echo $?`, env);
  expect([run.out, run.left]).toEqual(['0\n', []]);
  expect(await readFile(journal, 'utf8')).toContain('users.update');
  const differs = await runLine(`echo $'version: 1\nsettings: { display_name: Another }' | CLI config diff - > >(exec true); echo $?`, env);
  expect([differs.out, differs.err, differs.left]).toEqual(['2\n', '', []]);
});

test.skipIf(process.platform !== 'linux')('output that can’t be written is a failure, and messages that can’t are none', async () => {
  const { env } = await startService();
  const full = await runLine('CLI users list --limit 1 > /dev/full; echo $?', env);
  expect(full).toEqual({ out: '1\n', err: 'Couldn’t write to standard output (ENOSPC).\n', left: [] });
  const unheard = await runLine('CLI users list --limit 1 2> >(exec true) > /dev/null; echo $?', env);
  expect([unheard.out, unheard.left]).toEqual(['0\n', []]);
});

test('what is kept about a user is erased once that is confirmed, and nothing is said to be of a profile that has ended', async () => {
  const [{ env }, profile] = [await startService('empty'), await temporaryFolder()];
  const { service, close } = await launchApp(profile, { sandboxSeed: 'empty' });
  const { id } = await service.users.create({ actor: 'project', connectionId: 'sandbox', body: { display_name: 'Ada' } });
  await close();
  const erase = ['users', 'erase', id, '--profile', profile, '--keychain', 'memory'];
  expect(await runCommand(erase, env, 'y\n')).toMatchObject({ code: 1, out: '', err: /has to be confirmed/ });
  expect(await runCommand([...erase, '--yes'], env)).toMatchObject({ code: 0, out: /^Erased from 0 entries/, err: '' });
  const unknown = erase.map((word) => (word === id ? crypto.randomUUID() : word));
  expect(await runCommand([...unknown, '--yes'], env)).toMatchObject({ code: 0, err: /only the email address stay/ });
  expect(await runCommand(['users', 'erase', id, '--yes'], env)).toMatchObject({ code: 1, out: '', err: /ends with the command/ });
});

test('a policy without a journal leaves nothing of a user to erase, which is no failure', async () => {
  const [profile, folder] = [await temporaryFolder(), join(await temporaryFolder(), 'latchkey')];
  const { close } = await launchApp(profile, { sandboxSeed: 'empty' });
  await close();
  await mkdir(folder);
  await writeFile(join(folder, 'policy.json'), JSON.stringify({ version: 1, forbidden: ['journal'] }));
  const erase = ['users', 'erase', crypto.randomUUID(), '--yes', '--profile', profile, '--keychain', 'memory'];
  expect(await runBuiltCommand(erase, withPolicyIn(folder))).toMatchObject({
    code: 0,
    out: /^Erased from 0 entries of the journal and 0 rows/,
  });
});

test('a job is previewed, and run to its end once it is confirmed', async () => {
  const [{ env }, folder] = [await startService(), await temporaryFolder()];
  const { users } = await usersOf(env, '--limit', '3');
  const file = join(folder, 'job.json');
  const targets = users.map(({ id }) => ({ id, of: null }));
  const action = { kind: 'users.setMetadata', path: 'server.checked', value: true };
  await writeFile(file, JSON.stringify({ action, scope: { kind: 'targets', targets } }));
  const preview = await runCommand(['jobs', 'run', file, '--dry-run'], env);
  expect(preview).toMatchObject({ code: 0, out: /^users\.setMetadata: 3 of 3 rows/ });
  expect(await runCommand(['jobs', 'run', file], env)).toMatchObject({ code: 1, err: /have to be confirmed/ });
  const ended = await runCommand(['jobs', 'run', file, '--yes', '--json'], env);
  expect(ended.code).toBe(0);
  expect(JSON.parse(ended.out)).toMatchObject({ state: 'done', counts: { done: 3, failed: 0 } });
  expect(await runCommand(['jobs', 'run', file, '--yes'], env)).toMatchObject({ code: 0, out: /0 of 3 rows.*\nLeft out: 3 already/ });
});

test.each([
  ['{', /isn’t JSON/],
  ['[]', /isn’t a job/],
  ['{"action":{},"scope":{},"more":1}', /isn’t a job/],
  ['{"action":{"kind":"users.nothing"},"scope":{"kind":"targets","targets":[]}}', /isn’t valid/],
])('the job %s is refused', async (text, said) => {
  const { env } = await startService();
  expect(await runCommand(['jobs', 'run', '-', '--yes'], env, text)).toMatchObject({ code: 1, out: '', err: said });
});

test('a profile is read while the app is open, and neither disturbs the other', async () => {
  const profile = await temporaryFolder();
  const { api, service, pushed, close } = await launchApp(profile, { sandboxSeed: 'empty' });
  const asProject = { actor: 'project', connectionId: 'sandbox' } as const;
  const { id } = await service.users.create({ ...asProject, body: { display_name: 'Ada' } });
  const own = ['--profile', profile, '--keychain', 'memory'];
  const listed = await runBuiltCommand(['connections', 'list', '--json', ...own]);
  expect(JSON.parse(listed.out)).toMatchObject({ connections: [{ id: 'sandbox' }] });
  expect(JSON.parse((await runBuiltCommand(['users', 'list', '--limit', '1', '--json', ...own])).out)).toMatchObject({ users: [{ id }] });
  await service.users.update({ ...asProject, params: { user_id: id }, body: { display_name: 'Ada Lovelace' } });
  expect((await api.journal.list({ filter: {}, limit: 10 })).entries.map(({ endpoint }) => endpoint)).toEqual([
    'users.update',
    'users.create',
  ]);
  await api.journal.verify({});
  // A slow start is followed by a verification of the app's own, which the state may show instead.
  await pushed('journal.state', ({ verification }) => verification === 'whole');
  await close();
});

test('a journal without entries is listed, verified, and exported', async () => {
  const own = ['--profile', await temporaryFolder(), '--keychain', 'memory'];
  const run = (...args: readonly string[]) => runCommand([...args, ...own]);
  expect(JSON.parse((await run('journal', 'list', '--json')).out)).toEqual({ entries: [] });
  expect(await run('journal', 'verify')).toMatchObject({ code: 0, out: /The chain is whole\.\n$/ });
  const file = join(await temporaryFolder(), 'journal.ndjson');
  expect(await run('journal', 'export', '--output', file)).toMatchObject({ code: 0, out: '' });
  expect(await run('journal', 'export', '--output', file)).toMatchObject({ code: 1, err: /Couldn’t write .*EEXIST/ });
  expect(JSON.parse((await run('jobs', 'list', '--json')).out)).toEqual({ jobs: [], hasMore: false });
  expect(await run('jobs', 'resume', 'none', '--yes')).toMatchObject({ code: 1, err: /\(object-gone\)/ });
});

test.each([
  ['journal', 'verify'],
  ['journal', 'list'],
  ['journal', 'export'],
  ['jobs', 'list'],
  ['jobs', 'resume', 'none'],
])('%s %s is about the profile, also where the environment has a connection', async (...args) => {
  const home = await temporaryFolder();
  const profile = join(home, 'config', 'latchkey');
  await mkdir(profile, { recursive: true });
  await writeFile(join(profile, 'settings.json'), '{broken');
  const env = { HOME: home, LATCHKEY_URL: 'http://127.0.0.1:1', LATCHKEY_PROJECT_ID: 'internal', LATCHKEY_ADMIN_KEY: 'sak_elsewhere' };
  const { err } = await runCommand([...args, '--keychain', 'memory'], env);
  expect(err).toMatch(/^settings\.json couldn’t be read, so it was copied/);
});

test('a command that is ended while it opens its profile leaves none behind, and exits as one that runs', async () => {
  const temporary = await temporaryFolder();
  const env = { LATCHKEY_URL: 'http://127.0.0.1:1', LATCHKEY_PROJECT_ID: 'internal', LATCHKEY_ADMIN_KEY: 'sak_elsewhere' };
  const own = { PATH: process.env.PATH, HOME: temporary, TMPDIR: temporary, ...env };
  const profiles = async () => (await readdir(temporary)).filter((name) => name.startsWith('latchkey-'));
  const child = spawn(process.execPath, [join(root, 'out/main/cli.js'), 'connections', 'list'], { env: own, stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  await expect.poll(profiles, { interval: 5 }).toHaveLength(1);
  child.kill('SIGTERM');
  expect(await ended).toEqual([130, null]);
  expect(await profiles()).toEqual([]);
});

test('the sandbox runs until it is ended, and says where', async () => {
  const args = ['sandbox', '--json', '--profile', await temporaryFolder(), '--keychain', 'memory'];
  const child = spawn(process.execPath, [join(root, 'out/main/cli.js'), ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = await once(child.stdout, 'data');
  const { url, projectId } = JSON.parse(String(line));
  expect(
    (await fetch(`${url}/api/v1/projects/current`, { headers: { 'x-stack-project-id': projectId, 'x-stack-access-type': 'client' } }))
      .status,
  ).toBeGreaterThan(0);
  child.kill('SIGINT');
  expect(await once(child, 'exit')).toEqual([130, null]);
  await expect(fetch(url)).rejects.toThrow();
});

test('completion is a script that its shell accepts, and that completes commands and options', async () => {
  const { code, out } = await runCommand(['completion', 'bash']);
  expect(code).toBe(0);
  const complete = (words: readonly string[]) => {
    const script = `${out}\nCOMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _latchkey; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout, stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8' });
    expect(stderr).toBe('');
    return stdout.trim().split('\n');
  };
  expect(complete(['latchkey', 'con'])).toEqual(['config', 'connections']);
  expect(complete(['latchkey', 'config', ''])).toEqual(['export', 'diff', 'apply', 'follow', 'drift', 'schema']);
  expect(complete(['latchkey', '--json', 'config', 'd'])).toEqual(['diff', 'drift']);
  expect(complete(['latchkey', 'config', 'apply', '--pr'])).toEqual(['--prune', '--profile']);
  for (const shell of ['zsh', 'fish']) expect(await runCommand(['completion', shell])).toMatchObject({ code: 0, out: /latchkey/ });
  expect(await runCommand(['completion', 'tcsh'])).toMatchObject({ code: 3, err: /takes bash\|zsh\|fish/ });
});
