/** Restarts the program, and deletes what Chromium and the system store for it. */
import { app, session } from 'electron';
import { argumentsBeforeLink } from '../launch-options';
import { appImageOf, relaunchOptions } from './app-image';
import { atLogin, createLoginItem, startsProfile } from './login-item';
import type { Windows } from './windows/windows';

/** Tells a process that it replaces one that failed. */
export const afterFault = '--restarted-after-fault';

/**
 * Starts the program again once it has quit, with the same arguments. A link would be opened twice, and what follows it could come from it. A
 * program that says it was started at sign-in could open no window.
 */
export function relaunch(flags: readonly (typeof afterFault)[] = []): void {
  const args = argumentsBeforeLink(process.argv.slice(1)).filter((arg) => arg !== afterFault && arg !== atLogin);
  app.relaunch(relaunchOptions(appImageOf(process.env, process.execPath), [...args, ...flags]));
}

export interface Restart {
  /** Restarts without asking about unsaved changes: what they belong to is deleted. */
  readonly restart: () => void;
  /** Lets the program restart from now on. */
  readonly started: () => void;
}

/** Creates a restart that waits until the program has started, because another process of the profile may request it before. */
export function createRestart(windows: () => Windows): Restart {
  let isStarted = false;
  let isRequested = false;
  const run = () => {
    if (isStarted && isRequested) restartProgram(windows());
  };
  return {
    restart() {
      isRequested = true;
      run();
    },
    started() {
      isStarted = true;
      run();
    },
  };
}

function restartProgram(windows: Windows): void {
  relaunch();
  // A window that is closed in the usual way could ask, and stop the restart.
  for (const window of [...windows.all]) window.destroy();
  app.quit();
}

/**
 * Deletes caches and other data of windows. Also the login item, which the settings would otherwise adopt, if the profile is the one that it
 * starts.
 */
export async function clearHostData(profileFolder: string): Promise<void> {
  const { defaultSession } = session;
  const steps = [
    () => defaultSession.clearStorageData(),
    () => defaultSession.clearCache(),
    () => defaultSession.clearCodeCaches({}),
    () => defaultSession.clearHostResolverCache(),
    () => defaultSession.clearAuthCache(),
    async () => startsProfile(profileFolder) && createLoginItem()?.set(false),
  ];
  // Each on its own: what one can't delete doesn't keep the others.
  await Promise.allSettled(steps.map((step) => step()));
}
