/** Brings the app's page up in the person's own browser. */
import { spawn } from 'node:child_process';
import { appendFile } from 'node:fs/promises';

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

/** The variable that names the file, for tests that play the browser themselves. */
const openedLinks = 'LATCHKEY_OPENED_LINKS';

/**
 * How addresses of the web are opened. Where no browser is to come up at the start and LATCHKEY_OPENED_LINKS names a file,
 * each link becomes a line of it instead. Links redirect to secrets: a file that is created has mode 600.
 */
export function linkOpener(open: boolean, env: NodeJS.ProcessEnv, platform: NodeJS.Platform): (url: string) => Promise<void> {
  const file = open ? undefined : env[openedLinks];
  if (file === undefined || file === '') return async (url) => openBrowser(url, platform);
  return (url) => appendFile(file, `${url}\n`, { mode: 0o600 });
}
