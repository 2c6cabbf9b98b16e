import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, test } from 'vitest';
import { flatItems, StandInMenu } from '../../../../tests/support/electron/menu';
import type { Command } from '../../../contract/bridge/app';
import type { Connection } from '../../../contract/bridge/connections';
import { commands } from '../../../contract/commands';
import { createTranslator } from '../../../messages/translator';
import { type MenuDeps, menuTemplate } from './menu-template';

const connection = (id: string, kind: Connection['kind'] = 'project') => ({
  id,
  kind,
  name: `Project & ${id}`,
  pinned: false,
  group: null,
});

function template(own: Partial<MenuDeps> = {}): {
  items: MenuItemConstructorOptions[];
  ran: Command[];
  menu: MenuItemConstructorOptions[];
} {
  const ran: Command[] = [];
  const menu = menuTemplate({
    platform: 'linux',
    isPackaged: true,
    translator: createTranslator('en'),
    connections: [],
    hasWindow: true,
    run: (command) => void ran.push(command),
    ...own,
  });
  return { menu, items: flatItems(menu), ran };
}

const rolesOf = (items: readonly MenuItemConstructorOptions[]) => items.flatMap(({ role }) => (role ? [role] : []));
const click = (item: MenuItemConstructorOptions | undefined) => (item?.click as (() => void) | undefined)?.();

describe.each(['linux', 'win32', 'darwin'] as const)('on %s', (platform) => {
  test('every command is there once, does what it says, and Electron takes the menu', () => {
    const { items, menu, ran } = template({ platform, connections: [connection('one')] });
    expect(() => StandInMenu.buildFromTemplate(menu)).not.toThrow();
    for (const { id } of commands) {
      expect(
        items.filter((item) => item.id === id),
        id,
      ).toHaveLength(1);
      if (id !== 'connection') click(items.find((item) => item.id === id));
    }
    expect(ran).toEqual(commands.flatMap(({ id }) => (id === 'connection' ? [] : [{ id }])));
  });

  test('every item has an action', () => {
    const { items } = template({ platform, connections: [connection('one')] });
    const idle = items.filter(({ role, type, click: run, submenu }) => !role && type !== 'separator' && !run && !submenu);
    expect(idle).toEqual([]);
  });
});

test('places settings, about and quit as each platform does', () => {
  const mac = template({ platform: 'darwin' });
  expect(rolesOf(mac.menu)).toEqual(['appMenu', 'editMenu', 'windowMenu', 'help']);
  expect(flatItems([mac.menu[0] ?? {}]).map(({ role, id }) => role ?? id)).toEqual(
    expect.arrayContaining(['about', 'settings', 'services', 'hide', 'quit']),
  );
  const linux = template();
  expect(flatItems([linux.menu[0] ?? {}]).map(({ role, id }) => role ?? id)).toEqual(expect.arrayContaining(['settings', 'quit']));
  expect(rolesOf(linux.items)).toContain('about');
  expect(rolesOf(template({ isPackaged: true }).items)).not.toContain('toggleDevTools');
  expect(rolesOf(template({ isPackaged: false }).items)).toContain('toggleDevTools');
});

test('connections are in the rail’s order, the first nine with their number, and their names are unchanged', () => {
  const many = [connection('sandbox', 'sandbox'), ...Array.from({ length: 10 }, (_, at) => connection(String(at)))];
  const { items, ran } = template({ connections: many });
  const entries = items.filter(({ label }) => label?.startsWith('Project'));
  expect(entries.map(({ label, accelerator }) => [label, accelerator])).toEqual([
    ...Array.from({ length: 9 }, (_, at) => [`Project && ${at}`, `CommandOrControl+${at + 1}`]),
    ['Project && 9', undefined],
    ['Project && sandbox', undefined],
  ]);
  expect(entries.every(({ registerAccelerator }) => registerAccelerator !== true)).toBe(true);
  click(entries[10]);
  expect(ran).toEqual([{ id: 'connection', connectionId: 'sandbox' }]);
});

test('without a window only what opens one, or needs none, can be chosen', () => {
  const { items } = template({ hasWindow: false, connections: [connection('one')] });
  expect(items.filter(({ click: run, enabled }) => run && enabled).map(({ id }) => id)).toEqual(['new-window', 'logs']);
});
