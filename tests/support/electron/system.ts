/** The parts of Electron that use the system; calls to them are recorded. */
import type { Clipboard, ClipboardItem, Dialog, Display, NativeTheme, Screen, Shell, SystemPreferences } from 'electron';
import { requireReady } from './app';
import type { StandInWindow } from './browser-window';
import { Emitter, emitterMembers } from './emitter';
import { eventNames } from './event-names';
import { faceOf, innerOf, refuse } from './refuse';

class StandInShell implements Pick<Shell, 'openExternal' | 'openPath'> {
  readonly face: this = faceOf(this, 'shell', ['openExternal', 'openPath']);
  readonly opened: string[] = [];
  readonly openedPaths: string[] = [];

  async openExternal(url: string): Promise<void> {
    if (!URL.canParse(url)) refuse(`Invalid URL: ${url}`);
    this.opened.push(url);
  }
  async openPath(path: string): Promise<string> {
    this.openedPaths.push(path);
    return '';
  }
}

type MessageBoxArgs = [options: Electron.MessageBoxOptions] | [window: StandInWindow, options: Electron.MessageBoxOptions];

function pressed({ buttons = [] }: Electron.MessageBoxOptions, button: number): number {
  return button < buttons.length ? button : refuse('dialog: there is no such button');
}

class StandInDialog implements Pick<Dialog, 'showErrorBox'> {
  readonly face: this = faceOf(this, 'dialog', [
    'showErrorBox',
    'showMessageBox',
    'showMessageBoxSync',
    'showOpenDialog',
    'showSaveDialog',
  ]);
  readonly errors: string[] = [];
  readonly questions: Electron.MessageBoxOptions[] = [];
  /** The button that the user presses; null while the user lets message boxes stay open. */
  response: number | null = 0;
  /** The buttons that the user presses first. */
  readonly responses: number[] = [];
  /** The path that the user enters in a save dialog; null to cancel it. */
  savePath: string | null = null;
  readonly saveOptions: Electron.SaveDialogOptions[] = [];
  /** The path that the user chooses in an open dialog; null to cancel it. */
  openPath: string | null = null;
  readonly openOptions: Electron.OpenDialogOptions[] = [];
  /** How many message boxes are open. */
  open = 0;

  showErrorBox(title: string, content: string): void {
    this.errors.push(`${title}\n${content}`);
    // Printed, so that it is visible also when the program ends right afterwards.
    console.error(`error box: ${title}\n${content}`);
  }
  async showMessageBox(...args: MessageBoxArgs): Promise<Electron.MessageBoxReturnValue> {
    const [window, options] = args.length === 1 ? [null, args[0]] : args;
    this.record(window, options);
    const next = this.responses.shift() ?? this.response;
    if (next !== null) return { response: pressed(options, next), checkboxChecked: false };
    this.open += 1;
    const { signal, cancelId = 0 } = options;
    await new Promise<void>((close) => signal?.addEventListener('abort', () => close(), { once: true }));
    this.open -= 1;
    return { response: cancelId, checkboxChecked: false };
  }
  async showSaveDialog(window: StandInWindow, options: Electron.SaveDialogOptions): Promise<Electron.SaveDialogReturnValue> {
    requireReady('dialog');
    if (innerOf(window).isDestroyed()) refuse('Object has been destroyed');
    this.saveOptions.push(options);
    return { canceled: this.savePath === null, filePath: this.savePath ?? '' };
  }
  async showOpenDialog(window: StandInWindow, options: Electron.OpenDialogOptions): Promise<Electron.OpenDialogReturnValue> {
    requireReady('dialog');
    if (innerOf(window).isDestroyed()) refuse('Object has been destroyed');
    this.openOptions.push(options);
    return { canceled: this.openPath === null, filePaths: this.openPath === null ? [] : [this.openPath] };
  }
  showMessageBoxSync(...args: MessageBoxArgs): number {
    const [window, options] = args.length === 1 ? [null, args[0]] : args;
    const { response } = this;
    if (response === null) return refuse('dialog: the program would hang, because the user answers nothing');
    this.record(window, options);
    return pressed(options, response);
  }
  private record(window: StandInWindow | null, options: Electron.MessageBoxOptions): void {
    requireReady('dialog');
    if (window !== null && innerOf(window).isDestroyed()) refuse('Object has been destroyed');
    this.questions.push(options);
  }
}

export class StandInClipboardItem implements Pick<ClipboardItem, 'types'> {
  constructor(readonly items: Record<string, string | Blob>) {}
  get types(): string[] {
    return Object.keys(this.items);
  }
}

