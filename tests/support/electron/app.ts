/** The `app` of the test double: starts, becomes ready, notifies a first instance, and quits like Electron. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from 'electron';
import { Emitter, emitterMembers, preventable } from './emitter';
import { eventNames } from './event-names';
import { type LoginItemMembers, loginItems } from './login-items';
import { faceOf, refuse } from './refuse';

export interface Closable {
  /** Starts closing the window like a user. */
  close(): void;
  destroy(): void;
}

/** Signals at which Chromium quits. */
const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const members = [
  ...emitterMembers,
  'commandLine',
  'isPackaged',
  'disableHardwareAcceleration',
  'enableSandbox',
  'exit',
  'getApplicationNameForProtocol',
  'getLoginItemSettings',
  'getName',
  'getPath',
  'getPreferredSystemLanguages',
  'getVersion',
  'isDefaultProtocolClient',
  'quit',
  'relaunch',
  'requestSingleInstanceLock',
  'setAppUserModelId',
  'setAsDefaultProtocolClient',
  'setLoginItemSettings',
  'setPath',
  'whenReady',
] as const;
type Used = Exclude<(typeof members)[number], (typeof emitterMembers)[number] | 'commandLine' | keyof LoginItemMembers>;

class StandInApp extends Emitter<(typeof eventNames.App)[number]> implements Pick<App, Used>, LoginItemMembers {
  readonly isPackaged = process.env.STAND_IN_PACKAGED === '1';
  readonly face: this = faceOf(this, 'app', members);
  readonly windows = new Set<Closable>();
  ready = false;
  sandboxed = false;
  hasAcceleration = true;
  /** The arguments of each process that starts when this one has ended. */
  readonly relaunched: (readonly string[])[] = [];
  readonly protocolClients: string[] = [];
  private readonly folders = new Map<string, string>();
  private quitting = false;
  private exiting = false;
  private readonly becomeReady: Promise<void>;

  constructor() {
    super('app', eventNames.App);
    // Chromium keeps the process running until it exits, even when Node.js has nothing left to do.
    setInterval(() => undefined, 1_000_000);
    // Not before the program's main module has run.
    this.becomeReady = new Promise((resolve) =>
      setTimeout(() => {
        // macOS reports the link that started the program before it is ready.
        const { STAND_IN_LINK: link } = process.env;
        if (link) this.tell('open-url', preventable(), link);
        this.ready = true;
        this.handleSignals();
        this.tell('ready', preventable());
        resolve();
      }, 20),
    );
  }

  /** Chromium's command-line switches, except those that were removed. */
  readonly switches = new Map(
    process.argv.flatMap((value) => {
      const [, name, text = ''] = /^--([^=]+)(?:=(.*))?$/.exec(value) ?? [];
      return name === undefined ? [] : [[name, text] as const];
    }),
  );
  readonly commandLine = {
    hasSwitch: (name: string) => this.switches.has(name),
    getSwitchValue: (name: string) => this.switches.get(name) ?? '',
    // When the app is ready, Chromium has already read them.
    removeSwitch: (name: string) => void (this.ready || this.switches.delete(name)),
    appendSwitch: (name: string, value = '') => void (this.ready || this.switches.set(name, value)),
  } satisfies Pick<Electron.CommandLine, 'hasSwitch' | 'getSwitchValue' | 'removeSwitch' | 'appendSwitch'>;

  readonly getLoginItemSettings = loginItems.members.getLoginItemSettings;
  readonly setLoginItemSettings = loginItems.members.setLoginItemSettings;
  readonly setAppUserModelId = loginItems.members.setAppUserModelId;

