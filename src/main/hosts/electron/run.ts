/** Starts the app and its windows after Electron is ready, and handles the system's events. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { app, type BrowserWindow, globalShortcut, nativeTheme, session, shell } from 'electron';
import type { Command } from '#contract/bridge/app.ts';
import type { WatchState } from '#contract/bridge/watch.ts';
import { isHostCommand } from '#contract/commands.ts';
import { fail } from '#contract/errors.ts';
import type { RunningJob } from '#contract/jobs/job.ts';
import { createJobSigns } from '#contract/jobs/job-signs.ts';
import type { Translator } from '#messages/translator.ts';
import { type App, createApp } from '../../app/app';
import { createMemoryStore } from '../../keychain/memory-store';
import { createHostPeerCheck } from '../../loopback/peer-check';
import type { Ports } from '../../ports/ports';
import { turnOffCoreDumps } from '../../runtime/fault-guard';
import { systemClock } from '../../runtime/system-clock';
import { policyLocationOf } from '../default-locations';
import type { LaunchOptions } from '../launch-options';
import type { PageDeps } from '../page';
import { askBeforeQuit, type QuitQuestionDeps, stayOpen } from './ask-before-quit';
import { isAutomation } from './build';
import { type DeepLinks, linkRegistration, registerLinks } from './deep-links';
import { chooseEnvFile, chooseExportFile, chooseFolder, chooseFollowed, chooseSettingsFile, confirmOver } from './dialogs';
import type { Faults } from './faults';
import type { OutwardLinks } from './guard/outward-links';
import { closeNetwork } from './guard/page-network';
import { runHostCommand, zoomByWheel } from './host-commands';
import { attachIpc } from './ipc';
import { createLoginItem, followLoginItem, isStartedAtLogin, startsProfile } from './login-item';
import { attachTextMenu, createAppMenu, keepWindowList } from './menu/app-menu';
import { createElectronTransport } from './network/transport';
import { createNotify } from './notifications';
import { followPaletteShortcut } from './palette-shortcut';
import { createPowerMonitor } from './power';
import { createPresenceCheck } from './presence';
import { servePage } from './protocol';
import { askBeforeUnload, closeBeforeQuit, quitOnSignals, quitWithSession } from './quit';
import { crashPage, watchProcesses, watchWindow } from './recovery';
import { clearHostData, createRestart } from './restart';
import { createSecretClipboard } from './secret-clipboard';
import { pageOrigin, secureSession } from './security';
import { hasTray } from './tray/has-tray';
import { createTray, type TrayIcon } from './tray/tray';
import type { TrayMenuDeps } from './tray/tray-template';
import { createUpdater } from './updater';
import { startUtilityWorker } from './utility-worker';
import { leftWindowsFile } from './windows/remembered-windows';
import { windowStateFile } from './windows/window-state';
import { callerOf, createWindows, type Windows } from './windows/windows';

export interface ProgramDeps {
  readonly options: LaunchOptions;
  readonly links: DeepLinks;
  readonly faults: Faults;
  readonly outward: OutwardLinks;
  readonly buildFolder: string;
  readonly rendererFolder: string;
  readonly preload: string;
}

/** Creates the app and opens its first window. */
export async function runProgram({ options, links, faults, outward, buildFolder, rendererFolder, preload }: ProgramDeps): Promise<void> {
  const isRequested = followOtherStart();
  quitOnSignals();
  // Before workers are started, which inherit it. Processes that Chromium has started have no secrets.
  await turnOffCoreDumps(process.platform, process.pid);
  const profileFolder = app.getPath('userData');
  const translator = () => own.translator();
  const { restart, started } = createRestart(() => windows);
  const own = await createApp(portsOf({ options, profileFolder, buildFolder, windows: () => windows, restart, translator }));
  faults.follow(own, translator);
  nativeTheme.themeSource = own.settings().theme;
  await securePages(own);
  outward.follow({
    knownSites: own.knownSites,
    translator,
    confirm: (confirmation, caller, signal) => confirmOver(windows.of(caller), confirmation, signal),
    clock: systemClock,
  });
  servePage(pageOf(own, rendererFolder, options), () => crashPage(translator()));
  const windows = await createWindows({
    preload,
    icon: windowIcon(buildFolder),
    file: windowStateFile(profileFolder, systemClock),
    leftFile: leftWindowsFile(profileFolder, systemClock),
    hasConnection: own.hasConnection,
    clock: systemClock,
    settings: own.settings,
    onOpen(window) {
      follow(window, own, { translator, faults, onLost, askBeforeClose });
      keepWindowList(window, setMenu);
      setMenu();
    },
    onOpenPalette: (window) => follow(window, own, { translator, faults, onLost: () => {}, askBeforeClose: stayOpen }),
  });
  const askBeforeClose = askBeforeQuit(quitQuestion(own, windows, translator, () => tray.isShown));
  let [exitCode, findings] = [0, 0];
  const onLost = () => {
    // Without any window, the program hasn't started: `npm start` turns to the browser host.
    if (!windows.hasShown()) exitCode = 1;
  };
  const tray = createTray({
    isWanted: () => own.settings().trayIcon,
    menu: () => trayMenu(own, windows, translator),
    findings: () => findings,
  });
  const setMenu = createAppMenu({
    windows,
    translator,
    connections: own.connections,
    run: (command) => runFromMenu(command, own, windows, profileFolder),
  });
  const takeShortcut = shortcutOf(own, windows);
  // Also before there is a window: until then, macOS would show Electron's own.
  setMenu();
  own.onPush(({ name, value }) => {
    if (name === 'watch.state') findings = (value as WatchState).findings.length;
    if (name === 'settings.state') {
      windows.applySettings();
      takeShortcut();
    }
    if (shownInMenus.has(name)) setMenu();
    if (shownInMenus.has(name) || name === 'watch.state') tray.update();
  });
  attachIpc(own, windows);
  watchProcesses(own, systemClock.monotonic);
  if (!registerLinks()) own.log('warn', 'links-not-registered');
  await keepLoginItem(own, profileFolder);
  tray.update();
  followLife(own, windows, tray, () => exitCode);
  started();
  await openFirst(own, windows, { tray, links, isRequested });
  process.send?.('ready');
}

