/** Windows of the test double. */
import { existsSync } from 'node:fs';
import type { BrowserWindow, Rectangle } from 'electron';
import { app, type Closable, requireReady } from './app';
import { Emitter, emitterMembers, preventable } from './emitter';
import { eventNames } from './event-names';
import { faceOf, refuse } from './refuse';
import { StandInContents } from './web-contents';

const members = [
  ...emitterMembers,
  'close',
  'destroy',
  'focus',
  'getNormalBounds',
  'getTitle',
  'id',
  'isDestroyed',
  'isFullScreen',
  'isMaximized',
  'isMinimized',
  'isVisible',
  'loadURL',
  'maximize',
  'restore',
  'setBackgroundColor',
  'setBounds',
  'setFullScreen',
  'setContentProtection',
  'setTitle',
  'show',
  'webContents',
] as const;
type Used = Exclude<(typeof members)[number], (typeof emitterMembers)[number] | 'webContents' | 'id'>;

/** Delay (ms) between a page that doesn't respond and the event of its window. */
const hangDelay = 50;
/** Whether the system draws a window that isn't shown; Wayland, for one, doesn't. */
const drawsHidden = process.env.STAND_IN_DRAWS_HIDDEN !== '0';

/** Oldest first. */
export const windows: StandInWindow[] = [];
let focused: StandInWindow | null = null;
let lastId = 0;

export class StandInWindow extends Emitter<(typeof eventNames.BrowserWindow)[number]> implements Pick<BrowserWindow, Used>, Closable {
  readonly face: this = faceOf(this, 'browserWindow', members);
  readonly contents: StandInContents;
  readonly titles: string[] = [];
  readonly id = ++lastId;
  backgroundColor: string;
  isProtected = false;
  visible: boolean;
  minimized = false;
  private maximized = false;
  private fullScreen = false;
  private destroyed = false;
  private isDrawn = false;
  private hasFirstPage = false;
  private hanging: NodeJS.Timeout | null = null;
  bounds: Rectangle;
  /** How long (ms) a page may take to close before its window says that it doesn't respond. Also after the page has stayed. */
  static closeLimit = 5_000;

  constructor(readonly options: Electron.BrowserWindowConstructorOptions = {}) {
    super('browserWindow', eventNames.BrowserWindow);
    requireReady('BrowserWindow');
    const { x = 0, y = 0, width = 800, height = 600, show = true, backgroundColor = '#FFF', webPreferences = {}, icon } = options;
    if (![x, y, width, height].every(Number.isInteger)) refuse('Error processing argument: bounds must be integers');
    if (typeof icon === 'string' && !existsSync(icon)) refuse(`Failed to load image from path '${icon}'`);
    this.bounds = { x, y, width, height };
    this.visible = show;
    this.backgroundColor = backgroundColor;
    this.contents = new StandInContents(webPreferences, {
      loaded: () => this.loadedFirst(),
      hung: () => this.hangSoon(hangDelay),
      recovered: () => this.recovered(),
    });
    windows.push(this);
    app.windows.add(this);
    if (show) focused = this;
    // biome-ignore lint/correctness/noConstructorReturn: the program must only get the checked object
    return this.face;
  }

  static getFocusedWindow(): StandInWindow | null {
    return focused?.face ?? null;
  }
  get webContents() {
    return this.contents.face;
  }
  loadURL(url: string): Promise<void> {
    return this.contents.load(url);
  }
  show(): void {
    if (!this.visible) {
      this.visible = true;
      this.tell('show');
      this.drawFirst();
    }
    this.focus();
  }
  isVisible(): boolean {
    return this.visible;
  }
  /** Does nothing while the window is hidden. */
  focus(): void {
    if (focused === this || !this.visible) return;
    focused?.tell('blur');
    focused = this;
    this.tell('focus');
  }
  restore(): void {
    this.minimized = false;
  }
  maximize(): void {
    this.maximized = true;
    // Like in Electron, this also shows the window.
    this.show();
  }
  setFullScreen(flag: boolean): void {
    this.fullScreen = flag;
    // Windows leaves a hidden window hidden.
    if (flag && process.platform !== 'win32') this.show();
  }
  isFullScreen(): boolean {
    return this.fullScreen;
  }
  setBounds(bounds: Partial<Rectangle>): void {
    this.moveTo({ ...this.bounds, ...bounds });
  }
  isMaximized(): boolean {
    return this.maximized;
  }
  isMinimized(): boolean {
    return this.minimized;
  }
  isDestroyed(): boolean {
    return this.destroyed;
  }
  getNormalBounds(): Rectangle {
    if (this.destroyed) refuse('Object has been destroyed');
    return this.bounds;
  }
  getTitle(): string {
    return this.titles.at(-1) ?? this.options.title ?? '';
  }
  setTitle(title: string): void {
    this.titles.push(title);
  }
  setContentProtection(isProtected: boolean): void {
    if (this.destroyed) refuse('Object has been destroyed');
    this.isProtected = isProtected;
  }
  setBackgroundColor(colour: string): void {
    this.backgroundColor = colour;
  }
  destroy(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    this.recovered();
    windows.splice(windows.indexOf(this), 1);
    if (focused === this) focused = null;
    this.contents.destroy();
    this.tell('closed');
    app.forget(this);
  }

  close(): void {
    void this.tryClose();
  }

  /** Closes the window like a user: its page is asked later. Resolves to whether it closed. */
  async tryClose(): Promise<boolean> {
    const event = preventable();
    this.tell('close', event);
    if (!event.defaultPrevented) {
      this.hangSoon(StandInWindow.closeLimit);
      await new Promise(setImmediate);
      if (this.destroyed || this.contents.mayUnload()) {
        this.destroy();
        return true;
      }
    }
    app.stayed();
    return false;
  }

  /** Simulates that the user switches to another program. */
  static leave(): void {
    focused?.tell('blur');
    focused = null;
  }

  /** Simulates that the user moves or resizes the window. */
  moveTo(bounds: Rectangle): void {
    this.bounds = bounds;
    this.tell('move');
    this.tell('resize');
  }

  /** Simulates that the page sets its title. Returns the title that is shown. */
  entitle(title: string): string {
    const event = preventable();
    this.tell('page-title-updated', event, title, true);
    return event.defaultPrevented ? (this.titles.at(-1) ?? '') : title;
  }

  private loadedFirst(): void {
    this.hasFirstPage = true;
    this.drawFirst();
  }

  private drawFirst(): void {
    if (!this.hasFirstPage || this.isDrawn || !(this.visible || drawsHidden)) return;
    this.isDrawn = true;
    setImmediate(() => this.destroyed || this.tell('ready-to-show'));
  }

  private hangSoon(delay: number): void {
    this.hanging ??= setTimeout(() => {
      this.hanging = null;
      this.tell('unresponsive');
    }, delay);
  }

  private recovered(): void {
    if (this.hanging !== null) clearTimeout(this.hanging);
    this.hanging = null;
  }
}
