/** A window's contents: loads URLs through the session's filter and the program's own scheme, and simulates failures. */
import type { IpcMainInvokeEvent, WebContents } from 'electron';
import { app } from './app';
import { Emitter, emitterMembers, preventable } from './emitter';
import { eventNames } from './event-names';
import { cloned, ipcMain } from './ipc';
import { runPreload, type StandInFrame, type StandInPage } from './page';
import { protocol } from './protocol';
import { faceOf, refuse, requireHandler } from './refuse';
import { defaultSession } from './session';

const members = [
  ...emitterMembers,
  'id',
  'forcefullyCrashRenderer',
  'getURL',
  'getZoomLevel',
  'isDestroyed',
  'loadURL',
  'reload',
  'send',
  'setWebRTCIPHandlingPolicy',
  'setWindowOpenHandler',
  'setZoomLevel',
] as const;
type Used = Exclude<(typeof members)[number], (typeof emitterMembers)[number]>;
type OpenHandler = Parameters<WebContents['setWindowOpenHandler']>[0];

/** Events that a window gets of its contents. */
interface Reports {
  loaded(): void;
  hung(): void;
  recovered(): void;
}

let lastId = 0;
/** All pages of an origin share their zoom by default; the program has one origin. */
let sharedZoom = 0;

export class StandInContents extends Emitter<(typeof eventNames.WebContents)[number]> implements Pick<WebContents, Used> {
  readonly id = ++lastId;
  readonly face: this = faceOf(this, 'webContents', members);
  /** Every loaded URL with the headers and the text of the response. */
  readonly loads: { readonly url: string; readonly status: number; readonly headers: Record<string, string>; readonly text: string }[] = [];
  page: StandInPage | null = null;
  /** Whether the page prevents unloading, like one with unsaved input. */
  unsaved = false;
  private address = '';
  private ownZoom: number | null;
  private destroyed = false;
  /** Whether the end of the page's process is being reported. */
  private isEnding = false;
  private openHandler: OpenHandler | null = null;

  constructor(
    private readonly preferences: Electron.WebPreferences,
    private readonly reports: Reports,
  ) {
    super('webContents', eventNames.WebContents);
    const { zoomMode = 'default' } = preferences;
    if (!['default', 'isolated'].includes(zoomMode)) refuse(`zoom mode ${zoomMode}`);
    this.ownZoom = zoomMode === 'isolated' ? sharedZoom : null;
    app.tell('web-contents-created', preventable(), this.face);
  }

  get frame(): StandInFrame {
    return { url: this.address, parent: null };
  }
  getURL(): string {
    return this.address;
  }
  getZoomLevel(): number {
    return this.ownZoom ?? sharedZoom;
  }
  setZoomLevel(level: number): void {
    if (this.ownZoom === null) sharedZoom = level;
    else this.ownZoom = level;
  }
  /** What WebRTC may use. */
  webRtcPolicy = 'default';
  setWebRTCIPHandlingPolicy(policy: Parameters<WebContents['setWebRTCIPHandlingPolicy']>[0]): void {
    const policies = ['default', 'default_public_interface_only', 'default_public_and_private_interfaces', 'disable_non_proxied_udp'];
    if (!policies.includes(policy)) refuse(`WebRTC policy ${policy}`);
    this.webRtcPolicy = policy;
  }
  isDestroyed(): boolean {
    return this.destroyed;
  }
  setWindowOpenHandler(handler: OpenHandler): void {
    requireHandler(handler, 'setWindowOpenHandler');
    this.openHandler = handler;
  }
  send(channel: string, ...args: unknown[]): void {
    if (this.destroyed) refuse('Object has been destroyed');
    const sent = args.map((value) => cloned(value));
    this.page?.hear(channel, sent);
  }
  /** Simulates that the page opens another of its screens. */
  route(path: string): void {
    this.address = `${this.address.split('#')[0]}#${path}`;
    this.tell('did-navigate-in-page', preventable());
  }
  loadURL(url: string): Promise<void> {
    return this.load(url);
  }
  reload(): void {
    if (this.mayUnload()) void this.load(this.address);
  }
  forcefullyCrashRenderer(): void {
    this.crash('killed');
  }

