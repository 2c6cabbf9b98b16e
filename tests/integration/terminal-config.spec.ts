/** Configuration in the terminal: exported, compared, and applied. `terminal-example.spec.ts` does it by processes of the build. */
import { readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCommand } from '../support/main/run-command';
import { runBuiltCommand, startService } from '../support/main/terminal-scene';
import { temporaryFolder } from '../support/temporary-folder';

async function exported() {
  const [service, folder] = [await startService(), await temporaryFolder()];
  const file = join(folder, 'project.yaml');
  const run = (args: readonly string[], more: NodeJS.ProcessEnv = {}, input?: string) =>
    runCommand(args, { ...service.env, ...more }, input);
  expect(await run(['config', 'export', '--output', file])).toEqual({ code: 0, out: '', err: '' });
  const text = await readFile(file, 'utf8');
  const changeFile = (from: string | RegExp, to: string) => writeFile(file, text.replace(from, to));
  return { ...service, folder, file, text, run, changeFile };
}

const teamCreation = ['client_team_creation_enabled: true', 'client_team_creation_enabled: false'] as const;

test('a file is compared, planned, applied, and the same afterwards; the entries are kept in a file', async () => {
  const { run, file, folder, text, changeFile, secrets } = await exported();
  expect((await run(['config', 'export'])).out).toBe(text);
  expect(await run(['config', 'diff', file])).toEqual({ code: 0, out: '', err: 'No differences.\n' });
  await changeFile(...teamCreation);
  const diff = await run(['config', 'diff', file]);
  expect(diff).toMatchObject({ code: 2, err: '' });
  expect(diff.out).toMatch(/^settings\n {2}~ client_team_creation_enabled\n {6}true → false\nBoth sides are compared directly\./);
  const json = await run(['config', 'diff', file, '--json']);
  expect(JSON.parse(json.out)).toMatchObject({
    base: null,
    differences: [{ section: 'settings', key: 'client_team_creation_enabled', kind: 'changed' }],
  });
  const plan = await run(['config', 'apply', file, '--dry-run']);
  expect(plan).toMatchObject({ code: 0, out: expect.stringContaining('1  Update project: client_team_creation_enabled') });
  expect((await run(['config', 'diff', file])).code).toBe(2);
  const journal = join(folder, 'entries.ndjson');
  const applied = await run(['config', 'apply', file, '--yes', '--journal', journal]);
  expect(applied).toMatchObject({ code: 0, err: '1 of 1 requests done.\n' });
  expect((await run(['config', 'diff', file])).code).toBe(0);
  const entries = (await readFile(journal, 'utf8')).trim().split('\n');
  const requests = entries.map((line) => JSON.parse(line).entry.facts).filter(({ endpoint }) => endpoint !== undefined);
  expect(requests).toMatchObject([{ endpoint: 'projects.update', source: 'apply', job: expect.any(String), actor: { kind: 'key' } }]);
  for (const secret of secrets) expect(`${diff.out}${json.out}${plan.out}${applied.out}${applied.err}${entries}`).not.toContain(secret);
});

test('a file is written with --json too, and its text is printed without one', async () => {
  const { run, folder, text } = await exported();
  const other = join(folder, 'other.yaml');
  expect(await run(['config', 'export', '--json', '--output', other])).toEqual({ code: 0, out: '', err: '' });
  expect(await readFile(other, 'utf8')).toBe(text);
  expect(JSON.parse((await run(['config', 'export', '--json'])).out)).toEqual({ text });
});

test('changes have to be confirmed, and are never asked for in a pipe', async () => {
  const { run, file, changeFile } = await exported();
  await changeFile(...teamCreation);
  expect(await run(['config', 'apply', file], {}, 'y\n')).toMatchObject({ code: 1, out: '', err: /have to be confirmed\. Use --yes/ });
  expect(await run(['config', 'apply', file, '--confirm', 'Another'])).toMatchObject({ code: 1, err: /The name isn’t “127\.0\.0\.1”/ });
  expect((await run(['config', 'diff', file])).code).toBe(2);
  expect(await run(['config', 'apply', file, '--confirm', '127.0.0.1'])).toMatchObject({ code: 0 });
  expect((await run(['config', 'diff', file])).code).toBe(0);
});

