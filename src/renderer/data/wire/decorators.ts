import type { LockState } from '#contract/bridge/lock.ts';
import type { Confirmation } from '#contract/bridge/safety.ts';
import type { Wire } from '#contract/client.ts';
import type { SocketWireDeps, StatefulWire } from './socket-wire';

/**
 * Returns a wire whose calls wait while the app is locked: what the main process refuses with `app-locked`, it hasn't done, so the call is
 * repeated once the app is unlocked.
 */
export function withUnlock(wire: StatefulWire): StatefulWire {
  const unlocked = () =>
    new Promise<void>((resolve) => {
      const end = () => {
        stop();
        resolve();
      };
      const stop = wire.on('lock.state', (value) => {
        if (!(value as LockState).locked) end();
      });
      // It may have been unlocked between the refusal and now. A lost connection is reported by the repeated call.
      void wire.call('lock.state', {}).then((reply) => {
        if (!reply.ok || !(reply.value as { value: LockState }).value.locked) end();
      });
    });
  return {
    on: (name, listener) => wire.on(name, listener),
    async call(name, input) {
      for (;;) {
        const reply = await wire.call(name, input);
        if (reply.ok || reply.error.code !== 'app-locked') return reply;
        await unlocked();
      }
    },
    status: wire.status,
    onStatus: wire.onStatus,
    onReconnect: wire.onReconnect,
  };
}

/** The last push of a topic that arrived before the code that listens to it. */
interface KeptPush {
  readonly value: unknown;
  readonly revision: number;
}

/**
 * Returns a wire that has already read the topics, and subscribed to them. The first read of one gets that reply, and its first listener the last
 * push until then.
 */
export function withEarlyReads(wire: StatefulWire, topics: readonly string[]): StatefulWire {
  const pushes = new Map<string, KeptPush>();
  const stops = new Map(topics.map((topic) => [topic, wire.on(topic, (value, revision) => pushes.set(topic, { value, revision }))]));
  const replies = new Map(topics.map((name) => [name, wire.call(name, {})]));
  return {
    status: wire.status,
    onStatus: wire.onStatus,
    onReconnect: wire.onReconnect,
    call(name, input) {
      const reply = replies.get(name) ?? wire.call(name, input);
      replies.delete(name);
      return reply;
    },
    on(topic, listener) {
      stops.get(topic)?.();
      stops.delete(topic);
      const kept = pushes.get(topic);
      pushes.delete(topic);
      if (kept !== undefined) listener(kept.value, kept.revision);
      return wire.on(topic, listener);
    },
  };
}

/** The tab's storage, written later: the browser loads it on first access, which blocks the start. */
type TabStorage = SocketWireDeps['storage'];

interface LateStorageDeps {
  readonly storage: () => TabStorage;
  readonly delay: SocketWireDeps['delay'];
  /** Calls when the page goes away, e.g. to be loaded again. */
  readonly onLeave: (run: () => void) => void;
}

/** How long (ms) the first screen has to be there before the storage is loaded. */
const writeDelay = 1000;

/** Returns a storage that reads at once, and writes after a delay, or when the page goes away. */
export function createLateStorage({ storage, delay, onLeave }: LateStorageDeps): TabStorage {
  const waiting = new Map<string, string>();
  const write = () => {
    for (const [key, value] of waiting) storage().setItem(key, value);
    waiting.clear();
  };
  onLeave(write);
  return {
    getItem: (key) => waiting.get(key) ?? storage().getItem(key),
    setItem(key, value) {
      waiting.set(key, value);
      delay(write, writeDelay);
    },
    removeItem(key) {
      waiting.delete(key);
      storage().removeItem(key);
    },
  };
}

/** Requests a confirmation of a call about a connection, or about a job. Resolves to whether the user confirms. */
type Ask = (confirmation: Confirmation, connectionId: string | null, jobId: string | null) => Promise<boolean>;

/** Returns a wire that repeats a call after the user has confirmed it, and otherwise fails with `cancelled`. */
export function withConfirmation(wire: Wire, ask: Ask): Wire {
  return {
    on: (name, listener) => wire.on(name, listener),
    async call(name, input) {
      const reply = await wire.call(name, input);
      const confirmation = reply.ok ? undefined : reply.error.confirmation;
      if (confirmation === undefined) return reply;
      return (await ask(confirmation, connectionOf(name, input), jobOf(name, input)))
        ? wire.call(name, input)
        : { ok: false, error: { code: 'cancelled' } };
    },
  };
}

/** Returns the ID of the connection that a call is about, which calls of connections themselves name `id`. */
function connectionOf(name: string, input: unknown): string | null {
  if (typeof input !== 'object' || input === null) return null;
  const id = name.startsWith('connections.') && 'id' in input ? input.id : 'connectionId' in input ? input.connectionId : null;
  return typeof id === 'string' ? id : null;
}

/** Returns the ID of the job that a call is about. */
function jobOf(name: string, input: unknown): string | null {
  const id = name.startsWith('jobs.') && typeof input === 'object' && input !== null && 'id' in input ? input.id : null;
  return typeof id === 'string' ? id : null;
}

/** The token and the path of the app in the hash of the page's URL. */
const tokenInHash = /^#([A-Za-z0-9_-]{43})(\/.*)?$/;

/**
 * The one-time token that the page was opened with, or null. It is taken out of the address at once, so that it
 * neither stays in the history nor reaches the router.
 */
export function takePageToken(location: Pick<Location, 'hash' | 'pathname' | 'search'>, history: Pick<History, 'replaceState'>) {
  const [, token, path = '/'] = tokenInHash.exec(location.hash) ?? [];
  if (token === undefined) return null;
  history.replaceState(null, '', `${location.pathname}${location.search}#${path}`);
  return token;
}

/** The constructors of WebRTC, which the page's policy doesn't cover. */
const constructors = /^(?:webkit)?RTC/;

/** Removes WebRTC from a window, before any other script of the page runs. A frame that a script creates has it again (docs/page-security.md). */
export function removeWebRtc(global: object): void {
  for (const name of Object.getOwnPropertyNames(global)) if (constructors.test(name)) Reflect.deleteProperty(global, name);
}
