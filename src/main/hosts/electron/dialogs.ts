/** Native dialogs, which pages can't read or control. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import { type BrowserWindow, dialog, type OpenDialogOptions, type SaveDialogOptions } from 'electron';
import type { Translator } from '#messages/translator.ts';
import type { DataFile, HostConfirmation } from '../../ports/ports';
import { commandFolder, commandName, installCommand } from './terminal-command';

/** Shows a confirmation over a window. Resolves to false if there is no such window or `signal` is aborted. */
export async function confirmOver(
  window: BrowserWindow | undefined,
  confirmation: HostConfirmation,
  signal: AbortSignal,
): Promise<boolean> {
  if (window === undefined || window.isDestroyed() || signal.aborted) return false;
  const { title, facts, consequences, confirmLabel, cancelLabel } = confirmation;
  const lines = facts.map(({ label, value }) => `${label}: ${value}`).join('\n');
  if (window.isMinimized()) window.restore();
  window.show();
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    message: title,
    detail: [lines, ...consequences].join('\n\n'),
    buttons: [cancelLabel, confirmLabel],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
    signal,
  });
  return response === 1;
}

/** Lets the user choose an existing or a new environment file. Resolves to its path, or to null if the user cancels. */
export function chooseEnvFile(window: BrowserWindow | undefined, { t }: Translator): Promise<string | null> {
  return chooseFile(window, {
    title: t('host.env-file.title'),
    // Some systems ask whether to replace an existing file, which the app doesn't.
    message: t('host.env-file.message'),
    buttonLabel: t('host.env-file.choose'),
    defaultPath: '.env.local',
    properties: ['showHiddenFiles', 'createDirectory', 'dontAddToRecent'],
  });
}

/** Lets the user choose where to save data, or without any connections with their keys. Resolves to the path, or to null if the user cancels. */
export function chooseExportFile(window: BrowserWindow | undefined, { t }: Translator, data?: DataFile): Promise<string | null> {
  if (data !== undefined) {
    return chooseFile(window, {
      title: t('host.data-file.title'),
      buttonLabel: t('host.export-file.save'),
      defaultPath: data.name,
      filters: [{ name: data.format.toUpperCase(), extensions: [data.format] }],
      properties: ['createDirectory', 'dontAddToRecent', 'showOverwriteConfirmation'],
    });
  }
  return chooseFile(window, {
    title: t('host.export-file.title'),
    message: t('host.export-file.message'),
    buttonLabel: t('host.export-file.save'),
    defaultPath: 'latchkey-connections-sealed.json',
    filters: [{ name: t('host.export-file.kind'), extensions: ['json'] }],
    properties: ['createDirectory', 'dontAddToRecent', 'showOverwriteConfirmation'],
  });
}

/** Lets the user choose where to save settings. Resolves to the path, or to null if the user cancels. */
export function chooseSettingsFile(window: BrowserWindow | undefined, { t }: Translator): Promise<string | null> {
  return chooseFile(window, {
    title: t('host.settings-file.title'),
    message: t('host.settings-file.message'),
    buttonLabel: t('host.export-file.save'),
    defaultPath: 'latchkey-settings.json',
    filters: [{ name: t('host.settings-file.kind'), extensions: ['json'] }],
    properties: ['createDirectory', 'dontAddToRecent', 'showOverwriteConfirmation'],
  });
}

/** Lets the user choose a file or a folder of a configuration to follow. Resolves to its path, or to null if the user cancels. */
export function chooseFollowed(window: BrowserWindow | undefined, { t }: Translator, kind: 'file' | 'folder'): Promise<string | null> {
  return chooseOpened(window, {
    title: kind === 'file' ? t('host.followed-file.title') : t('host.followed-folder.title'),
    buttonLabel: t('host.followed.choose'),
    ...(kind === 'file' ? { filters: [{ name: t('host.followed.kind'), extensions: ['yaml', 'yml', 'json'] }] } : {}),
    properties: [kind === 'file' ? 'openFile' : 'openDirectory', 'showHiddenFiles', 'dontAddToRecent'],
  });
}

/** Lets the user choose a folder of configuration, a new one to write. Resolves to its path, or to null if the user cancels. */
export function chooseFolder(window: BrowserWindow | undefined, { t }: Translator, purpose: 'read' | 'write'): Promise<string | null> {
  return chooseOpened(window, {
    title: t(`host.folder.${purpose}.title`),
    message: t('host.folder.message'),
    buttonLabel: t(`host.folder.${purpose}`),
    properties: ['openDirectory', 'dontAddToRecent', ...(purpose === 'write' ? (['createDirectory', 'promptToCreate'] as const) : [])],
  });
}

async function chooseOpened(window: BrowserWindow | undefined, options: OpenDialogOptions): Promise<string | null> {
  if (window === undefined || window.isDestroyed()) return null;
  const { canceled, filePaths } = await dialog.showOpenDialog(window, options);
  return canceled ? null : (filePaths[0] ?? null);
}

async function chooseFile(window: BrowserWindow | undefined, options: SaveDialogOptions): Promise<string | null> {
  if (window === undefined || window.isDestroyed()) return null;
  const { canceled, filePath } = await dialog.showSaveDialog(window, options);
  return canceled || filePath === '' ? null : filePath;
}

/** Installs the command for terminals, and says where it is, or why it isn't. */
export async function installTerminalCommand(program: string, { t }: Translator): Promise<void> {
  const folder = commandFolder(homedir());
  const installed = await installCommand(folder, program);
  const { outcome } = installed;
  const values = { path: join(folder, commandName), folder, code: installed.outcome === 'failed' ? installed.code : '' };
  await dialog.showMessageBox({
    type: outcome === 'installed' ? 'info' : 'error',
    message: t(`host.terminal-command.${outcome}`),
    detail: t(`host.terminal-command.${outcome}.text`, values),
    buttons: [t('ui.close')],
    noLink: true,
  });
}