test('secrets come from the environment, and without them nothing is changed', async () => {
  const { run, file, changeFile } = await exported();
  const provider = `  github:\n    type: standard\n    client_id: Iv1\n    client_secret: \${GITHUB_CLIENT_SECRET}\n`;
  await changeFile(/ {2}github:\n(?: {4}.*\n)*/, provider);
  const apply = ['config', 'apply', file, '--yes'];
  for (const more of [{}, { GITHUB_CLIENT_SECRET: '' }])
    expect(await run(apply, more)).toMatchObject({ code: 1, err: /aren’t set, or are empty: GITHUB_CLIENT_SECRET\. Nothing was changed/ });
  expect((await run(['config', 'diff', file])).code).toBe(2);
  const applied = await run(apply, { GITHUB_CLIENT_SECRET: 'hidden-value-of-github' });
  expect(applied.code).toBe(0);
  expect(`${applied.out}${applied.err}`).not.toContain('hidden-value');
  expect((await run(['config', 'diff', file])).code).toBe(0);
});

test('what only the target has is deleted with --prune, and what says which project it is only if it is named', async () => {
  const { run, file, text, changeFile } = await exported();
  const key = /^domains:\n {2}(\S+):/m.exec(text)?.[1] ?? '';
  expect(key).not.toBe('');
  await changeFile(/^domains:.*(?:\n {2}.*)*/m, 'domains: {}');
  expect(await run(['config', 'apply', file, '--yes'])).toMatchObject({ code: 0, err: 'Nothing to apply.\n' });
  expect(await run(['config', 'apply', file, '--yes', '--prune', '--only', 'domains'])).toMatchObject({ code: 0 });
  expect((await run(['config', 'diff', file])).code).toBe(0);
  await changeFile('display_name: Analytical Engines', 'display_name: Difference Engines');
  expect(await run(['config', 'apply', file, '--yes', '--only', 'settings/allow_localhost'])).toMatchObject({ err: 'Nothing to apply.\n' });
  expect(await run(['config', 'apply', file, '--yes', '--only', 'settings/display_name'])).toMatchObject({ code: 0 });
});

test('a file may come from standard input', async () => {
  const { env, text } = await exported();
  expect(await runBuiltCommand(['config', 'diff', '-'], env, text)).toEqual({ code: 0, out: '', err: 'No differences.\n' });
  const changed = await runBuiltCommand(['config', 'diff', '-'], env, text.replace(...teamCreation));
  expect(changed).toMatchObject({ code: 2, out: expect.stringContaining('client_team_creation_enabled'), err: '' });
});

