/** The application menu, and the context menu of texts. */
import { app, type BrowserWindow, Menu, type WebContents } from 'electron';
import type { Connection } from '#contract/bridge/connections.ts';
import type { Translator } from '#messages/translator.ts';
import { appImageOf } from '../app-image';
import { installTerminalCommand } from '../dialogs';
import type { Windows } from '../windows/windows';
import { roleItems } from './menu-roles';
import { type MenuDeps, type MenuWindow, menuTemplate } from './menu-template';

export interface AppMenuDeps {
  readonly windows: Pick<Windows, 'all' | 'focused'>;
  readonly translator: () => Translator;
  readonly connections: () => readonly Connection[];
  readonly run: MenuDeps['run'];
}

/** Creates the function that sets the menu, to be called after each change of windows, connections or language. */
export function createAppMenu({ windows, translator, connections, run }: AppMenuDeps): () => void {
  let shown = '';
  const installCommand = commandInstaller(translator);
  return () => {
    const deps = { translator: translator(), connections: connections(), windows: menuWindows(windows) };
    const next = JSON.stringify([deps.translator.language, deps.connections, deps.windows]);
    // Setting the menu again would close it while the user reads it.
    if (next === shown) return;
    shown = next;
    const template = menuTemplate({ ...deps, platform: process.platform, isPackaged: app.isPackaged, run, installCommand });
    Menu.setApplicationMenu(Menu.buildFromTemplate(template));
  };
}

/** Returns what installs the command for terminals; null in a clone, which has npm, and on Windows, where the program has no console. */
function commandInstaller(translator: () => Translator): (() => void) | null {
  if (!app.isPackaged || process.platform === 'win32') return null;
  return () => void installTerminalCommand(appImageOf(process.env, process.execPath) ?? process.execPath, translator());
}

/** Calls `setMenu` after changes of a window that the menu shows. */
export function keepWindowList(window: BrowserWindow, setMenu: () => void): void {
  window.on('closed', setMenu);
  window.on('focus', setMenu);
  window.on('page-title-updated', setMenu);
}

function menuWindows(windows: AppMenuDeps['windows']): MenuWindow[] {
  const focused = windows.focused();
  return [...windows.all]
    .map((window) => ({
      id: window.id,
      title: window.getTitle(),
      isFocused: window === focused,
      focus() {
        if (window.isMinimized()) window.restore();
        window.focus();
      },
    }))
    .sort((one, other) => one.id - other.id);
}

/** Adds a context menu with cut, copy and paste for input fields and selected text. */
export function attachTextMenu(contents: WebContents, translator: () => Translator): void {
  contents.on('context-menu', (_event, { isEditable, selectionText, editFlags }) => {
    if (!isEditable && selectionText === '') return;
    const enabled: Readonly<Record<string, boolean>> = {
      cut: editFlags.canCut,
      copy: editFlags.canCopy,
      paste: editFlags.canPaste,
      selectAll: true,
    };
    const roles = isEditable ? (['cut', 'copy', 'paste', 'selectAll'] as const) : (['copy'] as const);
    const items = roleItems(translator(), ...roles);
    Menu.buildFromTemplate(items.map((item) => ({ ...item, enabled: enabled[item.role ?? ''] ?? false }))).popup();
  });
}
