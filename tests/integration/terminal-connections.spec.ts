/** Connections in the terminal, and, by processes of the build, what needs no app: help, and lines that aren’t valid. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCommand } from '../support/main/run-command';
import { runBuiltCommand, startService } from '../support/main/terminal-scene';
import { temporaryFolder } from '../support/temporary-folder';

test('the help names every command, and is the same in a pipe as anywhere', async () => {
  const { code, out, err } = await runBuiltCommand(['--help']);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toContain('connections list');
  expect(await runBuiltCommand([])).toMatchObject({ code: 0, out });
  expect((await runBuiltCommand(['connections', 'list', '--help'])).out).toContain('Usage: npm run -s cli -- connections list');
});

test('the connection of the environment is listed with the keys that it has, and without their text', async () => {
  const { env, url, projectId, secrets } = await startService();
  const listed = await runCommand(['connections', 'list', '--json'], env);
  expect(listed).toMatchObject({ code: 0, err: '' });
  expect(JSON.parse(listed.out)).toMatchObject({
    connections: [{ name: '127.0.0.1', projectId, baseUrl: url, safety: 'confirm-writes', credentials: ['admin'] }],
  });
  const table = await runCommand(['connections', 'list'], env);
  expect(table.out.split('\n')[0]).toMatch(/^Name +ID +Project +URL +Safety level +Credentials$/);
  for (const secret of secrets) expect(`${listed.out}${table.out}${table.err}`).not.toContain(secret);
});

test('a profile without connections says so, and is left as it is', async () => {
  const profile = await temporaryFolder();
  const ended = await runCommand(['connections', 'list', '--profile', profile, '--keychain', 'memory']);
  expect(ended).toEqual({ code: 0, out: '', err: 'The profile has no connections.\n' });
});

test.each([
  ['{broken', 'file-unreadable', /^connections\.json couldn’t be read, so it was copied to connections\.json\.broken-\d+ and replaced/],
  [
    JSON.stringify({ format: 'latchkey/connections', version: 99, data: [] }),
    'file-from-newer-version',
    /^connections\.json is from a newer version of Latchkey, so it was copied to connections\.json\.v?[\w-]+\S* and replaced/,
  ],
])('a profile whose connections are %s isn’t just an empty one', async (content, kind, said) => {
  const list = async (...more: readonly string[]) => {
    const profile = await temporaryFolder();
    await writeFile(join(profile, 'connections.json'), content);
    return runCommand(['connections', 'list', '--profile', profile, '--keychain', 'memory', ...more]);
  };
  const { code, out, err } = await list();
  expect([code, out, err.split('\n')[1]]).toEqual([0, '', 'The profile has no connections.']);
  expect(err).toMatch(said);
  const json = await list('--json');
  expect(JSON.parse(json.out)).toEqual({ connections: [] });
  expect(JSON.parse(json.err)).toEqual({ warning: { kind, text: expect.stringMatching(said) } });
});

test('a profile that is no folder says so', async () => {
  const profile = join(await temporaryFolder(), 'profile');
  await writeFile(profile, '');
  const { err } = await runCommand(['connections', 'list', '--profile', profile, '--keychain', 'memory']);
  expect(err).toBe('Latchkey can’t write to its data folder, so changes are lost when it quits.\nThe profile has no connections.\n');
});

test.each([
  [['conections', 'list'], /no command “conections list”. Did you mean “connections list”\?/],
  [['connections', 'list', '--jsn'], /no option --jsn. Did you mean --json\?/],
])('%j ends with 3 and what was probably meant', async (args, text) => {
  const { code, out, err } = await runBuiltCommand(args);
  expect({ code, out }).toEqual({ code: 3, out: '' });
  expect(err).toMatch(text);
});

test('a connection is tested: what is refused ends with 1, and no key is shown', async () => {
  const { env, secrets } = await startService();
  const fine = await runCommand(['connections', 'test'], env);
  expect(fine).toMatchObject({ code: 0, err: '' });
  expect(fine.out.split('\n')[0]).toMatch(/^Connection +Check +Outcome +Reason$/);
  const wrong = { ...env, LATCHKEY_ADMIN_KEY: `sak_${'0'.repeat(40)}` };
  const refused = await runCommand(['connections', 'test', '--json'], wrong);
  expect(refused.code).toBe(1);
  const { results } = JSON.parse(refused.out) as { results: { checks: { outcome: string }[] }[] };
  expect(results[0]?.checks.map(({ outcome }) => outcome)).toContain('refused');
  const away = await runCommand(['connections', 'test', '--json'], { ...env, LATCHKEY_URL: 'http://127.0.0.1:1' });
  expect(away.out).toContain('"unreachable"');
  for (const secret of [...secrets, wrong.LATCHKEY_ADMIN_KEY])
    for (const { out, err } of [fine, refused, away]) expect(out + err).not.toContain(secret);
});
