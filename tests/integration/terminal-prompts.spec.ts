/** Commands in a terminal: what they ask, and what they show there. */
import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createSealedFile } from '#main/keychain/sealed/sealed-file.ts';
import { createSealedStore } from '#main/keychain/sealed/sealed-store.ts';
import { openRecordsDatabase } from '#main/library/records/records-database.ts';
import { createFakeClock } from '../support/fake-clock';
import { launchApp } from '../support/main/launch-app';
import { hasTerminals, runCommand, runInTerminal, startService } from '../support/main/terminal-scene';
import { temporaryFolder } from '../support/temporary-folder';

const passphrase = 'correct horse battery';

/** A locked profile with a connection whose name has to be typed. Its secrets are sealed, so that another process can read them. */
async function lockedProfile() {
  const [service, profile] = [await startService(), await temporaryFolder()];
  const own = await temporaryFolder();
  const { api, close } = await launchApp(profile, { keyring: { PATH: process.env.PATH, HOME: own } });
  await api.lock.setPassphrase({ passphrase, seal: true });
  const { LATCHKEY_URL: baseUrl, LATCHKEY_PROJECT_ID: projectId, LATCHKEY_ADMIN_KEY: admin } = service.env;
  const draft = { name: 'Production', baseUrl, projectId, environment: 'production', safety: 'type-to-destroy', keys: { admin } } as const;
  await api.connections.add({ draft });
  return { ...service, api, close, profile, options: ['--profile', profile] };
}

/** Alters the newest recorded write in the file of a profile, whose key the passphrase opens. Returns the number of its entry. */
async function alterWrite(profileFolder: string): Promise<number> {
  const file = createSealedFile({ profileFolder, clock: createFakeClock(), random: randomBytes }, () => undefined);
  const store = createSealedStore({ file, random: randomBytes, onResealed: () => undefined });
  expect(await store.open(passphrase)).toBe(true);
  const key = (await store.get('library/records')) ?? '';
  store.close();
  const database = openRecordsDatabase({ path: join(profileFolder, 'library', 'records.db'), key, nowMillis: 1 });
  const seq = database.one<{ seq: number }>(`SELECT max(seq) AS seq FROM entries WHERE body LIKE '%"kind":"intent"%'`)?.seq ?? 0;
  database.script(`UPDATE entries SET body = replace(body, 'projects.update', 'projects.updated') WHERE seq = ${seq}`);
  database.close();
  return seq;
}

async function changedFile(run: (...args: readonly string[]) => Promise<{ out: string }>) {
  const file = join(await temporaryFolder(), 'project.yaml');
  const text = (await run('config', 'export')).out;
  await writeFile(file, text.replace('allow_localhost: true', 'allow_localhost: false'));
  return file;
}

