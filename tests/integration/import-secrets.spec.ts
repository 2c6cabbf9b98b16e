/** Passwords of an imported file in the whole program: those that are set are sent to the service, and nothing else ever gets one. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createMemoryStore } from '#main/keychain/memory-store.ts';
import { launchOpened } from '../support/main/launch-app';
import { temporaryFolder } from '../support/temporary-folder';

const [created, changed, short, unsent, unmapped] = ['Jacquard-loom-1804', 'Compiler-on-tape-1952', 'Zq7!', 'Orbit-1962', 'Apollo-1969'];

test('passwords of a file are in no line, preview, result, entry, push, or log', {
  timeout: 60_000,
}, async () => {
  const profile = await temporaryFolder();
  const launched = await launchOpened(profile, { secrets: { ...createMemoryStore(), kind: 'system' } });
  const { api, service, asAccount, asProject, connectionId, pushed } = launched;
  const { id: own } = await service.users.me(asAccount);
  const { items } = await service.users.list({ ...asProject, query: { limit: 100 } });
  const existing = items.find(({ id: user, primary_email: email }) => user !== own && email !== null)?.primary_email;
  const text = `email,password,old_password\na@x.test,${created},${unmapped}\n${existing},${changed},\nb@x.test,${short},\nnone,${unsent},\n`;
  const data = Buffer.from(text);
  const id = await api.imports.begin({ connectionId, kind: 'users', name: 'users.csv', size: data.length });
  await api.imports.append({ id, position: 0, data: data.toString('base64') });
  await api.imports.finish({ id, isUnchanged: true });
  const suggested = await api.imports.suggest({ id });
  const mapping = { ...suggested, alsoSetPasswords: true } as typeof suggested;
  await api.imports.tryMapping({ id, mapping });
  for (const at of [0, 1, 2]) await api.imports.previewLine({ id, mapping, at });
  await api.imports.check({ id, mapping });
  await pushed('imports.runs', (runs) => runs.some((run) => run.state === 'checked'));
  for (const status of ['create', 'change', 'impossible'] as const) await api.imports.lines({ id, status, from: 0, limit: 50 });
  const { text: faulty } = await api.imports.exportPage({ id, from: 0 });
  expect(faulty).toContain('none');
  const preview = await api.imports.prepare({ id, statuses: ['create', 'change'] });
  await api.imports.discard({ id });
  await api.jobs.start({ id: preview.id, hash: preview.hash, options: { perSecond: null, stopAfter: null } });
  await expect.poll(async () => (await api.jobs.read({ id: preview.id })).state).toBe('done');
  const { rows } = await api.jobs.rows({ id: preview.id, after: -1, limit: 50 });
  expect(rows.map(({ email, state }) => [email, state]).sort()).toEqual(
    [
      ['a@x.test', 'done'],
      ['b@x.test', 'done'],
      [existing, 'done'],
    ].sort(),
  );
  await api.jobs.exportPage({ id: preview.id, after: -1 });
  const { entries } = await api.journal.list({ filter: { job: preview.id }, limit: 50 });
  expect(entries).toHaveLength(3);
  await api.journal.exportPage({ after: 0 });
  const said = [...launched.sentToWindows, await readFile(join(profile, 'logs', 'latchkey.log'), 'utf8')].join('\n');
  for (const secret of [created, changed, short, unsent, unmapped]) expect(said).not.toContain(secret);
  const sent = launched.exchanges.map(({ request }) => request.body ?? '').join('\n');
  for (const secret of [created, changed, short]) expect(sent).toContain(secret);
  for (const secret of [unsent, unmapped]) expect(sent).not.toContain(secret);
});
