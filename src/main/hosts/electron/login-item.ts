/** Starting with the computer: a login item on macOS and Windows, and an autostart entry on Linux. */
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname } from 'node:path';
import { app } from 'electron';
import { createTaskQueue } from '../../storage/task-queue';
import { defaultProfile } from '../default-locations';
import { appImageOf } from './app-image';
import { autostartPath, desktopEntry, execOf, isStarting } from './desktop-entry';

/** The argument with which the system starts Latchkey at sign-in. macOS passes none, and says so itself. */
export const atLogin = '--at-login';

/** Whether the system started this process at sign-in. */
export function isStartedAtLogin(args: readonly string[]): boolean {
  return process.platform === 'darwin' ? app.getLoginItemSettings().wasOpenedAtLogin : args.includes(atLogin);
}

export interface LoginItem {
  /** Resolves to whether the system starts Latchkey. The user may have changed that in the system. */
  read(): Promise<boolean>;
  set(isOn: boolean): Promise<void>;
  /** Makes an item that starts another file, because the program was moved or replaced, start this one. */
  renew(): Promise<void>;
}

/** Whether the login item starts this profile: it passes none. */
export function startsProfile(profileFolder: string): boolean {
  return profileFolder === defaultProfile(process.env, process.platform, app.getName());
}

/** Creates the access. Null in a build that isn't packaged: the system would start Electron itself. */
export function createLoginItem(): LoginItem | null {
  if (!app.isPackaged) return null;
  if (process.platform === 'linux') return autostart();
  // Windows finds an entry only by the arguments that it was made with.
  const args = [atLogin];
  return {
    async read() {
      const { openAtLogin, executableWillLaunchAtLogin } = app.getLoginItemSettings({ args });
      // Windows keeps an entry that the user turned off in the Task Manager.
      return openAtLogin && (process.platform !== 'win32' || executableWillLaunchAtLogin);
    },
    set: async (openAtLogin) => app.setLoginItemSettings({ openAtLogin, args }),
    // macOS follows the program, and Windows finds no item that starts another file.
    renew: async () => undefined,
  };
}

function autostart(): LoginItem {
  // The content of an AppImage is only mounted while it runs.
  const program = appImageOf(process.env, process.execPath) ?? process.execPath;
  const path = autostartPath(process.env, homedir(), basename(process.execPath));
  // Throws for paths that no entry can contain.
  const ownText = () => desktopEntry(program, app.getName(), [atLogin]);
  const readStarting = async () => {
    const found = await readFile(path, 'utf8').catch(() => null);
    return found !== null && isStarting(found) ? found : null;
  };
  const write = async () => {
    const text = ownText();
    await mkdir(dirname(path), { recursive: true });
    const draft = `${path}.${process.pid}`;
    await writeFile(draft, text);
    await rename(draft, path);
  };
  return {
    read: async () => (await readStarting()) !== null,
    set: (isOn) => (isOn ? write() : rm(path, { force: true })),
    async renew() {
      const found = await readStarting();
      if (found !== null && execOf(found) !== execOf(ownText())) await write();
    },
  };
}

export interface FollowDeps {
  readonly item: Pick<LoginItem, 'read' | 'set'>;
  /** What the settings say. */
  readonly isWanted: () => boolean;
  /** Whether a policy decides what the settings say. */
  readonly isLocked: () => boolean;
  /** Sets what the settings say. Resolves to false if they can't be changed now. */
  readonly store: (isOn: boolean) => Promise<boolean>;
}

/**
 * Creates two functions: one adopts what the system does into the settings, the other one what the settings say into the system. `apply` has
 * to run after each change of the settings. While a policy decides, the system follows the settings only.
 */
export function followLoginItem({ item, isWanted, isLocked, store }: FollowDeps): { adopt(): Promise<void>; apply(): Promise<void> } {
  const inTurn = createTaskQueue();
  /** What both say, or said last. */
  let known = isWanted();
  const adopt = async () => {
    const found = await item.read();
    // Changed while the system was read: that is applied next.
    if (isWanted() !== known) return;
    if (found === known) return;
    if (isLocked()) await item.set(known);
    else if (await store(found)) known = found;
  };
  return {
    adopt: () => inTurn(adopt),
    apply: () =>
      inTurn(async () => {
        if (isWanted() === known) return;
        known = isWanted();
        await item.set(known);
        // The system may refuse, or ask the user first.
        await adopt();
      }),
  };
}