/** Returns whether the program was started once more. The system may have started this one, which then opens no window. */
function followOtherStart(): () => boolean {
  let isRequested = false;
  app.once('second-instance', () => {
    isRequested = true;
  });
  return () => isRequested;
}

interface FirstWindowDeps extends Pick<ProgramDeps, 'links'> {
  readonly tray: TrayIcon;
  /** Whether the user has started the program once more. */
  readonly isRequested: () => boolean;
}

/** Opens the windows of this start, none if the system started the program into the tray. Resolves when one is shown. */
async function openFirst(own: App, windows: Windows, { tray, links, isRequested }: FirstWindowDeps): Promise<void> {
  const isHidden = isStartedAtLogin(process.argv) && (await isKeptInTray(own, tray));
  links.deliverTo((text) => openLink(text, own, windows));
  // Another start may have opened one in the meantime.
  if ((isRequested() || !isHidden) && windows.all.size === 0) windows.openLeft();
  // Until then, `npm start` can still turn to the browser host.
  if (windows.all.size > 0) await windows.shown();
}

/** Delivers a link to the app. It is shown at once where there is no window yet. */
function openLink(text: string, own: App, windows: Windows): void {
  const path = own.openLink(text);
  if (path !== null && windows.all.size === 0) windows.openLeft(path);
}

/** Takes the shortcut that the settings want from the system. Returns a function that does so again. */
function shortcutOf(own: App, windows: Windows): () => void {
  const take = followPaletteShortcut({
    shortcuts: globalShortcut,
    wanted: () => own.settings().paletteShortcut,
    onPress: windows.togglePalette,
    onTaken: () => own.addNotice({ kind: 'shortcut-taken' }),
  });
  take();
  return take;
}

/** Topics that the menu and the tray show. */
const shownInMenus = new Set(['settings.state', 'connections.list', 'lock.state']);

/** Takes everything from the session of the pages that they don't need. */
async function securePages(own: App): Promise<void> {
  secureSession(session.defaultSession, () => !own.isLocked() && !own.isForbidden('export'));
  // Chromium downloads a dictionary for it, past what the network settings say.
  session.defaultSession.setSpellCheckerEnabled(false);
  // Pages have no network without it, too.
  await closeNetwork(session.defaultSession).catch(() => own.log('warn', 'network-not-closed'));
}

