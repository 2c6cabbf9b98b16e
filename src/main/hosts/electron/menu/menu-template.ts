/** The template of the application menu: the app's commands and the standard items of each platform. */
import type { MenuItemConstructorOptions } from 'electron';
import type { Command as CommandPush } from '#contract/bridge/app.ts';
import type { Connection } from '#contract/bridge/connections.ts';
import { type Command, commandsIn, labelOf } from '#contract/commands.ts';
import { distinctNames, type NamedConnection } from '#contract/connection-names.ts';
import { inRailOrder } from '#contract/rail-order.ts';
import { createTranslator, type Translator } from '#messages/translator.ts';
import { editItems, fileEndItems, type Items, macAppItems, roleItems, separator, windowItems } from './menu-roles';

/** Mnemonics: the letters that choose an item of an open menu on Windows and Linux. macOS has none. */
type Item = MenuItemConstructorOptions;

/**
 * Marks a letter of each label, unique in its menu: the first letter of a word where possible. Labels without Latin letters get the letter
 * of the item's English label in parentheses, as is usual in Japanese. `english` is the same menu in English. Items with a colon in their
 * ID have names given by users and are left as they are.
 */
export function withMnemonics(items: readonly Item[], english: readonly Item[]): Item[] {
  const labels = items.map((item, at) => (isMarked(item) ? lettersOf(item.label ?? '', english[at]?.label ?? '') : null));
  const chosen = chooseLetters(labels);
  return items.map((item, at) => {
    const letter = chosen[at];
    const label = letter === undefined || item.label === undefined ? item.label : mark(item.label, letter);
    const own = label === undefined ? item : { ...item, label };
    const { submenu } = item;
    return Array.isArray(submenu) ? { ...own, submenu: withMnemonics(submenu, submenuOf(english[at])) } : own;
  });
}

/** Returns a user's text as a label, in which `&` doesn't mark a letter. */
export function plainLabel(text: string): string {
  return text.replaceAll('&', '&&');
}

function submenuOf(item: Item | undefined): readonly Item[] {
  return Array.isArray(item?.submenu) ? item.submenu : [];
}

function isMarked({ id, label, visible }: Item): boolean {
  return label !== undefined && visible !== false && !id?.includes(':');
}

/** Returns the letters that an item can have, the best first. */
function lettersOf(label: string, english: string): readonly string[] {
  const text = /[a-z]/i.test(label) ? label : english;
  const initials = [...text.matchAll(/(?<![\p{L}\d])[a-z\d]/giu)].map(([letter]) => letter);
  return [...new Set([...initials, ...(text.match(/[a-z]/gi) ?? [])].map((letter) => letter.toUpperCase()))];
}

/** Returns a letter for each item: first for those that can have their best one, in order. Items of which all letters are taken get none. */
function chooseLetters(candidates: readonly (readonly string[] | null)[]): (string | undefined)[] {
  const taken = new Set<string>();
  const chosen: (string | undefined)[] = candidates.map(() => undefined);
  const take = (at: number, letter: string | undefined) => {
    if (letter === undefined || chosen[at] !== undefined || taken.has(letter)) return;
    taken.add(letter);
    chosen[at] = letter;
  };
  candidates.forEach((letters, at) => {
    take(at, letters?.[0]);
  });
  candidates.forEach((letters, at) => {
    take(
      at,
      letters?.find((letter) => !taken.has(letter)),
    );
  });
  return chosen;
}

function mark(label: string, letter: string): string {
  const at = positionOf(label, letter);
  if (at !== -1) return `${label.slice(0, at)}&${label.slice(at)}`;
  const [, name = label, end = ''] = /^(.*?)(…?)$/.exec(label) ?? [];
  return `${name}(&${letter})${end}`;
}

/** Returns where to mark the letter: at the start of a word, else anywhere; -1 if the label doesn't contain it. */
function positionOf(label: string, letter: string): number {
  const atStart = label.search(new RegExp(`(?<![\\p{L}\\d])${letter}`, 'iu'));
  if (atStart !== -1 || !/[a-z]/i.test(label)) return atStart;
  return label.toUpperCase().indexOf(letter);
}

export interface MenuDeps {
  readonly platform: NodeJS.Platform;
  readonly isPackaged: boolean;
  readonly translator: Translator;
  readonly connections: readonly (NamedConnection & Pick<Connection, 'kind' | 'pinned'>)[];
  /** The open windows. Without any, commands about what a window shows are disabled. */
  readonly windows: readonly MenuWindow[];
  readonly run: (command: CommandPush) => void;
  /** Installs the command for terminals; null where there is none. */
  readonly installCommand: (() => void) | null;
}

export interface MenuWindow {
  readonly id: number;
  readonly title: string;
  readonly isFocused: boolean;
  readonly focus: () => void;
}

/** Commands about what a window shows. The others open a window if there is none. */
const aboutWindow: readonly string[] = [
  'undo',
  'find',
  'copy-link',
  'navigation',
  'refresh',
  'reload',
  'zoom-in',
  'zoom-out',
  'zoom-reset',
  'back',
  'forward',
];
/** Commands that macOS has in the menu with the app's name. */
const inMacAppMenu: readonly string[] = ['settings', 'about'];

/** Builds the menu's template. */
export function menuTemplate(deps: MenuDeps): Items {
  const items = plainTemplate(deps);
  return deps.platform === 'darwin' ? items : withMnemonics(items, plainTemplate({ ...deps, translator: createTranslator('en') }));
}

