/** A profile in which a project admin impersonates a user, with as many processes as a spec starts. */
import { cp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { impersonationsFileName } from '#main/impersonation/records-file.ts';
import { createFakeClock, type FakeClock, until } from '../fake-clock';
import { temporaryFolder } from '../temporary-folder';
import { createSessionService, type ProcessOptions, startProcess, type TokenForm, user } from './impersonation-scene';
import { ageLock } from './stale-lock';
import { createLockableStore } from './test-ports';

export const hour = 3_600_000;

/** Lets time pass until the condition is true. */
export const pass = (clock: FakeClock, condition: () => Promise<boolean>) =>
  until(async () => {
    if (await condition()) return true;
    await clock.advance(1_000);
    return false;
  });

/** Creates a profile with a running process. */
export async function setUp({ ports, form }: Pick<ProcessOptions, 'ports'> & { readonly form?: TokenForm } = {}) {
  const profile = await temporaryFolder();
  const secrets = createLockableStore();
  const clock = createFakeClock({ hasteUpTo: 1_000 });
  const service = createSessionService(clock, form);
  const start = async (options: ProcessOptions = {}, folder = profile) => {
    const started = await startProcess(folder, secrets, service, { clock, ...(ports ? { ports } : {}), ...options });
    onTestFinished(() => started.app.close());
    return started;
  };
  const first = await start();
  const file = async () => JSON.parse(await readFile(join(profile, impersonationsFileName), 'utf8')).data.impersonations;
  /** Makes the locks of processes that have ended look stale. */
  const ageLocks = async () => {
    for (const name of await readdir(profile)) if (name.startsWith('impersonation-')) await ageLock(join(profile, name), 20);
  };
  /** Copies the profile, so that what is done to the copy isn't noticed by a process that was killed. */
  const copyProfile = async () => {
    const copy = await temporaryFolder();
    await cp(profile, copy, { recursive: true, preserveTimestamps: true });
    return copy;
  };
  const impersonate = (connectionId: string, reason = 'Ticket 4821') =>
    first.api.impersonations.start({ connectionId, userId: user.id, reason, durationMillis: hour });
  return { profile, secrets, clock, service, first, start, file, ageLocks, copyProfile, impersonate };
}
