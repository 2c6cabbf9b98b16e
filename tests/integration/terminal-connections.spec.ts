/** Connections in the terminal: a process of the build for each command. */
import { expect, test } from 'vitest';
import { runCommand, startService } from '../support/main/terminal-scene';
import { temporaryFolder } from '../support/temporary-folder';

test('the help names every command, and is the same in a pipe as anywhere', async () => {
  const { code, out, err } = await runCommand(['--help']);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toContain('connections list');
  expect(await runCommand([])).toMatchObject({ code: 0, out });
  expect((await runCommand(['connections', 'list', '--help'])).out).toContain('Usage: npm run -s cli -- connections list');
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
  [['conections', 'list'], /no command “conections list”. Did you mean “connections list”\?/],
  [['connections', 'list', '--jsn'], /no option --jsn. Did you mean --json\?/],
])('%j ends with 3 and what was probably meant', async (args, text) => {
  const { code, out, err } = await runCommand(args);
  expect({ code, out }).toEqual({ code: 3, out: '' });
  expect(err).toMatch(text);
});
