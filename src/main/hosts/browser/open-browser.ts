/** Opens addresses in the user's own browser. */
import { type ChildProcess, spawn } from 'node:child_process';
import { appendFile } from 'node:fs/promises';
import { fail } from '../../../contract/errors';
import type { Clock } from '../../ports';

const openers: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Milliseconds within which an opener that finds no browser has ended. One that runs longer may be the browser itself. */
export const openerMillis = 2_000;

export interface OpenerDeps {
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  readonly clock: Pick<Clock, 'after'>;
}

/**
 * Has the system open an address. Throws `browser-not-opened` when there is no opener, or when it fails soon, as `xdg-open` does where it
 * finds no browser.
 */
export async function openBrowser(url: string, { env, platform, clock }: OpenerDeps): Promise<void> {
  const [command, ...args] = openers[platform] ?? ['xdg-open'];
  const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true, env });
  child.unref();
  await isRunning(child, clock);
}

function isRunning(child: ChildProcess, clock: OpenerDeps['clock']): Promise<void> {
  return new Promise((resolve, reject) => {
    const stopTimer = clock.after(openerMillis, resolve);
    const end = (failure?: unknown) => {
      stopTimer();
      if (failure === undefined) resolve();
      else reject(fail('browser-not-opened', {}, failure));
    };
    child.once('error', end);
    child.once('exit', (code) => end(code === 0 ? undefined : new Error(`The opener ended with ${code}.`)));
  });
}

/** The variable that names the file, for tests that play the browser themselves. */
const openedLinks = 'LATCHKEY_OPENED_LINKS';

/**
 * Creates the function that opens addresses of the web. Where no browser is to open at the start and LATCHKEY_OPENED_LINKS names a file,
 * each link becomes a line of it instead. Links redirect to secrets: a file that is created has mode 600.
 */
export function linkOpener(open: boolean, deps: OpenerDeps): (url: string) => Promise<void> {
  const file = open ? undefined : deps.env[openedLinks];
  if (file === undefined || file === '') return (url) => openBrowser(url, deps);
  return (url) => appendFile(file, `${url}\n`, { mode: 0o600 });
}
