/**
 * The `electron` module in tests, with only the members that the program uses. A missing name fails when the program is loaded, a missing
 * member when it is used.
 */
import { app as standInApp } from './app';
import { StandInWindow, windows } from './browser-window';
import { listenToTest } from './control';
import { globalShortcut as standInShortcuts } from './global-shortcut';
import { ipcMain as standInIpc } from './ipc';
import { loginItems } from './login-items';
import { flatItems, StandInMenu } from './menu';
import { net as standInNet } from './net';
import { protocol as standInProtocol } from './protocol';
import { faceOf } from './refuse';
import { defaultSession, partition, StandInSession, sessions } from './session';
import * as system from './system';
import { StandInNotification, StandInTray, nativeImage as standInImages } from './tray';
import { utilityProcess as standInUtilities, utilities } from './utility-process';

export const app = standInApp.face;
export const BrowserWindow = faceOf(StandInWindow, 'BrowserWindow', ['prototype', 'getFocusedWindow']);
export const clipboard = system.clipboard.face;
export const ClipboardItem = system.StandInClipboardItem;
export const dialog = system.dialog.face;
export const globalShortcut = standInShortcuts.face;
export const ipcMain = standInIpc.face;
export const Menu = faceOf(StandInMenu, 'Menu', ['prototype', 'buildFromTemplate', 'setApplicationMenu']);
export const nativeImage = standInImages;
export const nativeTheme = system.nativeTheme.face;
export const Notification = faceOf(StandInNotification, 'Notification', ['prototype', 'isSupported']);
export const net = standInNet.face;
export const powerMonitor = system.powerMonitor.face;
export const protocol = standInProtocol.face;
export const screen = system.screen.face;
export const session = sessions.face;
export const shell = system.shell.face;
export const systemPreferences = system.systemPreferences.face;
export const Tray = faceOf(StandInTray, 'Tray', ['prototype']);
export const utilityProcess = standInUtilities.face;

/** The objects that tests inspect and control, which the program can't access. */
const standIn = {
  app: standInApp,
  windows,
  defaultSession,
  partition,
  loginItems,
  globalShortcut: standInShortcuts,
  ipcMain: standInIpc,
  net: standInNet,
  protocol: standInProtocol,
  utilities,
  utilityProcess: standInUtilities,
  Session: StandInSession,
  Window: StandInWindow,
  Menu: StandInMenu,
  Tray: StandInTray,
  Notification: StandInNotification,
  menuItems: () => flatItems(StandInMenu.current?.items ?? []),
  ...system,
};
export type StandIn = typeof standIn;

listenToTest(standIn);
