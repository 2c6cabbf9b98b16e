/** Interfaces of everything outside the app: implemented by hosts, and replaced in tests. */
import type { UpdatesOff } from '#contract/bridge/app.ts';
import type { HostCommandId } from '#contract/commands.ts';
import type { ErrorCode } from '#contract/error-codes.ts';
import type { Settings } from '#contract/setting-rows.ts';
import type { Caller } from './caller';
import type { KnownRoute, NetworkPlan, ProxyFailure } from './network-plan';

/** Timeouts in milliseconds and sizes in bytes; each has its own error code. */
export interface TransportLimits {
  readonly connect: number;
  readonly headers: number;
  readonly idle: number;
  /** From the request to the last byte of its response. */
  readonly total: number;
  readonly bodyBytes: number;
}

/** The part of an `AbortSignal` that a call uses. The whole of one costs each call more than its headers do. */
export interface CancelSignal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

export interface TransportRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly limits: TransportLimits;
  readonly signal?: CancelSignal | undefined;
}

export interface TransportResponse {
  readonly status: number;
  /** Names in lower case; the last of a repeated header. */
  readonly headers: Readonly<Record<string, string>>;
  /** Empty when the body is encoded (`content-encoding`): requests don't accept that, so such a body isn't read. */
  readonly bytes: Uint8Array;
}

/** Error codes of a transport; the error has the cause. */
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
  | ProxyFailure
  | 'host-not-allowed'
>;

/** Sends single requests. Follows no redirect, stores no cookie, and throws an `AppError` with a `TransportFailure` code. */
export interface Transport {
  send(request: TransportRequest): Promise<TransportResponse>;
  /** Uses another plan for requests that start later; running ones keep theirs. Before the first plan, the system's settings apply. */
  follow?(plan: NetworkPlan): Promise<void>;
  /** Returns how a request reaches a URL now. Throws a `ProxyFailure` if it can't. */
  route?(url: string): Promise<KnownRoute>;
  close(): Promise<void>;
}

/** A store for secrets. If it is locked or unavailable, it throws its own codes (`keychain-…`); it never pretends to be empty. */
export interface SecretStore {
  readonly kind: 'system' | 'memory' | 'sealed';
  /** Registers what moves with the secrets between memory and a sealed file. Absent in stores whose secrets never move. */
  onMove?(task: (to: 'memory' | 'sealed') => Promise<void>): void;
  get(key: string): Promise<string | null>;
  set(key: string, value: string): Promise<void>;
  delete(key: string): Promise<void>;
}