describe.runIf(hasTerminals)('in a terminal', () => {
  test('a locked profile asks for the passphrase, which isn’t shown; in a pipe, nothing is asked', async () => {
    const { options, secrets, api, close } = await lockedProfile();
    expect(await runCommand(['connections', 'list', ...options])).toMatchObject({ code: 1, out: '', err: /\(app-locked\)/ });
    const asked = 'Passphrase of the lock: ';
    const replies = [
      [asked, 'wrong\r'],
      [asked, `${passphrase}\r`],
    ] as const;
    const listed = await runInTerminal(['connections', 'list', ...options], {}, replies);
    expect(listed).toMatchObject({ code: 0, shown: expect.stringContaining('Production') });
    expect(listed.shown).toContain('The passphrase isn’t right.');
    for (const secret of [...secrets, passphrase, 'wrong']) expect(listed.shown).not.toContain(secret);
    // The app isn't disturbed.
    const { id: connectionId } = (await api.connections.list({})).value[0] ?? { id: '' };
    expect((await api.connections.test({ id: connectionId })).checks.every(({ outcome }) => outcome !== 'refused')).toBe(true);
    await close();
  });

  test('a deletion asks for the name of the connection, for which --yes isn’t enough', async () => {
    const { options, env, close } = await lockedProfile();
    await close();
    const unlock = ['Passphrase of the lock: ', `${passphrase}\r`] as const;
    const question = 'Type “Production” to confirm: ';
    const users = async () =>
      (JSON.parse((await runCommand(['users', 'list', '--limit', '1', '--json'], env)).out).users as { id: string }[]).map(({ id }) => id);
    const [id = ''] = await users();
    const file = join(await temporaryFolder(), 'job.json');
    await writeFile(file, JSON.stringify({ action: { kind: 'users.delete' }, scope: { kind: 'targets', targets: [{ id, of: null }] } }));
    const run = ['jobs', 'run', file, '--yes', ...options];
    const refused = await runInTerminal(run, {}, [unlock, [question, 'Staging\r']]);
    expect(refused).toMatchObject({ code: 1, shown: expect.stringContaining('Nothing was changed.') });
    expect(await users()).toEqual([id]);
    expect(await runInTerminal(run, {}, [unlock, [question, 'Production\r']])).toMatchObject({ code: 0 });
    expect(await users()).not.toEqual([id]);
    const entries = await runInTerminal(['journal', 'list', '--json', ...options], {}, [unlock]);
    expect(entries.shown).toContain('"endpoint": "users.delete"');
    const verified = await runInTerminal(['journal', 'verify', ...options], {}, [unlock]);
    expect(verified).toMatchObject({ code: 0, shown: expect.stringContaining('The chain is whole.') });
  });

  test('a chain that was altered in the file fails its verification with 1, and the entry is named', async () => {
    const { options, env, profile, close } = await lockedProfile();
    await close();
    const unlock = ['Passphrase of the lock: ', `${passphrase}\r`] as const;
    const file = await changedFile((...args) => runCommand(args, env));
    expect(await runInTerminal(['config', 'apply', file, '--yes', ...options], {}, [unlock])).toMatchObject({ code: 0 });
    const seq = await alterWrite(profile);
    const verified = await runInTerminal(['journal', 'verify', ...options], {}, [unlock]);
    expect(verified).toMatchObject({ code: 1, shown: expect.stringContaining('The chain is NOT whole.') });
    expect(verified.shown).toContain(`{"kind":"altered","seq":${seq},`);
    const { code, shown } = await runInTerminal(['journal', 'verify', '--json', ...options], {}, [unlock]);
    const said = JSON.parse(shown.slice(shown.indexOf('{'))) as { verification: string; faults: { kind: string; seq: number }[] };
    expect([code, said.verification]).toEqual([1, 'broken']);
    expect(said.faults).toContainEqual(expect.objectContaining({ kind: 'altered', seq }));
  });

  test('once something was applied, a comparison says which side changed', async () => {
    const { options, env, close } = await lockedProfile();
    await close();
    const unlock = ['Passphrase of the lock: ', `${passphrase}\r`] as const;
    const file = await changedFile((...args) => runCommand(args, env));
    expect(await runInTerminal(['config', 'apply', file, '--yes', ...options], {}, [unlock])).toMatchObject({ code: 0 });
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace('client_team_creation_enabled: true', 'client_team_creation_enabled: false'));
    const { shown } = await runInTerminal(['config', 'diff', file, ...options], { NO_COLOR: '1' }, [unlock]);
    expect(shown).toContain('~ client_team_creation_enabled  (changed in the source)');
    expect(shown).toContain('Base: what was the same when something was applied last');
  });

  test('a connection that is read-only is compared, and refuses an apply with 1', async () => {
    const { options, env, api, close } = await lockedProfile();
    const { id } = (await api.connections.list({})).value[0] ?? { id: '' };
    await api.connections.edit({ id, change: { safety: 'read-only' } });
    await close();
    const unlock = ['Passphrase of the lock: ', `${passphrase}\r`] as const;
    const file = await changedFile((...args) => runCommand(args, env));
    const applied = await runInTerminal(['config', 'apply', file, '--yes', ...options], {}, [unlock]);
    expect(applied).toMatchObject({ code: 1, shown: expect.stringContaining('(read-only-connection)') });
    expect(await runInTerminal(['config', 'diff', file, ...options], {}, [unlock])).toMatchObject({ code: 2 });
  });

  test('a mapping that was saved in the app is used by its name', async () => {
    const { options, api, close } = await lockedProfile();
    const columns = [
      { name: 'Address', target: { field: 'email' } },
      { name: 'Called', target: { field: 'display_name' } },
    ] as const;
    const mapping = { name: 'Old directory', kind: 'users', match: 'email', existing: 'change', empty: 'keep', columns } as const;
    await api.imports.saveMapping(mapping as unknown as Parameters<typeof api.imports.saveMapping>[0]);
    await close();
    const unlock = ['Passphrase of the lock: ', `${passphrase}\r`] as const;
    const file = join(await temporaryFolder(), 'users.csv');
    await writeFile(file, 'Address,Called\nnew@x.test,New\n');
    const plan = ['users', 'import', file, '--dry-run', '--mapping'];
    const named = await runInTerminal([...plan, 'Old directory', ...options], {}, [unlock]);
    expect(named).toMatchObject({ code: 0, shown: expect.stringContaining('1 created, 0 changed') });
    expect(named.shown).toMatch(/Called +display_name/);
    const unknown = await runInTerminal([...plan, 'New directory', ...options], {}, [unlock]);
    expect(unknown).toMatchObject({ code: 1, shown: expect.stringContaining('Couldn’t read “New directory” (ENOENT)') });
  });

  test('a job that is ended with Ctrl+C is listed, and continued', async () => {
    const { options, env, close } = await lockedProfile();
    await close();
    const unlock = ['Passphrase of the lock: ', `${passphrase}\r`] as const;
    const { users } = JSON.parse((await runCommand(['users', 'list', '--limit', '3', '--json'], env)).out) as { users: { id: string }[] };
    const file = join(await temporaryFolder(), 'job.json');
    const action = { kind: 'users.setMetadata', path: 'server.checked', value: true };
    const scope = { kind: 'targets', targets: users.map(({ id }) => ({ id, of: null })) };
    await writeFile(file, JSON.stringify({ action, scope, options: { perSecond: 1 } }));
    const ended = await runInTerminal(['jobs', 'run', file, '--yes', ...options], {}, [unlock, ['1 done', '\x03']]);
    expect(ended.code).toBe(130);
    const listed = await runInTerminal(['jobs', 'list', '--json', ...options], {}, [unlock]);
    const { jobs } = JSON.parse(listed.shown.slice(listed.shown.indexOf('{'))) as { jobs: { id: string; state: string }[] };
    expect(jobs).toMatchObject([{ state: expect.not.stringMatching('done') }]);
    const resumed = await runInTerminal(['jobs', 'resume', jobs[0]?.id ?? '', '--yes', ...options], {}, [unlock]);
    expect(resumed).toMatchObject({ code: 0, shown: expect.stringContaining(': done. 3 done.') });
  });

  test('a question can be answered with no, and ended with Ctrl+C', async () => {
    const { env } = await startService();
    const file = await changedFile((...args) => runCommand(args, env));
    const question = 'Change “127.0.0.1”? [y/N] ';
    const apply = ['config', 'apply', file];
    expect(await runInTerminal(apply, env, [[question, 'n\r']])).toMatchObject({
      code: 1,
      shown: expect.stringContaining('Not confirmed'),
    });
    expect(await runInTerminal(apply, env, [[question, '\x03']])).toMatchObject({ code: 130 });
    expect((await runCommand(['config', 'diff', file], env)).code).toBe(2);
    expect(await runInTerminal(apply, env, [[question, 'y\r']])).toMatchObject({ code: 0 });
  });

  test('there are colors and progress, tables fit, and NO_COLOR is followed', async () => {
    const { env } = await startService();
    const file = await changedFile((...args) => runCommand(args, env));
    const colored = await runInTerminal(['config', 'diff', file], env);
    expect(colored.shown).toContain('\x1b[33m  ~ allow_localhost');
    expect(colored.shown).toContain('Reading both sides…');
    const plain = await runInTerminal(['config', 'diff', file], { ...env, NO_COLOR: '1' });
    expect(plain.shown.replaceAll('\x1b[K', '')).not.toContain('\x1b');
    const table = await runInTerminal(['users', 'list', '--limit', '5'], { ...env, NO_COLOR: '1' }, [], 60);
    const lines = table.shown.replaceAll('\x1b[K', '').split(/\r?\n|\r/);
    expect(lines.length).toBeGreaterThan(5);
    for (const line of lines.filter((each) => !each.startsWith('Only'))) expect([...line].length).toBeLessThanOrEqual(60);
  });
});
