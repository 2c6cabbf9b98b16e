/**
 * The window's connection to the main process. The build loads this file before the rest of the code, so that the window is connected,
 * and its first data on the way, while the browser still compiles the rest.
 */
import type { Bridge } from '../../../contract/bridge';
import type { CallName, EventName } from '../../../contract/kit';
import { withEarlyReads } from './early-reads';
import { takePageToken } from './page-token';
import { createPreloadWire } from './preload-wire';
import { createSocketWire, type Socket, type SocketWireDeps, type StatefulWire } from './socket-wire';

/** Accesses the tab's storage lazily: the browser loads it on first access, which blocks. */
const tabStorage: SocketWireDeps['storage'] = {
  getItem: (key) => window.sessionStorage.getItem(key),
  setItem: (key, value) => window.sessionStorage.setItem(key, value),
  removeItem: (key) => window.sessionStorage.removeItem(key),
};

function pickWire(): StatefulWire {
  if (window.latchkey !== undefined) return createPreloadWire(window.latchkey);
  const scheme = window.location.protocol === 'https:' ? 'wss' : 'ws';
  return createSocketWire({
    open: () => new WebSocket(`${scheme}://${window.location.host}/bridge`) as Socket,
    token: takePageToken(window.location, window.history),
    storage: tabStorage,
    delay: (run, millis) => setTimeout(run, millis),
  });
}

/** The topics that every window shows, and the calls that read them. */
const startReads = {
  'settings.changed': 'settings.read',
  'connections.changed': 'connections.list',
  'accounts.changed': 'accounts.list',
  'sandbox.changed': 'sandbox.read',
  'app.noticesChanged': 'app.notices',
  'links.changed': 'links.list',
  'diagnostics.slowCallsChanged': 'diagnostics.slowCalls',
} as const satisfies Partial<Record<EventName<Bridge>, CallName<Bridge>>>;

export const wire = withEarlyReads(pickWire(), startReads);