/** Returns the page of all windows, whose styles have a nonce of this start. */
function pageOf(own: App, folder: string, { fixedTime }: LaunchOptions): PageDeps {
  return {
    folder,
    nonce: randomBytes(16).toString('base64url'),
    connectSource: "'none'",
    origins: [pageOrigin],
    fixedTime,
    settings: own.settings,
    languages: preferredLanguages,
    preview: own.preview,
  };
}

/** Returns the icon of windows of a checkout, where it would be Electron's. A packaged program has its own. */
function windowIcon(buildFolder: string): string | undefined {
  return app.isPackaged ? undefined : join(buildFolder, '..', '..', 'resources', 'icons', '256x256.png');
}

/** What the menus and the windows follow. */
const preferredLanguages = () => app.getPreferredSystemLanguages();

interface PortsDeps extends Pick<ProgramDeps, 'options' | 'buildFolder'>, Pick<Ports, 'restart'> {
  readonly profileFolder: string;
  readonly windows: () => Windows;
  readonly translator: () => Translator;
}

function portsOf({ options, profileFolder, buildFolder, windows, restart, translator }: PortsDeps): Ports {
  const transport = createElectronTransport(systemClock);
  return {
    host: 'electron',
    version: app.getVersion(),
    automation: isAutomation(),
    canStartAtLogin: app.isPackaged,
    profileFolder,
    licensesFile: join(buildFolder, '..', 'licenses.json'),
    transport,
    ...(options.keychain === 'memory' ? { secrets: createMemoryStore() } : {}),
    ...(options.sandbox === null ? {} : { sandboxSeed: options.sandbox }),
    ...(options.fixedTime === null ? {} : { fixedTime: options.fixedTime }),
    noNetwork: options.noNetwork,
    clipboard: createSecretClipboard(),
    clock: systemClock,
    preferredLanguages,
    random: randomBytes,
    spawnWorker: (name, args) => startUtilityWorker(buildFolder, name, args),
    openWindow: async (path) => {
      windows().open(path);
      return null;
    },
    isTrustedPeer: createHostPeerCheck(options.allowOtherUsers, systemClock),
    openUrl: openInBrowser,
    confirm: (confirmation, caller, signal) => confirmOver(windows().of(caller), confirmation, signal),
    chooseEnvFile: (caller) => chooseEnvFile(windows().of(caller), translator()),
    chooseExportFile: (caller, data) => chooseExportFile(windows().of(caller), translator(), data),
    chooseSettingsFile: (caller) => chooseSettingsFile(windows().of(caller), translator()),
    chooseFollowed: (caller, kind) => chooseFollowed(windows().of(caller), translator(), kind),
    chooseFolder: (caller, purpose) => chooseFolder(windows().of(caller), translator(), purpose),
    openFile: async (path) => (await shell.openPath(path)) === '',
    minimizeWindow: (caller) => windows().of(caller)?.minimize(),
    focusWindow: () => void windows().show(),
    notify: createNotify(() => windows().show()),
    linkRegistration,
    updater: createUpdater(transport.prepare),
    power: createPowerMonitor(),
    presence: createPresenceCheck(translator),
    restart,
    clearHostData: () => clearHostData(profileFolder),
    policyPlace: policyLocationOf(process.platform),
    runCommand: (id, caller) => runHostCommand(id, windows().of(caller), profileFolder),
  };
}

