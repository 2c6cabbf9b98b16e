/** Everything the app needs from outside: a host hands these in, tests hand in their own. */
import type { HostCommandId } from '../contract/commands';
import type { ErrorCode } from '../contract/error-codes';
import type { AcceptedSocket } from './loopback/socket-table';
import type { Caller } from './runtime/caller';

/** Time limits in milliseconds and sizes in bytes; each is broken with a code of its own. */
export interface TransportLimits {
  readonly connect: number;
  readonly headers: number;
  readonly idle: number;
  /** From the request to the last byte of its answer, however steadily it drips. */
  readonly total: number;
  readonly bodyBytes: number;
}

export interface TransportRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly limits: TransportLimits;
  readonly signal?: AbortSignal | undefined;
}

export interface TransportResponse {
  readonly status: number;
  /** Names in lower case; the last of a repeated header. */
  readonly headers: Readonly<Record<string, string>>;
  /** Empty when the body is encoded (`content-encoding`), for nobody asked for that: such a body is not read. */
  readonly bytes: Uint8Array;
}

/** Codes a transport fails with; the cause stays on the error. */
export type TransportFailure = Extract<
  ErrorCode,
  | 'bad-input'
  | 'offline'
  | 'unreachable'
  | 'name-not-found'
  | 'tls-refused'
  | 'tls-untrusted'
  | 'tls-expired'
  | 'tls-wrong-host'
  | 'connection-lost'
  | 'timed-out'
  | 'response-too-large'
  | 'cancelled'
>;

/** Sends one request. Follows no redirect, keeps no cookie, fails with an `AppError` of a `TransportFailure` code. */
export interface Transport {
  send(request: TransportRequest): Promise<TransportResponse>;
  close(): Promise<void>;
}

/** Where secrets live. A store that is locked or away fails with a code of its own (`keychain-…`); it never answers as if empty. */
export interface SecretStore {
  readonly kind: 'system' | 'memory';
  get(key: string): Promise<string | null>;
  set(key: string, value: string): Promise<void>;
  delete(key: string): Promise<void>;
}

/** A process of our own that speaks in plain messages. */
export interface Worker {
  post(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  /** Runs once, when the process has ended, however it did. */
  onExit(listener: (code: number | null) => void): void;
  kill(): void;
}

export type WorkerName = 'sandbox-worker' | 'keychain-worker';

export interface Clock {
  /** Milliseconds since the epoch, as the machine believes. */
  now(): number;
  /** Milliseconds of a clock that only goes forward, also while the machine sleeps. */
  monotonic(): number;
  /** Runs `task` after `delay` milliseconds; the answer cancels it. */
  after(delay: number, task: () => void): () => void;
}

/** The system's clipboard. */
export interface Clipboard {
  read(): Promise<string>;
  write(text: string): Promise<void>;
}

/** What a user confirms in a dialog of the host, which a page of the app can neither read nor answer. Texts are plain. */
export interface HostConfirmation {
  /** Names the action, as a question. */
  readonly title: string;
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  /** What it leads to, one paragraph each. */
  readonly consequences: readonly string[];
  readonly confirmLabel: string;
  readonly cancelLabel: string;
}

/**
 * Shows a confirmation over the caller's window and resolves to whether the user approved. Cancel is the default; closing the dialog
 * or aborting `signal` cancels.
 */
export type ShowConfirmation = (confirmation: HostConfirmation, caller: Caller, signal: AbortSignal) => Promise<boolean>;

/** Resolves to whether a connection may be served. Never rejects. */
export type PeerCheck = (socket: AcceptedSocket) => Promise<boolean>;

export interface Ports {
  readonly host: 'electron' | 'browser';
  readonly version: string;
  readonly profileFolder: string;
  readonly transport: Transport;
  /** Used instead of the system's keychain: by tests, and where a person asked for memory only. */
  readonly secrets?: SecretStore;
  readonly clock: Clock;
  /** Cryptographically random bytes. */
  readonly random: (bytes: number) => Uint8Array;
  readonly spawnWorker: (name: WorkerName, args: readonly string[]) => Worker;
  /** Null where the host has no clipboard of its own; a browser's page has one. */
  readonly clipboard: Clipboard | null;
  /** Opens another window at a path of the app; a browser host answers the address to open instead. */
  readonly openWindow: (path: string) => Promise<string | null>;
  /** Whether a connection to a loopback server of the app may be served, asked before a byte of it is read. */
  readonly isTrustedPeer: PeerCheck;
  /**
   * Opens an address of the web in the system's browser; fails with `browser-not-opened` when none starts. Other users of the machine
   * may see the address.
   */
  readonly openUrl: (url: string) => Promise<void>;
  /** Null where the host has no dialogs: the callback server then shows confirmations on a page in the system's browser. */
  readonly confirm: ShowConfirmation | null;
  /** Brings the app before the person, who is looking at a browser; null where the app is a browser's tab itself. */
  readonly focusWindow: (() => void) | null;
  /** Does for a window what its page cannot; null where the host has nothing of the kind. */
  readonly runCommand: ((id: HostCommandId, caller: Caller) => Promise<void>) | null;
  /** True for the build that tests may drive. */
  readonly automation?: boolean;
}
