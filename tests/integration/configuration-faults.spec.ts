/** Applying a configuration where something isn't as it should be: another release, a connection that may not, and large projects. */
import { expect, test } from 'vitest';
import type { ErrorReport } from '#contract/errors.ts';
import type { Transport } from '#main/ports/ports.ts';
import { missingPathTtlMillis } from '#main/remote/releases/releases.ts';
import { createUndiciTransport } from '#main/remote/undici-transport.ts';
import { defaultRelease } from '#sandbox/releases/release.ts';
import { eventually } from '../support/eventually';
import { allKeys, definitions, exported, file, isWrite, planned, spawnWorker } from '../support/main/configuration-files';
import { headlessPorts } from '../support/main/headless-ports';
import { releaseApp } from '../support/main/release-app';
import { reportOf } from '../support/main/test-ports';

test('an early release takes what it knows, and says what it doesn’t', async () => {
  const later = await releaseApp(defaultRelease, allKeys, { spawnWorker });
  const early = await releaseApp('2.8.4', allKeys, { spawnWorker });
  const text = definitions(await exported(later.api, later.connectionId));
  const { api, connectionId } = early;
  const compared = await api.configuration.compare({ source: file(text), target: { kind: 'project', connectionId } });
  if (compared.state !== 'compared') throw new Error(JSON.stringify(compared));
  const rows = compared.sections.flatMap((section) => section.rows);
  expect(rows.some(({ barrier }) => barrier === 'unknown-to-release')).toBe(true);
  const chosen = rows.filter(({ isTicked, section }) => isTicked && section.startsWith('permissions.'));
  const choice = { source: file(text), connectionId, rows: chosen.map(({ section, key }) => ({ section, key })) };
  const { id, fingerprint } = await api.configuration.plan(choice);
  expect(await api.configuration.apply({ ...choice, id, fingerprint, secrets: {} })).toMatchObject({ stop: null });
  expect(await exported(api, connectionId)).toContain('writer:');
});

test.each(['2.8.26', '2.8.47', defaultRelease])(
  'a service that was just updated from 2.8.4 to %s is read as what it is now',
  async (later) => {
    const { clock } = headlessPorts();
    let passedMillis = 0;
    const ahead = { ...clock, now: () => clock.now() + passedMillis };
    const { api, connectionId, played } = await releaseApp('2.8.4', allKeys, { spawnWorker, clock: ahead });
    await exported(api, connectionId);
    played.updateTo(later);
    passedMillis = missingPathTtlMillis;
    const first = await exported(api, connectionId);
    expect(first).toBe(await exported(api, connectionId));
    const { apply } = await planned(api, connectionId, definitions(first));
    expect(await apply()).toMatchObject({ stop: null });
  },
);

test('a connection that is read-only is compared, and not changed', async () => {
  const { api, connectionId } = await releaseApp(defaultRelease, allKeys, { spawnWorker });
  const before = await exported(api, connectionId);
  await api.connections.edit({ id: connectionId, change: { safety: 'read-only' } });
  const { apply } = await planned(api, connectionId, definitions(before));
  expect(((await reportOf(apply())) as ErrorReport).code).toBe('read-only-connection');
  expect(await exported(api, connectionId)).toBe(before);
});

test('without an admin key, it says what is missing', async () => {
  const { api, connectionId } = await releaseApp(defaultRelease, ['client', 'server'], { spawnWorker });
  const compared = await api.configuration.compare({ source: file('version: 1\n'), target: { kind: 'project', connectionId } });
  expect(compared).toMatchObject({ state: 'failed', side: 'target', error: { code: 'missing-credentials' } });
});

test('two admins who apply at once leave each other’s changes', async () => {
  const one = await releaseApp(defaultRelease, allKeys, { spawnWorker });
  const before = await exported(one.api, one.connectionId);
  const mine = await planned(
    one.api,
    one.connectionId,
    before.replace('client_team_creation_enabled: true', 'client_team_creation_enabled: false'),
  );
  const theirs = await planned(
    one.api,
    one.connectionId,
    definitions(before).replace('client_team_creation_enabled: false', 'client_team_creation_enabled: true'),
  );
  const results = await Promise.all([mine.apply(), theirs.apply()]);
  expect(results.map(({ stop }) => stop)).toEqual([null, null]);
  const after = await exported(one.api, one.connectionId);
  expect(after).toContain('client_team_creation_enabled: false');
  expect(after).toContain('writer:');
});

test('500 permissions and 200 domains are compared and planned', async () => {
  const { api, connectionId } = await releaseApp(defaultRelease, allKeys, { spawnWorker });
  const before = await exported(api, connectionId);
  const many = (count: number, line: (at: number) => string) => Array.from({ length: count }, (_, at) => line(at)).join('');
  const wanted = before
    .replace(/^ {2}project:.*\n/m, `  project:\n${many(500, (at) => `    p${at}:\n      contains: []\n`)}`)
    .replace(
      /^domains:.*(?:\n {2}.*)*/m,
      `domains:\n${many(200, (at) => `  https://d${at}.example:\n    handler_path: /handler\n`)}`.trimEnd(),
    );
  const { choice, steps } = await planned(api, connectionId, wanted);
  expect(choice.rows.length).toBe(700);
  expect(steps).toBeGreaterThan(500);
});

test('an app that locks stops an apply after the request that is being sent, and the rest can be applied', async () => {
  const own = createUndiciTransport();
  let writes = 0;
  let beforeWrite: (() => Promise<unknown>) | null = null;
  const send: Transport['send'] = async (request) => {
    if (beforeWrite === null || !isWrite(request)) return own.send(request);
    writes += 1;
    if (writes === 1) await beforeWrite();
    return own.send(request);
  };
  const { api, app, connectionId } = await releaseApp(defaultRelease, allKeys, { spawnWorker, transport: { ...own, send } });
  const passphrase = 'Analytical-Engine-1843';
  await api.lock.setPassphrase({ passphrase, seal: false });
  const wanted = definitions(await exported(api, connectionId));
  const plan = await planned(api, connectionId, wanted);
  beforeWrite = () => api.lock.now({});
  const applying = plan.apply();
  await eventually(async () => expect(app.isLocked()).toBe(true));
  expect(await api.lock.unlock({ passphrase })).toMatchObject({ outcome: 'right' });
  expect(await applying).toEqual({ done: 1, of: plan.steps, stop: { reason: 'stopped' } });
  expect(writes).toBe(1);
  const rest = await planned(api, connectionId, wanted);
  expect(rest.steps).toBe(plan.steps - 1);
  expect(await rest.apply()).toMatchObject({ done: rest.steps, stop: null });
});
