/** A profile that several processes have, with one account and its secrets in files. */
import { mkdir, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { type CrashScene, openCrashing, secretsFolder } from '../../support/main/crashing';
import { runFolder } from './sandbox';
import type { StormScene } from './storm-client';

/** How a process of the profile opens it. */
export function stormAccount(profile: string, url: string): CrashScene {
  return { profile, url, projectId: 'p', publishableKey: 'pck_of_the_project', email: '', password: '' };
}

/** Makes the profile, signed in with the tokens of the scene. */
export async function newStormProfile({ url, refreshToken, accessToken }: StormScene): Promise<string> {
  const profile = await mkdtemp(join(runFolder(), 'storm-'));
  await mkdir(secretsFolder(profile));
  const opened = await openCrashing(stormAccount(profile, url));
  await opened.sessions.add({ connectionId: 'c', userId: 'ada', refreshToken, accessToken });
  await opened.close();
  return profile;
}
