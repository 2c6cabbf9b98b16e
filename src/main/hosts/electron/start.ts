/** The Electron host: the product's own window around the app. */
import { randomBytes } from 'node:crypto';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { app, BrowserWindow, clipboard, session } from 'electron';
import { createApp } from '../../app';
import { createMemoryStore } from '../../secrets/memory-store';
import { systemClock } from '../../system-clock';
import { attachIpc } from './ipc';
import { registerScheme, servePage } from './protocol';
import { secureContents, secureSession } from './security';
import { createElectronTransport } from './transport';
import { startUtilityWorker } from './utility-worker';
import { openWindow } from './window';

const buildFolder = dirname(fileURLToPath(import.meta.url));
const preload = join(buildFolder, '..', 'preload', 'index.cjs');

/** Starts the program; a second start of the same profile hands over to the first and ends. */
export function startElectron(): void {
  const profile = app.commandLine.getSwitchValue('profile');
  if (profile !== '') app.setPath('userData', resolve(profile));
  app.enableSandbox();
  registerScheme();
  secureContents();
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return;
  }
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  app
    .whenReady()
    .then(run)
    .catch((thrown) => {
      console.error(thrown);
      app.exit(1);
    });
}

async function run(): Promise<void> {
  const own = await createApp({
    host: 'electron',
    version: app.getVersion(),
    profileFolder: app.getPath('userData'),
    transport: createElectronTransport(systemClock),
    ...(app.commandLine.getSwitchValue('keychain') === 'memory' ? { secrets: createMemoryStore() } : {}),
    clipboard: { read: async () => clipboard.readText(), write: async (text) => clipboard.writeText(text) },
    clock: systemClock,
    random: randomBytes,
    spawnWorker: (name, args) => startUtilityWorker(buildFolder, name, args),
    runCommand: null,
    openWindow: async () => {
      openWindow(preload, own.settings());
      return null;
    },
  });
  secureSession(session.defaultSession);
  servePage({
    folder: join(buildFolder, '..', 'renderer'),
    nonce: randomBytes(16).toString('base64url'),
    connectSource: "'none'",
    settings: own.settings,
  });
  attachIpc(own);
  openWindow(preload, own.settings());
  app.on('second-instance', () => focusFirst());
  app.on('activate', () => {
    if (BrowserWindow.getAllWindows().length === 0) openWindow(preload, own.settings());
  });
  let closed = false;
  app.on('before-quit', (event) => {
    if (closed) return;
    event.preventDefault();
    closed = true;
    void own.close().finally(() => app.quit());
  });
}

function focusFirst(): void {
  const [window] = BrowserWindow.getAllWindows();
  if (window?.isMinimized()) window.restore();
  window?.focus();
}
