/** The bridge over a WebSocket, for windows that are browser tabs. */
import type { Wire } from '#contract/client.ts';
import type { Reply } from '#contract/errors.ts';

export type WireStatus = 'connecting' | 'open' | 'lost' | 'refused';

export interface StatefulWire extends Wire {
  status(): WireStatus;
  /** Subscribes to changes of the status. Returns the function that unsubscribes. */
  onStatus(listener: (status: WireStatus) => void): () => void;
  /** Subscribes to reconnects, after which mirrored values must be read again. */
  onReconnect(listener: () => void): () => void;
}

/** What the wire needs of a WebSocket. */
export interface Socket {
  send(text: string): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
}

export interface SocketWireDeps {
  readonly open: () => Socket;
  /** The one-time token of the address. */
  readonly token: string | null;
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  readonly delay: (run: () => void, millis: number) => unknown;
  /** Loads the page again at its start screen. */
  readonly reload: () => void;
}

const sessionKey = 'latchkey-session';
const refusedCode = 4401;
/** The app has started again, without what this page shows. */
const restartedCode = 4410;
const firstDelay = 250;
const longestDelay = 5000;
const lost: Reply = { ok: false, error: { code: 'bridge-lost' } };

type Listener = (value: unknown, revision: number) => void;
type Message =
  | { readonly type: 'welcome'; readonly session: string }
  | { readonly type: 'reply'; readonly id: number; readonly reply: Reply }
  | { readonly type: 'push'; readonly name: string; readonly revision: number; readonly value: unknown };

/** Connects, signs the page in, and connects again whenever the socket is lost. A refusal is final. */
export function createSocketWire(parts: SocketWireDeps): StatefulWire {
  const wire = new SocketWire(parts);
  wire.connect();
  return wire;
}

class SocketWire implements StatefulWire {
  private current: WireStatus = 'connecting';
  private socket: Socket | null = null;
  private token: string | null;
  /** Whether calls got no reply, or values may have changed unheard. */
  private wasLost = false;
  private attempts = 0;
  private lastId = 0;
  private readonly pending = new Map<number, (reply: Reply) => void>();
  private queue: string[] = [];
  /** How many of the queue went out right behind the proof of who is asking. */
  private sentEarly = 0;
  private readonly listeners = new Map<string, Set<Listener>>();
  private readonly statusListeners = new Set<(status: WireStatus) => void>();
  private readonly reconnectListeners = new Set<() => void>();

  constructor(private readonly parts: SocketWireDeps) {
    this.token = parts.token;
  }

  status = (): WireStatus => this.current;

  call = (name: string, input: unknown): Promise<Reply> => {
    if (this.current === 'lost' || this.current === 'refused') return Promise.resolve(lost);
    this.lastId += 1;
    const id = this.lastId;
    const text = JSON.stringify({ id, name, input });
    return new Promise((resolve) => {
      this.pending.set(id, resolve);
      if (this.current === 'open') this.socket?.send(text);
      else this.queue.push(text);
    });
  };

  on = (name: string, listener: Listener): (() => void) => {
    const known = this.listeners.get(name) ?? new Set();
    this.listeners.set(name, known.add(listener));
    return () => known.delete(listener);
  };

  onStatus = (listener: (status: WireStatus) => void) => subscribe(this.statusListeners, listener);
  onReconnect = (listener: () => void) => subscribe(this.reconnectListeners, listener);

  connect(): void {
    const proof = this.proof();
    if (proof === null) {
      this.setStatus('refused');
      return;
    }
    const socket = this.parts.open();
    this.socket = socket;
    this.sentEarly = 0;
    socket.onopen = () => this.opened(socket, proof);
    socket.onmessage = (event) => this.hear(event.data);
    socket.onclose = (event) => this.closed(event.code);
  }

  /** Calls don't wait for the welcome: a host that rejects the page ignores them, and they are sent again. */
  private opened(socket: Socket, proof: { token: string } | { session: string }): void {
    socket.send(JSON.stringify(proof));
    for (const text of this.queue) socket.send(text);
    this.sentEarly = this.queue.length;
  }

  private proof(): { token: string } | { session: string } | null {
    if (this.token !== null) return { token: this.token };
    const session = this.parts.storage.getItem(sessionKey);
    return session === null ? null : { session };
  }

  private hear(data: unknown): void {
    const message = JSON.parse(String(data)) as Message;
    if (message.type === 'welcome') this.welcome(message.session);
    else if (message.type === 'reply') this.settle(message.id, message.reply);
    else for (const listener of this.listeners.get(message.name) ?? []) listener(message.value, message.revision);
  }

  private welcome(session: string): void {
    this.token = null;
    this.attempts = 0;
    for (const text of this.queue.splice(0).slice(this.sentEarly)) this.socket?.send(text);
    this.parts.storage.setItem(sessionKey, session);
    const again = this.wasLost;
    this.wasLost = false;
    this.setStatus('open');
    if (again) for (const listener of this.reconnectListeners) listener();
  }

  private settle(id: number, reply: Reply): void {
    this.pending.get(id)?.(reply);
    this.pending.delete(id);
  }

  private closed(code: number): void {
    if (code === refusedCode) this.refused();
    else if (code === restartedCode) this.parts.reload();
    else this.retryLater();
  }

  private retryLater(): void {
    this.wasLost = true;
    this.failPending();
    this.setStatus('lost');
    const wait = Math.min(longestDelay, firstDelay * 2 ** this.attempts);
    this.attempts += 1;
    this.parts.delay(() => this.connect(), wait);
  }

  private refused(): void {
    // A URL that is opened twice has a used token, while this tab may have a valid session.
    const spent = this.token !== null && this.parts.storage.getItem(sessionKey) !== null;
    this.token = null;
    if (spent) {
      this.connect();
      return;
    }
    this.parts.storage.removeItem(sessionKey);
    this.setStatus('refused');
    this.failPending();
  }

  private failPending(): void {
    this.queue = [];
    for (const id of [...this.pending.keys()]) this.settle(id, lost);
  }

  private setStatus(status: WireStatus): void {
    if (this.current === status) return;
    this.current = status;
    for (const listener of this.statusListeners) listener(status);
  }
}

function subscribe<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
