import { expect, test } from 'vitest';
import type { ErrorReport } from '#contract/errors.ts';
import { eventually } from '../support/eventually';
import { type LaunchOptions, launchOpened } from '../support/main/launch-app';
import { reportOf } from '../support/main/test-ports';
import { temporaryFolder } from '../support/temporary-folder';

async function opened(options: LaunchOptions = {}) {
  const launched = await launchOpened(await temporaryFolder(), options);
  const { api, connectionId } = launched;
  const read = async () => {
    const exported = await api.configuration.export({ connectionId, hasAllViews: true });
    if (exported.state !== 'exported') throw new Error(JSON.stringify(exported));
    return exported.text;
  };
  const file = (text: string) => ({ kind: 'file', text }) as const;
  const project = { kind: 'project', connectionId } as const;
  /** Compares a file with the project, and returns the rows that differ. */
  const differences = async (text: string) => {
    const compared = await api.configuration.compare({ source: file(text), target: project });
    if (compared.state !== 'compared') throw new Error(JSON.stringify(compared));
    return compared.sections.flatMap(({ rows }) => rows).filter(({ kind }) => kind !== 'same');
  };
  /** Applies a file with all that differs. */
  const apply = async (text: string, secrets: Readonly<Record<string, string>> = {}) => {
    const rows = (await differences(text)).map(({ section, key }) => ({ section, key }));
    const choice = { source: file(text), connectionId, rows };
    const { id, fingerprint } = await api.configuration.plan(choice);
    return { ...(await api.configuration.apply({ ...choice, id, fingerprint, secrets })), id };
  };
  return { ...launched, read, file, project, differences, apply };
}

const changed = (text: string) =>
  text
    .replace('client_team_creation_enabled: true', 'client_team_creation_enabled: false')
    .replace(/^domains:.*(?:\n {2}.*)*/m, 'domains: {}');

test('a file is applied to the project, and exported again byte for byte; the former one restores it', async () => {
  const { read, apply, differences, sentToWindows, secrets } = await opened();
  const before = await read();
  const wanted = changed(before);
  expect(wanted).not.toBe(before);
  expect(await differences(before)).toEqual([]);
  const applied = await apply(wanted);
  expect(applied).toMatchObject({ done: applied.of, stop: null });
  expect(await read()).toBe(wanted);
  expect((await apply(before)).stop).toBeNull();
  expect(await read()).toBe(before);
  for (const secret of secrets) expect(sentToWindows.some((sent) => sent.includes(secret))).toBe(false);
});

test('what asks for a secret isn’t applied without it, and the secret stays out of what windows read', async () => {
  const { api, connectionId, file, read, apply, sentToWindows } = await opened();
  const before = await read();
  const provider = `  github:\n    type: standard\n    client_id: Iv1\n    client_secret: \${GITHUB_CLIENT_SECRET}\n`;
  const wanted = before.replace(/ {2}github:\n(?: {4}.*\n)*/, provider);
  expect(wanted).not.toBe(before);
  const choice = { source: file(wanted), connectionId, rows: [{ section: 'providers', key: 'github' }] } as const;
  const plan = await api.configuration.plan(choice);
  expect(plan.asks).toEqual([{ section: 'providers', key: 'github', name: 'GITHUB_CLIENT_SECRET' }]);
  await expect(api.configuration.apply({ ...choice, fingerprint: plan.fingerprint, secrets: {} })).rejects.toMatchObject({
    code: 'bad-input',
  });
  expect(await read()).toBe(before);
  expect((await apply(wanted, { GITHUB_CLIENT_SECRET: 'hidden-value-of-github' })).stop).toBeNull();
  expect(await read()).toBe(wanted);
  expect(sentToWindows.some((sent) => sent.includes('hidden-value-of-github'))).toBe(false);
});

test('a project that changed since the plan isn’t changed', async () => {
  const { api, service, asProject, connectionId, file, read } = await opened();
  const choice = {
    source: file(changed(await read())),
    connectionId,
    rows: [{ section: 'settings', key: 'client_team_creation_enabled' }],
  } as const;
  const { fingerprint } = await api.configuration.plan(choice);
  await service.projects.update({ ...asProject, body: { config: { client_team_creation_enabled: false } } });
  await expect(api.configuration.apply({ ...choice, fingerprint, secrets: {} })).rejects.toMatchObject({ code: 'changed-elsewhere' });
});

