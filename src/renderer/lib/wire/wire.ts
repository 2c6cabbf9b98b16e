/** What this window reaches the main process by. It connects as soon as this file is read. */
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

export const wire = pickWire();
