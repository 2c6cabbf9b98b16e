/** `latchkey://` links from the system, received before or after the app has started. */
import { app, shell } from 'electron';
import type { LinkRegistration } from '../../ports/ports';
import { isAutomation } from './build';

const scheme = 'latchkey';
/** Maximum number of links that are stored until the app has started. */
const maxPending = 8;

export interface DeepLinks {
  /** Delivers the stored links, and later links immediately. */
  deliverTo(listener: (link: string) => void): void;
}

/** Returns the link among a process's arguments, where Windows and Linux pass it; null if there is none. */
function linkAmong(args: readonly unknown[]): string | null {
  const found = args.find((value): value is string => typeof value === 'string' && /^latchkey:/i.test(value));
  return found ?? null;
}

/** Starts to listen for links. Must run before the app is ready, because macOS reports the link that started it only then. */
export function createDeepLinks(args: readonly string[]): DeepLinks {
  const waiting: string[] = [];
  let deliver: ((link: string) => void) | null = null;
  const opened = (link: string | null) => {
    if (link === null) return;
    if (deliver) deliver(link);
    else if (waiting.length < maxPending) waiting.push(link);
  };
  app.on('open-url', (event, url) => {
    event.preventDefault();
    opened(linkAmong([url]));
  });
  app.on('second-instance', (_event, _argv, _folder, data) => opened(handedOver(data)));
  opened(linkAmong(args));
  return {
    deliverTo(listener) {
      deliver = listener;
      for (const link of waiting.splice(0)) listener(link);
    },
  };
}

/** Returns the data that a second instance passes to the first one. */
export function handOver(args: readonly string[]): Record<string, unknown> {
  return { link: linkAmong(args) };
}

/** Parses the data of another instance. It is not trusted, because any program can send it. */
function handedOver(data: unknown): string | null {
  return typeof data === 'object' && data !== null && 'link' in data ? linkAmong([data.link]) : null;
}

/**
 * Registers the app for `latchkey://` links, except in development and in the automation build. Returns false when the system refuses:
 * Linux supports this only for programs that a package manager installed.
 */
export function registerLinks(): boolean {
  return !app.isPackaged || isAutomation() || app.setAsDefaultProtocolClient(scheme);
}

/** The system's table of programs for links. On Linux, Electron asks `xdg-mime` and `xdg-settings`. */
export const linkRegistration: LinkRegistration = {
  open: (url) => shell.openExternal(url),
  isOwn: async () => app.isDefaultProtocolClient(scheme),
  program: async () => app.getApplicationNameForProtocol(`${scheme}://`).trim() || null,
  register: async () => app.setAsDefaultProtocolClient(scheme),
};
