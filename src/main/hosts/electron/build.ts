/** The two builds that are packaged: the released one, and the automation build for tests, which differs by its names and one fuse. */
import { app } from 'electron';
import builds from './builds.json';

/** Whether this is the automation build. */
export function isAutomation(): boolean {
  return app.getName() === builds.automation.name;
}

/**
 * Gives this process the ID of the shortcut that the installer creates on Windows, which otherwise shows notifications with Electron's name, or
 * not at all. Electron finds the login item by it too. A build that isn't packaged isn't what is installed.
 */
export function setWindowsId(): void {
  if (process.platform === 'win32' && app.isPackaged) app.setAppUserModelId((isAutomation() ? builds.automation : builds.product).id);
}