test('all steps need one confirmation, for exactly what was planned, and each is an entry of the journal', async () => {
  const { api, connectionId, read, apply } = await opened();
  const before = await read();
  await api.connections.edit({ id: connectionId, change: { safety: 'confirm-writes' } });
  const wanted = changed(before);
  const { code, confirmation } = (await reportOf(apply(wanted))) as ErrorReport;
  expect(code).toBe('confirmation-required');
  expect(await read()).toBe(before);
  await api.safety.confirm({ id: confirmation?.id ?? '' });
  expect((await apply(wanted)).stop).toBeNull();
  const { entries } = await api.journal.list({ filter: {}, limit: 10 });
  expect(entries.map(({ endpoint }) => endpoint)).toContain('projects.update');
});

test('faults of a file have their lines, and never quote what is there', async () => {
  const { api, file, project } = await opened();
  const compare = (text: string) => api.configuration.compare({ source: file(text), target: project });
  const secret = 'version: 1\nemail_server:\n  type: standard\n  password: hunter-in-clear\n';
  const refused = await compare(secret);
  expect(refused).toMatchObject({ state: 'faults', side: 'source' });
  expect(JSON.stringify(refused)).not.toContain('hunter');
  expect(refused).toMatchObject({ faults: expect.arrayContaining([expect.objectContaining({ reason: 'secret-in-clear', line: 4 })]) });
  expect(await compare('version: 1\nsetings: {}\n')).toMatchObject({ faults: [{ reason: 'unknown-key', line: 2, nearest: 'settings' }] });
  expect(await compare('version: 9\n')).toMatchObject({ faults: [{ reason: 'later-version' }] });
  expect(await compare('\uFEFFversion: 1\r\nsettings: {}\r\n')).toMatchObject({ state: 'compared' });
});

const withDefinitions = (text: string) => {
  const [reader, writer] = ['    reader:\n      contains: []\n', '    writer:\n      contains:\n        - reader\n'];
  return changed(text).replace(/^ {2}project:.*\n/m, `  project:\n${reader}${writer}`);
};

test('the steps share an ID in the journal, and are rolled back together with one confirmation', async () => {
  const { api, connectionId, read, apply, differences } = await opened();
  const before = await read();
  const wanted = withDefinitions(before);
  const { id, of, stop } = await apply(wanted);
  expect(stop).toBeNull();
  expect(of).toBeGreaterThan(2);
  expect(await differences(wanted)).toEqual([]);
  const entries = await eventually(async () => {
    const listed = (await api.journal.list({ filter: { job: id }, limit: 50 })).entries;
    expect(listed.map(({ source, outcome }) => [source, outcome?.result])).toEqual(Array(of).fill(['apply', 'done']));
    return listed;
  });
  await api.connections.edit({ id: connectionId, change: { safety: 'confirm-writes' } });
  const plan = await api.undo.planApply({ job: id });
  expect(plan.parts.map(({ seq, undo }) => [seq, undo.reason])).toEqual(entries.map(({ seq }) => [seq, null]));
  const given = { job: id, connectionId, fingerprint: plan.fingerprint, secrets: {} };
  const { code, confirmation } = (await reportOf(api.undo.runApply(given))) as ErrorReport;
  expect(code).toBe('confirmation-required');
  expect(await differences(wanted)).toEqual([]);
  await api.safety.confirm({ id: confirmation?.id ?? '' });
  expect(await api.undo.runApply(given)).toEqual({ done: of, of, error: null });
  expect(await read()).toBe(before);
  expect((await api.undo.planApply({ job: id })).parts.filter(({ undo }) => undo.reason === null)).toEqual([]);
});

test('rolling back keeps what was changed since, and stops if that was after it was shown', async () => {
  const { api, service, asProject, connectionId, read, apply } = await opened();
  const { id } = await apply(changed(await read()));
  await service.projects.update({ ...asProject, body: { config: { client_team_creation_enabled: true } } });
  const stale = await api.undo.planApply({ job: id });
  await service.projects.update({
    ...asProject,
    body: { description: 'Theirs', config: { domains: [{ domain: 'https://theirs.example', handler_path: '/' }] } },
  });
  const run = (fingerprint: string) => api.undo.runApply({ job: id, connectionId, fingerprint, secrets: {} });
  await expect(run(stale.fingerprint)).rejects.toMatchObject({ code: 'changed-elsewhere' });
  await run((await api.undo.planApply({ job: id })).fingerprint);
  expect(await read()).toContain('https://theirs.example');
  await expect(api.undo.planApply({ job: 'other' })).rejects.toMatchObject({ code: 'object-gone' });
});

