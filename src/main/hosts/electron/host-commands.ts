/** Commands that a page can't run. */
import { join } from 'node:path';
import { type BrowserWindow, shell } from 'electron';
import type { HostCommandId } from '../../../contract/commands';
import { fail } from '../../../contract/errors';

/** Chromium's own steps, from 58 % to 250 %. */
const zoom = { step: 0.5, least: -3, most: 5 };

/** Runs a command for a window, which may have been closed in the meantime. */
export async function runHostCommand(id: HostCommandId, window: BrowserWindow | undefined, profileFolder: string): Promise<void> {
  if (id === 'logs') return openLogs(profileFolder);
  const contents = window?.webContents;
  if (contents === undefined || contents.isDestroyed()) return;
  const level = id === 'zoom-reset' ? 0 : contents.getZoomLevel() + (id === 'zoom-in' ? zoom.step : -zoom.step);
  contents.setZoomLevel(Math.max(zoom.least, Math.min(level, zoom.most)));
}

async function openLogs(profileFolder: string): Promise<void> {
  const problem = await shell.openPath(join(profileFolder, 'logs'));
  if (problem !== '') throw fail('internal', {}, new Error(problem));
}