test('a file that can’t be used is refused with its line, without its secrets', async () => {
  const { run, file, folder, text } = await exported();
  await symlink(join(folder, 'absent'), join(folder, 'dangling'));
  const cases: readonly [string | Uint8Array, RegExp][] = [
    [text.replace(/^domains:/m, 'domainz:'), /\d+:1: domainz: Unknown key\. Did you mean “domains”\?/],
    [
      'version: 1\nproviders:\n  github:\n    type: standard\n    client_id: a\n    client_secret: hidden-value\n',
      /6:20: .*secret is in plain text/,
    ],
    ['\tversion: 1\n', /can’t be read as YAML/],
    ['', /isn’t a configuration/],
    ['version: 99\n', /newer version/],
    [new Uint8Array([0xff, 0xfe, 0x00]), /isn’t text in UTF-8/],
    [new Uint8Array(5 * 2 ** 20 + 1), /larger than 5 MB/],
    ['version: 1\nsettings:\n  "\\e[31mred": 1\n', /\\u\{1b\}\[31mred: Unknown key/],
  ];
  for (const [content, said] of cases) {
    await writeFile(file, content);
    const ended = await run(['config', 'diff', file]);
    expect(ended).toMatchObject({ code: 1, out: '', err: said });
    expect(ended.err).not.toContain('hidden-value');
    expect(ended.err).not.toContain('\x1b');
  }
  for (const [name, code] of [
    ['absent', 'ENOENT'],
    ['dangling', 'ENOENT'],
    ['.', 'EISDIR'],
  ] as const)
    expect(await run(['config', 'diff', join(folder, name)])).toMatchObject({ code: 1, err: new RegExp(`Couldn’t read .*${code}`) });
});

test.each([
  [['config', 'diff'], /Name either a file or --from/],
  [['config', 'diff', 'a.yaml', '--from', 'x'], /Name either a file or --from/],
  [['config', 'diff', '-', '--only', 'domain'], /no section “domain”. Did you mean “domains”\?/],
])('%j ends with 3', async (args, said) => {
  const { env } = await startService();
  expect(await runCommand(args, env, 'version: 1\n')).toMatchObject({ code: 3, out: '', err: said });
});

test('a wrong key, an unknown connection, and a service that doesn’t respond are said with their codes', async () => {
  const { env } = await startService();
  const wrong = { ...env, LATCHKEY_ADMIN_KEY: `sak_${'x'.repeat(45)}` };
  const refused = await runCommand(['config', 'export'], wrong);
  expect(refused).toMatchObject({ code: 1, out: '', err: /\((INVALID_SUPER_SECRET_ADMIN_KEY|[a-z-]+)\)/ });
  expect(refused.err).not.toContain('sak_');
  const json = await runCommand(['config', 'export', '--json'], wrong);
  expect(JSON.parse(json.err)).toMatchObject({ error: { code: expect.any(String), text: expect.any(String) } });
  const { LATCHKEY_PROJECT_ID: _id, ...incomplete } = env;
  expect(await runCommand(['config', 'export'], incomplete)).toMatchObject({ code: 3, err: /LATCHKEY_PROJECT_ID isn’t set/ });
});

test('a key that isn’t the admin’s reads no configuration, and changes nothing', async () => {
  const { env, secrets } = await startService();
  const { LATCHKEY_ADMIN_KEY: _admin, ...others } = env;
  const weaker = { ...others, LATCHKEY_SERVER_KEY: secrets[1] };
  for (const args of [['export'], ['diff', '-'], ['apply', '-', '--yes']]) {
    const ended = await runCommand(['config', ...args], weaker, 'version: 1\n');
    expect(ended).toMatchObject({ code: 1, out: '', err: /\([a-z-]+\)\n$/ });
  }
});

test('the schema is that of the documentation', async () => {
  const { code, out } = await runBuiltCommand(['config', 'schema'], { LATCHKEY_URL: '' });
  expect(code).toBe(0);
  expect(out).toBe(await readFile(join(import.meta.dirname, '../../docs/configuration.schema.json'), 'utf8'));
});

test('a folder is exported, compared, and applied', async () => {
  const { run, folder, text } = await exported();
  const project = join(folder, 'project');
  expect(await run(['config', 'export', '--output', `${project}/`])).toEqual({ code: 0, out: '', err: '' });
  const [name = ''] = await readdir(join(project, 'templates'));
  expect(name).toMatch(/\.tsx$/);
  expect(text).not.toContain('source_file');
  expect(await run(['config', 'diff', project])).toMatchObject({ code: 0 });
  const [template, settings] = [join(project, 'templates', name), join(project, 'project.yaml')];
  const source = await readFile(template, 'utf8');
  await writeFile(template, `${source.replace('Hi', 'Hello')}\n`);
  expect(await run(['config', 'diff', project])).toMatchObject({ code: 2, out: expect.stringContaining('email_templates') });
  // The demo has no email server, which changed templates need.
  await writeFile(template, source);
  await writeFile(settings, (await readFile(settings, 'utf8')).replace(...teamCreation));
  expect(await run(['config', 'apply', project, '--yes'])).toMatchObject({ code: 0, err: '1 of 1 requests done.\n' });
  expect(await run(['config', 'diff', project])).toMatchObject({ code: 0 });
  await writeFile(settings, 'version: 1\nsettigs: {}\n');
  expect(await run(['config', 'diff', project])).toMatchObject({ code: 1, err: expect.stringContaining('2:1: ') });
});

test('a file and a folder are updated with their comments and placeholders, and one with a fault is left as it is', async () => {
  const { run, file, folder, text } = await exported();
  const own = text.replace('settings:', '# Ours\nsettings:');
  const update = (output: string) => run(['config', 'export', '--output', output, '--update']);
  await writeFile(file, own.replace(...teamCreation));
  expect(await update(file)).toEqual({ code: 0, out: '', err: '' });
  expect(await readFile(file, 'utf8')).toBe(own);

  const project = join(folder, 'project');
  expect(await run(['config', 'export', '--output', `${project}/`])).toMatchObject({ code: 0 });
  const settings = join(project, 'project.yaml');
  const ownSettings = (await readFile(settings, 'utf8')).replace('settings:', '# Ours\nsettings:');
  await writeFile(settings, ownSettings.replace(...teamCreation));
  expect(await update(project)).toEqual({ code: 0, out: '', err: '' });
  expect(await readFile(settings, 'utf8')).toBe(ownSettings);
  expect(await run(['config', 'diff', project])).toMatchObject({ code: 0 });

  const faulty = 'version: 1\nsettigs: {}\n';
  await writeFile(file, faulty);
  expect(await update(file)).toMatchObject({ code: 1, err: expect.stringMatching(/can’t be updated\.\n {2}2:1: settigs: /) });
  expect(await readFile(file, 'utf8')).toBe(faulty);
  expect(await update(join(folder, 'absent.yaml'))).toMatchObject({ code: 1, err: expect.stringContaining('ENOENT') });
  expect(await run(['config', 'export', '--update'])).toMatchObject({ code: 3 });
});
