/** Configuration at its limits: many providers, a large template, hostile texts, another project's file, and what guards each change. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { ErrorReport } from '#contract/errors.ts';
import { newestKnownRelease } from '#contract/releases.ts';
import { oauthProviderIds } from '#contract/service/models/project-models.ts';
import { defaultRelease } from '#sandbox/releases/release.ts';
import { eventually } from '../support/eventually';
import { allKeys, definitions, exported, file, planned, spawnWorker } from '../support/main/configuration-files';
import type { LaunchOptions } from '../support/main/launch-app';
import { releaseApp } from '../support/main/release-app';
import { reportOf } from '../support/main/test-ports';
import { temporaryFolder } from '../support/temporary-folder';

async function opened(release: string, options: LaunchOptions = {}) {
  const scene = await releaseApp(release, allKeys, { spawnWorker, ...options });
  const { api, connectionId } = scene;
  const project = { kind: 'project', connectionId } as const;
  const rowsOf = async (text: string) => {
    const compared = await api.configuration.compare({ source: file(text), target: project });
    if (compared.state !== 'compared') throw new Error(JSON.stringify(compared));
    return compared.sections.flatMap(({ rows }) => rows).filter(({ kind }) => kind !== 'same');
  };
  /** Applies all that differs in some sections, with a secret for each placeholder. */
  const apply = async (text: string, sections: readonly string[], isRemoving = false) => {
    const chosen = (await rowsOf(text)).filter(({ section, kind }) => sections.includes(section) && (isRemoving || kind !== 'removed'));
    const choice = { source: file(text), connectionId, rows: chosen.map(({ section, key }) => ({ section, key })) };
    const { id, fingerprint, asks, refusals } = await api.configuration.plan(choice);
    expect(refusals).toEqual([]);
    const secrets = Object.fromEntries(asks.map(({ name }) => [name, `secret of ${name}`]));
    return { asks, applied: await api.configuration.apply({ ...choice, id, fingerprint, secrets }) };
  };
  return { ...scene, rowsOf, apply, read: () => exported(api, connectionId) };
}

test('40 providers are planned with their secrets; a service that doesn’t know them says so, and nothing is changed', async () => {
  const { apply, read } = await opened(newestKnownRelease);
  const before = await read();
  const ids = Array.from({ length: 40 }, (_, at) => `own-${String(at).padStart(2, '0')}`);
  const providers = ids.map(
    (id) =>
      `  ${id}:\n    type: standard\n    client_id: of ${id}\n    client_secret: \${${id.toUpperCase().replace('-', '_')}_CLIENT_SECRET}\n`,
  );
  const wanted = before.replace(/^providers:\n(?: {2}.*\n)*/m, `providers:\n${providers.join('')}`);
  const { asks, applied } = await apply(wanted, ['providers'], true);
  expect(asks).toHaveLength(40);
  expect(applied).toMatchObject({ done: 0, stop: { reason: 'failed', error: { code: 'service-error' } } });
  expect(JSON.stringify(applied)).not.toContain('secret of');
  expect(await read()).toBe(before);
});

test('a project with 40 providers, which its configuration allows, says once of each type that no file can tell them apart', async () => {
  const { api, service, connectionId } = await opened(newestKnownRelease);
  const types = [...oauthProviderIds];
  const own = Array.from({ length: 40 }, (_, at) => [`own-${at}`, { type: types[at % types.length], isShared: true, allowSignIn: true }]);
  await service.config.overrideLevel({
    ...{ actor: 'project', connectionId, params: { level: 'environment' } },
    body: { config_override_string: JSON.stringify({ 'auth.oauth.providers': Object.fromEntries(own) }) },
  });
  const problems = [...types].sort().map((key) => ({ section: 'providers', key, reason: 'twice' }));
  const project = { kind: 'project', connectionId } as const;
  const compared = await api.configuration.compare({ source: file('version: 1\nproviders: {}\n'), target: project });
  expect(compared).toMatchObject({ state: 'names', side: 'target' });
  expect(compared.state === 'names' && [...compared.problems].sort((one, other) => (one.key < other.key ? -1 : 1))).toEqual(problems);
  expect(await api.configuration.export({ connectionId, hasAllViews: true })).toMatchObject({ state: 'names' });
});

const server =
  'email_server:\n  type: standard\n  host: mail.example\n  port: 25\n  username: u\n  password: $' +
  '{EMAIL_SERVER_PASSWORD}\n  sender_name: Engines\n  sender_email: engines@example.com\n';

test('a template of 1 MB is applied and exported again byte for byte', async () => {
  const { apply, read, rowsOf } = await opened(newestKnownRelease);
  const line = `  // ${'é'.repeat(30)}\n`;
  const text = `version: 1\n${server}email_templates:\n  Large:\n    source: |\n      export function EmailTemplate() { return null; }\n${`    ${line}`.repeat(2 ** 20 / 64)}`;
  expect(text.length).toBeGreaterThan(600_000);
  expect(Buffer.byteLength(text)).toBeGreaterThan(2 ** 20);
  const rows = (await rowsOf(text)).filter(({ kind }) => kind === 'added');
  expect(rows.map(({ key }) => key)).toEqual(['Large']);
  const { applied } = await apply(`${text}`, ['email_server', 'email_templates']);
  expect(applied.stop).toBeNull();
  expect((await rowsOf(text)).filter(({ kind }) => kind !== 'removed')).toEqual([]);
  expect(await read()).toContain(line);
});