  async load(url: string): Promise<void> {
    // In some releases of Electron, this crashes the program.
    if (this.isEnding) refuse('a page is loaded while its process is still being taken down');
    if (!URL.canParse(url)) refuse(`ERR_INVALID_URL (-300) loading '${url}'`);
    if (!defaultSession.mayRequest(url)) return this.failToLoad(url, -20, 'ERR_BLOCKED_BY_CLIENT');
    const response = await protocol.serve(url).catch(() => null);
    if (response === null) return this.failToLoad(url, -2, 'ERR_FAILED');
    const text = await response.text();
    if (this.destroyed) return;
    this.address = url;
    this.loads.push({ url, status: response.status, headers: Object.fromEntries(response.headers), text });
    const { preload } = this.preferences;
    this.page = preload === undefined ? null : runPreload(preload, () => this.event(this.frame));
    this.tell('did-finish-load', preventable());
    this.reports.loaded();
  }

  private failToLoad(url: string, code: number, description: string): never {
    if (!this.destroyed) this.tell('did-fail-load', preventable(), code, description, url, true);
    return refuse(`${description} (${code}) loading '${url}'`);
  }

  /** Returns the event of a message from one of this window's frames; null if the frame no longer exists. */
  event(frame: StandInFrame | null): IpcMainInvokeEvent {
    // Contains only the properties of a sender and a frame that are used.
    return { sender: this.face, senderFrame: frame, processId: 1, frameId: 1 } as unknown as IpcMainInvokeEvent;
  }

  /** Sends a message past the preload script. */
  forge(frame: StandInFrame | null, ...args: unknown[]): Promise<unknown> {
    return ipcMain.invoke(this.event(frame), 'latchkey:call', args);
  }

  /** Simulates navigation within the page, like a router's. */
  moveTo(hash: string): void {
    this.address = `${this.address.split('#')[0]}#${hash}`;
  }

  /** Simulates a navigation by the page or one of its frames. Returns whether it was allowed. */
  async navigate(url: string, { isMainFrame = true }: { isMainFrame?: boolean } = {}): Promise<boolean> {
    const everywhere = preventable({ url, isMainFrame });
    this.tell('will-frame-navigate', everywhere);
    if (everywhere.defaultPrevented) return false;
    if (!isMainFrame) return defaultSession.mayRequest(url);
    const own = preventable({ url, isMainFrame });
    this.tell('will-navigate', own);
    if (own.defaultPrevented) return false;
    await this.load(url);
    return true;
  }

  /** Simulates that the page reloads itself, which is a navigation like others. Returns whether it was allowed. */
  async reloadItself(): Promise<boolean> {
    return this.mayUnload() && (await this.navigate(this.address));
  }

  /** Simulates that the page doesn't respond for so long that Chromium notices. */
  hang(): void {
    this.tell('unresponsive');
    this.reports.hung();
  }

  recover(): void {
    this.reports.recovered();
    this.tell('responsive');
  }

  /** Simulates unloading the page. Returns whether it was allowed. */
  mayUnload(): boolean {
    if (!this.unsaved || this.page === null) return true;
    const event = preventable();
    this.tell('will-prevent-unload', event);
    return event.defaultPrevented;
  }

  /** Simulates a server's redirect of a navigation. */
  redirect(url: string): boolean {
    const event = preventable({ url, isMainFrame: true });
    this.tell('will-redirect', event);
    return !event.defaultPrevented;
  }

  attachWebview(): boolean {
    const event = preventable();
    this.tell('will-attach-webview', event, {}, {});
    return !event.defaultPrevented;
  }

  /** Simulates `window.open`, a middle click, or a link with a target. Returns whether a window opened. */
  open(url: string): boolean {
    if (this.openHandler === null) return true;
    const answer = this.openHandler({
      url,
      frameName: '',
      features: '',
      disposition: 'new-window',
      referrer: { url: '', policy: 'default' },
    });
    return answer.action === 'allow';
  }

  /** Returns the Bluetooth device that a page would get. */
  chooseBluetooth(): string {
    let chosen = 'first';
    const event = preventable();
    this.tell('select-bluetooth-device', event, [{ deviceId: 'first', deviceName: 'Headset' }], (id: string) => (chosen = id));
    return event.defaultPrevented ? chosen : 'first';
  }

  crash(reason: string): void {
    this.page = null;
    this.isEnding = true;
    this.tell('render-process-gone', preventable(), { reason, exitCode: 5 });
    this.isEnding = false;
  }

  destroy(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    this.tell('destroyed');
  }
}
