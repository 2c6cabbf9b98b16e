/** What commands of the terminal ask about: a locked profile, and changes to a project. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '../temporary-folder';
import { launchApp } from './launch-app';
import { runCommand } from './run-command';
import { startService } from './terminal-scene';

export const passphrase = 'correct horse battery';

/** Unlocks a profile in a terminal. */
export const unlock = ['Passphrase of the lock: ', `${passphrase}\r`] as const;

/** Creates a locked profile with a connection whose name has to be typed. Its secrets are sealed, so that another process can read them. */
export async function lockedProfile() {
  const [service, profile] = [await startService(), await temporaryFolder()];
  const own = await temporaryFolder();
  const { api, close } = await launchApp(profile, { keyring: { PATH: process.env.PATH, HOME: own } });
  await api.lock.setPassphrase({ passphrase, seal: true });
  const { LATCHKEY_URL: baseUrl, LATCHKEY_PROJECT_ID: projectId, LATCHKEY_ADMIN_KEY: admin } = service.env;
  const draft = { name: 'Production', baseUrl, projectId, environment: 'production', safety: 'type-to-destroy', keys: { admin } } as const;
  await api.connections.add({ draft });
  return { ...service, api, close, profile, options: ['--profile', profile] };
}

/** Writes the configuration of the project of the environment to a file, with a change. Resolves to the file. */
export async function changedFile(env: NodeJS.ProcessEnv): Promise<string> {
  const file = join(await temporaryFolder(), 'project.yaml');
  await runCommand(['config', 'export', '--output', file], env);
  await writeFile(file, (await readFile(file, 'utf8')).replace('allow_localhost: true', 'allow_localhost: false'));
  return file;
}
