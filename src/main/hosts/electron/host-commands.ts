/** Commands that a page can't run. */
import { join } from 'node:path';
import { type BrowserWindow, shell, type WebContents } from 'electron';
import type { HostCommandId } from '#contract/commands.ts';
import { fail } from '#contract/errors.ts';
import { crashAddress, pageAddress } from './security';

/** Chromium's own steps, from 58 % to 250 %. */
const zoom = { step: 0.5, least: -3, most: 5 };

/** Runs a command for a window, which may have been closed in the meantime. */
export async function runHostCommand(id: HostCommandId, window: BrowserWindow | undefined, profileFolder: string): Promise<void> {
  if (id === 'logs') return openLogs(profileFolder);
  const contents = window?.webContents;
  if (contents === undefined || contents.isDestroyed()) return;
  if (id === 'reload') return reloadPage(contents);
  if (id === 'zoom-reset') contents.setZoomLevel(0);
  else zoomBy(contents, id === 'zoom-in' ? zoom.step : -zoom.step);
}

/** Zooms when the user turns the mouse wheel while pressing Ctrl, which Electron only reports. */
export function zoomByWheel({ webContents }: BrowserWindow): void {
  webContents.on('zoom-changed', (_event, direction) => {
    zoomBy(webContents, direction === 'in' ? zoom.step : -zoom.step);
  });
}

function zoomBy(contents: WebContents, step: number): void {
  contents.setZoomLevel(Math.max(zoom.least, Math.min(contents.getZoomLevel() + step, zoom.most)));
}

/** Loads the page again, which asks about unsaved changes; the crash page is replaced by the app. */
function reloadPage(contents: WebContents): void {
  if (contents.getURL() === crashAddress) void contents.loadURL(pageAddress).catch(() => undefined);
  else contents.reload();
}

async function openLogs(profileFolder: string): Promise<void> {
  const problem = await shell.openPath(join(profileFolder, 'logs'));
  if (problem !== '') throw fail('internal', {}, new Error(problem));
}
