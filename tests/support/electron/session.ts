/** Sessions: apply the program's filters and handlers to the requests of pages. */
import type { Session } from 'electron';
import { requireReady } from './app';
import { Emitter, emitterMembers, preventable } from './emitter';
import { eventNames } from './event-names';
import { faceOf, refuse, requireHandler } from './refuse';

type BeforeRequest = (details: { url: string }, answer: (response: { cancel?: boolean }) => void) => void;

class StandInWebRequest {
  readonly face: this = faceOf(this, 'webRequest', ['onBeforeRequest']);
  listener: BeforeRequest | null = null;

  onBeforeRequest(first: unknown, second?: unknown): void {
    const listener = second === undefined ? first : second;
    requireHandler(listener, 'webRequest.onBeforeRequest');
    if (second !== undefined) refuse('webRequest filters by address are not in the stand-in for Electron');
    this.listener = listener as BeforeRequest | null;
  }
}

const members = [
  ...emitterMembers,
  'webRequest',
  'clearAuthCache',
  'clearCache',
  'clearCodeCaches',
  'clearHostResolverCache',
  'clearStorageData',
  'closeAllConnections',
  'resolveProxy',
  'setCertificateVerifyProc',
  'setDevicePermissionHandler',
  'setPermissionCheckHandler',
  'setPermissionRequestHandler',
  'setProxy',
  'setSpellCheckerEnabled',
] as const;

type Handler<K extends 'setDevicePermissionHandler' | 'setPermissionCheckHandler' | 'setPermissionRequestHandler'> = Parameters<
  Session[K]
>[0];

type Used = Exclude<(typeof members)[number], (typeof emitterMembers)[number] | 'webRequest'>;

export class StandInSession extends Emitter<(typeof eventNames.Session)[number]> implements Pick<Session, Used> {
  readonly face: this = faceOf(this, 'session', members);
  readonly requests = new StandInWebRequest();
  private askHandler: Handler<'setPermissionRequestHandler'> = null;
  private checkHandler: Handler<'setPermissionCheckHandler'> = null;
  private deviceHandler: Handler<'setDevicePermissionHandler'> = null;
  closedConnections = 0;
  /** What was deleted, by the names of the calls. */
  readonly cleared: string[] = [];
  /** Null without its own settings. */
  proxy: Electron.ProxyConfig | null = null;
  verify: Parameters<Session['setCertificateVerifyProc']>[0] = null;
  /** Downloads dictionaries while it is on. */
  checksSpelling = true;
  /** The error for rules of proxies that are set from now on; null if they are accepted. */
  static proxyFailure: string | null = null;

  constructor(readonly options: Partial<Electron.FromPartitionOptions>) {
    super('session', eventNames.Session);
  }

  get webRequest() {
    return this.requests.face;
  }
  async clearAuthCache(): Promise<void> {
    this.cleared.push('clearAuthCache');
  }
  async clearCache(): Promise<void> {
    this.cleared.push('clearCache');
  }
  async clearCodeCaches(): Promise<void> {
    this.cleared.push('clearCodeCaches');
  }
  async clearHostResolverCache(): Promise<void> {
    this.cleared.push('clearHostResolverCache');
  }
  async clearStorageData(): Promise<void> {
    this.cleared.push('clearStorageData');
  }
  async closeAllConnections(): Promise<void> {
    this.closedConnections += 1;
  }
  async setProxy(config: Electron.ProxyConfig): Promise<void> {
    if (config.mode === 'fixed_servers' && StandInSession.proxyFailure !== null) refuse(StandInSession.proxyFailure);
    this.proxy = config;
  }
  async resolveProxy(): Promise<string> {
    return this.proxy?.mode === 'fixed_servers' ? `PROXY ${new URL(this.proxy.proxyRules ?? '').host}` : 'DIRECT';
  }
  setSpellCheckerEnabled(enable: boolean): void {
    if (typeof enable !== 'boolean') throw new TypeError('setSpellCheckerEnabled takes a boolean');
    this.checksSpelling = enable;
  }
  setCertificateVerifyProc(handler: Parameters<Session['setCertificateVerifyProc']>[0]): void {
    requireHandler(handler, 'setCertificateVerifyProc');
    this.verify = handler;
  }
  setPermissionRequestHandler(handler: Handler<'setPermissionRequestHandler'>): void {
    requireHandler(handler, 'setPermissionRequestHandler');
    this.askHandler = handler;
  }
  setPermissionCheckHandler(handler: Handler<'setPermissionCheckHandler'>): void {
    requireHandler(handler, 'setPermissionCheckHandler');
    this.checkHandler = handler;
  }
  setDevicePermissionHandler(handler: Handler<'setDevicePermissionHandler'>): void {
    requireHandler(handler, 'setDevicePermissionHandler');
    this.deviceHandler = handler;
  }

  /** Whether a page may send a request; without a filter it may. */
  mayRequest(url: string): boolean {
    let cancelled = false;
    let answered = this.requests.listener === null;
    this.requests.listener?.({ url }, ({ cancel = false }) => {
      answered = true;
      cancelled = cancel;
    });
    return answered && !cancelled;
  }

  /** Returns whether a page gets a permission by request and by check; Electron grants both without a handler. */
  grants(permission: string): { asked: boolean; checked: boolean; device: boolean } {
    let asked = this.askHandler === null;
    const contents = null as never;
    this.askHandler?.(contents, permission as never, (granted) => (asked = granted), {} as never);
    const checked = this.checkHandler?.(null, permission as never, 'app://bundle/', {} as never) ?? true;
    return { asked, checked, device: this.deviceHandler?.({ deviceType: 'usb', origin: 'app://bundle', device: {} as never }) ?? false };
  }

  /** Whether a download is allowed. */
  mayDownload(url: string): boolean {
    const event = preventable();
    this.tell('will-download', event, { getURL: () => url });
    return !event.defaultPrevented;
  }
}

const partitions = new Map<string, StandInSession>();
export const defaultSession = new StandInSession({});

class StandInSessions {
  readonly face: this = faceOf(this, 'session', ['defaultSession', 'fromPartition']);

  get defaultSession() {
    requireReady('session');
    return defaultSession.face;
  }

  fromPartition(partition: string, options: Electron.FromPartitionOptions = { cache: true }) {
    requireReady('session');
    const known = partitions.get(partition) ?? new StandInSession(options);
    partitions.set(partition, known);
    return known.face;
  }
}

export const sessions = new StandInSessions();
/** Returns a session that the program created, by its name. */
export const partition = (name: string) => partitions.get(name) ?? refuse(`There is no session ${name}`);
