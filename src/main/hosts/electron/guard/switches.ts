/** Chromium's command-line switches: who starts the released app must not choose its network, its sandbox, or who can debug its pages. */
import { app } from 'electron';
import { launchArguments } from '../../launch-options';
import { isAutomation } from '../build';

/** Switches about the display and about machines on which Chromium doesn't start otherwise. All others are dropped. */
const permitted: ReadonlySet<string> = new Set([
  ...['disable-gpu', 'disable-gpu-compositing', 'disable-gpu-sandbox', 'disable-software-rasterizer', 'disable-dev-shm-usage'],
  ...['no-sandbox', 'disable-setuid-sandbox'],
  ...['ozone-platform', 'ozone-platform-hint', 'enable-wayland-ime', 'wayland-text-input-version', 'use-gl', 'use-angle', 'gtk-version'],
  ...['force-device-scale-factor', 'high-dpi-support', 'force-color-profile', 'force-renderer-accessibility', 'lang'],
]);

/** Removes the switches of others in the released app. Must be called before the app is ready, when Chromium reads most of them. */
export function dropSwitches(args: readonly string[]): void {
  if (!app.isPackaged || isAutomation()) return;
  for (const name of switchesToDrop(args, process.platform)) app.commandLine.removeSwitch(name);
}

/** Returns the names of the switches among a program's arguments that aren't permitted. Chromium ends them at `--`. */
export function switchesToDrop(args: readonly string[], platform: NodeJS.Platform): readonly string[] {
  const pattern = platform === 'win32' ? /^(?:--|-|\/)([^=]+)/ : /^--?([^=]+)/;
  const end = args.indexOf('--');
  const names = (end === -1 ? args : args.slice(0, end)).map((argument) => pattern.exec(argument.trim())?.[1]);
  const found = names.map((name) => (platform === 'win32' ? name?.toLowerCase() : name)).filter((name) => name !== undefined);
  return [...new Set([...found, ...debugging])].filter((name) => !permitted.has(name) && !(name in launchArguments));
}

/** Removed in any case, because arguments aren't the only place that they can come from. */
const debugging = ['remote-debugging-port', 'remote-debugging-pipe'];
