/** Menus: validates templates like Electron, and simulates clicks. */
import type { MenuItemConstructorOptions } from 'electron';
import { requireReady } from './app';
import { faceOf, innerOf, refuse } from './refuse';

/** Roles that the program uses, as Electron spells them. */
const roles = new Set([
  ...'appMenu close copy cut delete front help hide hideOthers minimize paste pasteAndMatchStyle quit redo selectAll services'.split(' '),
  ...'startSpeaking stopSpeaking toggleDevTools togglefullscreen undo unhide window zoom'.split(' '),
]);
const accelerator = /^(?:(?:(?:CommandOrControl|Alt|Shift)\+)+(?:[A-Z0-9,[\]=-]|Plus|numadd|numsub|num0)|F\d+)$/;

/** The menu of a program that sets none. */
const defaultItems: readonly MenuItemConstructorOptions[] = ['File', 'Edit', 'View', 'Window', 'Help'].map((label) => ({ label }));

export class StandInMenu {
  /** Electron's own until the program sets one. */
  static current: StandInMenu | null = null;
  /** Context menus that were opened. */
  static readonly popups: StandInMenu[] = [];
  readonly face: this = faceOf(this, 'menu', ['popup']);

  constructor(readonly items: readonly MenuItemConstructorOptions[]) {}

  static buildFromTemplate(template: readonly MenuItemConstructorOptions[]): StandInMenu {
    checkItems(template);
    return new StandInMenu(clickable(template)).face;
  }

  static setApplicationMenu(menu: StandInMenu | null): void {
    requireReady('Menu');
    StandInMenu.current = menu === null ? null : innerOf(menu);
  }

  popup(): void {
    StandInMenu.popups.push(this);
  }
}

StandInMenu.current = new StandInMenu(defaultItems);

/** Returns items that change when they are clicked: a checkbox flips, and a radio item is the only one of its group that is checked. */
function clickable(template: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions[] {
  let group: MenuItemConstructorOptions[] = [];
  return template.map((given) => {
    const item = { ...given };
    const { click, type, submenu } = given;
    if (Array.isArray(submenu)) item.submenu = clickable(submenu);
    if (type === 'separator') group = [];
    if (type === 'radio') group.push(item);
    const own = group;
    const flip = () => {
      if (type === 'checkbox') item.checked = !item.checked;
      if (type === 'radio') for (const one of own) one.checked = one === item;
    };
    if (click)
      item.click = (...args) => {
        flip();
        click(...args);
      };
    return item;
  });
}

/** Returns every item of a template, including those of submenus. */
export function flatItems(items: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions[] {
  return items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? flatItems(item.submenu) : [])]);
}

function checkItems(template: readonly MenuItemConstructorOptions[]): void {
  const items = flatItems(template);
  for (const { label, role, type, accelerator: keys, click } of items) {
    if (label === undefined && role === undefined && type !== 'separator') refuse('Invalid menu item: it has neither label, role nor type');
    if (role !== undefined && !roles.has(role)) refuse(`Unknown role ${role}`);
    if (keys !== undefined && !accelerator.test(keys)) refuse(`Invalid accelerator ${keys}`);
    if (click !== undefined && typeof click !== 'function') throw new TypeError('A menu item’s click must be a function');
  }
  const ids = items.flatMap(({ id }) => (id === undefined ? [] : [id]));
  if (new Set(ids).size !== ids.length) refuse('Two menu items have the same id');
}
