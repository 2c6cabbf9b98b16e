/** Login items of macOS and Windows in the test double. Electron has none on Linux. */
import type { App, LoginItemSettings, LoginItemSettingsOptions, Settings } from 'electron';

type Members = Pick<App, 'getLoginItemSettings' | 'setLoginItemSettings' | 'setAppUserModelId'>;
/** The members, of which a system has only some. */
export type LoginItemMembers = { readonly [Name in keyof Members]: Members[Name] | undefined };

/** The item of macOS. */
class MacItem {
  isOn = process.env.STAND_IN_LOGIN_ITEM === '1';
  isOpenedByIt = process.env.STAND_IN_LOGIN_ITEM === '1';

  readonly members: LoginItemMembers = {
    getLoginItemSettings: () =>
      ({
        openAtLogin: this.isOn,
        wasOpenedAtLogin: this.isOpenedByIt,
        status: this.isOn ? 'enabled' : 'not-registered',
      }) as LoginItemSettings,
    setLoginItemSettings: ({ openAtLogin = false }: Settings) => {
      this.isOn = openAtLogin;
    },
    setAppUserModelId: undefined,
  };
}

/** Values of the registry's `Run` key. Electron looks for that with the app's ID as its name, and compares the whole command. */
class WindowsItems {
  id = 'electron.app.Latchkey';
  readonly values = new Map<string, string>();
  /** The values that are turned off in the Task Manager. */
  readonly disabled = new Set<string>();

  readonly members: LoginItemMembers = {
    getLoginItemSettings: (options: LoginItemSettingsOptions = {}) =>
      ({
        openAtLogin: this.values.get(this.id) === commandOf(options),
        executableWillLaunchAtLogin: [...this.values].some(
          ([name, command]) => !this.disabled.has(name) && command.startsWith(commandOf({ ...options, args: [] })),
        ),
      }) as LoginItemSettings,
    setLoginItemSettings: ({ openAtLogin = false, enabled = true, name = this.id, ...command }: Settings) => {
      this.disabled.delete(name);
      this.values.delete(name);
      if (openAtLogin) this.values.set(name, commandOf(command));
      if (openAtLogin && !enabled) this.disabled.add(name);
    },
    setAppUserModelId: (id) => {
      this.id = id;
    },
  };
}

function commandOf({ path = process.execPath, args = [] }: LoginItemSettingsOptions): string {
  return [path, ...args].join(' ');
}

const mac = new MacItem();
const windows = new WindowsItems();
const none: LoginItemMembers = { getLoginItemSettings: undefined, setLoginItemSettings: undefined, setAppUserModelId: undefined };
const platforms: Readonly<Partial<Record<NodeJS.Platform, LoginItemMembers>>> = { darwin: mac.members, win32: windows.members };

export const loginItems = { mac, windows, members: platforms[process.platform] ?? none };
