/** Drift in the terminal: a profile whose connection follows a file, which commands compare. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { connectionsFileName } from '#main/records/connections-file.ts';
import { launchApp } from '../support/main/launch-app';
import { runCommand } from '../support/main/run-command';
import { startService } from '../support/main/terminal-scene';
import { temporaryFolder } from '../support/temporary-folder';

test('the connection of the environment follows nothing, and has nothing to compare with', async () => {
  const { env } = await startService();
  expect(await runCommand(['config', 'drift'], env)).toMatchObject({ code: 1, out: '', err: /Nothing to compare with/ });
  expect(await runCommand(['config', 'follow', 'a.yaml'], env)).toMatchObject({ code: 1, err: /ends with the command/ });
  for (const args of [
    ['config', 'follow'],
    ['config', 'follow', 'a.yaml', '--none'],
  ])
    expect(await runCommand(args, env)).toMatchObject({ code: 3, err: /Name either a file or --none\./ });
});

test('a connection of a profile follows a file, and says how its project differs', async () => {
  const [profile, folder] = [await temporaryFolder(), await temporaryFolder()];
  // The sandbox of a profile needs no keychain.
  const { api, close } = await launchApp(profile);
  const { connectionId } = await api.sandbox.open({});
  const [connection] = (await api.connections.list({})).value;
  await close();
  expect(await readFile(join(profile, connectionsFileName), 'utf8')).toContain(connectionId);
  const run = (...args: string[]) => runCommand([...args, '--profile', profile, '--keychain', 'memory']);
  const file = join(folder, 'project.yaml');
  expect(await run('config', 'export', '--output', file)).toMatchObject({ code: 0, err: '' });
  const text = await readFile(file, 'utf8');
  const name = connection?.name ?? '';
  expect(await run('config', 'follow', join(folder, 'absent.yaml'))).toMatchObject({
    code: 1,
    err: /“absent\.yaml” is missing\. Put it back/,
  });
  expect(await run('config', 'follow', file)).toMatchObject({ code: 0, out: '', err: `“${name}” follows “${file}”.\n` });
  expect(await run('config', 'drift')).toMatchObject({ code: 0, out: `${name}\n  Same as project.yaml\n`, err: '' });
  await writeFile(
    file,
    text.replace('is_production_mode: false', 'is_production_mode: true').replace('description:', 'description: Other #'),
  );
  const differs = await run('config', 'drift', '--connection', name);
  expect(differs).toMatchObject({ code: 2, err: '' });
  expect(differs.out.split('\n').slice(0, 4)).toEqual([
    name,
    '  Differs from project.yaml in 2 places',
    '  Production mode is off here, and should be on',
    '  settings: 2',
  ]);
  const json = await run('config', 'drift', '--json');
  expect(json.code).toBe(2);
  expect(JSON.parse(json.out)).toMatchObject({ results: [{ connection: name, id: connectionId, state: 'compared', count: 2 }] });
  await writeFile(file, `${text}domainz: {}\n`);
  expect(await run('config', 'drift')).toMatchObject({
    code: 1,
    out: /1 problem in project\.yaml\. Correct it.*Did you mean “domains”\?/s,
  });
  await rm(file);
  expect(await run('config', 'drift', '--json')).toMatchObject({ code: 1, out: /"reason":\s*"missing"/ });
  expect(await run('config', 'follow', '--none')).toMatchObject({ code: 0, err: `“${name}” follows no file.\n` });
  expect(await run('config', 'drift')).toMatchObject({ code: 1, err: /Nothing to compare with/ });
});