test('hostile texts stay texts, wherever they stand', async () => {
  const { apply, read, rowsOf } = await opened(newestKnownRelease);
  const hostile = '</script><img src=x onerror=alert(1)>\u202e\u0007\u001b[31m$' + '{jndi:ldap://x}\u2028{{7*7}}"\'`;DROP TABLE users--';
  const quoted = JSON.stringify(hostile);
  const name = JSON.stringify(`n ${hostile}`);
  const source = (component: string) => JSON.stringify(`export function ${component}() { return ${quoted}; }`);
  const text = [
    'version: 1',
    `settings: { display_name: ${quoted}, description: ${quoted} }`,
    `providers: { github: { type: standard, client_id: ${quoted}, client_secret: "$\{A}" } }`,
    `domains: { "https://a.example": { handler_path: ${JSON.stringify(`/${hostile}`)} } }`,
    `permissions: { project: { a: { description: ${quoted}, contains: [] } } }`,
    `email_server: { type: standard, host: ${quoted}, port: 1, username: ${quoted}, password: "$\{B}", sender_name: ${quoted}, sender_email: a@b.example }`,
    `email_themes: { ${name}: { source: ${source('EmailTheme')} } }`,
    `email_templates: { ${name}: { source: ${source('EmailTemplate')} } }`,
    `metadata_schemas: { client_metadata: { title: ${quoted} } }`,
    '',
  ].join('\n');
  const sections = [...new Set((await rowsOf(text)).map(({ section }) => section))];
  expect(sections).toHaveLength(8);
  const { applied } = await apply(text, sections);
  expect(applied.stop).toBeNull();
  expect((await rowsOf(text)).filter(({ kind }) => kind !== 'removed')).toEqual([]);
  const [after, rest] = [await read(), await rowsOf(await read())];
  expect(rest).toEqual([]);
  // No character that a terminal or an editor acts on is written as it is.
  for (const character of ['\u0007', '\u001b', '\u202e', '\u2028']) expect(after).not.toContain(character);
});

test('a file of another project never renames this one, and never makes it a production project', async () => {
  const [one, other] = [await opened(defaultRelease), await opened(defaultRelease)];
  const text = (await one.read())
    .replace(/^ {2}display_name: .*$/m, '  display_name: Another')
    .replace('is_production_mode: false', 'is_production_mode: true')
    .replace('client_team_creation_enabled: true', 'client_team_creation_enabled: false');
  const rows = await other.rowsOf(text);
  expect(rows.map(({ key, isTicked, isGuarded }) => [key, isTicked, isGuarded])).toEqual([
    ['client_team_creation_enabled', true, false],
    ['display_name', false, true],
    ['is_production_mode', false, true],
  ]);
});

test('what an apply deletes asks for presence once, and changes nothing before', async () => {
  const presence = { isAvailable: () => true, verify: async () => true };
  const { api, connectionId, read, apply } = await opened(defaultRelease, { presence });
  const before = await read();
  await apply(definitions(before), ['permissions.project']);
  await api.connections.edit({ id: connectionId, change: { requirePresence: true } });
  const between = await read();
  const { code, confirmation } = (await reportOf(apply(before, ['permissions.project'], true))) as ErrorReport;
  expect([code, confirmation?.presence]).toEqual(['confirmation-required', 'system']);
  expect(await read()).toBe(between);
  await api.safety.confirm({ id: confirmation?.id ?? '' });
  expect((await apply(before, ['permissions.project'], true)).applied).toMatchObject({ done: 2, stop: null });
  expect(await read()).toBe(before);
});

test('where the policy asks for a note on production, each entry of an apply has it', async () => {
  const policyPlace = { file: join(await temporaryFolder(), 'latchkey', 'policy.json'), ownerId: process.getuid?.() ?? null };
  await mkdir(dirname(policyPlace.file), { mode: 0o755 });
  await writeFile(policyPlace.file, JSON.stringify({ version: 1, required: ['journal', 'production-note'] }), { mode: 0o644 });
  const { api, connectionId, read } = await opened(defaultRelease, { policyPlace });
  await api.connections.edit({ id: connectionId, change: { environment: 'production', safety: 'confirm-writes' } });
  const wanted = definitions(await read());
  const { confirmation } = (await reportOf((await planned(api, connectionId, wanted)).apply())) as ErrorReport;
  expect(confirmation?.asksNote).toBe(true);
  const id = confirmation?.id ?? '';
  expect(((await reportOf(api.safety.confirm({ id }))) as ErrorReport).code).toBe('bad-input');
  await api.safety.confirm({ id, note: 'Release 12' });
  expect(await (await planned(api, connectionId, wanted)).apply()).toMatchObject({ done: 3, stop: null });
  await eventually(async () => {
    const { entries } = await api.journal.list({ filter: {}, limit: 50 });
    expect(entries.filter(({ source }) => source === 'apply').map(({ note }) => note?.text)).toEqual([
      'Release 12',
      'Release 12',
      'Release 12',
    ]);
  });
});