test('what was applied is the base of the next comparison, until the connection is removed', async () => {
  const { api, service, asProject, connectionId, read, file, project, apply } = await opened();
  const compare = async (text: string) => {
    const compared = await api.configuration.compare({ source: file(text), target: project });
    if (compared.state !== 'compared') throw new Error(JSON.stringify(compared));
    const rows = compared.sections.flatMap((section) => section.rows).filter(({ kind }) => kind !== 'same');
    return { baseMillis: compared.baseMillis, rows: rows.map(({ key, changedIn, isTicked }) => [key, changedIn, isTicked]) };
  };
  const wanted = changed(await read());
  expect((await compare(wanted)).baseMillis).toBeNull();
  await apply(wanted);
  await service.projects.update({ ...asProject, body: { description: 'Theirs', config: { allow_localhost: false } } });
  const mine = wanted
    .replace(/^ {2}description: .*$/m, '  description: Mine')
    .replace('credential_enabled: true', 'credential_enabled: false');
  const { baseMillis, rows } = await compare(mine);
  expect(baseMillis).toBeGreaterThan(0);
  expect(rows).toEqual([
    ['allow_localhost', 'target', false],
    ['description', 'both', false],
    ['credential_enabled', 'source', true],
  ]);
  // The other way round, the same base says that the file changed.
  const swapped = await api.configuration.compare({ source: project, target: file(mine) });
  expect(swapped).toMatchObject({ state: 'compared', baseMillis });
  await api.connections.remove({ id: connectionId });
  const again = await api.sandbox.open({});
  const fresh = { kind: 'project', connectionId: again.connectionId } as const;
  expect(await api.configuration.compare({ source: file(mine), target: fresh })).toMatchObject({ state: 'compared', baseMillis: null });
});

test('an apply says how far it is, stops between two steps, and what is left can be applied', async () => {
  const { app, api, connectionId, read, file, differences, apply } = await opened();
  const wanted = withDefinitions(await read());
  const rows = (await differences(wanted)).map(({ section, key }) => ({ section, key }));
  const choice = { source: file(wanted), connectionId, rows };
  const { id, fingerprint, steps } = await api.configuration.plan(choice);
  const progress: unknown[] = [];
  app.onPush(({ name, value }) => {
    if (name !== 'configuration.progressed') return;
    progress.push(value);
    if (progress.length === 2) void api.configuration.stop({ id });
  });
  const applied = await api.configuration.apply({ ...choice, id, fingerprint, secrets: {} });
  expect(applied).toMatchObject({ of: steps.length, stop: { reason: 'stopped' } });
  expect(applied.done).toBeLessThan(steps.length);
  expect(progress.slice(0, 2)).toEqual([0, 1].map((done) => ({ id, done, of: steps.length })));
  expect((await apply(wanted)).of).toBe(steps.length - applied.done);
  expect(await differences(wanted)).toEqual([]);
});

test('schemas of metadata are exported, compared, and applied to the profile, for every window at once', async () => {
  const { api, connectionId, read, apply, differences, pushed } = await opened();
  const key = 'users.schema.client-read-only';
  await api.viewState.write({ scope: connectionId, key, value: '{"type": "object", "title": "Plan"}' });
  const before = await read();
  expect(before).toContain('metadata_schemas:\n  client_read_only_metadata:\n    type: object\n    title: Plan\n');
  const wanted = before.replace('title: Plan', 'title: Plans');
  expect(await differences(wanted)).toMatchObject([{ section: 'metadata_schemas', kind: 'changed', isTicked: true, barrier: null }]);
  expect(await apply(wanted)).toMatchObject({ done: 1, stop: null });
  expect(await read()).toBe(wanted);
  expect(await pushed('viewState.sharedWritten', ({ value }) => String(value).includes('Plans'))).toMatchObject({
    key,
    scope: connectionId,
  });
  expect(
    await apply(
      before.replace(/^ {2}client_read_only_metadata:.*(?:\n {4}.*)*/m, '').replace('metadata_schemas:\n', 'metadata_schemas: {}'),
    ),
  ).toMatchObject({ stop: null });
  expect(await api.viewState.read({ scope: connectionId })).not.toHaveProperty([key]);
});
