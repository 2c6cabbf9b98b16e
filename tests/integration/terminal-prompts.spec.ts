/** Questions of commands: what unlocks a profile, and what confirms a change. `terminal-of-system.spec.ts` has a real terminal. */
import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createSealedFile } from '#main/keychain/sealed/sealed-file.ts';
import { createSealedStore } from '#main/keychain/sealed/sealed-store.ts';
import { openRecordsDatabase } from '#main/library/records/records-database.ts';
import { createFakeClock } from '../support/fake-clock';
import { changedFile, lockedProfile, passphrase, unlock } from '../support/main/locked-profile';
import '../support/main/quick-scrypt';
import { runCommand, runInTerminal } from '../support/main/run-command';
import { temporaryFolder } from '../support/temporary-folder';

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

test('a deletion asks for the name of the connection, for which --yes isn’t enough', async () => {
  const { options, env, close } = await lockedProfile();
  await close();
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
  const file = await changedFile(env);
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
  const file = await changedFile(env);
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
  const file = await changedFile(env);
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
  const file = join(await temporaryFolder(), 'users.csv');
  await writeFile(file, 'Address,Called\nnew@x.test,New\n');
  const plan = ['users', 'import', file, '--dry-run', '--mapping'];
  const named = await runInTerminal([...plan, 'Old directory', ...options], {}, [unlock]);
  expect(named).toMatchObject({ code: 0, shown: expect.stringContaining('1 created, 0 changed') });
  expect(named.shown).toMatch(/Called +display_name/);
  const unknown = await runInTerminal([...plan, 'New directory', ...options], {}, [unlock]);
  expect(unknown).toMatchObject({ code: 1, shown: expect.stringContaining('Couldn’t read “New directory” (ENOENT)') });
});
