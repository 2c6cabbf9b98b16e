/** `latchkey://` links: as the system hands them over, before or after there is an app to keep them. */
import { app } from 'electron';
import { isAutomation } from './automation';

const scheme = 'latchkey';
/** As many as a person could mean before the app is there. */
const maxPending = 8;

export interface DeepLinks {
  /** Hands over what came so far, and from now on everything at once. */
  deliverTo(listener: (link: string) => void): void;
}

/** The link among a program's arguments, where Windows and Linux put it; null when there is none. */
export function linkAmong(args: readonly unknown[]): string | null {
  const found = args.find((value): value is string => typeof value === 'string' && /^latchkey:/i.test(value));
  return found ?? null;
}

/** Begins to listen, which must be before the app is ready: macOS tells of the link that started it only then. */
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

/** What a second start of the program hands to the first. */
export function handOver(args: readonly string[]): Record<string, unknown> {
  return { link: linkAmong(args) };
}

/** Another program may have sent anything. */
function handedOver(data: unknown): string | null {
  return typeof data === 'object' && data !== null && 'link' in data ? linkAmong([data.link]) : null;
}

/**
 * Makes this program the one that opens such links; not one under development, nor one that tests drive. Answers false when the
 * system refuses: on Linux it knows only programs that a package manager installed.
 */
export function registerLinks(): boolean {
  return !app.isPackaged || isAutomation() || app.setAsDefaultProtocolClient(scheme);
}
