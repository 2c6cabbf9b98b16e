/** Links that reach the callback server. */

import type { HandleLink } from '../callback/create-callback';
import type { PageKind } from '../callback/page-text';
import { linkVerbs, type ParsedLink } from '../callback/parse-link';
import type { Clock, Ports } from '../ports/ports';
import type { Notices } from '../runtime/notices';
import type { OAuth } from '../sign-in/oauth/oauth';
import type { PendingLinks } from './pending-links';
import { type SelfTest, selfTestVerb } from './self-test';

export interface BrowserLinksDeps {
  readonly oauth: Pick<OAuth, 'handleCallback' | 'end'>;
  readonly pendingLinks: Pick<PendingLinks, 'openFromSystem'>;
  readonly notices: Notices;
  readonly focusWindow: Ports['focusWindow'];
  readonly clock: Pick<Clock, 'monotonic'>;
}

/** Minimum milliseconds between two links that bring the window to the front. */
const focusPauseMillis = 10_000;

/**
 * Creates the handler. The callback of a waiting sign-in continues immediately; every other link waits for the user. A callback with an
 * unknown state is ignored with a notice, and doesn't focus the window. Any web page can open a link again and again, so links that no
 * sign-in waits for focus it once in a while only.
 */
export function createBrowserLinkHandler(deps: BrowserLinksDeps): (link: ParsedLink, text: string) => Promise<PageKind> {
  const { oauth, pendingLinks, notices, focusWindow, clock } = deps;
  let lastFocus = Number.NEGATIVE_INFINITY;
  const focus = (isAwaited: boolean) => {
    const now = clock.monotonic();
    if (!isAwaited && now - lastFocus < focusPauseMillis) return;
    lastFocus = now;
    focusWindow?.();
  };
  return async (link, text) => {
    const { found, connects } = await foundBy(oauth, link);
    if (found === 'unknown') {
      notices.add({ kind: 'callback-ignored' });
      return 'ignored';
    }
    if (found === 'known') pendingLinks.openFromSystem(text, { connects });
    focus(found !== 'known');
    if (found === 'failed') return 'failed';
    return link.kind === 'oauth-callback' ? 'callback' : 'link';
  };
}

interface Found {
  readonly found: Awaited<ReturnType<OAuth['handleCallback']>>;
  /** Whether an error is about connecting a provider. */
  readonly connects: boolean;
}

async function foundBy(oauth: BrowserLinksDeps['oauth'], link: ParsedLink): Promise<Found> {
  if (link.kind === 'oauth-callback') return { found: await oauth.handleCallback(link), connects: false };
  if (link.kind !== 'error' || link.state === null) return { found: 'known', connects: false };
  const ended = await oauth.end(link);
  if (ended === 'unknown') return { found: 'unknown', connects: false };
  return { found: ended === 'waited-for' ? 'failed' : 'known', connects: ended === 'link' };
}

/** The verbs of `latchkey://` links, described in docs/links.md. */
export const deepLinkVerbs: readonly string[] = [...linkVerbs, selfTestVerb];

interface SystemLinksDeps {
  readonly pendingLinks: Pick<PendingLinks, 'isKnown' | 'openFromSystem'>;
  readonly selfTest: Pick<SelfTest, 'receive'>;
  readonly notices: Pick<Notices, 'add'>;
}

/**
 * Creates the function that takes a link from the system, and returns the path of a window that shows it; null if it isn't pending. It never
 * throws.
 */
export function createSystemLinks({ pendingLinks, selfTest, notices }: SystemLinksDeps): (text: string) => string | null {
  return (text) => {
    const tested = selfTest.receive(text);
    if (tested?.isAwaited) return null;
    if (tested === null && pendingLinks.isKnown(text)) return `/links/${encodeURIComponent(pendingLinks.openFromSystem(text))}`;
    notices.add({ kind: 'link-refused' });
    return null;
  };
}

/** Links that reach the callback server while the app is locked. */
interface LockedLinksDeps {
  readonly isLocked: () => boolean;
  readonly whenUnlocked: () => Promise<void>;
  readonly focusWindow: Ports['focusWindow'];
}

/** Maximum number of links that wait; later ones are ignored. */
export const maxWaiting = 20;

/** Returns a handler whose links wait until the app is unlocked. The browser is told that at once. */
export function waitWhileLocked(handle: HandleLink, { isLocked, whenUnlocked, focusWindow }: LockedLinksDeps): HandleLink {
  let waiting = 0;
  return async (link, text) => {
    if (!isLocked()) return handle(link, text);
    if (waiting >= maxWaiting) return 'ignored';
    if (waiting === 0) focusWindow?.();
    waiting += 1;
    void whenUnlocked()
      .then(() => handle(link, text))
      .catch(() => undefined)
      .finally(() => {
        waiting -= 1;
      });
    return 'locked';
  };
}