/** Opens a URL in the system browser. Accepts only http and https, because the system opens other schemes with other programs. */
async function openInBrowser(url: string): Promise<void> {
  if (!/^https?:\/\//.test(url)) throw fail('browser-not-opened');
  await shell.openExternal(url).catch((cause: unknown) => {
    throw fail('browser-not-opened', {}, cause);
  });
}

interface FollowDeps {
  readonly translator: () => Translator;
  readonly faults: Faults;
  readonly onLost: () => void;
  readonly askBeforeClose: (window: BrowserWindow) => void;
}

/** Shows jobs in the taskbar, and notifies of their ends. */
function followJobs(own: App, windows: Windows): void {
  const notify = createNotify(windows.show);
  const follow = createJobSigns({
    setProgress(progress, isPaused) {
      for (const window of windows.all) window.setProgressBar(progress ?? -1, { mode: isPaused ? 'paused' : 'normal' });
    },
    notify: (notification) => notify(notification, (caller) => own.command({ id: 'jobs' }, caller)),
    isFocused: () => windows.focused() !== undefined,
    translator: own.translator,
  });
  own.onPush(({ name, value }) => {
    if (name === 'jobs.running') follow(value as readonly RunningJob[]);
  });
}

/** Returns what the question before quitting depends on. */
function quitQuestion(own: App, windows: Windows, translator: () => Translator, isInTray: () => boolean): QuitQuestionDeps {
  return {
    isWanted: () => own.settings().askBeforeQuit,
    impersonations: own.impersonations,
    jobs: own.runningJobs,
    isMemoryOnly: own.isMemoryOnly,
    translator,
    windows,
    outlivesWindows: () => process.platform === 'darwin' || (isInTray() && own.settings().closeToTray),
  };
}

/** Attaches the handlers of a window's events. */
function follow(window: BrowserWindow, own: App, { translator, faults, onLost, askBeforeClose }: FollowDeps): void {
  const { webContents } = window;
  const caller = callerOf(webContents);
  webContents.once('destroyed', () => own.windowClosed(caller));
  watchWindow(window, { log: own.log, translator, clock: systemClock, onLost });
  attachTextMenu(webContents, translator);
  zoomByWheel(window);
  askBeforeClose(window);
  askBeforeUnload(window, translator, () => {
    faults.stayed();
    stayOpen();
  });
  quitWithSession(window);
}

/** Runs a menu command here if the host can, else sends it to the window that has the focus or had it last, or to a new one. */
function runFromMenu(command: Command, own: App, windows: Windows, profileFolder: string): void {
  const window = windows.focused() ?? [...windows.all].at(-1);
  if (command.id === 'lock' && own.lock()) return;
  if (command.id === 'new-window') windows.open('/');
  else if (isHostCommand(command.id)) {
    const { id } = command;
    runHostCommand(command.id, window, profileFolder).catch(() => own.log('warn', 'command-failed', { id }));
  } else own.command(command, callerOf((window ?? windows.show()).webContents), window === undefined);
}

/** Keeps the login item as the settings say, and the settings as the system does. The user may change it there, and comes back. */
async function keepLoginItem(own: App, profileFolder: string): Promise<void> {
  const item = createLoginItem();
  if (item === null) return;
  const store = async (startAtLogin: boolean) => (await own.dispatch('settings.update', { startAtLogin }, { windowId: 'host' })).ok;
  const isWanted = () => own.settings().startAtLogin;
  const isLocked = () => own.isLockedByPolicy('startAtLogin');
  const { adopt, apply } = followLoginItem({ item, isWanted, isLocked, store });
  const reportFailure = () => own.log('warn', 'login-item-failed');
  own.onPush(({ name }) => {
    if (name === 'settings.state') void apply().catch(reportFailure);
  });
  if (startsProfile(profileFolder)) await item.renew().catch(reportFailure);
  await adopt().catch(reportFailure);
  app.on('browser-window-focus', () => void adopt().catch(reportFailure));
}

/** Returns what the menu of the tray icon contains. Without a window, its commands open one. */
function trayMenu(own: App, windows: Windows, translator: () => Translator): TrayMenuDeps {
  return {
    translator: translator(),
    connections: own.connections(),
    open: () => void windows.show(),
    run(command) {
      if (command.id === 'lock' && own.lock()) return;
      own.command(command, callerOf(windows.show().webContents), true);
    },
    quit: () => app.quit(),
  };
}

/** Whether the app keeps running without a window, because the icon in the tray opens one. */
async function isKeptInTray(own: App, tray: TrayIcon): Promise<boolean> {
  return tray.isShown && own.settings().closeToTray && (await hasTray(process.platform));
}

/** Handles second instances, activation and quitting. */
function followLife(own: App, windows: Windows, tray: TrayIcon, exitCode: () => number): void {
  followJobs(own, windows);
  app.on('second-instance', () => void windows.show());
  app.on('open-url', () => void windows.show());
  app.on('activate', () => {
    if (windows.all.size === 0) windows.openLeft();
  });
  app.on('window-all-closed', async () => {
    if (process.platform === 'darwin' && exitCode() === 0) return;
    const isKept = await isKeptInTray(own, tray);
    // A window may have been opened in the meantime.
    if (!isKept && windows.all.size === 0) app.quit();
  });
  const close = async () => {
    await windows.saved();
    await own.close();
  };
  closeBeforeQuit(close, systemClock, exitCode);
}
