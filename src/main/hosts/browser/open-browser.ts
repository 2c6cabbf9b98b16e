/** Brings the app's page up in the person's own browser. */
import { spawn } from 'node:child_process';

const openers: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Asks the system to open the address. Whether a browser comes up cannot be known; a missing opener is not an error. */
export function openBrowser(url: string, platform: NodeJS.Platform): void {
  const [command, ...args] = openers[platform] ?? ['xdg-open'];
  const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
}
