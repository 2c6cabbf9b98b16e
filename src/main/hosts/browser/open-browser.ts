/** Opens URLs in the user's browser. */
import { type ChildProcess, spawn } from 'node:child_process';
import { appendFile } from 'node:fs/promises';
import { fail } from '#contract/errors.ts';
import type { Clock } from '../../ports/ports';

const openers: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Milliseconds within which an opener that finds no browser exits. One that runs longer may be the browser itself. */
export const openerMillis = 2_000;

export interface OpenerDeps {
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  readonly clock: Pick<Clock, 'after'>;
}

/**
 * Opens a URL with the system's opener. Throws `browser-not-opened` when there is no opener or when it fails within
 * {@link openerMillis}, as `xdg-open` does when it finds no browser.
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

/** Environment variable with the path of a file for links, for tests that act as the browser. */
const openedLinks = 'LATCHKEY_OPENED_LINKS';

/**
 * Creates the function that opens URLs. If `open` is false and LATCHKEY_OPENED_LINKS is set, it appends each URL to that file
 * instead. The file is created with mode 600, because links redirect to secrets.
 */
export function linkOpener(open: boolean, deps: OpenerDeps): (url: string) => Promise<void> {
  const file = open ? undefined : deps.env[openedLinks];
  if (file === undefined || file === '') return (url) => openBrowser(url, deps);
  return (url) => appendFile(file, `${url}\n`, { mode: 0o600 });
}