function plainTemplate(deps: MenuDeps): Items {
  const { platform, isPackaged, translator } = deps;
  const { t } = translator;
  const isMac = platform === 'darwin';
  const rows = commandsIn('own-window');
  const items = (menu: Command['menu']) =>
    withoutOuterSeparators(
      rows.filter((row) => row.menu === menu && !(isMac && inMacAppMenu.includes(row.id))),
      deps,
    );
  const own = (id: string) =>
    withoutOuterSeparators(
      rows.filter((row) => row.id === id),
      deps,
    );
  const developer = isPackaged ? [] : [separator, ...roleItems(translator, 'toggleDevTools')];
  const fullScreen = [separator, ...roleItems(translator, 'togglefullscreen')];
  return [
    ...(isMac ? [{ role: 'appMenu', submenu: macAppItems(translator, own('about'), own('settings')) } as const] : []),
    { id: 'file', label: t('host.menu.file'), submenu: [...items('file'), ...fileEndItems(translator, platform)] },
    { id: 'edit', label: t('host.menu.edit'), submenu: [...editItems(translator, isMac), separator, ...items('edit')] },
    { id: 'view', label: t('host.menu.view'), submenu: [...items('view'), ...fullScreen, ...developer] },
    { id: 'go', label: t('host.menu.go'), submenu: items('go') },
    { id: 'window', role: 'window', label: t('host.menu.window'), submenu: windowItems(translator, isMac, deps.windows.map(windowItem)) },
    { id: 'help', role: 'help', label: t('host.menu.help'), submenu: [...items('help'), ...terminalItems(deps)] },
  ];
}

function terminalItems({ installCommand, translator }: MenuDeps): Items {
  if (installCommand === null) return [];
  return [separator, { id: 'terminal-command', label: translator.t('host.menu.terminal-command'), click: () => installCommand() }];
}

/** Returns the items of commands, without a separator before the first one. */
function withoutOuterSeparators(rows: readonly Command[], deps: MenuDeps): Items {
  const items = rows.flatMap((row) => {
    const own = commandItems(row, deps);
    return row.separated && own.length > 0 ? [separator, ...own] : own;
  });
  return items[0]?.type === 'separator' ? items.slice(1) : items;
}

/** Returns a radio item: clicking a checkbox would flip it, also that of the window that has the focus already. */
function windowItem({ id, title, isFocused, focus }: MenuWindow): MenuItemConstructorOptions {
  return { id: `window:${id}`, label: plainLabel(title), type: 'radio', checked: isFocused, click: focus };
}

function commandItems(row: Command, deps: MenuDeps): Items {
  if (row.id === 'connection') return connectionItems(row, deps);
  const { translator, windows, connections, run } = deps;
  const { id, keys } = row;
  const label = labelOf(
    row,
    connections.some(({ kind }) => kind === 'sandbox'),
  );
  return withHiddenKeys({
    id,
    label: translator.t(label),
    enabled: windows.length > 0 || !aboutWindow.includes(id),
    click: () => run({ id }),
    // The key is that of the standard item above, which undoes typing.
    ...(id === 'undo' ? {} : acceleratorOf(keys, isHandledByMenu(row))),
  });
}

/** Returns the connections in the order of the rail, the first nine with their number as a shortcut. */
function connectionItems({ id, label }: Command, { connections, translator, run }: MenuDeps): Items {
  const ordered = inRailOrder(connections);
  const names = distinctNames(ordered);
  const items: Items = ordered.map((connection, at) => ({
    id: `${id}:${connection.id}`,
    label: plainLabel(names.get(connection.id) ?? connection.name),
    click: () => run({ id, connectionId: connection.id }),
    ...(at < 9 ? acceleratorOf(['mod', String(at + 1)], false) : {}),
  }));
  return items.length === 0 ? [] : [{ id, label: translator.t(label), submenu: items }];
}

/** Whether the menu handles the shortcut. Others are only displayed, because the page handles them. */
function isHandledByMenu({ keysIn, only }: Pick<Command, 'keysIn' | 'only'>): boolean {
  return keysIn !== undefined || only !== undefined;
}

/** Returns the accelerator of a shortcut. Keys without a modifier have none, because they are also text input; F1 isn't. */
function acceleratorOf(keys: readonly string[] | undefined, registered: boolean): MenuItemConstructorOptions {
  const key = keys?.at(-1);
  if (keys === undefined || key === undefined || (keys[0] !== 'mod' && !/^F\d+$/.test(key))) return {};
  const names = keys.map((name) => named[name] ?? name);
  return { accelerator: names.join('+'), registerAccelerator: registered };
}

const named: Readonly<Record<string, string>> = { mod: 'CommandOrControl', shift: 'Shift', '+': 'Plus' };

/** Keys that do the same as a command's own: the number pad, and plus without Shift, which most keyboards require for it. */
const hiddenKeys: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'zoom-in': { unshifted: '=', numpad: 'numadd' },
  'zoom-out': { numpad: 'numsub' },
  'zoom-reset': { numpad: 'num0' },
};

/** Returns the item, and hidden ones for its further keys. */
function withHiddenKeys(item: MenuItemConstructorOptions & { readonly id: string }): MenuItemConstructorOptions[] {
  const hidden = Object.entries(hiddenKeys[item.id] ?? {}).map(([name, key]) => ({
    ...item,
    id: `${item.id}-${name}`,
    accelerator: `CommandOrControl+${key}`,
    visible: false,
    acceleratorWorksWhenHidden: true,
  }));
  return [item, ...hidden];
}
