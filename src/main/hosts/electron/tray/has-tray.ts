/** Whether the desktop shows tray icons. */
import { execFile } from 'node:child_process';

/** Runs a program; resolves to its output, or to null if it fails. */
export type RunProgram = (file: string, args: readonly string[]) => Promise<string | null>;

const watcher = 'org.kde.StatusNotifierWatcher';
const bus = ['--dest', 'org.freedesktop.DBus', '--object-path', '/org/freedesktop/DBus', '--method', 'org.freedesktop.DBus.NameHasOwner'];

/**
 * Resolves to whether a tray icon is visible. Electron doesn't report that on Linux, where some desktops have no tray: there, a program must
 * own the name of the tray on the session bus. If that can't be found out, there is none, so that no window is hidden for good.
 */
export async function hasTray(platform: NodeJS.Platform, run: RunProgram = runProgram): Promise<boolean> {
  if (platform !== 'linux') return true;
  const found = await run('gdbus', ['call', '--session', ...bus, watcher]);
  return found?.trim() === '(true,)';
}

const runProgram: RunProgram = (file, args) =>
  new Promise((resolve) => {
    execFile(file, [...args], { timeout: 3_000 }, (error, output) => resolve(error === null ? output : null));
  });