/** A child process of the app that exchanges plain messages. */
export interface Worker {
  post(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  /** Runs once, when the process has ended for any reason. */
  onExit(listener: (code: number | null) => void): void;
  kill(): void;
}

export type WorkerName = 'sandbox-worker' | 'keychain-worker' | 'library-worker';

export interface Clock {
  /** Milliseconds since the epoch, according to the machine's clock. */
  now(): number;
  /** Milliseconds of a monotonic clock, which continues while the machine sleeps. */
  monotonic(): number;
  /** Runs `task` after `delay` milliseconds. Returns a function that cancels it. */
  after(delay: number, task: () => void): () => void;
}

/** The system's clipboard. */
export interface Clipboard {
  read(): Promise<string>;
  write(text: string): Promise<void>;
}

/** A confirmation in a dialog of the host, which a page of the app can neither read nor approve. Texts are plain. */
export interface HostConfirmation {
  /** Names the action, as a question. */
  readonly title: string;
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  /** The consequences of the action, one paragraph each. */
  readonly consequences: readonly string[];
  readonly confirmLabel: string;
  readonly cancelLabel: string;
}

/**
 * Shows a confirmation over the caller's window and resolves to whether the user approved. Cancel is the default; closing the dialog
 * or aborting `signal` cancels.
 */
export type ShowConfirmation = (confirmation: HostConfirmation, caller: Caller, signal: AbortSignal) => Promise<boolean>;

/** Both ends of a connection that a loopback server accepted, as `net.Socket` has them. */
export interface AcceptedSocket {
  readonly localAddress?: string | undefined;
  readonly localPort?: number | undefined;
  readonly remoteAddress?: string | undefined;
  readonly remotePort?: number | undefined;
}

/** Resolves to whether a connection may be served. Never rejects. */
export type PeerCheck = (socket: AcceptedSocket) => Promise<boolean>;

/** A notification of the system. Texts are plain, and contain no secrets. */
export interface AppNotification {
  readonly title: string;
  /** Empty for none. */
  readonly body: string;
}

/** Shows a notification. When the user clicks it, the host brings a window to the front, or opens one, and passes it to `onClick`. */
export type Notify = (notification: AppNotification, onClick: (window: Caller) => void) => void;

/** Finds, downloads, and installs newer versions of Latchkey. */
export interface Updater {
  /** Resolves to the newest version in a channel if it is newer than this one, else null. Rejects if the server can't be reached. */
  find(channel: Settings['updateChannel']): Promise<string | null>;
  /** Downloads the version that was found, and checks its signature. Installs it when Latchkey quits. */
  download(): Promise<void>;
  /** Quits, installs the version that was downloaded, and starts it. A window whose user keeps it open stops that. */
  install(): void;
}

/** What the system knows about the use of the machine. */
export interface PowerMonitor {
  /** Returns the seconds since the last input on this machine, in any program. */
  idleSeconds(): number;
  /** Calls the listener when the machine is about to sleep, or its screen is locked. Returns a function that unsubscribes. */
  onSuspend(listener: () => void): () => void;
}

/** What the user has to prove presence for. */
export interface PresenceReason {
  readonly effect: 'reveal' | 'export' | 'destroy' | 'write' | 'sign-in';
  /** The name of the connection. */
  readonly connection: string;
}

/** The system's own check that its user is present, such as Touch ID. */
export interface PresenceCheck {
  /** Whether the user can prove it now: the system has a sensor, and the user has set it up. */
  isAvailable(): boolean;
  /** Shows the system's prompt. Resolves to false if the user canceled it, or wasn't recognized. */
  verify(reason: PresenceReason): Promise<boolean>;
}

/** The file with the machine's policy. */
export interface PolicyLocation {
  readonly file: string;
  /** The user to whom the file and its folder must belong; null where Node can't tell. */
  readonly ownerId: number | null;
}

/** The system's table of programs for `latchkey://` links. */
export interface LinkRegistration {
  /** Asks the system to open a link. Rejects if no program can. */
  open(url: string): Promise<void>;
  /** Resolves to whether the system passes links to this program. */
  isOwn(): Promise<boolean>;
  /** Resolves to the name of the program that the system passes links to; null if there is none. */
  program(): Promise<string | null>;
  /** Makes this program the one that the system passes links to. Resolves to false if the system refuses. */
  register(): Promise<boolean>;
}

/** A file of data to save. */
export interface DataFile {
  /** The suggested name. */
  readonly name: string;
  readonly format: 'csv' | 'ndjson' | 'json';
}

/** The data of a new sandbox. */
export type SandboxSeed = 'demo' | 'empty';

export interface Ports {
  readonly host: 'electron' | 'browser' | 'terminal';
  readonly version: string;
  readonly profileFolder: string;
  /** The file with the licenses of all packages, which the build writes. */
  readonly licensesFile: string;
  readonly transport: Transport;
  /** Used instead of the system keychain: by tests, and when the user requested storage in memory. */
  readonly secrets?: SecretStore;
  readonly clock: Clock;
  /** Returns the locales that the user prefers, the best first, as the system has them now. */
  readonly preferredLanguages: () => readonly string[];
  /** Cryptographically random bytes. */
  readonly random: (bytes: number) => Uint8Array;
  readonly spawnWorker: (name: WorkerName, args: readonly string[]) => Worker;
  /** Null when the host has no clipboard; a page in a browser has one. */
  readonly clipboard: Clipboard | null;
  /** Opens another window at a path of the app; a browser host returns the URL to open instead. */
  readonly openWindow: (path: string) => Promise<string | null>;
  /** Resolves to whether a connection to a loopback server of the app may be served. Called before any byte of it is read. */
  readonly isTrustedPeer: PeerCheck;
  /**
   * Opens a web URL in the system browser. Throws `browser-not-opened` when no browser starts. Other users of the machine may see the URL.
   */
  readonly openUrl: (url: string) => Promise<void>;
  /** Null when the host has no dialogs: the callback server then shows confirmations on a page in the system browser. */
  readonly confirm: ShowConfirmation | null;
  /**
   * Lets the user choose an existing or a new environment file, and resolves to its path; null if the user cancels. Null when the host has no
   * dialogs: a page in a browser can only download a file.
   */
  readonly chooseEnvFile: ((caller: Caller) => Promise<string | null>) | null;
  /**
   * Lets the user choose where to save data, or without any connections with their keys, and resolves to the path; null if the user cancels. Null
   * when the host has no dialogs: the page then downloads the file, for connections after the user confirmed.
   */
  readonly chooseExportFile: ((caller: Caller, data?: DataFile) => Promise<string | null>) | null;
  /** Lets the user choose where to save settings, and resolves to the path; null if the user cancels. Null when the host has no dialogs. */
  readonly chooseSettingsFile: ((caller: Caller) => Promise<string | null>) | null;
  /**
   * Lets the user choose a file or a folder of a configuration for a connection to follow, and resolves to its path; null if the user cancels. Null
   * when the host has no dialogs: a page in a browser knows no paths.
   */
  readonly chooseFollowed: ((caller: Caller, kind: 'file' | 'folder') => Promise<string | null>) | null;
  /**
   * Lets the user choose a folder of configuration to read or to write, and resolves to its path; null if the user cancels. Null when the host has
   * no dialogs.
   */
  readonly chooseFolder: ((caller: Caller, purpose: 'read' | 'write') => Promise<string | null>) | null;
  /** Opens a file in the system's program for it, and resolves to whether there is one. Null when the app runs in a browser tab. */
  readonly openFile: ((path: string) => Promise<boolean>) | null;
  /** Minimizes a window; null when the app runs in a browser tab. */
  readonly minimizeWindow: ((caller: Caller) => void) | null;
  /** Focuses the app's window after a browser was used; null when the app itself runs in a browser tab. */
  readonly focusWindow: (() => void) | null;
  /** Null when the host can't show notifications: a page in a browser then does. */
  readonly notify: Notify | null;
  /** Runs a command that a page can't run itself; null when the host has no such commands. */
  readonly runCommand: ((id: HostCommandId, caller: Caller) => Promise<void>) | null;
  /** Ends the app and starts it again, without asking about unsaved changes. Returns at once. */
  readonly restart: () => void;
  /** Deletes what the host stores beside the app's files, such as caches of windows; null if that is nothing. */
  readonly clearHostData: (() => Promise<void>) | null;
  /** Null when the host can't ask the system: windows then report their use, and a jump of the clock tells that the machine slept. */
  readonly power: PowerMonitor | null;
  /** Null when the host has no such check: the passphrase of the lock is then the only proof. */
  readonly presence: PresenceCheck | null;
  /** Null when the system passes no links to the host. */
  readonly linkRegistration: LinkRegistration | null;
  /** The reason when this build doesn't update itself. */
  readonly updater: Updater | { readonly off: UpdatesOff };
  /** Null if the machine's policy doesn't apply, as in tests. */
  readonly policyPlace: PolicyLocation | null;
  /** Opens the sandbox at the start, signed in as its admin; a sandbox without data is created with this. */
  readonly sandboxSeed?: SandboxSeed;
  /** The fixed time of all clocks, including those of windows and of the sandbox, in milliseconds since the epoch. */
  readonly fixedTime?: number;
  /** Sends requests only to this machine. */
  readonly noNetwork?: boolean;
  /** True for a host that runs one command and ends: nothing is watched, updated, or gone on with in the background. */
  readonly isBrief?: boolean;
  /** True for the build that tests may drive. */
  readonly automation?: boolean;
  /** True if the system can start the host when the user signs in. */
  readonly canStartAtLogin?: boolean;
}
