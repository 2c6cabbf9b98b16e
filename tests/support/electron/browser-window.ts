/** Windows of the test double. */
import type { BrowserWindow, Rectangle } from 'electron';
import { app, type Closable, requireReady } from './app';
import { Emitter, emitterMembers, preventable } from './emitter';
import { eventNames } from './event-names';
import { faceOf, refuse } from './refuse';
import { StandInContents } from './web-contents';

const members = [
  ...emitterMembers,
  'destroy',
  'focus',
  'getNormalBounds',
  'getTitle',
  'id',
  'isDestroyed',
  'isFullScreen',
  'isMaximized',
  'isMinimized',
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
  private shownFirst = false;
  bounds: Rectangle;

  constructor(readonly options: Electron.BrowserWindowConstructorOptions = {}) {
    super('browserWindow', eventNames.BrowserWindow);
    requireReady('BrowserWindow');
    const { x = 0, y = 0, width = 800, height = 600, show = true, backgroundColor = '#FFF', webPreferences = {} } = options;
    if (![x, y, width, height].every(Number.isInteger)) refuse('Error processing argument: bounds must be integers');
    this.bounds = { x, y, width, height };
    this.visible = show;
    this.backgroundColor = backgroundColor;
    this.contents = new StandInContents(webPreferences.preload, () => this.paintFirst());
    windows.push(this);
    app.windows.add(this);
    focused = this;
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
    this.visible = true;
    this.focus();
  }
  focus(): void {
    if (focused === this) return;
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
    this.visible = true;
  }
  setFullScreen(flag: boolean): void {
    this.fullScreen = flag;
    this.visible ||= flag;
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
    windows.splice(windows.indexOf(this), 1);
    if (focused === this) focused = null;
    this.contents.destroy();
    this.tell('closed');
    app.forget(this);
  }

  tryClose(): boolean {
    const event = preventable();
    this.tell('close', event);
    if (event.defaultPrevented || !this.contents.mayUnload()) return false;
    this.destroy();
    return true;
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

  private paintFirst(): void {
    if (this.shownFirst) return;
    this.shownFirst = true;
    this.tell('ready-to-show');
  }
}
