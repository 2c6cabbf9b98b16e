/** Updates with electron-updater, which is loaded when the first one is looked for. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { app, type Session } from 'electron';
import type { AppUpdater, NsisUpdater } from 'electron-updater';
import type { Ports, Updater } from '../../ports/ports';
import { whyOff } from '../../updates/why-off';

/** Sets up the session with which updates are looked for and downloaded. */
type Prepare = (session: Session) => Promise<void>;

/** Returns the updater; the reason if this build doesn't update itself. */
export function createUpdater(prepare: Prepare): Ports['updater'] {
  const { platform, resourcesPath = '' } = process;
  const off = whyOff({
    platform,
    isStore: process.mas === true || process.windowsStore === true,
    // Packaging writes the file into signed builds only.
    hasServer: app.isPackaged && existsSync(join(resourcesPath, 'app-update.yml')),
  });
  return off === null ? electronUpdater(platform, prepare) : { off };
}

/** Creates the updater of a system. On macOS, the system installs what was downloaded; on Windows, an installer. */
export function electronUpdater(platform: NodeJS.Platform, prepare: Prepare): Updater {
  let loaded: Promise<AppUpdater> | null = null;
  let isRequested = false;
  const load = () => {
    loaded ??= loadUpdater(platform);
    return loaded;
  };
  const takeRequest = () => {
    const wasRequested = isRequested;
    isRequested = false;
    return wasRequested;
  };
  return {
    async find(channel) {
      const updater = await load();
      updater.channel = channel === 'beta' ? 'beta' : 'latest';
      // Setting a channel allows going back to older versions.
      updater.allowDowngrade = false;
      await prepare(updater.netSession);
      const result = await updater.checkForUpdates();
      return result?.isUpdateAvailable === true ? result.updateInfo.version : null;
    },
    async download() {
      const updater = await load();
      await prepare(updater.netSession);
      await updater.downloadUpdate();
      if (isInstaller(updater)) installAtQuit(updater, takeRequest);
    },
    install() {
      // It closes the windows first.
      if (platform === 'darwin') return void load().then((updater) => updater.quitAndInstall());
      isRequested = true;
      app.quit();
    },
  };
}

async function loadUpdater(platform: NodeJS.Platform): Promise<AppUpdater> {
  const { autoUpdater } = await import('electron-updater');
  autoUpdater.logger = null;
  autoUpdater.autoDownload = false;
  // Without a callback, a request would wait for the proxy's password.
  autoUpdater.signals.login((_info, answer) => answer('', ''));
  autoUpdater.autoInstallOnAppQuit = platform === 'darwin';
  return autoUpdater;
}

/**
 * Installs when the app has quit, so that windows with unsaved changes have asked before. Starts the new version if the update was requested:
 * a user who keeps a window open then, and quits later, doesn't expect that.
 */
function installAtQuit(updater: NsisUpdater, takeRequest: () => boolean): void {
  let startsAgain = false;
  let isClosing = false;
  app.on('before-quit', () => {
    // Emitted again when the app has closed.
    if (!isClosing) startsAgain = takeRequest();
  });
  app.once('will-quit', () => {
    isClosing = true;
  });
  app.once('quit', () => updater.install(true, startsAgain));
}

function isInstaller(updater: AppUpdater): updater is NsisUpdater {
  return 'install' in updater;
}
