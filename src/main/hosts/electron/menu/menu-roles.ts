/** The items that every program of a system has. Electron's own labels of roles are English, so each has a label. */
import type { MenuItemConstructorOptions } from 'electron';
import type { MessageKey, Translator } from '#messages/translator.ts';

type Role = NonNullable<MenuItemConstructorOptions['role']>;
export type Items = MenuItemConstructorOptions[];

export const separator: MenuItemConstructorOptions = { type: 'separator' };

/** Labels of roles that are the same on all systems. */
const labels = {
  undo: 'host.menu.undo',
  redo: 'host.menu.redo',
  cut: 'host.menu.cut',
  copy: 'host.menu.copy',
  paste: 'host.menu.paste',
  pasteAndMatchStyle: 'host.menu.paste-plain',
  delete: 'host.menu.delete',
  selectAll: 'host.menu.select-all',
  startSpeaking: 'host.menu.speech.start',
  stopSpeaking: 'host.menu.speech.stop',
  togglefullscreen: 'host.menu.full-screen',
  toggleDevTools: 'host.menu.developer-tools',
  minimize: 'host.menu.minimize',
  zoom: 'host.menu.zoom',
  front: 'host.menu.front',
  close: 'host.menu.close',
  services: 'host.menu.services',
  hide: 'host.menu.hide',
  hideOthers: 'host.menu.hide-others',
  unhide: 'host.menu.unhide',
  quit: 'host.menu.quit',
} as const satisfies Partial<Record<Role, MessageKey>>;

/** Returns items with roles and their labels. */
export function roleItems({ t }: Translator, ...roles: readonly (keyof typeof labels)[]): Items {
  return roles.map((role) => ({ role, label: t(labels[role]) }));
}

/** Returns the items of the Edit menu. */
export function editItems(translator: Translator, isMac: boolean): Items {
  const undo = roleItems(translator, 'undo', 'redo');
  const clipboard = roleItems(translator, 'cut', 'copy', 'paste', 'pasteAndMatchStyle', 'delete');
  const speech: Items = [
    separator,
    {
      id: 'speech',
      label: translator.t('host.menu.speech'),
      submenu: roleItems(translator, 'startSpeaking', 'stopSpeaking'),
    },
  ];
  return [...undo, separator, ...clipboard, separator, ...roleItems(translator, 'selectAll'), ...(isMac ? speech : [])];
}

/** Returns the items of the Window menu. macOS adds the list of windows, so `windows` are shown on other systems only. */
export function windowItems(translator: Translator, isMac: boolean, windows: Items): Items {
  if (isMac) return [...roleItems(translator, 'minimize', 'zoom'), separator, ...roleItems(translator, 'front')];
  const list = windows.length > 1 ? [separator, ...windows] : [];
  return [...roleItems(translator, 'minimize', 'close'), ...list];
}

/** Returns the items of the menu with the app's name, which only macOS has. `about` and `settings` are the app's commands. */
export function macAppItems(translator: Translator, about: Items, settings: Items): Items {
  return [
    ...about,
    separator,
    ...settings,
    separator,
    ...roleItems(translator, 'services'),
    separator,
    ...roleItems(translator, 'hide', 'hideOthers', 'unhide'),
    separator,
    ...roleItems(translator, 'quit'),
  ];
}

/** Returns the last items of the File menu. */
export function fileEndItems(translator: Translator, platform: NodeJS.Platform): Items {
  if (platform === 'darwin') return [separator, ...roleItems(translator, 'close')];
  // Windows calls it differently.
  return [separator, { role: 'quit', label: translator.t(platform === 'win32' ? 'host.menu.exit' : 'host.menu.quit') }];
}