class StandInClipboard implements Pick<Clipboard, 'readText' | 'writeText' | 'write'> {
  readonly face: this = faceOf(this, 'clipboard', ['readText', 'writeText', 'write']);
  text = '';
  /** Formats beside the text. */
  formats: readonly string[] = [];

  async write(items: ClipboardItem[]): Promise<void> {
    const { items: found } = items[0] as unknown as StandInClipboardItem;
    this.text = String(found['text/plain']);
    this.formats = Object.keys(found).filter((format) => format !== 'text/plain');
  }

  async readText(): Promise<string> {
    return this.text;
  }
  async writeText(text: string): Promise<void> {
    if (typeof text !== 'string') throw new TypeError('clipboard.writeText takes a string');
    this.text = text;
    this.formats = [];
  }
}

class StandInTheme
  extends Emitter<(typeof eventNames.NativeTheme)[number]>
  implements Pick<NativeTheme, 'themeSource' | 'shouldUseDarkColors'>
{
  readonly face: this = faceOf(this, 'nativeTheme', [...emitterMembers, 'themeSource', 'shouldUseDarkColors']);
  private source: NativeTheme['themeSource'] = 'system';
  systemIsDark = process.env.STAND_IN_DARK === '1';

  constructor() {
    super('nativeTheme', eventNames.NativeTheme);
  }

  /** Simulates a change of the system's theme. */
  turn(isDark: boolean): void {
    this.systemIsDark = isDark;
    if (this.source === 'system') this.tell('updated');
  }
  get themeSource() {
    return this.source;
  }
  set themeSource(source) {
    if (!['system', 'light', 'dark'].includes(source)) throw new TypeError(`themeSource cannot be ${source}`);
    this.source = source;
  }
  get shouldUseDarkColors(): boolean {
    return this.source === 'system' ? this.systemIsDark : this.source === 'dark';
  }
}

const displayOf = (id: number, workArea: Electron.Rectangle) => ({ id, workArea }) as Display;

class StandInScreen extends Emitter<(typeof eventNames.Screen)[number]> implements Pick<Screen, 'getPrimaryDisplay' | 'getAllDisplays'> {
  readonly face: this = faceOf(this, 'screen', [...emitterMembers, 'getPrimaryDisplay', 'getAllDisplays']);
  displays: readonly Display[] = [displayOf(1, { x: 0, y: 0, width: 1600, height: 900 })];

  getPrimaryDisplay(): Display {
    requireReady('screen');
    return this.displays[0] ?? refuse('There is no display');
  }
  getAllDisplays(): Display[] {
    requireReady('screen');
    return [...this.displays];
  }
  /** Simulates plugging displays in and out. */
  plug(...areas: readonly Electron.Rectangle[]): void {
    this.displays = areas.map((area, at) => displayOf(at + 1, area));
    this.tell('display-removed');
  }
}

class StandInPower extends Emitter<(typeof eventNames.PowerMonitor)[number]> {
  readonly face: this = faceOf(this, 'powerMonitor', [...emitterMembers, 'getSystemIdleTime']);
  /** Seconds since the last input of the user. */
  idleSeconds = 0;

  getSystemIdleTime(): number {
    requireReady('powerMonitor');
    return this.idleSeconds;
  }
}

/** Has the members of macOS if the test says so, as Electron leaves them out on other systems. */
class StandInPreferences {
  readonly face: this = faceOf(this, 'systemPreferences', ['canPromptTouchID', 'promptTouchID']);
  readonly reasons: string[] = [];
  isEnrolled = true;
  /** Whether the user is recognized; null while the user does nothing. */
  isRecognized: boolean | null = true;

  private readonly touchId: Pick<SystemPreferences, 'canPromptTouchID' | 'promptTouchID'> = {
    canPromptTouchID: () => this.isEnrolled,
    promptTouchID: async (reason) => {
      if (typeof reason !== 'string' || reason === '') throw new TypeError('systemPreferences.promptTouchID takes a reason');
      this.reasons.push(reason);
      while (this.isRecognized === null) await new Promise((resolve) => setTimeout(resolve, 10));
      if (!this.isRecognized) refuse('Canceled by user.');
    },
  };
  private readonly hasTouchId = process.env.STAND_IN_TOUCH_ID === '1';
  readonly canPromptTouchID = this.hasTouchId ? this.touchId.canPromptTouchID : undefined;
  readonly promptTouchID = this.hasTouchId ? this.touchId.promptTouchID : undefined;
}

export const shell = new StandInShell();
export const dialog = new StandInDialog();
export const clipboard = new StandInClipboard();
export const nativeTheme = new StandInTheme();
export const screen = new StandInScreen('screen', eventNames.Screen);
export const systemPreferences = new StandInPreferences();
export const powerMonitor = new StandInPower('powerMonitor', eventNames.PowerMonitor);