  getName(): string {
    return process.env.STAND_IN_NAME ?? 'Latchkey';
  }
  getVersion(): string {
    return '0.0.0-stand-in';
  }
  getPreferredSystemLanguages(): string[] {
    return process.env.STAND_IN_LANGUAGES?.split(',') ?? ['en-GB', 'de'];
  }
  whenReady(): Promise<void> {
    return this.becomeReady;
  }
  enableSandbox(): void {
    if (this.ready) refuse('app.enableSandbox() can only be called before app is ready');
    this.sandboxed = true;
    // The program's own wish counts more than that of its user.
    this.switches.delete('no-sandbox');
    this.switches.set('enable-sandbox', '');
  }
  disableHardwareAcceleration(): void {
    if (this.ready) refuse('app.disableHardwareAcceleration() can only be called before app is ready');
    this.hasAcceleration = false;
  }
  relaunch({ args = process.argv.slice(1) }: Electron.RelaunchOptions = {}): void {
    this.relaunched.push(args);
  }
  setAsDefaultProtocolClient(scheme: string): boolean {
    if (scheme === '' || /[^a-z0-9+.-]/i.test(scheme)) refuse('setAsDefaultProtocolClient: a scheme without its ://');
    this.protocolClients.push(scheme);
    return true;
  }
  isDefaultProtocolClient(scheme: string): boolean {
    return this.protocolClients.includes(scheme);
  }
  /** Like on Linux, where it is the name of a file. */
  getApplicationNameForProtocol(url: string): string {
    return this.protocolClients.includes(url.split(':')[0] ?? '') ? 'latchkey.desktop\n' : '';
  }
  getPath(name: string): string {
    return this.folders.get(name) ?? refuse(`Failed to get '${name}' path`);
  }
  setPath(name: string, path: string): void {
    if (name !== 'userData') refuse(`Failed to set path: ${name} is not in the stand-in for Electron`);
    if (!existsSync(path)) refuse(`Failed to set path: ${path} does not exist`);
    this.folders.set(name, path);
  }

  /** The first instance has a lock file; a later one leaves its data next to it. */
  requestSingleInstanceLock(data: Record<string, unknown> = {}): boolean {
    const folder = join(this.getPath('userData'), 'stand-in-lock');
    mkdirSync(folder, { recursive: true });
    const holder = join(folder, 'holder');
    if (existsSync(holder) && isRunning(Number(readFileSync(holder, 'utf8')))) {
      const said = { argv: process.argv, folder: process.cwd(), data: structuredClone(data) };
      writeFileSync(join(folder, `said-${process.pid}.json`), JSON.stringify(said));
      return false;
    }
    writeFileSync(holder, String(process.pid));
    watch(folder, () => this.hearOthers(folder)).unref();
    return true;
  }

  private hearOthers(folder: string): void {
    for (const name of readdirSync(folder).filter((file) => file.endsWith('.json'))) {
      const text = readFileSync(join(folder, name), 'utf8');
      // Still being written; the watcher calls again.
      if (text === '') continue;
      rmSync(join(folder, name));
      const { argv, folder: from, data } = JSON.parse(text);
      this.tell('second-instance', preventable(), argv, from, data);
    }
  }

  /** Asks each window to close. They do so later, and the last one ends the program. */
  quit(): void {
    if (this.quitting) return;
    const event = preventable();
    this.tell('before-quit', event);
    if (event.defaultPrevented) return;
    this.quitting = true;
    if (this.windows.size === 0) this.end();
    else for (const window of [...this.windows]) window.close();
  }

  /** A window that stays open takes a request to quit back. */
  stayed(): void {
    this.quitting = false;
  }

  exit(code = 0): void {
    this.exiting = true;
    for (const window of [...this.windows]) window.destroy();
    this.tell('quit', preventable(), code);
    process.exit(code);
  }

  /** Removes a closed window. */
  forget(window: Closable): void {
    this.windows.delete(window);
    if (this.windows.size > 0 || this.exiting) return;
    if (this.quitting) this.end();
    else this.tell('window-all-closed');
  }

  /** Chromium handles one signal of each kind, and lets the next one kill the process. What was handled before it is ready counts no more. */
  private handleSignals(): void {
    for (const signal of endings) {
      process.removeAllListeners(signal);
      process.once(signal, () => this.quit());
    }
  }

  private end(): void {
    const event = preventable();
    this.tell('will-quit', event);
    if (event.defaultPrevented) this.quitting = false;
    else this.exit(0);
  }
}

export const app = new StandInApp();

/** Throws before the app is ready, like most of Electron. */
export function requireReady(what: string): void {
  if (!app.ready) refuse(`Cannot use ${what} before app is ready`);
}

function isRunning(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch {
    return false;
  }
}
